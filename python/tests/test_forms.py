"""Packed positions in all the forms in which columns come."""

import sys

import numpy as np
import pyarrow as pa
import pytest

import chess_batch as cb
from chess_batch import PackedError, Position, to_planes

PGN = b"1. e4 e5 2. Nf3 * 1. d4 d5 *\n\n*"
GAMES = cb.read_pgn(PGN, columns="positions,start")
TABLE = GAMES.to_arrow()
NESTED = TABLE["positions"].to_pylist()
PACKED = [row for rows in NESTED for row in rows]
PLANES = to_planes(np.frombuffer(b"".join(PACKED), np.uint8).reshape(-1, 32))


def objects(rows):
    array = np.empty(len(rows), object)
    array[:] = rows
    return array


def binary(kind):
    return pa.array(PACKED, kind), pa.array(NESTED, pa.list_(kind))


FORMS = {
    "column": GAMES["positions"],
    "column flat": GAMES["positions"].flatten(),
    "pyarrow nested": TABLE["positions"],
    "pyarrow batch": TABLE.to_batches()[0]["positions"],
    "pyarrow chunks": pa.chunked_array([TABLE["positions"].combine_chunks()[i : i + 1] for i in range(3)]),
    "pyarrow sliced": pa.concat_tables([TABLE, TABLE]).combine_chunks()["positions"].slice(3),
    "pyarrow flat": TABLE["positions"].combine_chunks().flatten(),
    "pyarrow large list": TABLE["positions"].cast(pa.large_list(pa.binary(32))),
    "pyarrow binary": binary(pa.binary())[0],
    "pyarrow nested of a size": binary(pa.binary(32))[1],
    "pyarrow sliced binary": pa.array([bytes(32), *PACKED, bytes(32)]).slice(1, len(PACKED)),
    "pyarrow nested binary": binary(pa.large_binary())[1],
    "pyarrow view": binary(pa.binary_view())[0],
    "pyarrow bytes as numbers": pa.array([list(row) for row in PACKED], pa.list_(pa.uint8())),
    "pyarrow arrays of 32": pa.array([list(row) for row in PACKED], pa.list_(pa.uint8(), 32)),
    "pyarrow nested arrays of 32": pa.array([[list(row) for row in rows] for rows in NESTED], pa.list_(pa.list_(pa.uint8(), 32))),
    "our column": cb.Table(TABLE)["positions"],
    "numpy objects": objects(PACKED),
    "numpy of pyarrow": TABLE["positions"].to_numpy(),
    "numpy of flat pyarrow": TABLE["positions"].combine_chunks().flatten().to_numpy(zero_copy_only=False),
    "numpy void": np.array(PACKED, "V32"),
    "numpy bytes": np.array(PACKED, "S32"),
    "numpy strided void": np.array([row for row in PACKED for _ in range(2)], "V32")[::2],
    "numpy of arrays": objects([np.frombuffer(row, np.uint8) for row in PACKED]),
    "bytes": b"".join(PACKED),
    "numpy blocks": np.frombuffer(b"".join(PACKED), np.uint8).reshape(1, -1, 32),
    "numpy values": list(np.array(PACKED, "V32")),
    "lists": NESTED,
    "tuples": tuple(map(tuple, NESTED)),
    "positions": [Position.from_packed(row) for row in PACKED],
}


@pytest.mark.parametrize("name", FORMS)
def test_forms(name):
    form = FORMS[name]
    assert np.array_equal(to_planes(form), PLANES)
    assert cb.fens(form) == [Position.from_packed(row).fen() for row in PACKED]
    assert cb.positions(form).valid.all() and len(cb.legal_moves(form)[0]) == len(PACKED) + 1


def test_one_position():
    for form in (Position(), Position().packed, np.frombuffer(Position().packed, np.uint8)):
        assert to_planes(form).shape == (1, 12, 8, 8) and to_planes(form).sum() == 32


PANDAS_FORMS = {
    "flat": lambda pd: pd.Series(PACKED),
    "nested": lambda pd: pd.Series(NESTED),
    "of pyarrow": lambda pd: TABLE["positions"].to_pandas(),
    "of flat pyarrow": lambda pd: TABLE["positions"].combine_chunks().flatten().to_pandas(),
    "arrays": lambda pd: pd.Series([np.array(rows, object) for rows in NESTED]),
    "typed": lambda pd: pd.Series(PACKED, dtype=pd.ArrowDtype(pa.binary(32))),
    "typed lists": lambda pd: pd.Series(NESTED, dtype=pd.ArrowDtype(pa.list_(pa.binary(32)))),
    "positions": lambda pd: pd.Series([Position.from_packed(row) for row in PACKED]),
    "frame": lambda pd: TABLE.to_pandas(types_mapper=pd.ArrowDtype)["positions"],
}


POLARS_FORMS = {
    "flat": lambda pl: pl.Series(PACKED),
    "nested": lambda pl: pl.Series(NESTED),
    "table": lambda pl: pl.DataFrame(TABLE)["positions"],
    "own table": lambda pl: pl.DataFrame(cb.Table(TABLE))["positions"],
    "exploded": lambda pl: pl.DataFrame(TABLE)["positions"].explode().drop_nulls(),
    "arrays": lambda pl: pl.Series(np.frombuffer(b"".join(PACKED), np.uint8).reshape(-1, 32)),
}


