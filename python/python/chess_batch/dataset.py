"""Datasets of Parquet files, partitioned by month, from PGN files of any size.

A dataset is a folder:

- ``year_month=2024-05/part-00002-000017-0000.parquet``: games of one month, from file 2 and its chunk 17. Games without a
  date are in ``year_month=__HIVE_DEFAULT_PARTITION__``. Spark, pyarrow, DuckDB and others read the folder as one table.
- ``_plan.json``: the files and their chunks, written before any work starts.
- ``_chunks``: a manifest for each finished chunk, which lists its files with their rows and check sums.
- ``_SUCCESS``: the totals, written when all chunks are finished. Without it, the dataset is not complete.

`write_dataset` works on the threads of one machine. `chess_batch.ray` and `chess_batch.spark` have functions of the same name,
which write the same files on many. Each of them goes on with what another has begun.
"""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Callable, Union

import pyarrow.parquet as pq

from . import _parts, _plan
from ._dataset_errors import DatasetError
from ._plan import CHUNK_BYTES, ROWS_PER_FILE, Chunk, Plan, Reading
from ._progress import Progress, ProgressOption

__all__ = ["CHUNK_BYTES", "ROWS_PER_FILE", "DatasetError", "Summary", "verify_dataset", "write_dataset"]

Paths = Union[str, "os.PathLike[str]", Iterable[Union[str, "os.PathLike[str]"]]]

PLAN = "_plan.json"
SUCCESS = "_SUCCESS"
_SHOWN_FAILURES = 10

CutAll = Callable[[list[tuple[int, str]], int], Iterable[list[Chunk]]]
"""A function that cuts numbered files into chunks of about so many bytes, and gives the chunks of each in any order."""


@dataclass(frozen=True)
class Summary:
    """The totals of a dataset.

    ``checksum`` is that of `chess_batch.checksum` for all rows in one table, 16 hexadecimal digits.
    """

    rows: int
    checksum: str
    files: int
    chunks: int


def write_dataset(
    paths: Paths,
    directory: str | os.PathLike[str],
    *,
    columns: Iterable[str] | None = None,
    filter: str | None = None,
    lenient: bool = False,
    chunk_bytes: int = CHUNK_BYTES,
    rows_per_file: int = ROWS_PER_FILE,
    threads: int | None = None,
    progress: ProgressOption = None,
) -> Summary:
    """Write the games of PGN files, plain or compressed, to a dataset below ``directory``, on threads of this machine.

    ``columns``, ``filter`` and ``lenient`` mean what they mean to `chess_batch.read_pgn`. A file that is not compressed is cut
    into chunks of about ``chunk_bytes`` bytes; a compressed file is one chunk. A call with the same arguments goes on where
    an earlier one was interrupted, and does nothing if it was not.

    >>> import tempfile
    >>> from chess_batch.dataset import write_dataset
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     with open(f"{folder}/games.pgn", "w") as file:
    ...         _ = file.write('[Event "A"]\\n[Date "2024.05.17"]\\n\\n1. e4 e5 *\\n\\n[Event "B"]\\n\\n1. d4 *\\n')
    ...     summary = write_dataset(f"{folder}/games.pgn", f"{folder}/dataset")
    ...     summary.rows, summary.files
    (2, 2)

    Raises DatasetError if ``directory`` holds something else, and names every chunk that failed.
    """
    threads = threads or os.cpu_count() or 1
    reading = reading_of(columns, filter, rows_per_file, lenient)
    with ThreadPoolExecutor(threads) as pool:

        def cut_all(files: list[tuple[int, str]], size: int) -> Iterable[list[Chunk]]:
            return pool.map(lambda file: _plan.cut(file[1], file[0], size, lenient), files)

        plan = prepare(paths, directory, reading, chunk_bytes, cut_all)
        failures: list[tuple[Chunk, Exception]] = []
        with Progress(plan.weight, "bytes", progress) as shown:
            tasks = {pool.submit(_parts.write_chunk, chunk, reading, directory): chunk for chunk in plan.chunks}
            for task in as_completed(tasks):
                error = task.exception()
                if isinstance(error, Exception):
                    failures.append((tasks[task], error))
                elif error is not None:
                    raise error
                shown.add(tasks[task].weight)
    raise_failures(failures, len(plan.chunks))
    return finish(plan, directory)


