"""The result of a chunk: Parquet files with one month each, and a manifest that lists them.

All names follow from the plan. A file is written under a temporary name and renamed when it is complete, and the manifest
comes last. A task that runs again therefore replaces its own files by the same bytes, whichever run ends first.
"""

from __future__ import annotations

import contextlib
import json
import os
import uuid
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from ._native import checksum
from ._dataset_errors import DatasetError
from ._plan import Chunk, Reading
from ._read import chunk_batches

MANIFESTS = "_chunks"
TEMPORARY = "_temporary"
NO_MONTH = "__HIVE_DEFAULT_PARTITION__"
_MASK = (1 << 64) - 1


@dataclass(frozen=True)
class Part:
    """A Parquet file of a dataset: its path below the folder, its rows and bytes, and the sum of its rows' hashes."""

    path: str
    rows: int
    bytes: int
    rows_sum: int


@dataclass(frozen=True)
class Manifest:
    """What a chunk became."""

    chunk: str
    parts: tuple[Part, ...]

    @property
    def rows(self) -> int:
        """The number of rows of the chunk."""
        return sum(part.rows for part in self.parts)


def names_sum(table: pa.Table) -> int:
    """Return the share of the names of the columns in a table's check sum."""
    return int(checksum(table.slice(0, 0))[0], 16)


def rows_sum(table: pa.Table) -> int:
    """Return the share of the rows in a table's check sum, so that those of several tables can be added."""
    return (int(checksum(table)[0], 16) - names_sum(table)) & _MASK


def total(sums: Iterable[int]) -> int:
    """Add up shares of check sums."""
    return sum(sums) & _MASK


def write_chunk(chunk: Chunk, reading: Reading, directory: str | os.PathLike[str]) -> Manifest:
    """Read a chunk and write its Parquet files and its manifest below ``directory``; nothing is done twice.

    Raises DatasetError if the input file has changed since the plan was made.
    """
    root = Path(directory)
    done = read_manifest(chunk, root)
    if done is not None:
        return done
    if os.path.getsize(chunk.path) != chunk.size:
        raise DatasetError(f"{chunk}: the file has changed since the plan was made")
    parts = []
    for number, table in enumerate(_tables(chunk, reading)):
        for month, rows in _by_month(table, reading):
            name = f"year_month={month}/part-{chunk.name}-{number:04d}.parquet"
            size = _write_table(rows, root, name)
            parts.append(Part(name, rows.num_rows, size, rows_sum(rows)))
    manifest = Manifest(chunk.name, tuple(parts))
    write_json(asdict(manifest), root, f"{MANIFESTS}/{chunk.name}.json")
    return manifest


def read_manifest(chunk: Chunk, root: Path) -> Manifest | None:
    """Return the manifest of a chunk, or None if it is not finished or one of its files is missing."""
    try:
        text = (root / MANIFESTS / f"{chunk.name}.json").read_text(encoding="utf-8")
    except FileNotFoundError:
        return None
    fields: dict[str, Any] = json.loads(text)
    parts = tuple(Part(**part) for part in fields["parts"])
    for part in parts:
        path = root / part.path
        if not path.is_file() or path.stat().st_size != part.bytes:
            return None
    return Manifest(fields["chunk"], parts)


def write_json(value: Any, root: Path, name: str) -> None:
    """Write a file of JSON, which appears under its name when it is complete."""
    with _atomic(root, name) as temporary:
        temporary.write_text(json.dumps(value) + "\n", encoding="utf-8")


def _tables(chunk: Chunk, reading: Reading) -> Iterator[pa.Table]:
    """Yield the rows of a chunk in tables of ``rows_per_file`` rows, however many the batches have."""
    kept: list[pa.RecordBatch] = []
    count = 0
    for batch in chunk_batches(chunk, reading, with_date=True):
        start = 0
        while count + batch.num_rows - start >= reading.rows_per_file:
            end = start + reading.rows_per_file - count
            yield pa.Table.from_batches([*kept, batch.slice(start, end - start)])
            kept, count, start = [], 0, end
        if start < batch.num_rows:
            kept.append(batch.slice(start))
            count += batch.num_rows - start
    if kept:
        yield pa.Table.from_batches(kept)


def _by_month(table: pa.Table, reading: Reading) -> Iterator[tuple[str, pa.Table]]:
    """Split rows by the month of ``date``, in the order of the months; the rows of a month keep their order."""
    date = table["date"]
    if reading.columns is not None and "date" not in reading.columns:
        table = table.drop_columns(["date"])
    months = pc.add(pc.multiply(pc.year(date), 12), pc.subtract(pc.month(date), 1))
    months = pc.fill_null(months, -1).combine_chunks()
    order = pc.sort_indices(months)
    runs = pc.run_end_encode(pc.take(months, order))
    start = 0
    for end, month in zip(runs.run_ends.to_pylist(), runs.values.to_pylist()):
        rows = table if end - start == table.num_rows else table.take(order.slice(start, end - start))
        yield (NO_MONTH if month < 0 else f"{month // 12:04d}-{month % 12 + 1:02d}"), rows
        start = end


def _write_table(table: pa.Table, root: Path, name: str) -> int:
    with _atomic(root, name) as temporary:
        # One row group and one chunk for each column: the bytes do not depend on the batches that were read.
        pq.write_table(table.combine_chunks(), temporary, compression="zstd", row_group_size=max(table.num_rows, 1))
        return temporary.stat().st_size


@contextlib.contextmanager
def _atomic(root: Path, name: str) -> Iterator[Path]:
    """Give a temporary path, whose file gets the name ``name`` below ``root`` if no exception is raised."""
    final = root / name
    folder = root / TEMPORARY
    folder.mkdir(parents=True, exist_ok=True)
    final.parent.mkdir(parents=True, exist_ok=True)
    temporary = folder / f"{uuid.uuid4().hex}-{final.name}"
    try:
        yield temporary
        os.replace(temporary, final)
    finally:
        temporary.unlink(missing_ok=True)
