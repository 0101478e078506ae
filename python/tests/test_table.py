"""Tables where pyarrow is not installed: the same rows and columns as those of pyarrow."""

import sys

import chess_batch as cb
import pyarrow as pa
import pytest

PGN = b'[White "A"] [Date "2024.01.31"] [WhiteElo "2600"] 1. e4 {[%clk 0:03:00]} e5! 2. f4 1-0 [White "B"] 1. d4 Ke3 * *'


@pytest.fixture
def alone(monkeypatch):
    monkeypatch.setitem(sys.modules, "pyarrow", None)


def of_pyarrow(**options):
    table = cb.read_pgn(PGN, **options)
    assert isinstance(table, pa.Table)
    return table


def without(monkeypatch, **options):
    with monkeypatch.context() as patch:
        patch.setitem(sys.modules, "pyarrow", None)
        table = cb.read_pgn(PGN, **options)
    assert isinstance(table, cb.Table)
    return table


ALL = (
    "file,game,line,event,white,white_elo,date,time,result,variant,start,plies,error,error_line,moves,ply,positions,keys,san,uci,"
    "clocks,evals,mates,depths,nags,Annotator"
)


@pytest.mark.parametrize("columns", [None, ALL])
def test_rows_and_columns(monkeypatch, columns):
    ours, theirs = without(monkeypatch, columns=columns), of_pyarrow(columns=columns)
    rows = theirs.to_pylist()
    assert ours.to_pylist() == list(ours) == [ours[i] for i in range(3)] == rows
    assert [ours[i] for i in range(-3, 0)] == rows and len(ours) == ours.num_rows == len(rows) == 3
    assert ours.to_dict() == theirs.to_pydict() and ours.column_names == theirs.column_names
    for name in ours.column_names:
        column, expected = ours.column(name), theirs.column(name)
        values = expected.to_pylist()
        assert column.to_pylist() == list(column) == ours[name].to_pylist() == values
        assert [column[i] for i in range(-3, 3)] == values * 2
        assert (len(column), column.null_count) == (3, expected.null_count)
        assert pa.array(column).equals(expected.combine_chunks())
    assert pa.table(ours).equals(theirs) and cb.Table(theirs).to_pylist() == rows
    assert cb.checksum(ours) == cb.checksum(theirs)


def test_batches(alone):
    source = [PGN] * 20_000
    batches = list(cb.iter_pgn(source, columns="game,white"))
    assert len(batches) > 1 and sum(map(len, batches)) == 60_000
    table = cb.Table(cb.iter_pgn(source, columns="white"))
    assert table["white"].to_pylist() == ["A", "B", None] * 20_000
    assert (table[59_998], table["white"][-2]) == ({"white": "B"}, "B")


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
    for value in (table, table["san"]):
        with pytest.raises(AttributeError, match="to_pandas.*pip install pyarrow"):
            value.to_pandas()
        assert not hasattr(value, "__array__")
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