@pytest.mark.parametrize("alone", [False, True])
@pytest.mark.parametrize(("library", "name"), [("pandas", name) for name in PANDAS_FORMS] + [("polars", name) for name in POLARS_FORMS])
def test_frames(library, name, alone, monkeypatch):
    form = {"pandas": PANDAS_FORMS, "polars": POLARS_FORMS}[library][name](pytest.importorskip(library))
    if alone:
        if str(form.dtype).endswith("[pyarrow]"):
            pytest.skip("pandas needs pyarrow for such columns")
        monkeypatch.setitem(sys.modules, "pyarrow", None)
    assert np.array_equal(to_planes(form), PLANES)


def null_forms():
    rows = [PACKED[0], None, PACKED[1]]
    yield from (pa.array(rows, kind) for kind in (pa.binary(32), pa.binary(), pa.large_binary(), pa.binary_view()))
    yield pa.chunked_array([pa.array(rows[:1], pa.binary(32)), pa.array(rows[1:], pa.binary(32))])
    yield pa.array([rows[:2], None, [], rows[2:]], pa.list_(pa.binary(32)))
    yield pa.array([[list(row) if row else None for row in rows]], pa.list_(pa.list_(pa.uint8(), 32)))
    yield from (rows, [rows], objects(rows), objects([rows[0], float("nan"), rows[2]]))
    yield [Position.from_packed(PACKED[0]), None, Position.from_packed(PACKED[1])]
    pd, pl = pytest.importorskip("pandas"), pytest.importorskip("polars")
    yield from (pd.Series(rows), pd.Series([rows]), pd.Series([rows[0], pd.NA, rows[2]]), pl.Series(rows), pl.Series([rows]))


def test_nulls():
    for form in null_forms():
        planes = to_planes(form)
        assert np.array_equal(planes[[0, 2]], PLANES[:2]) and planes.shape == (3, 12, 8, 8) and not planes[1].any()
        assert to_planes(form, bitboards=True)[1].tolist() == [0] * 12
        p = cb.positions(form)
        assert p.valid.tolist() == [True, False, True] and p.errors == (None, "null", None)
        with pytest.raises(PackedError, match="row 1: null") as caught:
            cb.fens(form)
        assert caught.value.index == 1


def test_all_null_and_empty():
    assert to_planes(pa.nulls(2)).shape == (2, 12, 8, 8) and not to_planes([None]).any()
    for none in ([], [[]], pa.array([], pa.list_(pa.binary(32))), pa.chunked_array([], pa.binary(32)), np.empty((0, 32), np.uint8)):
        assert to_planes(none).shape == (0, 12, 8, 8)


def test_refused():
    deep = PACKED
    for _ in range(20):
        deep = [deep]
    endless = []
    endless.append(endless)
    for wrong in ([1], [1.5], 7, None, float("nan"), np.zeros((1, 32)), np.zeros((1, 32), np.int64), pa.array([1]), deep, endless, [{}], object()):
        with pytest.raises(TypeError):
            to_planes(wrong)
    for wrong in ([b"x" * 31], b"x" * 33, pa.array([b"x"]), np.zeros((2, 31), np.uint8), np.zeros(64, np.uint8), objects([b"x" * 64])):
        with pytest.raises(ValueError, match="32 bytes"):
            to_planes(wrong)
    short = pa.array([[1, 2]], pa.list_(pa.uint8()))
    holes = pa.array([[None] * 32], pa.list_(pa.uint8(), 32))
    for wrong in (short, holes):
        with pytest.raises(ValueError, match="32 bytes"):
            to_planes(wrong)


def test_nulls_among_texts():
    p = cb.positions([Position().fen(), None, float("nan")])
    assert p.valid.tolist() == [True, False, False] and p.errors == (None, "null", "null")
    parsed = cb.parse_san([Position(), Position()], ["e4", None])
    assert parsed.errors == (None, "null")
    with pytest.raises(TypeError):
        cb.positions([Position().fen(), 7])


PUZZLE = b"1,q3k1nr/1pp1nQpp/3p4/1P2p3/4P3/B1PP1b2/B5PP/5K2 b k - 0 17,e8d7 a2e6 d7d8 f7f8,1760,80,83,72,mate,url,\n"
LINE = ["Kd7", "Be6+", "Kd8", "Qf8#"]


def test_lines():
    puzzles = cb.read_puzzles(PUZZLE + b"2,x,,,,,,,,\n" + PUZZLE)
    table = puzzles.to_arrow()
    words = table["moves"].to_pylist()
    moves = [[cb.Move(word) for word in line] for line in words]
    lists = pa.chunked_array([pa.array(words, pa.large_list(pa.uint16()))])
    arrays = [np.array(line, np.uint16) for line in words]
    frames = puzzles.to_pandas(), puzzles.to_polars()
    columns = (frame["moves"] for frame in frames)
    for lines in (table["moves"], puzzles["moves"], *columns, words, moves, lists, arrays, [words[0], None, words[0]]):
        for positions in (table["position"], *(frame["position"] for frame in frames)):
            assert cb.san_line(positions, lines) == [LINE, [], LINE]
    assert cb.san_line(Position(), [[]]) == [[]] and cb.san_line([], []) == []
    with pytest.raises(cb.IllegalMoveError) as error:
        cb.san_line(table["position"].take([0, 0]), [words[0], words[0][1:]])
    assert error.value.index == 1
    with pytest.raises(PackedError):
        cb.san_line(table["position"].take([1]), [words[0]])
    for wrong, expected in (([[1]], "1 lines for 3 positions"), ([1, 2, 3], "lists of moves"), (pa.array(["a"]), "lists")):
        with pytest.raises((ValueError, TypeError), match=expected):
            cb.san_line(table["position"], wrong)
