"""Datasets by month, without a cluster."""

from __future__ import annotations

import bz2
import doctest
import gzip
import json
import os
import shutil
from datetime import date
from pathlib import Path

import pytest

pa = pytest.importorskip("pyarrow")
pq = pytest.importorskip("pyarrow.parquet")

from chess_batch import _parts, _plan, _progress, checksum, dataset, read_pgn, spark, units  # noqa: E402

MONTHS = ["2023.12.31", "2024.01.01", "2024.01.31", "2024.02.29", "2024.02.30", "2024.??.??", "????.??.??"]
COLUMNS = ["file", "game", "line", "offset", "white_elo", "Annotator", "date", "moves", "san", "clocks", "nags", "error"]


def game(number: int) -> str:
    moves = ["1. e4 {[%clk 0:01:00]} e5 2. Nf3", "1. d4 d5 2. c4 $1 $14", "1. e4 Ke3", "1. e4 { text\n\n[Event \"no game\"]\n\n}"]
    return (
        f'[Event "{number}"]\n[Date "{MONTHS[number % len(MONTHS)]}"]\n[WhiteElo "{1000 + number}"]\n\n'
        f"{moves[number % len(moves)]} *\n\n"
    )


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
    """Return all files of a folder by their names."""
    paths = (path for path in directory.rglob("*") if path.is_file())
    return {path.relative_to(directory).as_posix(): path.read_bytes() for path in paths}


@pytest.mark.parametrize(
    ("chunk_bytes", "rows_per_file"), [(1, 10), (500, 1), (500, 1 << 16), (4000, 7), (1 << 20, 1 << 16)]
)
def test_rows_are_those_of_read_pgn(folder: Path, tmp_path: Path, chunk_bytes: int, rows_per_file: int) -> None:
    out = tmp_path / "out"
    whole = read_pgn(folder, columns=COLUMNS)
    summary = dataset.write_dataset(
        folder, out, columns=COLUMNS, chunk_bytes=chunk_bytes, rows_per_file=rows_per_file, threads=2
    )
    assert (summary.checksum, summary.rows) == checksum(whole)
    assert summary.rows == 140
    assert dataset.verify_dataset(out) == summary

    read = pa.concat_tables(pq.read_table(path, partitioning=None) for path in out.glob("year_month=*/*.parquet"))
    assert read.schema == whole.schema
    keys = [("file", "ascending"), ("game", "ascending")]
    assert read.sort_by(keys).to_pylist() == whole.sort_by(keys).to_pylist()


