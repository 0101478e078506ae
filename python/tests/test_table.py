"""Tables, with pyarrow and without: the same rows and columns as those of pyarrow."""

import copy
import multiprocessing
import pickle
import sys
from concurrent.futures import ProcessPoolExecutor

import chess_batch as cb
import numpy as np
import pyarrow as pa
import pytest

PGN = b'[White "A"] [Date "2024.01.31"] [WhiteElo "2600"] 1. e4 {[%clk 0:03:00]} e5! 2. f4 1-0 [White "B"] 1. d4 Ke3 *\n\n*'


@pytest.fixture
def alone(monkeypatch):
    monkeypatch.setitem(sys.modules, "pyarrow", None)


ALL = (
    "file,game,line,event,white,white_elo,date,time,result,variant,start,plies,error,error_line,moves,ply,positions,keys,san,uci,"
    "clocks,evals,mates,depths,nags,Annotator"
)


@pytest.mark.parametrize("columns", [None, ALL])
def test_rows_and_columns(columns):
    ours = cb.read_pgn(PGN, columns=columns)
    theirs = ours.to_arrow()
    rows = theirs.to_pylist()
    assert isinstance(ours, cb.Table) and isinstance(theirs, pa.Table)
    assert ours.to_pylist() == list(ours) == [ours[i] for i in range(3)] == rows
    assert [ours[i] for i in range(-3, 0)] == rows and len(ours) == ours.num_rows == len(rows) == 3
    assert ours.to_dict() == theirs.to_pydict() and ours.column_names == theirs.column_names
    for name in ours.column_names:
        column, expected = ours.column(name), theirs.column(name)
        values = expected.to_pylist()
        assert column.to_pylist() == list(column) == ours[name].to_pylist() == values
        assert [column[i] for i in range(-3, 3)] == values * 2
        assert (len(column), column.null_count) == (3, expected.null_count)
        assert pa.array(column).equals(expected.combine_chunks()) and column.to_arrow().equals(expected)
    assert cb.Table(theirs).to_pylist() == rows and cb.checksum(ours) == cb.checksum(theirs)
    assert ours.to_polars().to_dicts() == rows
    assert ours.to_pandas()["white"].tolist()[:2] == ["A", "B"]


def test_parts():
    batches = list(cb.iter_pgn([PGN] * 20_000, columns="game,white,white_elo,moves"))
    table = cb.Table(cb.iter_pgn([PGN] * 20_000, columns="game,white,white_elo,moves"))
    rows = table.to_pylist()
    assert len(batches) > 1 and [row for batch in batches for row in batch] == rows and len(rows) == len(table) == 60_000
    assert (table[59_998]["white"], table["white"][-2]) == ("B", "B")
    for part in (slice(None), slice(2), slice(-2, None), slice(7, 3), slice(16_000, 50_000), slice(70_000, 80_000)):
        assert table[part].to_pylist() == rows[part]
    chosen = table[100:40_000].select("white,game")
    assert chosen.column_names == ["white", "game"] and chosen.select(["game"])["game"][-1] == rows[39_999]["game"]
    moves = [move for row in rows[1:50_000] for move in row["moves"]]
    assert table[1:50_000]["moves"].flatten().to_pylist() == moves == table[1:50_000]["moves"].flatten().to_numpy().tolist()
    assert np.isnan(table["white_elo"].to_numpy()).sum() == 40_000
    assert np.asarray(table[:9]["game"]).tolist() == table[:9]["game"].to_pylist()
    with pytest.raises(ValueError, match="a step is not possible"):
        table[::2]
    with pytest.raises(TypeError, match="a column of lists is needed, and not of Utf8"):
        table["white"].flatten()


def same(ours, theirs):
    """Compare an array of ours with pyarrow's: values, nulls, types, and those of lists."""
    assert len(ours) == len(theirs)
    if theirs.dtype == object:
        assert ours.dtype == object
        for mine, yours in zip(ours, theirs):
            if isinstance(yours, np.ndarray):
                same(mine, yours)
            else:
                assert mine == yours and (isinstance(mine, bool) or type(mine) is type(yours)), (mine, yours)
    else:
        assert ours.dtype == theirs.dtype
        np.testing.assert_array_equal(ours, theirs)


