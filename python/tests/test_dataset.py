"""Datasets and perft as tasks, without a cluster."""

from __future__ import annotations

import bz2
import doctest
import gzip
import os
from pathlib import Path

import pytest

pa = pytest.importorskip("pyarrow")
pq = pytest.importorskip("pyarrow.parquet")

from chess_batch import STARTING_FEN, _parquet, _tasks, checksum, dataset, perft, read_pgn, spark  # noqa: E402

COLUMNS = ["file", "game", "line", "offset", "white_elo", "Annotator", "date", "moves", "san", "clocks", "nags", "error"]


def game(number: int) -> str:
    moves = ["1. e4 {[%clk 0:01:00]} e5 2. Nf3", "1. d4 d5 2. c4 $1 $14", "1. e4 Ke3", "1. e4 { text\n\n[Event \"no game\"]\n\n}"]
    return f'[Event "{number}"]\n[Date "2024.??.??"]\n[WhiteElo "{1000 + number}"]\n\n{moves[number % len(moves)]} *\n\n'


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    games = tmp_path / "games"
    (games / "more").mkdir(parents=True)
    (games / "a.pgn").write_text("".join(game(number) for number in range(100)))
    (games / "b.pgn.gz").write_bytes(gzip.compress("".join(game(number) for number in range(30, 63)).encode()))
    (games / "more" / "c.pgn").write_text("".join(game(number) for number in range(7)))
    (games / "more" / "d.pgn.bz2").write_bytes(bz2.compress(b""))
    (games / "more" / "e.pgn").write_bytes(b"")
    return games


def contents(directory: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in directory.iterdir()}


@pytest.mark.parametrize("part_bytes", [1, 500, 4000, 1 << 20])
@pytest.mark.parametrize("filter", [None, "white_elo >= 1050", "white_elo > 5000"])
def test_rows_are_those_of_read_pgn(folder: Path, tmp_path: Path, part_bytes: int, filter: str | None) -> None:
    whole = read_pgn(folder, columns=COLUMNS, filter=filter).to_arrow()
    paths = dataset.write_dataset(folder, tmp_path / "out", columns=COLUMNS, filter=filter, part_bytes=part_bytes, threads=2)
    assert sorted(paths) == sorted((tmp_path / "out").iterdir())
    assert {"a-00000.parquet", "b.parquet", "d.parquet"} <= {path.name for path in paths}
    read = pa.concat_tables(pq.read_table(path) for path in paths)
    assert read.schema == whole.schema
    assert checksum(read) == checksum(whole)
    assert read.to_pylist() == whole.to_pylist()


@pytest.mark.parametrize("steps", [0, 1, 2, 10])
def test_an_interrupted_run_goes_on_and_a_finished_one_does_nothing(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, steps: int
) -> None:
    whole, out = tmp_path / "whole", tmp_path / "out"
    names = [path.name for path in dataset.write_dataset(folder, whole, part_bytes=1000)]
    left = [None] * steps
    replace = os.replace

    def dies(source: Path, target: Path) -> None:
        if not left:
            raise KeyboardInterrupt
        left.pop()
        replace(source, target)

    monkeypatch.setattr(os, "replace", dies)
    with pytest.raises(KeyboardInterrupt):
        dataset.write_dataset(folder, out, part_bytes=1000, threads=1)
    assert len(contents(out)) == steps
    monkeypatch.setattr(os, "replace", replace)
    # A killed process cannot remove what it was writing.
    (out / ".a-00000.parquet.1.part").write_bytes(b"half")
    paths = dataset.write_dataset(folder, out, part_bytes=1000)
    assert [path.name for path in paths] == names
    assert contents(out) == {**contents(whole), ".a-00000.parquet.1.part": b"half"}
    monkeypatch.setattr(os, "replace", None)
    assert dataset.write_dataset(folder, out, part_bytes=1000) == paths