def test_a_part_has_one_month(folder: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    dataset.write_dataset(folder, out, chunk_bytes=1000)
    months = {path.name for path in out.iterdir() if path.is_dir() and path.name != "_chunks"}
    none = "year_month=__HIVE_DEFAULT_PARTITION__"
    assert months == {"year_month=2023-12", "year_month=2024-01", "year_month=2024-02", none}
    for path in out.glob("year_month=*/*.parquet"):
        dates = set(pq.read_table(path, columns=["date"], partitioning=None)["date"].to_pylist())
        names = {"year_month=" + day.strftime("%Y-%m") if isinstance(day, date) else none for day in dates}
        assert names == {path.parent.name}


def test_date_need_not_be_a_column(folder: Path, tmp_path: Path) -> None:
    summary = dataset.write_dataset(folder, tmp_path / "out", columns=["game", "moves"], filter="white_elo >= 1050")
    whole = read_pgn(folder, columns=["game", "moves"], filter="white_elo >= 1050")
    assert 0 < whole.num_rows < 140
    assert (summary.checksum, summary.rows) == checksum(whole)
    names = {path.parent.name for path in (tmp_path / "out").glob("year_month=*/*.parquet")}
    assert "year_month=2024-02" in names


def test_no_rows(folder: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    summary = dataset.write_dataset(folder, out, filter="white_elo > 5000")
    assert (summary.rows, summary.files) == (0, 0)
    assert dataset.verify_dataset(out) == summary


def test_a_second_call_does_nothing(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    out = tmp_path / "out"
    first = dataset.write_dataset(folder, out, chunk_bytes=1000)
    times = {path: path.stat().st_mtime_ns for path in out.rglob("*")}
    monkeypatch.setattr(_parts, "chunk_batches", None)
    assert dataset.write_dataset(folder, out, chunk_bytes=1000) == first
    assert {path: path.stat().st_mtime_ns for path in out.rglob("*")} == times


@pytest.mark.parametrize("steps", [0, 1, 2, 20, 45])
def test_an_interrupted_run_goes_on(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, steps: int
) -> None:
    whole, out = tmp_path / "whole", tmp_path / "out"
    expected = dataset.write_dataset(folder, whole, chunk_bytes=1000, rows_per_file=3)

    class Killed(BaseException):
        pass

    left = steps
    replace = os.replace

    def dies(source: Path, target: Path) -> None:
        nonlocal left
        left -= 1
        if left < 0:
            raise Killed
        replace(source, target)

    with monkeypatch.context() as patch:
        patch.setattr(os, "replace", dies)
        with pytest.raises(Killed):
            dataset.write_dataset(folder, out, chunk_bytes=1000, rows_per_file=3, threads=1)
    assert not (out / "_SUCCESS").exists()
    # A killed process cannot remove its temporary files.
    (out / "_temporary").mkdir(exist_ok=True, parents=True)
    (out / "_temporary" / "half.parquet").write_bytes(b"half")
    assert dataset.write_dataset(folder, out, chunk_bytes=1000, rows_per_file=3) == expected
    assert contents(out) == contents(whole)


def test_a_task_that_runs_again_changes_nothing(folder: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    dataset.write_dataset(folder, out, chunk_bytes=1000)
    before = contents(out)
    plan = _plan.Plan.from_json(before["_plan.json"].decode())
    for chunk in plan.chunks:
        (out / "_chunks" / f"{chunk.name}.json").unlink()
        _parts.write_chunk(chunk, plan.reading, out)
    shutil.rmtree(out / "_temporary")
    assert contents(out) == before


def test_a_lost_part_is_written_again(folder: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    summary = dataset.write_dataset(folder, out, chunk_bytes=1000)
    before = contents(out)
    next(out.glob("year_month=2024-01/*")).unlink()
    with pytest.raises(dataset.DatasetError, match="the chunk is not finished"):
        dataset.verify_dataset(out)
    assert dataset.write_dataset(folder, out, chunk_bytes=1000) == summary
    assert contents(out) == before


def test_a_folder_with_something_else_is_refused(folder: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    dataset.write_dataset(folder, out)
    for options in ({"chunk_bytes": 1000}, {"columns": ["game"]}, {"filter": "sound"}, {"rows_per_file": 3}):
        with pytest.raises(dataset.DatasetError, match="holds a dataset of other files, columns or sizes"):
            dataset.write_dataset(folder, out, **options)
    with pytest.raises(dataset.DatasetError, match="holds a dataset of other files"):
        dataset.write_dataset(folder / "a.pgn", out)
    with pytest.raises(dataset.DatasetError, match="is not empty and has no _plan.json"):
        dataset.write_dataset(folder, folder)


def test_paths_are_checked(tmp_path: Path) -> None:
    out, empty = tmp_path / "out", tmp_path / "empty"
    empty.mkdir()
    os.mkfifo(tmp_path / "pipe.pgn")
    for path, message in {
        "-": "several tasks cannot read standard input",
        empty: "there are no PGN files in this folder",
        tmp_path / "pipe.pgn": "this is no file that several tasks can read",
    }.items():
        with pytest.raises(dataset.DatasetError, match=message):
            dataset.write_dataset(path, out)
    with pytest.raises(FileNotFoundError, match="missing.pgn"):
        dataset.write_dataset(tmp_path / "missing.pgn", out)
    assert not out.exists()


def test_a_changed_input_is_an_error(folder: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    dataset.write_dataset(folder, out)
    (out / "_chunks" / "00000-000000.json").unlink()
    plan = _plan.Plan.from_json((out / "_plan.json").read_text())
    (folder / "a.pgn").write_text("")
    with pytest.raises(dataset.DatasetError, match="a.pgn .* has changed since the plan was made"):
        _parts.write_chunk(plan.chunks[0], plan.reading, out)


def test_failures_name_all_chunks_and_the_rest_is_done(folder: Path, tmp_path: Path) -> None:
    text = gzip.compress("".join(game(number) for number in range(3000)).encode())
    (folder / "more" / "cut.pgn.gz").write_bytes(text[: len(text) // 2])
    (folder / "more" / "damaged.pgn.gz").write_bytes(text[:40] + b"damage" + text[46:])
    out = tmp_path / "out"
    with pytest.raises(dataset.DatasetError) as failure:
        dataset.write_dataset(folder, out)
    message = str(failure.value)
    assert message.startswith("2 of ")
    assert "cut.pgn.gz (all of it): " in message
    assert "damaged.pgn.gz (all of it): " in message
    assert len(list((out / "_chunks").iterdir())) == 4
    assert not (out / "_SUCCESS").exists()


def test_verify_finds_what_does_not_belong(folder: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    dataset.write_dataset(folder, out, chunk_bytes=1000)
    path = sorted(out.glob("year_month=2024-01/*"))[0]
    copy = path.with_name("copy.parquet")
    shutil.copy(path, copy)
    with pytest.raises(dataset.DatasetError, match="copy.parquet: the file does not belong to the dataset"):
        dataset.verify_dataset(out)
    copy.unlink()

    manifest = out / "_chunks" / "00000-000000.json"
    fields = json.loads(manifest.read_text())
    fields["parts"][0]["rows_sum"] += 1
    manifest.write_text(json.dumps(fields))
    with pytest.raises(dataset.DatasetError, match="the rows are not those that were written"):
        dataset.verify_dataset(out)
    (out / "_SUCCESS").unlink()
    with pytest.raises(dataset.DatasetError, match="is not complete"):
        dataset.verify_dataset(out)


def test_plans_are_read_as_they_were_written(folder: Path) -> None:
    reading = dataset.reading_of(["game", "Annotator"], "sound", 5)
    files = _plan.find([folder])
    chunks = [chunk for number, (path, _) in enumerate(files) for chunk in _plan.cut(path, number, 700)]
    plan = _plan.plan_of(reading, 700, files, reversed(chunks))
    assert plan.chunks == tuple(chunks)
    assert _plan.Plan.from_json(plan.to_json()) == plan
    for text in ("", "[]", '{"format": 2}', plan.to_json().replace('"chunks"', '"pieces"')):
        with pytest.raises(dataset.DatasetError):
            _plan.Plan.from_json(text)


@pytest.mark.parametrize("chunk_bytes", range(1, 4096, 89))
def test_chunks_are_the_file(folder: Path, chunk_bytes: int) -> None:
    path = folder / "a.pgn"
    text = path.read_bytes()
    chunks = _plan.cut(str(path), 0, chunk_bytes)
    end, games = 0, 1
    for chunk in chunks:
        assert chunk.offset == end
        assert chunk.line == text[:end].count(b"\n") + 1
        assert chunk.game == games
        end += chunk.length
        games += text[chunk.offset : end].count(b"[Date ")
    assert end == len(text)
    assert games == 101
    longest = max(len(game(number)) for number in range(100))
    assert max(chunk.length for chunk in chunks) < chunk_bytes + chunk_bytes // 16 + 3 * longest
    assert all(chunk.length >= chunk_bytes for chunk in chunks[:-1])


def test_options_are_checked(folder: Path, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="chunk_bytes"):
        dataset.write_dataset(folder, tmp_path / "out", chunk_bytes=0)
    with pytest.raises(ValueError, match="rows_per_file"):
        dataset.write_dataset(folder, tmp_path / "out", rows_per_file=0)
    with pytest.raises(TypeError, match="columns"):
        dataset.write_dataset(folder, tmp_path / "out", columns="game")


def test_progress_is_told_in_bytes(folder: Path, tmp_path: Path) -> None:
    told = []
    dataset.write_dataset(folder, tmp_path / "out", progress=lambda done, total: told.append((done, total)))
    size = sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
    assert told[0] == (0, size)
    assert told[-1] == (size, size)
    assert told == sorted(told)


@pytest.mark.parametrize("module", [dataset, units, spark, _progress])
def test_examples(module: object) -> None:
    result = doctest.testmod(module)
    assert result.failed == 0
    assert result.attempted > 0
