"""Perft and datasets on a Ray cluster.

Ray is an optional dependency: ``pip install chess-batch[ray]``. The functions use the cluster that the program has connected
to by ``ray.init``, or that `local` has started. All machines need this package, and the same files under the same paths.

>>> from chess_batch import ray as chess_ray                              # doctest: +SKIP
>>> with chess_ray.local(workers=2):                                      # doctest: +SKIP
...     summary = chess_ray.write_dataset("dumps", "dataset")
...     leaves = chess_ray.perft("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 7)

A task that dies with its worker, or fails with OSError, is run again up to ``max_retries`` times. The results are the same as
without: those of a task depend on its arguments alone, and replace those of an earlier try.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Callable

from . import _parts, _plan, dataset, units
from ._dataset_errors import UnitError
from ._plan import CHUNK_BYTES, ROWS_PER_FILE, Chunk
from ._progress import Progress, ProgressOption
from .dataset import Paths, Summary

__all__ = ["local", "perft", "write_dataset"]

_TASKS_A_PROCESSOR = 4
_LOOPBACK = {
    # Without these, Ray listens on all addresses, writes a token into the home folder, and reports its use.
    "RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER": "0",
    "RAY_AUTH_MODE": "disabled",
    "RAY_USAGE_STATS_ENABLED": "0",
}


@contextlib.contextmanager
def local(workers: int = 2, temp_dir: str | None = None, **options: Any) -> Iterator[None]:
    """Start Ray with so many workers on this machine, and stop it at the end.

    It listens on the loopback address only, and writes to ``temp_dir`` only, by default a new folder that is removed at the
    end. The path of ``temp_dir`` must be short, since it contains sockets. ``options`` are those of ``ray.init``.

    Raises RuntimeError if Ray is running, or was imported in a way that makes it listen on other addresses.
    """
    os.environ.update(_LOOPBACK)
    ray = _import_ray()
    if ray.is_initialized():
        raise RuntimeError("Ray is running: call ray.shutdown() first, or do without chess_batch.ray.local")
    folder = tempfile.mkdtemp(prefix="chess-ray-") if temp_dir is None else os.path.abspath(temp_dir)
    try:
        ray.init(
            **{
                "num_cpus": workers,
                "include_dashboard": False,
                "object_store_memory": 256 << 20,
                "log_to_driver": False,
                **options,
                "_node_ip_address": "127.0.0.1",
                "_temp_dir": folder,
            }
        )
        address = ray.util.get_node_ip_address()
        if address != "127.0.0.1":
            names = " ".join(f"{name}={value}" for name, value in _LOOPBACK.items())
            raise RuntimeError(f"Ray listens on {address}: it was imported before chess_batch.ray.local set {names}")
        yield
    finally:
        ray.shutdown()
        if temp_dir is None:
            shutil.rmtree(folder, ignore_errors=True)


def write_dataset(
    paths: Paths,
    directory: str | os.PathLike[str],
    *,
    columns: Iterable[str] | None = None,
    filter: str | None = None,
    lenient: bool = False,
    chunk_bytes: int = CHUNK_BYTES,
    rows_per_file: int = ROWS_PER_FILE,
    max_retries: int = 3,
    task_options: Mapping[str, Any] | None = None,
    progress: ProgressOption = None,
) -> Summary:
    """Write the games of PGN files to a dataset below ``directory``, with a task for each chunk.

    The arguments and the files written are those of `chess_batch.dataset.write_dataset`. ``task_options`` are options of Ray's
    tasks, such as ``{"memory": 2 << 30}``. A chunk that fails does not stop the others.

    Raises DatasetError that names every chunk that failed; a second call runs only these.
    """
    ray = _running_ray()
    reading = dataset.reading_of(columns, filter, rows_per_file, lenient)
    options = _options(max_retries, task_options)
    path = os.path.abspath(directory)

    def cut_all(files: list[tuple[int, str]], size: int) -> Iterator[list[Chunk]]:
        for number, result in _run(ray, _plan.cut, [(path, file, size, lenient) for file, path in files], options):
            if isinstance(result, Exception):
                raise dataset.DatasetError(f"{files[number][1]}: {result}") from result
            yield result

    plan = dataset.prepare(paths, path, reading, chunk_bytes, cut_all)
    failures: list[tuple[Chunk, Exception]] = []
    with Progress(plan.weight, "bytes", progress) as shown:
        arguments = [(chunk, reading, path) for chunk in plan.chunks]
        for number, result in _run(ray, _parts.write_chunk, arguments, options):
            if isinstance(result, Exception):
                failures.append((plan.chunks[number], result))
            shown.add(plan.chunks[number].weight)
    dataset.raise_failures(failures, len(plan.chunks))
    return dataset.finish(plan, path)


def perft(
    fen: str,
    depth: int,
    *,
    plies: int | None = None,
    units_per_task: int = 64,
    journal: str | os.PathLike[str] | None = None,
    max_retries: int = 3,
    task_options: Mapping[str, Any] | None = None,
    progress: ProgressOption = None,
) -> int:
    """Return the number of leaves ``depth`` plies below a position, counted in units of work ``plies`` plies below it.

    ``journal`` names a file that keeps finished units, from which a second call goes on.

    Raises UnitError if units are missing after all retries, or are not those of this perft.
    """
    ray = _running_ray()
    all_units = units.perft_units(fen, depth, plies)
    kept = units.Journal(journal, all_units)
    groups = units.groups(all_units, kept, units_per_task)
    with Progress(len(all_units), "units", progress) as shown:
        shown.add(len(kept.done))
        for number, result in _run(ray, units.run_units, [(group,) for group in groups], _options(max_retries, task_options)):
            if isinstance(result, Exception):
                first, last = groups[number][0]["unit"], groups[number][-1]["unit"]
                raise UnitError(f"units {first} to {last} of {fen}: {result}") from result
            kept.add(result)
            shown.add(len(result))
    nodes: int = units.merge_units(kept.done.values())["nodes"]
    return nodes


def _run(
    ray: Any, function: Callable[..., Any], arguments: Sequence[tuple[Any, ...]], options: Mapping[str, Any]
) -> Iterator[tuple[int, Any]]:
    """Run a task for each tuple of arguments, and yield its index and its value or exception when it ends."""
    remote = ray.remote(function).options(**options)
    window = max(64, _TASKS_A_PROCESSOR * int(ray.cluster_resources().get("CPU", 1)))
    numbers: dict[Any, int] = {}
    waiting = iter(enumerate(arguments))
    try:
        while True:
            while len(numbers) < window:
                number, values = next(waiting, (None, ()))
                if number is None:
                    break
                numbers[remote.remote(*values)] = number
            if not numbers:
                return
            ready, _ = ray.wait(list(numbers), num_returns=1)
            for task in ready:
                number = numbers.pop(task)
                try:
                    result = ray.get(task)
                except ray.exceptions.RayError as error:
                    result = getattr(error, "cause", None) or error
                yield number, result
    finally:
        # Reached with tasks at hand only if the caller was interrupted.
        for task in numbers:
            ray.cancel(task)


def _options(max_retries: int, more: Mapping[str, Any] | None) -> dict[str, Any]:
    return {"num_cpus": 1, "max_retries": max_retries, "retry_exceptions": [OSError], **(more or {})}


def _running_ray() -> Any:
    ray = _import_ray()
    if not ray.is_initialized():
        raise RuntimeError("there is no Ray: call ray.init, or use chess_batch.ray.local")
    return ray


def _import_ray() -> Any:
    try:
        import ray
    except ImportError as error:
        raise ImportError("chess_batch.ray needs Ray: pip install 'chess-batch[ray]'") from error
    return ray
