"""Games as DataFrames, datasets and perft on Spark.

Spark is an optional dependency: ``pip install chess-batch[spark]``; it needs Java 17 or newer. All machines need this package,
and the same files under the same paths. The functions take a ``SparkSession``; `local` starts one.

>>> from chess_batch import spark as chess_spark                          # doctest: +SKIP
>>> with chess_spark.local(workers=2) as session:                         # doctest: +SKIP
...     games = chess_spark.read_pgn(session, "dumps", columns=["white_elo", "moves"])
...     games.groupBy("white_elo").count().show()
...     summary = chess_spark.write_dataset(session, "dumps", "dataset")

Each chunk or group of units is a task of ``mapInArrow``. Spark runs a task again if it fails, up to ``spark.task.maxFailures``
times (in local mode: the second number of ``local[2,4]``). The results are the same as without.
"""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import sys
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING, Any, Callable

import pyarrow as pa

from . import _parts, _plan, dataset, units
from ._native import pgn_schema
from ._plan import CHUNK_BYTES, ROWS_PER_FILE, Chunk
from ._read import chunk_batches
from .dataset import Paths, Summary

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

__all__ = ["local", "perft", "read_pgn", "write_dataset"]

_NARROW = {pa.int8(): "tinyint", pa.int16(): "smallint", pa.int32(): "int", pa.int64(): "bigint"}
_NAMES = {**_NARROW, pa.string(): "string", pa.binary(): "binary", pa.date32(): "date"}
_SIGNED = {pa.uint8(): pa.int16(), pa.uint16(): pa.int32(), pa.uint64(): pa.int64()}


@contextlib.contextmanager
def local(
    workers: int = 2, temp_dir: str | None = None, max_failures: int = 4, **config: str
) -> Iterator[SparkSession]:
    """Start Spark with so many workers on this machine, and stop it at the end.

    It listens on the loopback address only, and writes to ``temp_dir`` only, by default a new folder that is removed at the
    end. A task may fail ``max_failures`` times. ``config`` are more settings, with ``__`` for each dot of their names.
    """
    os.environ.update(SPARK_LOCAL_IP="127.0.0.1", PYSPARK_PYTHON=sys.executable, PYSPARK_DRIVER_PYTHON=sys.executable)
    from pyspark.sql import SparkSession

    folder = tempfile.mkdtemp(prefix="chess-spark-") if temp_dir is None else os.path.abspath(temp_dir)
    settings = {
        "spark.ui.enabled": "false",
        "spark.ui.showConsoleProgress": "false",
        "spark.driver.host": "127.0.0.1",
        "spark.driver.bindAddress": "127.0.0.1",
        "spark.local.dir": folder,
        "spark.sql.warehouse.dir": os.path.join(folder, "warehouse"),
        "spark.driver.extraJavaOptions": f"-Djava.io.tmpdir={folder} -Dderby.system.home={folder}",
        **{name.replace("__", "."): value for name, value in config.items()},
    }
    builder = SparkSession.builder.master(f"local[{workers},{max_failures}]").appName("chess_batch")
    for name, value in settings.items():
        builder = builder.config(name, value)
    session = builder.getOrCreate()
    try:
        yield session
    finally:
        session.stop()
        if temp_dir is None:
            shutil.rmtree(folder, ignore_errors=True)


