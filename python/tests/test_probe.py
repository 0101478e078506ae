"""Endgame tablebases: values as arrays, and what has none."""

import pyarrow as pa
import pytest
from samples import SHARED

from chess_batch import EndgameTables, Position, positions, probe

TABLES = SHARED / "syzygy"
KINGS = "4k3/8/8/8/8/8/8/4K3 w - - 0 1"
ROOK = "8/8/8/3k4/8/8/8/K6R w - - 0 1"
needs_tables = pytest.mark.skipif(not TABLES.is_dir(), reason="there is no ../shared/data/syzygy")


def sample():
    lines = (TABLES / "probed_sample.tsv").read_text().splitlines()
    rows = [line.split("\t") for line in lines if not line.startswith("#")]
    return [row[0] for row in rows], [int(row[1]) for row in rows], [int(row[2]) for row in rows]


def test_dtypes_and_what_has_no_value(tmp_path):
    p = probe([KINGS, "rubbish", ROOK, "4k3/8/8/8/8/8/8/4K2R w K - 0 1"], tmp_path)
    assert probe([KINGS], [], dtz=False).dtz is None
    types = {name: (array.dtype.name, array.shape) for name, array in p.to_dict().items() if name != "errors"}
    assert types == {"valid": ("bool", (4,)), "wdl": ("int8", (4,)), "dtz": ("int16", (4,))}
    assert p.valid.tolist() == [True, False, False, False]
    assert p.wdl.tolist() == p.dtz.tolist() == [0, 0, 0, 0]
    assert p.errors[0] is None and all(isinstance(error, str) for error in p.errors[1:])
    assert "castling" in p.errors[3]
    assert probe(pa.array([KINGS, None]), []).errors == (None, "null")
    assert len(p) == 4 and repr(p) == "Probed(4 rows, 3 not valid)"


def test_folders(tmp_path):
    assert EndgameTables(str(tmp_path)).max_pieces == 0
    assert EndgameTables([tmp_path, str(tmp_path)]).wdl_count == 0
    for wrong in (tmp_path / "none", [tmp_path, tmp_path / "none"]):
        with pytest.raises(FileNotFoundError) as caught:
            probe([KINGS], wrong)
        assert caught.value.filename == str(tmp_path / "none")
    for wrong in (None, 7, [1]):
        with pytest.raises(TypeError):
            EndgameTables(wrong)
    assert probe([KINGS], [], threads=0).valid.all()


def test_a_broken_table_is_an_error_of_its_rows(tmp_path):
    (tmp_path / "KRvK.rtbw").write_bytes(b"no table")
    p = probe([ROOK, KINGS], tmp_path)
    assert p.valid.tolist() == [False, True]
    assert "KRvK" in p.errors[0]


@needs_tables
def test_values_of_the_shared_positions():
    fens, wdl, dtz = sample()
    assert len(fens) >= 600
    tables = EndgameTables(TABLES)
    assert (tables.max_pieces, tables.wdl_count, tables.dtz_count) == (4, 35, 35)
    for source in (fens, pa.array(fens), positions(fens).packed):
        p = tables.probe(source)
        assert p.valid.all() and p.wdl.tolist() == wdl and p.dtz.tolist() == dtz
    assert tables.probe(fens, dtz=False).wdl.tolist() == wdl
    assert probe(fens * 10, TABLES, threads=7).wdl.tolist() == wdl * 10


def test_one_position():
    tables = EndgameTables([])
    assert tables.probe_wdl(Position(KINGS)) == tables.probe_dtz(Position(KINGS)) == 0
    for call in (tables.probe_wdl, tables.probe_dtz, tables.ranked_moves):
        with pytest.raises(KeyError, match="3 pieces"):
            call(Position(ROOK))
        with pytest.raises(TypeError):
            call(ROOK)


@needs_tables
def test_ranked_moves():
    tables = EndgameTables(TABLES)
    fens, wdls, dtzs = sample()
    known = 0
    for fen, wdl, dtz in list(zip(fens, wdls, dtzs))[:200]:
        position = Position(fen)
        try:
            assert (tables.probe_wdl(position), tables.probe_dtz(position)) == (wdl, dtz)
            moves = tables.ranked_moves(position)
        except KeyError:
            continue
        known += 1
        assert {move for move, _, _ in moves} == set(position.legal_moves)
        if moves and wdl == 2:
            assert moves[0][1] == 2 and moves[0][2] > 0
        assert all(-2 <= result <= 2 for _, result, _ in moves)
    assert known > 10
