"""Datasets of Parquet files from PGN files of any size, written by the threads of one machine.

`chess_batch.ray` and `chess_batch.spark` have functions of the same name, which write the same files on many machines.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from . import _tasks
from ._tasks import PART_BYTES, Paths
from ._values import whole

__all__ = ["PART_BYTES", "write_dataset"]


def write_dataset(
    paths: Paths,
    directory: str | os.PathLike[str],
    *,
    columns: Iterable[str] | str | None = None,
    filter: str | None = None,
    lenient: bool = False,
    part_bytes: int = PART_BYTES,
    threads: int | None = None,
) -> list[Path]:
    """Write PGN files, plain or compressed, as Parquet files into a folder, and return their paths.

    ``columns``, ``filter`` and ``lenient`` mean what they mean to `chess_batch.read_pgn`. A file that is not compressed is cut
    between games into parts of about ``part_bytes`` bytes: ``games.pgn`` becomes ``games-00000.parquet``, ``games-00001.parquet`` and
    so on. A compressed file is one part: ``games.pgn.zst`` becomes ``games.parquet``.

    A file gets its name when it is complete. A call with the same arguments goes on where an earlier one was interrupted, and writes
    only what is missing or was made from another file or with other arguments.

    Raises ValueError if the folder has Parquet files that are not of this dataset, or if two files have one name.

    >>> import tempfile
    >>> from chess_batch.dataset import write_dataset
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     with open(f"{folder}/games.pgn", "w") as file:
    ...         _ = file.write("1. e4 e5 *")
    ...     [path.name for path in write_dataset(f"{folder}/games.pgn", f"{folder}/dataset")]
    ['games-00000.parquet']
    """
    whole("threads", threads or 0, 0)
    with ThreadPoolExecutor(threads or os.cpu_count() or 1) as pool:
        return _tasks.write_dataset(pool.map, paths, directory, part_bytes, _tasks.options_of(columns, filter, lenient))
