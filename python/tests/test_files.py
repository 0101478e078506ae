"""Parquet files, and the files of puzzles and evaluations."""

import gzip
import os
import subprocess

import pyarrow.parquet as pq
import pytest
from samples import arrow

from chess_batch import (
    ColumnError,
    FilterError,
    InputError,
    Position,
    checksum,
    iter_evals,
    iter_puzzles,
    read_evals,
    read_pgn,
    read_puzzles,
    write_parquet,
)

PGN = '[White "A"]\n\n1. e4 {[%clk 0:03:00]} e5 2. Nf3 1-0\n\n[White "B"]\n\n1. d4 Ke3 *\n\n'


@pytest.fixture
def folder(tmp_path):
    source = tmp_path / "pgn"
    source.mkdir()
    (source / "a.pgn").write_text(PGN * 50)
    (source / "b.pgn.gz").write_bytes(gzip.compress(PGN.encode()))
    return tmp_path


def test_write_parquet(folder):
    columns = ["file", "game", "white", "moves", "clocks", "positions", "nags", "error"]
    written = write_parquet(folder / "pgn", folder / "out", columns=columns, filter="plies >= 1")
    assert [path.name for path in written] == ["a.parquet", "b.parquet"]
    assert sorted(os.listdir(folder / "out")) == [path.name for path in written]
    table = arrow(read_pgn)(folder / "pgn", columns=columns)
    assert pq.ParquetDataset(folder / "out").read().replace_schema_metadata(None).equals(table)
    assert checksum(pq.read_table(folder / "out")) == checksum(table)


def test_resume(folder):
    def write(**options):
        files = write_parquet(folder / "pgn", folder / "out", columns="white", **options)
        return [path.stat().st_ino for path in files]

    first = write()
    assert write(resume=True) == first
    (folder / "pgn" / "a.pgn").write_text(PGN)
    second = write(resume=True)
    assert second[0] != first[0] and second[1] == first[1]
    with pytest.raises(ValueError, match="other columns"):
        write(resume=True, filter="sound")
    assert write(filter="sound")[1] != first[1]
    assert write() != second
    names = folder / "names.tsv"
    names.write_text("A00\tKing's pawn\te4\n")
    named = write(opening_names=names)
    assert write(resume=True, opening_names=names) == named
    names.write_text("B00\tAnother name\te4\n")
    assert write(resume=True, opening_names=names) != named


def test_notes_are_those_of_the_program(tmp_path):
    """A test of the crate chess-data expects the same texts."""
    path = tmp_path / "f.pgn"
    path.write_text("1. e4 Ke3 *\n\n1. d4 *\n")
    os.utime(path, ns=(0, 1_000_000_005))
    [written] = write_parquet(path, tmp_path, columns="game, moves", filter="plies > 0", lenient=True, score_view="mover")
    metadata = pq.read_metadata(written).metadata
    digits, rows = checksum(pq.read_table(written))
    assert {key.decode(): value.decode() for key, value in metadata.items() if key.startswith(b"chess.")} == {
        "chess.broken": "1",
        "chess.checksum": digits,
        "chess.columns": "game,moves",
        "chess.filter": "plies > 0",
        "chess.input": "21 1000000005",
        "chess.lenient": "true",
        "chess.rows": str(rows),
        "chess.score_view": "mover",
    }
    assert pq.read_schema(written).names == ["game", "moves"] and rows == 2


