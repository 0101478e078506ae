"""Parquet files, and the files of puzzles and evaluations."""

import gzip
import os
import signal
import subprocess
import sys
import time

import pyarrow.parquet as pq
import pytest

from chess_batch import ColumnError, FilterError, Position, checksum, read_evals, read_pgn, read_puzzles, write_parquet

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
    table = read_pgn(folder / "pgn", columns=columns)
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
    assert write(resume=True, filter="sound")[1] != first[1]
    assert write() != second


def test_errors_leave_nothing(folder):
    with pytest.raises(ColumnError):
        write_parquet(folder / "pgn", folder / "out", columns="whit")
    (folder / "pgn" / "b.pgn.gz").write_bytes(gzip.compress(PGN.encode() * 1000)[:-20])
    with pytest.raises(ValueError):
        write_parquet(folder / "pgn", folder / "out")
    assert os.listdir(folder / "out") == ["a.parquet"]
    with pytest.raises(ValueError, match="same name"):
        write_parquet([folder / "pgn" / "a.pgn"] * 2, folder / "out")
    with pytest.raises(FileNotFoundError):
        write_parquet(folder / "none.pgn", folder / "out")


def test_killed_writer_leaves_no_file(folder):
    (folder / "pgn" / "a.pgn").write_text(PGN * 300_000)
    program = f"""
from chess_batch import write_parquet
print("ready", flush=True)
write_parquet({str(folder / "pgn" / "a.pgn")!r}, {str(folder / "out")!r}, columns="san,uci,positions", threads=1)
"""
    child = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True)
    try:
        assert child.stdout.readline() == "ready\n"
        while not (folder / "out").exists() or not os.listdir(folder / "out"):
            assert child.poll() is None
            time.sleep(0.001)
        child.send_signal(signal.SIGKILL)
        assert child.wait() == -signal.SIGKILL
    finally:
        child.kill()
        child.stdout.close()
        child.wait()
    assert all(name.endswith(".part") for name in os.listdir(folder / "out"))


def test_puzzles(tmp_path):
    header = "PuzzleId,FEN,Moves,Rating,RatingDeviation,Popularity,NbPlays,Themes,GameUrl,OpeningTags\n"
    good = "00sHx,4k3/8/8/8/8/8/8/4K2R w K - 0 1,e1g1 e8e7,1760,80,83,72,mate short,https://x.org,\n"
    bad = "00sHy,rubbish,e2e4,1,2,3,4,a,,b c\n"
    path = tmp_path / "puzzles.csv"
    path.write_text(header + good + bad)
    table = read_puzzles(path, threads=2)
    first, second = table.to_pylist()
    position = Position.from_packed(first["position"])
    assert position.fen() == "4k3/8/8/8/8/8/8/4K2R w K - 0 1" and position.san(first["moves"][0]) == "O-O"
    assert (first["rating"], first["themes"], first["error"]) == (1760, ["mate", "short"], None)
    assert second["position"] is None and second["error"] and second["openings"] == ["b", "c"]
    with pytest.raises(FileNotFoundError):
        read_puzzles(tmp_path / "none.csv")
    assert read_puzzles(path, filter="rating > 1 and themes = short") == table.slice(0, 1)
    with pytest.raises(FilterError, match="`ratng` is no column of numbers or texts; did you mean `rating`"):
        read_puzzles(path, filter="ratng > 1")
    with pytest.raises(ColumnError, match="no column `ratng`; did you mean `rating`"):
        read_puzzles(path, columns="ratng")


def test_evals(tmp_path):
    path = tmp_path / "evals.jsonl.gz"
    line = (
        '{"fen": "4k3/8/8/8/8/8/8/4K2R w K -", "evals": [{"pvs": [{"cp": 500, "line": "e1g1 e8e7"}, {"mate": 9,'
        ' "line": "h1h8"}], "knodes": 7, "depth": 20}]}\n'
    )
    path.write_bytes(gzip.compress((line + "{}\n").encode()))
    rows = read_evals(path).to_pylist()
    assert [(row["row"], row["eval"], row["pv"], row["score"], row["mate"]) for row in rows[:2]] == [
        (1, 0, 0, 500, None),
        (1, 0, 1, None, 9),
    ]
    assert [len(row["moves"]) for row in rows[:2]] == [2, 1]
    assert rows[2]["row"] == 2 and rows[2]["error"]