def test_other_arguments_and_other_files_are_no_part_of_a_dataset(folder: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    dataset.write_dataset(folder, out, columns="game")
    paths = dataset.write_dataset(folder, out, columns="ply,san")
    assert {tuple(pq.read_schema(path).names) for path in paths} == {("ply", "san")}
    (folder / "more" / "c.pgn").write_text(game(0) * 2)
    assert pq.read_metadata(dataset.write_dataset(folder / "more" / "c.pgn", tmp_path / "c")[0]).num_rows == 2
    for other in (folder / "a.pgn", folder / "b.pgn.gz"):
        with pytest.raises(ValueError, match="is not of this dataset"):
            dataset.write_dataset(other, out)
    (folder / "a.pgn.gz").write_bytes(gzip.compress(b"1. e4 *"))
    (folder / "more" / "a.pgn.gz").write_bytes(gzip.compress(b"1. e4 *"))
    with pytest.raises(ValueError, match="two files have the same name"):
        dataset.write_dataset(folder, tmp_path / "twice")


def test_what_cannot_be_read_is_an_error_that_names_it(folder: Path, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.pgn")
    for path, kind, message in [
        ("-", ValueError, "-: this is no file"),
        (tmp_path / "pipe.pgn", ValueError, "pipe.pgn: this is no file"),
        (tmp_path / "missing.pgn", FileNotFoundError, "missing.pgn"),
    ]:
        with pytest.raises(kind, match=message):
            dataset.write_dataset(path, tmp_path / "out")
    for options in ({"part_bytes": 0}, {"columns": ["x y"]}, {"filter": "x"}):
        with pytest.raises(ValueError):
            dataset.write_dataset(folder, tmp_path / "out", **options)
    assert not (tmp_path / "out").exists()
    [part] = _tasks.cut(str(folder / "more" / "c.pgn"), 1 << 20, False)
    (folder / "more" / "c.pgn").write_text(game(1))
    with pytest.raises(ValueError, match="c.pgn"):
        part.tables(_tasks.options_of(None, None, False))
    text = gzip.compress("".join(game(number) for number in range(3000)).encode())
    (folder / "cut.pgn.gz").write_bytes(text[: len(text) // 2])
    with pytest.raises(ValueError, match="cut.pgn.gz"):
        dataset.write_dataset(folder, tmp_path / "out")
    assert len(list((tmp_path / "out").glob("*.parquet"))) >= 1


@pytest.mark.parametrize("part_bytes", range(1, 4096, 89))
def test_parts_are_the_file(folder: Path, part_bytes: int) -> None:
    text = (folder / "a.pgn").read_bytes()
    places = [part.place for part in _tasks.cut(str(folder / "a.pgn"), part_bytes, False)]
    end, games = 0, 1
    for offset, length, first, line in places:
        assert (offset, first, line) == (end, games, text[:end].count(b"\n") + 1)
        end += length
        games += text[offset:end].count(b"[Date ")
    assert (end, games) == (len(text), 101)
    longest = max(len(game(number)) for number in range(100))
    assert max(length for _, length, _, _ in places) < part_bytes + part_bytes // 16 + 3 * longest
    assert all(length >= part_bytes for _, length, _, _ in places[:-1])


@pytest.mark.parametrize(("depth", "plies"), [(4, None), (4, 2), (3, 0), (3, 1), (3, 3)])
def test_leaves_are_those_of_perft(depth: int, plies: int | None) -> None:
    kiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
    for fen in (STARTING_FEN, kiwipete, "7k/5Q2/8/8/8/8/8/K7 b - - 0 1"):
        assert _tasks.count_leaves(map, fen, depth, plies) == perft(fen, depth)
    with pytest.raises(ValueError):
        _tasks.count_leaves(map, STARTING_FEN, 4, 5)


@pytest.mark.parametrize("module", [dataset, spark, _parquet])
def test_examples(module: object) -> None:
    result = doctest.testmod(module)
    assert result.failed == 0 < result.attempted