def verify_dataset(directory: str | os.PathLike[str]) -> Summary:
    """Read all Parquet files of a finished dataset, and compare rows and check sums with what was written down.

    Raises DatasetError that names the first file that is missing, differs, or does not belong to the dataset.
    """
    root = Path(directory)
    summary = _read_summary(root)
    if summary is None:
        raise DatasetError(f"{directory}: there is no {SUCCESS}: the dataset is not complete")
    plan = Plan.from_json((root / PLAN).read_text(encoding="utf-8"))
    for part in _finished_parts(plan, root):
        table = pq.read_table(root / part.path, partitioning=None)
        if table.num_rows != part.rows or _parts.rows_sum(table) != part.rows_sum:
            raise DatasetError(f"{root / part.path}: the rows are not those that were written")
    if _summarize(plan, root) != summary:
        raise DatasetError(f"{directory}: {SUCCESS} differs from the manifests")
    return summary


def reading_of(
    columns: Iterable[str] | None, filter: str | None, rows_per_file: int, lenient: bool = False
) -> Reading:
    """Check the choices of a caller that can be checked without reading."""
    if rows_per_file < 1:
        raise ValueError(f"rows_per_file must be at least 1, not {rows_per_file}")
    if isinstance(columns, str):
        raise TypeError("columns must be a list of names, not a text")
    return Reading(None if columns is None else tuple(columns), filter, rows_per_file, lenient)


def prepare(
    paths: Paths, directory: str | os.PathLike[str], reading: Reading, chunk_bytes: int, cut_all: CutAll
) -> Plan:
    """Return the plan that ``directory`` holds if it is for the same request, and otherwise make it and write it down.

    Raises DatasetError if ``directory`` holds another dataset, or other files.
    """
    if chunk_bytes < 1:
        raise ValueError(f"chunk_bytes must be at least 1, not {chunk_bytes}")
    root = Path(directory)
    request = Plan(reading, chunk_bytes, _plan.find(paths), ())
    try:
        plan = Plan.from_json((root / PLAN).read_text(encoding="utf-8"))
    except FileNotFoundError:
        if root.exists() and any(entry.name != _parts.TEMPORARY for entry in root.iterdir()):
            raise DatasetError(f"{directory}: the folder is not empty and has no {PLAN}") from None
        chunks = cut_all([(number, path) for number, (path, _) in enumerate(request.files)], chunk_bytes)
        plan = _plan.plan_of(reading, chunk_bytes, request.files, (chunk for some in chunks for chunk in some))
        _parts.write_json(json.loads(plan.to_json()), root, PLAN)
    if not plan.is_for(request):
        raise DatasetError(f"{directory}: the folder holds a dataset of other files, columns or sizes; choose another")
    return plan


def raise_failures(failures: list[tuple[Chunk, Exception]], chunks: int) -> None:
    """Raise DatasetError if there are failures; it names the chunks and their errors, and has the first as its cause."""
    if not failures:
        return
    failures.sort(key=lambda failure: (failure[0].file, failure[0].number))
    lines = [f"{chunk}: {error}" for chunk, error in failures[:_SHOWN_FAILURES]]
    if len(failures) > _SHOWN_FAILURES:
        lines.append("...")
    names = "\n  ".join(lines)
    raise DatasetError(f"{len(failures)} of {chunks} chunks failed:\n  {names}") from failures[0][1]


def finish(plan: Plan, directory: str | os.PathLike[str]) -> Summary:
    """Check that every chunk is finished and nothing else is there, write the totals, and return them."""
    root = Path(directory)
    summary = _summarize(plan, root)
    if _read_summary(root) != summary:
        _parts.write_json(asdict(summary), root, SUCCESS)
    shutil.rmtree(root / _parts.TEMPORARY, ignore_errors=True)
    return summary


def _summarize(plan: Plan, root: Path) -> Summary:
    parts = _finished_parts(plan, root)
    names = {part.path for part in parts}
    if len(names) != len(parts):
        raise DatasetError(f"{root}: two chunks have written the same file")
    for path in root.glob("year_month=*/*"):
        if path.relative_to(root).as_posix() not in names:
            raise DatasetError(f"{path}: the file does not belong to the dataset")
    names_sum = _parts.names_sum(pq.read_schema(root / parts[0].path).empty_table()) if parts else 0
    checksum = _parts.total([names_sum, *(part.rows_sum for part in parts)])
    return Summary(sum(part.rows for part in parts), f"{checksum:016x}", len(parts), len(plan.chunks))


def _finished_parts(plan: Plan, root: Path) -> list[_parts.Part]:
    parts: list[_parts.Part] = []
    for chunk in plan.chunks:
        manifest = _parts.read_manifest(chunk, root)
        if manifest is None:
            raise DatasetError(f"{chunk}: the chunk is not finished")
        parts.extend(manifest.parts)
    return parts


def _read_summary(root: Path) -> Summary | None:
    try:
        return Summary(**json.loads((root / SUCCESS).read_text(encoding="utf-8")))
    except FileNotFoundError:
        return None
