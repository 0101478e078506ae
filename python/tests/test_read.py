"""`read_pgn`, `iter_pgn` and `checksum`."""

import bz2
import datetime
import gzip
import io
import os
import pathlib
import re

import pyarrow as pa
import pyarrow.parquet
import pytest
from samples import arrow
from test_interrupt import assert_ends

import chess_batch
from chess_batch import ColumnError, FilterError, InputError, checksum, iter_pgn

read_pgn = arrow(chess_batch.read_pgn)

GAME = """[Event "Rated Blitz game"]
[Site "https://example.org/abc"]
[White "Anderssen"]
[Black "Kieseritzky"]
[WhiteElo "2600"]
[BlackElo "?"]
[UTCDate "2024.02.29"]
[UTCTime "23:59:58"]
[Result "1-0"]
[TimeControl "180+2"]

1. e4 {[%eval 0.25,20] [%clk 0:03:00]} 1... e5 $2 {[%eval #-3] [%clk 0:02:58.9]} 2. Nf3 $1 $10 1-0

"""
BROKEN = '[White "B"]\n\n1. e4 Ke3 *\n\n'
ALL = (
    "file,game,line,offset,event,site,round,eco,opening,time_control,termination,annotator,white,black,white_title,"
    "black_title,white_elo,black_elo,date,time,result,variant,start,plies,error,error_line,error_offset,errors,"
    "tags,comment,tree,parents,moves,ply,positions,fens,keys,san,uci,clocks,elapsed,evals,mates,depths,eval_before,"
    "eval_after,mate_before,mate_after,comments,nags,ECO"
)


@pytest.fixture
def games(tmp_path):
    """A file of some hundred games, some of them broken."""
    path = tmp_path / "games.pgn"
    path.write_text("".join(BROKEN if i % 7 == 3 else GAME.replace("2600", str(2000 + i)) for i in range(400)))
    return path


def test_all_columns():
    table = read_pgn((GAME + BROKEN).encode(), columns=ALL)
    assert ",".join(table.column_names) == ALL
    row, broken = table.to_pylist()
    position = chess_batch.Position()
    positions, fens, keys = [], [], []
    for move in ("e4", "e5", "Nf3"):
        positions.append(position.packed)
        fens.append(position.fen())
        keys.append(position.key)
        position.push_san(move)
    assert row == dict.fromkeys(ALL.split(",")) | {
        "file": "<bytes>", "game": 1, "line": 1, "offset": 0,
        "event": "Rated Blitz game", "site": "https://example.org/abc", "time_control": "180+2",
        "white": "Anderssen", "black": "Kieseritzky", "white_elo": 2600,
        "date": datetime.date(2024, 2, 29), "time": 86398,
        "result": 1, "variant": "standard", "start": chess_batch.Position().packed, "plies": 3, "errors": [],
        "tags": re.findall(r'\[(\w+) "(.*)"\]', GAME),
        "tree": [int(move) for move in position.move_stack], "parents": [-1, 0, 1],
        "moves": [int(move) for move in position.move_stack], "ply": [0, 1, 2],
        "positions": positions, "fens": fens, "keys": keys,
        "san": ["e4", "e5", "Nf3"], "uci": ["e2e4", "e7e5", "g1f3"],
        "clocks": [180000, 178900, None], "elapsed": [None] * 3,
        "evals": [25, None, None], "mates": [None, -3, None], "depths": [20, None, None],
        "eval_before": [None, 25, None], "eval_after": [25, None, None],
        "mate_before": [None, None, -3], "mate_after": [None, -3, None],
        "comments": ["[%eval 0.25,20] [%clk 0:03:00]", "[%eval #-3] [%clk 0:02:58.9]", None],
        "nags": [[], [2], [1, 10]],
    }
    assert broken["plies"] == 1 and "Ke3" in broken["error"] and (broken["game"], broken["error_line"]) == (2, 16)
    assert table.schema.field("moves").type == pa.list_(pa.field("item", pa.uint16(), nullable=False))
    assert table.schema.field("positions").type.value_type == pa.binary()
    assert broken["errors"] == [broken["error"]]


MENDED = GAME.replace("1. e4", "1. e2e4 ]").replace("1-0\n", "Ke9 Nc6 3. Bb5 Ke3 a6 1 - 0\n")


