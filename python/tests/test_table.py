"""Tables, with pyarrow and without: the same rows and columns as those of pyarrow."""

import sys

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
    for method in (table.to_arrow, table.to_pandas, table["san"].to_arrow, table["san"].to_numpy):
        with pytest.raises(ImportError, match="pip install pyarrow"):
            method()
    assert len(table.to_polars()) == 3 and not hasattr(table["san"], "__array__")
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