def test_the_program_goes_on_with_tables_and_the_package_with_those_of_the_program(tmp_path):
    program = os.environ.get("CHESS_PROGRAM")
    if not program:
        pytest.skip("CHESS_PROGRAM does not name a program chess with the feature parquet")
    paths = [tmp_path / "a.pgn", tmp_path / "b.pgn"]
    for path in paths:
        path.write_text(PGN)
    out = tmp_path / "out"

    def by_program(*more):
        words = [program, "pgn", *paths, "--parquet", out, "--columns", "game,white,error", *more]
        run = subprocess.run(words, capture_output=True, text=True, check=False)
        assert run.returncode == 1 and run.stderr == "", run.stderr
        return run.stdout

    def by_package():
        write_parquet(paths, out, columns="game,white,error", resume=True)

    def files():
        return [path.stat().st_ino for path in sorted(out.iterdir())]

    summary, first = by_program(), files()
    by_package()
    assert files() == first
    (out / "a.parquet").unlink()
    by_package()
    second = files()
    assert second[1] == first[1]
    assert by_program("--resume") == summary and files() == second
    for go_on in (by_package, lambda: by_program("--resume")):
        before = files()
        with open(paths[1], "a") as file:
            file.write("1. c4 *\n")
        go_on()
        assert files()[0] == before[0] and files()[1] != before[1]
        assert checksum(pq.read_table(out)) == checksum(read_pgn(paths, columns="game,white,error"))


def test_errors_leave_nothing(folder):
    with pytest.raises(ColumnError):
        write_parquet(folder / "pgn", folder / "out", columns="whit")
    (folder / "pgn" / "b.pgn.gz").write_bytes(gzip.compress(PGN.encode() * 1000)[:-20])
    with pytest.raises(ValueError):
        write_parquet(folder / "pgn", folder / "out")
    assert os.listdir(folder / "out") == ["a.parquet"]
    with pytest.raises(ValueError, match="same name"):
        write_parquet([folder / "pgn" / "a.pgn"] * 2, folder / "out")


CASTLING = "4k3/8/8/8/8/8/8/4K2R w K -"
PUZZLES = f"""PuzzleId,FEN,Moves,Rating,RatingDeviation,Popularity,NbPlays,Themes,GameUrl,OpeningTags
00sHx,{CASTLING} 0 1,e1g1 e8e7,1760,80,83,72,mate short,https://x.org,
00sHy,rubbish,e2e4,1,2,3,4,a,,b c
"""
EVALS = f"""{{"fen": "{CASTLING}", "evals": [{{"pvs": [{{"cp": 500, "line": "e1g1 e8e7"}}], "knodes": 7, "depth": 20}}]}}
{{}}
"""


@pytest.mark.parametrize(
    ("read", "batches", "ending", "text", "rows"),
    [
        (arrow(read_puzzles), iter_puzzles, ".csv", PUZZLES, {"rating": [1760, 1], "openings": [[], ["b", "c"]]}),
        (arrow(read_evals), iter_evals, ".jsonl", EVALS, {"row": [1, 2], "score": [500, None], "depth": [20, None]}),
    ],
)
def test_dumps(tmp_path, read, batches, ending, text, rows):
    (tmp_path / "a.pgn").write_text(PGN)
    with pytest.raises(InputError, match=f"ends with {ending}, "):
        read(tmp_path)
    path = tmp_path / f"a{ending}.gz"
    path.write_bytes(gzip.compress(text.encode()))
    table = read(tmp_path, threads=2)
    assert table.select(list(rows)).to_pydict() == rows
    good, bad = table.to_pylist()
    position = Position.from_packed(good["position"])
    assert position.epd() == CASTLING and position.san(good["moves"][0]) == "O-O" and len(good["moves"]) == 2
    assert good["error"] is bad["position"] is None and bad["error"]
    assert read(path, filter="error is null") == table.slice(0, 1)
    for columns in (["moves", "error"], "moves, error"):
        assert read(text.encode(), columns=columns).equals(table.select(["moves", "error"]))
        reader = batches([path] * 500, columns=columns, batch_size=900)
        assert reader.column_names == ["moves", "error"] and [len(batch) for batch in reader] == [900, 100]
    for wrong, message in (("errr", "did you mean `error`"), ("colour", "the columns are .*position"), ("error,error", "twice")):
        with pytest.raises(ColumnError, match=message):
            batches(path, columns=wrong)
    with pytest.raises(FilterError, match="did you mean `error`"):
        read(path, filter="errr is null")