@pytest.mark.parametrize("rows", [slice(None), slice(0), slice(1, 3), slice(15_000, 40_000)])
def test_arrays_are_those_of_pyarrow(rows):
    table = cb.Table(cb.iter_pgn([PGN] * 20_000, columns=ALL))[rows]
    for name in set(ALL.split(",")) - {"start"}:
        same(table[name].to_numpy(), table[name].to_arrow().to_numpy())
    start = table["start"]
    assert start.to_numpy().dtype == np.uint8 and start.to_numpy().tolist() == [list(value) for value in start]
    assert np.asarray(start).shape == (len(table), 32) and cb.fens(start.to_numpy()) == cb.fens(start)
    lists = table["moves"]
    for name in ("white", "white_elo", "plies", "start", "san"):
        expected = [value for value, moves in zip(table[name], lists) for _ in moves]
        assert table[name].repeat(lists).to_pylist() == expected
    assert np.asarray(table["plies"]).dtype == np.int32 and np.asarray(table["plies"], dtype=float).dtype == float


TYPES = [
    pa.array([1, None, 3], type) for type in (pa.int8(), pa.uint64(), pa.int64(), pa.float32(), pa.float64())
] + [
    pa.array([True, None, False]),
    pa.array([0, None, 19_754], pa.date32()),
    pa.array(["a", None, ""]),
    pa.array(["a", None, "longer than twelve bytes"], pa.string_view()),
    pa.array(["a", None, ""], pa.large_string()),
    pa.array([b"a", None, b""]),
    pa.array(["b", None, "b"]).dictionary_encode(),
    pa.array([[1, None], None, []], pa.list_(pa.int16())),
    pa.array([["a"], None, [None, "b"]], pa.large_list(pa.string())),
    pa.array([[("a", "b")], None, []], pa.map_(pa.string(), pa.string())),
    pa.array([b"ab", None, b"cd"], pa.binary(2)),
    pa.nulls(3),
]


@pytest.mark.parametrize("array", TYPES, ids=lambda array: str(array.type))
def test_arrays_and_pickles_of_all_types(array):
    field = pa.field("x", array.type, metadata={"a": "b"})
    for rows in (array, array[1:], array[:1], array[:0], array[2:]):
        whole = pa.table([rows], schema=pa.schema([field]))
        table = cb.Table(pa.concat_tables([whole, whole.slice(0, 1)]))
        for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
            again = pickle.loads(pickle.dumps(table, protocol))
            assert again.to_arrow().schema.equals(table.to_arrow().schema, check_metadata=True)
            assert again.to_arrow().to_pylist() == table.to_arrow().to_pylist()
            again = pickle.loads(pickle.dumps(table["x"], protocol)).to_arrow()
            assert again.type == array.type and again.to_pylist() == table["x"].to_arrow().to_pylist()
        column, plain = table["x"], table["x"].to_arrow()
        if pa.types.is_dictionary(array.type) or pa.types.is_null(array.type):
            continue
        if pa.types.is_fixed_size_binary(array.type):
            if plain.null_count:
                with pytest.raises(ValueError, match="rows have no value: to_pylist"):
                    column.to_numpy()
            continue
        same(column.to_numpy(), plain.to_numpy())
        if plain.null_count and column.to_numpy().dtype.kind in "fM" or pa.types.is_boolean(array.type) and plain.null_count:
            with pytest.raises(ValueError, match=f"{plain.null_count} rows have no value: to_numpy"):
                np.asarray(column)
        elif pa.types.is_list(array.type) or pa.types.is_large_list(array.type):
            with pytest.raises(TypeError, match="flatten"):
                np.asarray(column)
        else:
            same(np.asarray(column), plain.to_numpy())
            with pytest.raises(ValueError, match="always copied"):
                column.__array__(copy=False)


def read(number):
    table = cb.read_pgn(PGN * number, columns=ALL)
    return table, table["san"]


def test_processes_return_tables():
    with ProcessPoolExecutor(2, mp_context=multiprocessing.get_context("spawn")) as pool:
        for number, (table, column) in enumerate(pool.map(read, range(4))):
            expected = read(number)
            assert cb.checksum(table) == cb.checksum(expected[0]) and column.to_pylist() == expected[1].to_pylist()
            assert table.schema == expected[0].schema and copy.deepcopy(table).to_dict() == table.to_dict()
    # A part takes no more than its rows.
    large = cb.Table(cb.iter_pgn([PGN] * 20_000, columns=ALL))
    assert len(pickle.dumps(large[7:9])) < 10_000 < len(pickle.dumps(large))