def test_lenient(tmp_path):
    columns = "game,white,result,plies,san,error,errors"
    strict = read_pgn((MENDED + GAME).encode(), columns=columns).to_pylist()
    assert [row["plies"] for row in strict] == [1, 3] and len(strict[0]["errors"]) == 1
    mended, sound = read_pgn((MENDED + GAME).encode(), columns=columns, lenient=True).to_pylist()
    assert mended["san"] == ["e4", "e5", "Nf3", "Nc6", "Bb5"] and mended["plies"] == 5 and mended["result"] == 1
    assert [error.split(":")[0] for error in mended["errors"]] == ["`]`", "`Ke9`", "`Ke3`"]
    assert mended["error"] == mended["errors"][0] and sound == strict[1]

    path = tmp_path / "games.pgn"
    path.write_text((MENDED + GAME) * 300)
    whole = read_pgn(path, columns=ALL, lenient=True)
    for threads in (1, 2):
        assert pa.table(iter_pgn(path, columns=ALL, lenient=True, threads=threads)).equals(whole)
    [strict], [written] = (
        chess_batch.write_parquet(path, tmp_path / name, columns=ALL, lenient=lenient, resume=True)
        for name, lenient in (("strict", False), ("lenient", True))
    )
    assert checksum(pyarrow.parquet.read_table(written)) == checksum(whole)
    assert checksum(pyarrow.parquet.read_table(strict)) != checksum(whole)
    with pytest.raises(ValueError, match="other options"):
        chess_batch.write_parquet(path, tmp_path / "strict", columns=ALL, lenient=True, resume=True)
    assert read_pgn(path, lenient=True, filter="not sound").num_rows == 300


def test_opening_names(tmp_path):
    names = tmp_path / "names.tsv"
    names.write_text("D02\tLondon\t1. d4 d5 2. Nf3\n")
    pgn = b'[ECO "A00"]\n\n1. Nf3 d5 2. d4 *\n\n[ECO "A00"]\n\n1. e4 *'
    rows = read_pgn(pgn, columns="eco,opening", opening_names=names).to_pylist()
    assert rows == [{"eco": "D02", "opening": "London"}, {"eco": "A00", "opening": None}]
    assert read_pgn(pgn, columns="eco", filter="opening = 'London'", opening_names=names).num_rows == 1
    with pytest.raises(OSError, match="none"):
        read_pgn(pgn, opening_names=tmp_path / "none")


def test_encodings(tmp_path):
    path = tmp_path / "games.pgn"
    path.write_text('[White "Šakić"]\n\n1. e4 {“ž”} *\n', encoding="cp1250")
    columns = "white,White,tags,comments"
    white, comments = "Šakić", ["“ž”"]
    row = {"white": white, "White": white, "tags": [("White", white)], "comments": comments}
    for read in (read_pgn, lambda *args, **options: pa.table(iter_pgn(*args, **options))):
        assert read(path, columns=columns, encoding="cp1250", filter=f"white = '{white}'").to_pylist() == [row]
    [written] = chess_batch.write_parquet(path, tmp_path, columns=columns, encoding="windows-1250", resume=True)
    assert pyarrow.parquet.read_table(written).to_pylist() == [row]
    for encoding in (None, "utf8", "UTF-8", "utf-8-sig"):
        rows = read_pgn([path, '[White "é"] *'.encode()], columns="white", encoding=encoding).to_pylist()
        assert [row["white"] for row in rows] == [white.encode("cp1250").decode("latin-1"), "é"]
    assert read_pgn('[White "é"] *'.encode(), columns="white", encoding="latin-1")["white"].to_pylist() == ["Ã©"]
    for wrong in ("none", "ascii", "utf-16", "gbk", "shift_jis", "hex", "cp037", "utf-7"):
        with pytest.raises(ValueError, match=f"encoding: `{wrong}` is neither utf-8 nor .* such as latin-1, cp1250"):
            read_pgn(path, encoding=wrong)


