"""Games, a dataset made on one machine, and the figures of the run.

``CHESS_GAMES`` names the folder of games. ``CHESS_FIGURES`` names the file of figures.
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

sys.path.insert(0, os.path.dirname(__file__))

from chess_batch import dataset  # noqa: E402

COLUMNS = ["file", "game", "line", "offset", "white_elo", "eco", "result", "error", "moves", "san", "clocks", "evals"]
CHUNK_BYTES = 4 << 20
PERFT = ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 7, 3195901860)


@pytest.fixture(scope="session")
def games() -> Path:
    return Path(os.environ["CHESS_GAMES"]).resolve()


@pytest.fixture(scope="session")
def options() -> dict[str, Any]:
    # Few enough months for parts that are worth a file; games without a date stay.
    return {"columns": COLUMNS, "filter": "not date < 2023-01-01", "chunk_bytes": CHUNK_BYTES}


@contextmanager
def measured(name: str, **figures: Any) -> Iterator[dict[str, Any]]:
    """Time a piece of work, and append a line of JSON to the figures."""
    start = time.monotonic()
    yield figures
    line = {"run": name, "seconds": round(time.monotonic() - start, 2), **figures}
    with open(os.environ["CHESS_FIGURES"], "a", encoding="utf-8") as file:
        file.write(json.dumps(line) + "\n")


@pytest.fixture(scope="session")
def alone(
    games: Path, options: dict[str, Any], tmp_path_factory: pytest.TempPathFactory
) -> tuple[Path, dataset.Summary]:
    """A dataset that threads of this process have written, and its totals."""
    out = tmp_path_factory.mktemp("alone") / "dataset"
    size = sum(path.stat().st_size for path in games.iterdir())
    with measured("dataset, two threads of one process", bytes=size) as figures:
        summary = dataset.write_dataset(games, out, threads=2, **options)
        figures.update(rows=summary.rows, files=summary.files, chunks=summary.chunks, checksum=summary.checksum)
    return out, summary


def contents(directory: Path) -> dict[str, bytes]:
    """Return all files of a folder by their names."""
    paths = (path for path in directory.rglob("*") if path.is_file())
    return {path.relative_to(directory).as_posix(): path.read_bytes() for path in paths}


def finished_chunks(directory: Path) -> int:
    """Return the number of chunks that have a manifest."""
    folder = directory / "_chunks"
    return len(os.listdir(folder)) if folder.is_dir() else 0


@pytest.fixture(scope="session", autouse=True)
def home_is_empty() -> Iterator[None]:
    """Nothing is written to the home folder, from the start of the first cluster to the end of the last."""
    home = Path.home()
    assert list(home.iterdir()) == []
    yield
    assert [path.name for path in home.rglob("*")] == []
