"""Perft and datasets on two workers of Ray, one of them killed in the middle."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Callable

import processes
import pytest
from chess_batch import dataset, units
from chess_batch import ray as chess_ray
from conftest import PERFT, contents, finished_chunks, measured


@pytest.fixture(scope="module", autouse=True)
def cluster() -> Iterator[None]:
    with chess_ray.local(workers=2):
        yield


def runs(task: str) -> Callable[[int], bool]:
    """Return a test for workers that run a task of this name."""
    return lambda pid: processes.command(pid).startswith(f"ray::{task}")


def test_dataset(games: Path, options: dict[str, Any], alone: tuple[Path, dataset.Summary], tmp_path: Path) -> None:
    with measured("dataset, Ray"):
        summary = chess_ray.write_dataset(games, tmp_path / "out", **options)
    assert summary == alone[1]
    assert contents(tmp_path / "out") == contents(alone[0])
    assert chess_ray.write_dataset(games, tmp_path / "out", **options) == summary


def test_dataset_with_a_killed_worker(
    games: Path, options: dict[str, Any], alone: tuple[Path, dataset.Summary], tmp_path: Path
) -> None:
    out = tmp_path / "out"
    with measured("dataset, Ray, one worker killed") as figures:
        with processes.Killer(lambda: finished_chunks(out) >= 5, runs("write_chunk")) as killer:
            summary = chess_ray.write_dataset(games, out, **options)
        assert killer.killed is not None
        assert processes.is_gone(killer.killed)
        figures.update(killed=killer.killed, rows=summary.rows, checksum=summary.checksum)
    assert summary == alone[1]
    assert contents(out) == contents(alone[0])
    assert dataset.verify_dataset(out) == summary


def test_without_retries_a_kill_names_the_chunk_and_a_second_call_goes_on(
    games: Path, options: dict[str, Any], alone: tuple[Path, dataset.Summary], tmp_path: Path
) -> None:
    out = tmp_path / "out"
    with processes.Killer(lambda: finished_chunks(out) >= 2, runs("write_chunk")) as killer:
        with pytest.raises(dataset.DatasetError, match=r"1 of \d+ chunks failed:\n  .*\.pgn.* \(.*\): "):
            chess_ray.write_dataset(games, out, max_retries=0, **options)
    assert killer.killed is not None
    # The worker may have been killed between the manifest of its chunk and the end of the task.
    assert alone[1].chunks - 1 <= finished_chunks(out) <= alone[1].chunks
    assert chess_ray.write_dataset(games, out, **options) == alone[1]
    assert contents(out) == contents(alone[0])


def test_a_chunk_that_cannot_be_read_does_not_stop_the_others(
    games: Path, options: dict[str, Any], tmp_path: Path
) -> None:
    folder = tmp_path / "games"
    folder.mkdir()
    os.symlink(sorted(games.glob("*.pgn"))[0], folder / "a.pgn")
    (folder / "b.pgn.gz").write_bytes(b"\x1f\x8b\x08\0\0\0\0\0damaged")
    with pytest.raises(dataset.DatasetError, match=r"1 of \d+ chunks failed:\n  .*b.pgn.gz \(all of it\): "):
        chess_ray.write_dataset(folder, tmp_path / "out", columns=["game"], filter=options["filter"], chunk_bytes=1 << 24, max_retries=1)
    assert finished_chunks(tmp_path / "out") >= 1


def test_perft() -> None:
    fen, depth, nodes = PERFT
    with measured(f"perft {depth}, Ray", nodes=nodes):
        assert chess_ray.perft(fen, depth) == nodes


def test_perft_with_a_killed_worker(tmp_path: Path) -> None:
    fen, depth, nodes = PERFT
    journal = tmp_path / "done.jsonl"
    done = lambda: journal.exists() and journal.stat().st_size > 0  # noqa: E731
    with measured(f"perft {depth}, Ray, one worker killed", nodes=nodes) as figures:
        with processes.Killer(done, runs("run_units")) as killer:
            assert chess_ray.perft(fen, depth, journal=journal) == nodes
        assert killer.killed is not None
        figures.update(killed=killer.killed)
    # Each unit is in the journal once.
    all_units = units.perft_units(fen, depth)
    assert len(journal.read_text().splitlines()) == len(all_units)
    assert chess_ray.perft(fen, depth, journal=journal) == nodes


def test_it_listens_on_the_loopback_address_only() -> None:
    assert processes.listening_addresses() == {"127.0.0.1"}