def test_maps_of_tags_and_trees_in_other_libraries():
    pandas, polars = pytest.importorskip("pandas"), pytest.importorskip("polars")
    table = read_pgn(b'[White "A"] [Annotator "B"] 1. e4 (1. d4 Ke3) (1. c4 e5) e5 *', columns="tags,tree,parents")
    tags = [("White", "A"), ("Annotator", "B")]
    assert pa.types.is_map(table.schema.field("tags").type)
    assert table["tags"].to_pylist() == chess_batch.Table(table)["tags"].to_pylist() == [tags]
    assert table["parents"].to_pylist() == [[-1, -1, -1, 2, 0]]
    assert pandas.DataFrame(table.to_pandas())["tags"][0] == tags
    frame = polars.DataFrame(table)
    assert checksum(table) == checksum(chess_batch.Table(table)) == checksum(frame)


def test_names_of_files(tmp_path):
    for name in ("b.pgn", "a.pgn", "c.txt", "[x].pgn"):
        (tmp_path / name).write_text(GAME)
    (tmp_path / "more").mkdir()
    (tmp_path / "more" / "d.pgn.gz").write_bytes(gzip.compress(GAME.encode()))
    names = lambda pattern: [
        str(pathlib.Path(file).relative_to(tmp_path)) for file in read_pgn(pattern, columns="file")["file"].to_pylist()
    ]
    assert names(f"{tmp_path}/?.pgn") == names(tmp_path / "?.pgn") == ["a.pgn", "b.pgn"]
    assert names([tmp_path / "*.txt", f"{tmp_path}/**/*.gz"]) == ["c.txt", "more/d.pgn.gz"]
    assert names(tmp_path / "[x].pgn") == ["[x].pgn"]
    assert names(tmp_path / "mor?") == ["more/d.pgn.gz"]
    with pytest.raises(FileNotFoundError, match="no file matches this pattern"):
        read_pgn(tmp_path / "*.zip")


def test_frames(tmp_path):
    """pandas and polars take every column of tables and of their Parquet files."""
    pandas, polars = pytest.importorskip("pandas"), pytest.importorskip("polars")
    table = read_pgn((GAME + BROKEN).encode(), columns=ALL)
    pyarrow.parquet.write_table(table, tmp_path / "games.parquet")
    expected = [row["positions"] for row in table.to_pylist()]
    for frame in (table.to_pandas(), pandas.read_parquet(tmp_path / "games.parquet")):
        assert list(frame.columns) == ALL.split(",") and [list(rows) for rows in frame["positions"]] == expected
        assert chess_batch.to_planes(frame["positions"]).shape == (4, 12, 8, 8)
    for frame in (polars.DataFrame(table), polars.read_parquet(tmp_path / "games.parquet")):
        assert frame.columns == ALL.split(",") and frame["positions"].to_list() == expected
        assert chess_batch.to_planes(frame["positions"]).shape == (4, 12, 8, 8)
    puzzle = b"1,q3k1nr/1pp1nQpp/3p4/1P2p3/4P3/B1PP1b2/B5PP/5K2 b k - 0 17,e8d7 a2e6,1760,80,83,72,mate,url,\n"
    for dump in (chess_batch.read_puzzles(puzzle + b"2,x,,,,,,,,\n"), chess_batch.read_evals(b"{}\n")):
        assert len(dump.to_pandas()) == len(polars.DataFrame(dump)) == dump.num_rows


class Raising:
    """A file that fails, or gives what is no bytes, or more than was asked for, behind some games."""

    def __init__(self, then):
        self.parts = [GAME.encode() * 100, then]

    def read(self, size):
        if size == 0:
            return b""
        part = self.parts.pop(0) if self.parts else b""
        if isinstance(part, Exception):
            raise part
        return part


def test_open_files():
    assert read_pgn(Raising(GAME.encode() * 50_000), columns="white").num_rows == 50_100
    for then, error in ((KeyError("x"), KeyError), ("text", TypeError), (None, TypeError), (OSError(5, "x"), OSError)):
        with pytest.raises(error):
            read_pgn(Raising(then))
        games = chess_batch.read_games(Raising(then))
        assert next(games).result == "1-0"
        with pytest.raises(error):
            list(games)
        assert list(games) == []
    file = io.BytesIO(GAME.encode())
    with pytest.raises(ValueError, match="closed"):
        file.close()
        read_pgn(file)