def test_parts_for_people():
    table = cb.read_pgn(PGN * 5, columns="white,game,san")
    assert table.shape == (15, 3) and table.schema == {"white": "Utf8", "game": "Int64", "san": table.schema["san"]}
    assert table.head().to_pylist() == table[:5].to_pylist() and len(table.head(0)) == 0 and len(table.head(99)) == 15
    assert table[["san", "white"]].to_dict() == table.select("san,white").to_dict()
    with pytest.raises(KeyError, match="there is no column 'whit'"):
        table[["whit"]]
    page = table._repr_html_()
    assert page.count("<tr>") == 11 and "<p>15 rows, 3 columns</p>" in page and "<td>[&#x27;" not in page
    odd = cb.Table(pa.table({"<b>": ['<script>"&', "x" * 61, None]}))._repr_html_()
    assert "<th>&lt;b&gt;<br><small>Utf8</small></th>" in odd and "<td>&lt;script&gt;&quot;&amp;</td>" in odd
    assert f"<td>{'x' * 60}…</td>" in odd and "<td>None</td>" in odd
    with pytest.raises(ValueError, match="the column has 15 rows, and the lists 5"):
        table["white"].repeat(table.head()["san"])
    with pytest.raises(TypeError, match="a column of lists is needed"):
        table["white"].repeat(table["game"])


def test_print():
    table = cb.Table(pa.table({"name": ["Carlsen,\nMagnus", "x" * 25, None] + ["y"] * 9, "elo": [2882, None] + [7] * 10}))
    lines = str(table).split("\n")
    assert lines[0] == "name" + " " * 23 + "elo"
    assert lines[1] == "Carlsen, Magnus" + " " * 12 + "2882"
    assert lines[2] == "x" * 24 + "…  None"
    assert lines[3] == "None" + " " * 23 + "7"
    assert len(lines) == 12 and lines[11] == "12 rows, 2 columns"
    assert str(cb.Table(pa.table({}))).endswith("0 rows, 0 columns")


def test_tables_are_joined_and_asked():
    one, two = cb.read_pgn(PGN, columns="white,game"), cb.read_pgn(PGN * 2, columns="white,game")
    both = cb.Table([one, two, one[:0]])
    assert both.to_pylist() == one.to_pylist() + two.to_pylist() and "white" in both and "black" not in both
    assert one[0] in both and {"white": "nobody"} not in both and cb.Table([one]).to_pylist() == one.to_pylist()
    with pytest.raises(ValueError, match="table 1 has other columns than table 0"):
        cb.Table([one, one.select("white")])
    with pytest.raises(ValueError, match="an empty list has no columns"):
        cb.Table([])
    with pytest.raises(TypeError, match="a list of `Table`s is expected"):
        cb.Table([{"white": "A"}])
    for part in (slice(2), slice(-2, None), slice(1, 8), slice(7, 3), slice(99, 100)):
        assert both["white"][part].to_pylist() == both["white"].to_pylist()[part] == both[part]["white"].to_pylist()
    for key in ([True, False], np.array([True, False]), 1.5, None):
        with pytest.raises(TypeError, match="a table takes the name of a column, the number of a row"):
            both[key]
        with pytest.raises(TypeError, match="a column takes the number of a row or a range of rows"):
            both["white"][key]
    with pytest.raises(ValueError, match="a step is not possible"):
        both["white"][::2]


def test_no_rows(alone):
    table = cb.read_pgn(b"", columns="white,moves")
    assert (list(table), table.to_dict(), len(table["white"])) == ([], {"white": [], "moves": []}, 0)
    for number in (0, -1):
        with pytest.raises(IndexError):
            table[number]
        with pytest.raises(IndexError):
            table["white"][number]


def test_what_is_missing_is_told(alone):
    table = cb.read_pgn(PGN, columns="white,san")
    assert isinstance(table, cb.Table) and isinstance(next(cb.iter_pgn(PGN)), cb.Table)
    for method in (table.to_arrow, table.to_pandas, table["san"].to_arrow):
        with pytest.raises(ImportError, match="pip install pyarrow"):
            method()
    assert len(table.to_polars()) == 3 and table["san"].to_numpy()[0].tolist() == ["e4", "e5", "f4"]
    with pytest.raises(KeyError, match="whit.*white, san"):
        table["whit"]
    with pytest.raises(ImportError, match="pip install pyarrow"):
        cb.write_parquet([], "nowhere")
    texts = cb.san(cb.Position().packed, [cb.Position().parse_san("Nf3").word], arrow=True)
    assert isinstance(texts, cb.Column) and list(texts) == ["Nf3"]
    packed = cb.read_pgn(PGN, columns="start")["start"]
    assert cb.fens(packed)[0] == cb.STARTING_FEN


def test_python_chess_is_told(monkeypatch):
    monkeypatch.setitem(sys.modules, "chess", None)
    for value in (cb.Position(), cb.Game()):
        with pytest.raises(ImportError, match="pip install chess"):
            value.to_python_chess()
    with pytest.raises(ImportError, match="pip install chess"):
        cb.from_python_chess(None)
