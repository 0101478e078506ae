"""Games as DataFrames, datasets and perft on Spark.

Spark is an optional dependency: ``pip install chess-batch[spark]``; it needs Java 17 or newer. All machines need this package,
and the same files under the same paths. The functions take a ``SparkSession``.

>>> from chess_batch import spark as chess_spark                          # doctest: +SKIP
>>> games = chess_spark.read_pgn(session, "dumps", columns=["white_elo", "moves"])  # doctest: +SKIP
>>> games.groupBy("white_elo").count().show()                             # doctest: +SKIP
>>> paths = chess_spark.write_dataset(session, "dumps", "dataset")        # doctest: +SKIP

Spark runs a task again that fails or dies with its worker, up to ``spark.task.maxFailures`` times (in local mode: the second
number of ``local[2,4]``).
"""

from __future__ import annotations

import os
import pickle
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Callable

import pyarrow as pa

from . import _tasks
from ._tasks import PART_BYTES, Paths

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

__all__ = ["perft", "read_pgn", "write_dataset"]

_NARROW = {pa.int8(): "tinyint", pa.int16(): "smallint", pa.int32(): "int", pa.int64(): "bigint"}
_NAMES = {**_NARROW, pa.string(): "string", pa.binary(): "binary", pa.date32(): "date"}
_SIGNED = {pa.uint8(): pa.int16(), pa.uint16(): pa.int32(), pa.uint64(): pa.int64()}


def read_pgn(
    spark: SparkSession,
    paths: Paths,
    *,
    columns: Iterable[str] | str | None = None,
    filter: str | None = None,
    lenient: bool = False,
    part_bytes: int = PART_BYTES,
) -> DataFrame:
    """Return the games of PGN files, plain or compressed, as a DataFrame with a partition for each part.

    ``columns``, ``filter`` and ``lenient`` mean what they mean to `chess_batch.read_pgn`. The files are scanned for the beginnings
    of games at once, and read when Spark asks for the rows. Spark has no unsigned numbers: ``moves`` and ``nags`` become
    the next larger signed type, and ``keys`` become ``bigint`` with the same bits.
    """
    options = _tasks.options_of(columns, filter, lenient)
    schema = signed_schema(_tasks.schema_of(options))
    parts = _tasks.parts_of(partial(_run, spark), paths, part_bytes, lenient)

    def read(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        for number in _numbers(batches):
            for table in parts[number].tables(options):
                yield from table.to_arrow().cast(schema, safe=False).to_batches()

    return _partitions(spark, len(parts)).mapInArrow(read, ddl(schema))


def write_dataset(
    spark: SparkSession,
    paths: Paths,
    directory: str | os.PathLike[str],
    *,
    columns: Iterable[str] | str | None = None,
    filter: str | None = None,
    lenient: bool = False,
    part_bytes: int = PART_BYTES,
) -> list[Path]:
    """Write PGN files as Parquet files into a folder, with a task for each part, and return their paths.

    The arguments and the files are those of `chess_batch.dataset.write_dataset`; the types are not changed, as `read_pgn` must.
    """
    options = _tasks.options_of(columns, filter, lenient)
    return _tasks.write_dataset(partial(_run, spark), paths, directory, part_bytes, options)


def perft(spark: SparkSession, fen: str, depth: int, *, plies: int | None = None) -> int:
    """Return the number of leaves ``depth`` plies below a position, counted by tasks of 64 positions ``plies`` plies below it."""
    return _tasks.count_leaves(partial(_run, spark), fen, depth, plies)


def signed_schema(schema: pa.Schema) -> pa.Schema:
    """Return the schema that a table of games has in Spark.

    >>> signed_schema(pa.schema({"moves": pa.list_(pa.uint16())}))
    moves: list<item: int32>
      child 0, item: int32
    """

    def signed(kind: pa.DataType) -> pa.DataType:
        if pa.types.is_list(kind):
            return pa.list_(signed(kind.value_type))
        return pa.binary() if pa.types.is_fixed_size_binary(kind) else _SIGNED.get(kind, kind)

    return pa.schema([pa.field(field.name, signed(field.type), field.nullable) for field in schema])


def ddl(schema: pa.Schema) -> str:
    """Return a schema of Spark's types as Spark writes it.

    >>> ddl(pa.schema({"moves": pa.list_(pa.int32()), "date": pa.date32()}))
    '`moves` array<int>, `date` date'
    """

    def name(kind: pa.DataType) -> str:
        if pa.types.is_map(kind):
            return f"map<{name(kind.key_type)}, {name(kind.item_type)}>"
        return f"array<{name(kind.value_type)}>" if pa.types.is_list(kind) else _NAMES[kind]

    return ", ".join(f"`{field.name}` {name(field.type)}" for field in schema)


def _run(spark: SparkSession, function: Callable[[Any], Any], items: Sequence[Any]) -> list[Any]:
    """Run a task of Spark for each item."""

    def work(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        for number in _numbers(batches):
            yield pa.RecordBatch.from_pydict({"number": [number], "value": [pickle.dumps(function(items[number]))]})

    rows = _partitions(spark, len(items)).mapInArrow(work, "number bigint, value binary").collect()
    return [pickle.loads(row.value) for row in sorted(rows, key=lambda row: row.number)]


def _partitions(spark: SparkSession, count: int) -> DataFrame:
    """Return the numbers below ``count``, each in a partition of its own."""
    return spark.range(0, count, 1, numPartitions=max(count, 1))


def _numbers(batches: Iterator[pa.RecordBatch]) -> Iterator[int]:
    for batch in batches:
        yield from batch.column(0).to_pylist()