def test_short_texts_need_no_thread_and_others_do(tmp_path):
    """A short text has been read when the call returns; what is long, compressed or a pipe is read as it is wanted."""
    tasks = pathlib.Path("/proc/self/task")
    if not tasks.exists():
        pytest.skip("there is no /proc")
    path = tmp_path / "a.pgn"
    path.write_text(GAME)
    text = b"1. e4 *\n" * 3000
    behind = io.BytesIO(text + GAME.encode())
    behind.seek(len(text))
    short = [GAME.encode(), bytearray(GAME.encode()), io.BytesIO(GAME.encode()), behind, path, str(path), open(path, "rb"), open(path, "rb", buffering=0)]
    for read in (chess_batch.read_games, lambda given: iter_pgn(given, columns="white", threads=1)):
        for given in short:
            before = set(os.listdir(tasks))
            reader = read(given)
            assert set(os.listdir(tasks)) <= before, given
            assert len(list(reader)) == 1
            if hasattr(given, "seek"):
                assert given.read() == b""
                given.seek(len(text) if given is behind else 0)
        long = [text, [GAME.encode(), text], io.BytesIO(text), gzip.compress(text), bz2.compress(text)]
        for given in [*long, [path] * 200, tmp_path, Raising(b""), io.BufferedReader(io.BytesIO(text))]:
            before = set(os.listdir(tasks))
            reader = read(given)
            # The reader of more games than may wait for their caller waits.
            if read is chess_batch.read_games and given is not tmp_path:
                assert not set(os.listdir(tasks)) <= before, given
            assert len(list(reader)) > 0
    # What changes later is not seen, and an error comes after the games before it.
    data = io.BytesIO(GAME.encode())
    reader = chess_batch.read_games(data)
    data.truncate(0)
    assert next(reader).result == "1-0"
    reader = chess_batch.read_games([GAME.encode(), path, b"PK\x03\x04"])
    assert [next(reader).result for _ in range(2)] == ["1-0"] * 2
    with pytest.raises(InputError, match="zip"):
        next(reader)
    assert list(reader) == []


@pytest.mark.parametrize("wrong", [7, None, [7], [[GAME.encode()]], io.StringIO(GAME), [io.StringIO(GAME)], object()])
def test_what_is_no_input(wrong, tmp_path):
    for read in (read_pgn, iter_pgn, chess_batch.read_games, chess_batch.read_puzzles, chess_batch.read_evals):
        with pytest.raises(TypeError, match="bytes"):
            read(wrong)
    for wrong in (wrong, GAME.encode(), io.BytesIO(GAME.encode())):
        with pytest.raises(TypeError):
            chess_batch.write_parquet(wrong, tmp_path)


def test_filter(games):
    table = read_pgn(games, filter="white_elo >= 2100 and ply >= 1 and not capture", columns="white_elo,ply,plies")
    rows = [row["white_elo"] for row in read_pgn(games, columns="white_elo").to_pylist()]
    assert table["white_elo"].to_pylist() == [elo for elo in rows if elo is not None and elo >= 2100]
    assert set(map(tuple, table["ply"].to_pylist())) == {(1, 2)} and set(table["plies"].to_pylist()) == {3}
    assert read_pgn(games, filter="not sound").num_rows == sum(i % 7 == 3 for i in range(400))


def test_errors(games):
    with pytest.raises(ColumnError):
        iter_pgn(games, columns="white,white")
    for name, meant in (("whit", "white"), ("WhiteELO", "WhiteElo")):
        for read in (read_pgn, iter_pgn):
            with pytest.raises(ColumnError, match=f"`{name}`.*did you mean `{meant}`"):
                read(games, columns=[name])
        with pytest.raises(FilterError, match=f"did you mean `{meant}`"):
            read_pgn(games, filter=f"{name} > 2000")
    tag = b'[WhiteElos "2000"] *'
    assert read_pgn(tag, columns=['"WhiteElos"'], filter='"WhiteElos" == 2000').to_pylist() == [{"WhiteElos": "2000"}]
    with pytest.raises(FilterError) as caught:
        read_pgn(games, filter="white_elo >= 2000 and ply > e4")
    assert caught.value.offset == 28
    for read in (read_pgn, chess_batch.read_games):
        with pytest.raises(InputError, match="this is a zip archive: unpack it first"):
            read(b"PK\x03\x04\x14\0")