def read_pgn(
    spark: SparkSession,
    paths: Paths,
    *,
    columns: Iterable[str] | None = None,
    filter: str | None = None,
    lenient: bool = False,
    chunk_bytes: int = CHUNK_BYTES,
) -> DataFrame:
    """Return the games of PGN files, plain or compressed, as a DataFrame with a partition for each chunk.

    ``columns``, ``filter`` and ``lenient`` mean what they mean to `chess_batch.read_pgn`. The files are scanned for the beginnings
    of games at once, and read when Spark asks for the rows. Spark has no unsigned numbers: ``moves`` and ``nags`` become
    the next larger signed type, and ``keys`` become ``bigint`` with the same bits.
    """
    reading = dataset.reading_of(columns, filter, ROWS_PER_FILE, lenient)
    files = _plan.find(paths)
    numbered = [(number, path) for number, (path, _) in enumerate(files)]
    found = [chunk for some in _cutter(spark, lenient)(numbered, chunk_bytes) for chunk in some]
    chunks = _plan.plan_of(reading, chunk_bytes, files, found).chunks
    schema = signed_schema(pa.schema(pgn_schema(None if reading.columns is None else list(reading.columns))))

    def read(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        for number in _numbers(batches):
            for batch in chunk_batches(chunks[number], reading):
                table = pa.Table.from_batches([batch]).cast(schema, safe=False)
                yield from table.to_batches()

    return _partitions(spark, len(chunks)).mapInArrow(read, ddl(schema))


def write_dataset(
    spark: SparkSession,
    paths: Paths,
    directory: str | os.PathLike[str],
    *,
    columns: Iterable[str] | None = None,
    filter: str | None = None,
    lenient: bool = False,
    chunk_bytes: int = CHUNK_BYTES,
    rows_per_file: int = ROWS_PER_FILE,
) -> Summary:
    """Write the games of PGN files to a dataset below ``directory``, with a task for each chunk.

    The arguments and the files written are those of `chess_batch.dataset.write_dataset`; the types are not changed, as `read_pgn`
    must. Spark shows the progress if ``spark.ui.showConsoleProgress`` is set.

    Raises PySparkException that names a chunk that failed in every try; Spark then stops the others, and a second call goes on.
    """
    reading = dataset.reading_of(columns, filter, rows_per_file, lenient)
    path = os.path.abspath(directory)
    plan = dataset.prepare(paths, path, reading, chunk_bytes, _cutter(spark, lenient))
    _map(spark, lambda chunk: _parts.write_chunk(chunk, reading, path).rows, plan.chunks)
    return dataset.finish(plan, path)


def perft(
    spark: SparkSession, fen: str, depth: int, *, plies: int | None = None, units_per_task: int = 64
) -> int:
    """Return the number of leaves ``depth`` plies below a position, counted in units of work ``plies`` plies below it."""
    all_units = units.perft_units(fen, depth, plies)
    groups = units.groups(all_units, units.Journal(None, all_units), units_per_task)
    done = [unit for group in _map(spark, units.run_units, groups) for unit in group]
    nodes: int = units.merge_units(done)["nodes"]
    return nodes


def signed_type(kind: pa.DataType) -> pa.DataType:
    """Return the type of Arrow that a column has in Spark.

    >>> signed_type(pa.list_(pa.uint16()))
    ListType(list<item: int32>)
    """
    if pa.types.is_list(kind):
        return pa.list_(signed_type(kind.value_type))
    if pa.types.is_fixed_size_binary(kind):
        return pa.binary()
    return _SIGNED.get(kind, kind)


def signed_schema(schema: pa.Schema) -> pa.Schema:
    """Return the schema that a table of games has in Spark."""
    return pa.schema([pa.field(field.name, signed_type(field.type), field.nullable) for field in schema])


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


def _cutter(spark: SparkSession, lenient: bool) -> dataset.CutAll:
    def cut_all(files: list[tuple[int, str]], size: int) -> list[list[Chunk]]:
        tasks = _map(spark, lambda file: [asdict(chunk) for chunk in _plan.cut(file[1], file[0], size, lenient)], files)
        return [[Chunk(**fields) for fields in chunks] for chunks in tasks]

    return cut_all


def _map(spark: SparkSession, function: Callable[[Any], Any], items: Sequence[Any]) -> list[Any]:
    """Run a task for each item, and return the values, which are written as JSON, in order.

    The exception of a task names its item.
    """

    def run(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        for number in _numbers(batches):
            try:
                value = function(items[number])
            except Exception as error:
                raise RuntimeError(f"{items[number]}: {error}") from error
            yield pa.RecordBatch.from_pydict({"number": [number], "value": [json.dumps(value)]})

    rows = _partitions(spark, len(items)).mapInArrow(run, "number bigint, value string").collect()
    return [json.loads(row.value) for row in sorted(rows, key=lambda row: row.number)]


def _partitions(spark: SparkSession, count: int) -> DataFrame:
    """Return the numbers below ``count``, each in a partition of its own."""
    return spark.range(0, count, 1, numPartitions=max(count, 1))


def _numbers(batches: Iterator[pa.RecordBatch]) -> Iterator[int]:
    for batch in batches:
        yield from batch.column(0).to_pylist()
