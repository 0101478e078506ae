"""Perft and datasets on a Ray cluster.

Ray is an optional dependency: ``pip install chess-batch[ray]``. The functions use the Ray that ``ray.init`` has started or connected
to. All machines need this package, and the same files under the same paths.

>>> import ray                                                            # doctest: +SKIP
>>> from chess_batch import ray as chess_ray                              # doctest: +SKIP
>>> ray.init()                                                            # doctest: +SKIP
>>> paths = chess_ray.write_dataset("dumps", "dataset")                   # doctest: +SKIP

``task_options`` are options of Ray's tasks, such as ``{"memory": 2 << 30, "max_retries": 5}``. Ray runs a task again that dies
with its worker, by default up to three times, and one that fails with OSError.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Callable

from . import _tasks
from ._tasks import PART_BYTES, Paths

__all__ = ["perft", "write_dataset"]


def write_dataset(
    paths: Paths,
    directory: str | os.PathLike[str],
    *,
    columns: Iterable[str] | str | None = None,
    filter: str | None = None,
    lenient: bool = False,
    part_bytes: int = PART_BYTES,
    task_options: Mapping[str, Any] | None = None,
) -> list[Path]:
    """Write PGN files as Parquet files into a folder, with a task for each part, and return their paths.

    The arguments and the files are those of `chess_batch.dataset.write_dataset`.
    """
    run = _engine(task_options)
    return _tasks.write_dataset(run, paths, directory, part_bytes, _tasks.options_of(columns, filter, lenient))


def perft(fen: str, depth: int, *, plies: int | None = None, task_options: Mapping[str, Any] | None = None) -> int:
    """Return the number of leaves ``depth`` plies below a position, counted by tasks of 64 positions ``plies`` plies below it."""
    return _tasks.count_leaves(_engine(task_options), fen, depth, plies)


def _engine(task_options: Mapping[str, Any] | None) -> _tasks.Engine[Any, Any]:
    try:
        import ray
    except ImportError as error:
        raise ImportError("chess_batch.ray needs Ray: pip install 'chess-batch[ray]'", name="ray") from error
    options = {"name": "chess_batch", "num_cpus": 1, "retry_exceptions": [OSError], **(task_options or {})}

    def run(function: Callable[[Any], Any], items: Sequence[Any]) -> list[Any]:
        task: Any = ray.remote(lambda item: function(item)).options(**options)
        results: list[Any] = ray.get([task.remote(item) for item in items])
        return results

    return run