@pytest.mark.parametrize("threads", [1, 2])
def test_cut_off_file(games, tmp_path, threads):
    """All whole games before the end of a damaged file are delivered, then the error."""
    path = tmp_path / "cut.pgn.gz"
    path.write_bytes(gzip.compress(games.read_bytes() * 20)[:-5000])
    with pytest.raises(InputError) as caught:
        read_pgn(path, threads=threads)
    assert caught.value.file == str(path)
    rows, delivered = 0, iter_pgn(path, columns=["game"], threads=threads)
    with pytest.raises(InputError) as caught:
        for batch in delivered:
            assert batch["game"].to_pylist() == list(range(rows + 1, rows + 1 + batch.num_rows))
            rows += batch.num_rows
    assert 400 < rows < 8000 and caught.value.game == rows + 1


def test_closing_stops_the_reading(games):
    with iter_pgn([games] * 1000) as reader:
        next(reader)
    assert list(reader) == []
    with pytest.raises(ValueError, match="closed"):
        pa.table(reader)


def test_checksum(games):
    """The digits do not depend on the order of rows and columns, nor on the widths of offsets: the rules are tested in chess-data."""
    table = read_pgn(games, columns=ALL)
    digits = checksum(table)
    shuffled = table.take(pa.array(list(reversed(range(table.num_rows)))))
    assert checksum(shuffled.select(sorted(table.column_names, reverse=True))) == checksum(table.drop_columns("file")) == digits
    fields = [field.with_type(pa.large_string() if field.type == pa.string() else field.type) for field in table.schema]
    assert checksum(table.cast(pa.schema(fields))) == digits and checksum(table.slice(1))[0] != digits[0]
    assert checksum(pa.table({"x": [1.5]})) != checksum(pa.table({"x": [2.5]}))
    with pytest.raises(TypeError, match="Float32"):
        checksum(pa.table({"x": pa.array([1.5], pa.float32())}))


def test_scores_have_the_point_of_view_that_the_caller_tells(tmp_path):
    path, columns = tmp_path / "games.pgn", "evals"
    path.write_text("1. e4 {-0.31/14} e5 {-0.28/14} *")
    for view, expected in ((None, [None, None]), ("white", [-31, -28]), ("mover", [-31, 28])):
        [written] = chess_batch.write_parquet(path, tmp_path, columns=columns, score_view=view)
        for table in (
            read_pgn(path.read_bytes(), columns=columns, score_view=view),
            pa.table(iter_pgn(path, columns=columns, score_view=view)),
            pyarrow.parquet.read_table(written),
        ):
            assert table["evals"].to_pylist() == [expected]
    with pytest.raises(ValueError, match="score_view: the point of view of scores is white or mover"):
        read_pgn(b"1. e4 *", score_view="black")


@pytest.mark.parametrize("read", ['read_pgn(paths, columns="plies", threads=1)', "for batch in iter_pgn(paths, threads=1): pass"])
def test_interrupt(games, read):
    assert_ends(f"paths = [{str(games)!r}] * 1_000_000", read)


def test_interrupt_while_batches_come_fast():
    assert_ends("reader = iter_pgn(b'1. e4 *\\n' * 20_000_000, columns='game', batch_size=1)", "reader._table()")


def test_batch_size(games):
    whole = read_pgn(games, columns="game,san,error", threads=1)
    for size in (1, 7, 100, 399, 400, 1000):
        batches = list(iter_pgn(games, columns="game,san,error", batch_size=size, threads=size % 3))
        assert [batch.num_rows for batch in batches] == [min(size, 400 - start) for start in range(0, 400, size)]
        assert pa.concat_tables(batch.to_arrow() for batch in batches).equals(whole)
    assert pa.table(iter_pgn(games, columns="game,san,error", batch_size=30)).equals(whole)
    assert list(iter_pgn(b"", batch_size=3)) == []
    reader = iter_pgn(b"1. e4 *\n\n" * 5 + gzip.compress(b"x")[:5], batch_size=2)
    assert [batch.num_rows for batch in reader] == [2, 2, 1]
