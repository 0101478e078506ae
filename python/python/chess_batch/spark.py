"""Perft on Spark.

Spark is an optional dependency: ``pip install chess-batch[spark]``; it needs Java 17 or newer. All machines need
this package. The functions take a ``SparkSession``; `local` starts one.

>>> from chess_batch import spark as chess_spark                          # doctest: +SKIP
>>> with chess_spark.local(workers=2) as session:                         # doctest: +SKIP
...     leaves = chess_spark.perft(session, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 7)

Each group of units is a task of ``mapInArrow``. Spark runs a task again if it fails, up to ``spark.task.maxFailures``
times (in local mode: the second number of ``local[2,4]``). The results are the same as without.
"""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import sys
import tempfile
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, Callable

import pyarrow as pa

from . import units

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

__all__ = ["local", "perft"]


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


def perft(
    spark: SparkSession, fen: str, depth: int, *, plies: int | None = None, units_per_task: int = 64
) -> int:
    """Return the number of leaves ``depth`` plies below a position, counted in units of work ``plies`` plies below it."""
    all_units = units.perft_units(fen, depth, plies)
    groups = units.groups(all_units, units.Journal(None, all_units), units_per_task)
    done = [unit for group in _map(spark, units.run_units, groups) for unit in group]
    nodes: int = units.merge_units(done)["nodes"]
    return nodes


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
