"""Perft and datasets on two workers of Ray and of Spark, one of them killed in the middle, compared with one process.

``CHESS_GAMES`` names the folder of games.
"""

from __future__ import annotations

import os
import signal
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from chess_batch import checksum, dataset, read_pgn
from chess_batch import ray as chess_ray
from chess_batch import spark as chess_spark

COLUMNS = ["file", "game", "line", "offset", "white_elo", "eco", "date", "result", "error", "moves", "san", "clocks", "evals"]
OPTIONS: dict[str, Any] = {"columns": COLUMNS, "filter": "not date < 2023-01-01", "part_bytes": 4 << 20}
PERFT = ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 7, 3195901860)
GAMES = Path(os.environ["CHESS_GAMES"]).resolve()


@contextmanager
def started_ray() -> Iterator[SimpleNamespace]:
    # Without these, Ray listens on all addresses, writes a token into the home folder, and reports its use.
    os.environ.update(RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER="0", RAY_AUTH_MODE="disabled", RAY_USAGE_STATS_ENABLED="0")
    import ray

    # The path has to be short, since it contains sockets.
    with tempfile.TemporaryDirectory(prefix="ray", dir="/tmp", ignore_cleanup_errors=True) as folder:
        ray.init(num_cpus=2, _node_ip_address="127.0.0.1", include_dashboard=False, _temp_dir=folder)
        yield SimpleNamespace(write_dataset=chess_ray.write_dataset, perft=chess_ray.perft, is_busy=runs_task_of_ray)
        ray.shutdown()


@contextmanager
def started_spark() -> Iterator[SimpleNamespace]:
    os.environ.update(SPARK_LOCAL_IP="127.0.0.1", PYSPARK_PYTHON=sys.executable)
    from pyspark.sql import SparkSession

    session = SparkSession.builder.master("local[2,4]").config("spark.ui.enabled", "false").getOrCreate()
    yield SimpleNamespace(
        session=session,
        write_dataset=lambda *arguments, **options: chess_spark.write_dataset(session, *arguments, **options),
        perft=lambda *arguments: chess_spark.perft(session, *arguments),
        is_busy=runs_task_of_spark,
    )
    session.stop()


@pytest.fixture(scope="module", params=[started_ray, started_spark], ids=["ray", "spark"])
def engine(request: pytest.FixtureRequest) -> Iterator[SimpleNamespace]:
    with request.param() as started:
        yield started


@pytest.fixture(scope="module")
def alone(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """The files that threads of this process have written."""
    out = tmp_path_factory.mktemp("alone")
    paths = dataset.write_dataset(GAMES, out, threads=2, **OPTIONS)
    rows = checksum(pa.concat_tables(pq.read_table(path) for path in paths))
    assert rows == checksum(read_pgn(GAMES, columns=COLUMNS, filter=OPTIONS["filter"]))
    print(f"\n{len(paths)} files, {rows[1]} rows, checksum {rows[0]}")
    return contents(out)


def contents(directory: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in directory.glob("*.parquet")}


def stat(pid: int) -> list[str]:
    """The fields of a process of Linux behind its name, the state and the parent first; none if it is gone."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return []


def command(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
    except OSError:
        return ""


def runs_task_of_ray(pid: int) -> bool:
    return command(pid).startswith("ray::chess_batch")


def runs_task_of_spark(pid: int) -> bool:
    # The workers are children of a daemon; stopped ones were busy.
    fields = stat(pid)
    return fields[:1] in (["R"], ["T"]) and all("pyspark.daemon" in command(one) for one in (pid, int(fields[1])))


class Killer(threading.Thread):
    """Kills one worker while it runs a task, once `is_time`. It is stopped and looked at again before, so that the task had not ended."""

    def __init__(self, engine: SimpleNamespace, is_time: Any) -> None:
        super().__init__(daemon=True)
        self.killed = 0
        self.is_over = False
        self._engine, self._is_time = engine, is_time

    def run(self) -> None:
        while not self.is_over and not self.killed:
            time.sleep(0.002)
            for pid in [int(name) for name in os.listdir("/proc") if name.isdigit()] if self._is_time() else []:
                if not self.killed and self._engine.is_busy(pid) and is_below(pid):
                    os.kill(pid, signal.SIGSTOP)
                    is_busy = self._engine.is_busy(pid)
                    os.kill(pid, signal.SIGKILL if is_busy else signal.SIGCONT)
                    self.killed = pid if is_busy else 0

    def __enter__(self) -> Killer:
        self.start()
        return self

    def __exit__(self, *error: object) -> None:
        self.is_over = True
        self.join()
        assert stat(self.killed)[:1] in ([], ["Z"], ["X"]), "no worker was killed"


def is_below(pid: int) -> bool:
    """Tell whether a process was started by this one."""
    while pid > 1 and pid != os.getpid():
        pid = int((stat(pid) + ["S", "0"])[1])
    return pid == os.getpid()


def test_dataset(engine: SimpleNamespace, alone: dict[str, bytes], tmp_path: Path) -> None:
    start = time.monotonic()
    paths = engine.write_dataset(GAMES, tmp_path, **OPTIONS)
    print(f"{time.monotonic() - start:.1f} s")
    assert sorted(path.name for path in paths) == sorted(alone)
    assert contents(tmp_path) == alone
    assert engine.write_dataset(GAMES, tmp_path, **OPTIONS) == paths


def test_dataset_with_a_killed_worker(engine: SimpleNamespace, alone: dict[str, bytes], tmp_path: Path) -> None:
    with Killer(engine, lambda: len(contents(tmp_path)) >= 3) as killer:
        engine.write_dataset(GAMES, tmp_path, **OPTIONS)
    print(f"killed {killer.killed}")
    assert contents(tmp_path) == alone


@pytest.mark.parametrize("kills", [False, True])
def test_perft(engine: SimpleNamespace, kills: bool) -> None:
    fen, depth, nodes = PERFT
    if not kills:
        assert engine.perft(fen, depth) == nodes
        return
    with Killer(engine, lambda: True) as killer:
        assert engine.perft(fen, depth) == nodes
    print(f"killed {killer.killed}")


def test_data_frame(tmp_path: Path) -> None:
    path = tmp_path / "games.pgn"
    path.write_text(
        '[Event "A"]\n[White "M\u00fcller"]\n[Date "2024.05.17"]\n[UTCTime "01:02:03"]\n[WhiteElo "65535"]\n\n'
        "1. e4! {[%clk 0:01:00] [%eval 0.2]} e5 $255 2. Ke2 {[%eval #-3,7]} 1-0\n\n[Event \"B\"]\n\n1. d4 Ke3 *\n"
    )
    # All columns but that of the texts of one tag, which Spark cannot tell from another in lower case.
    names = (
        "file game line offset event site round eco opening time_control termination annotator white black white_title "
        "black_title white_elo black_elo date time result variant start plies error error_line error_offset errors tags comment "
        "tree parents moves ply positions fens keys san uci clocks elapsed evals mates depths eval_before eval_after mate_before "
        "mate_after comments nags"
    )
    expected = read_pgn(path, columns=names.split()).to_arrow()
    with started_spark() as engine:
        table = chess_spark.read_pgn(engine.session, path, columns=names.split()).toArrow()
        assert checksum(table) == checksum(expected)
        signed = expected.cast(chess_spark.signed_schema(expected.schema), safe=False)
        assert table.to_pylist() == signed.to_pylist()
        unsound = chess_spark.read_pgn(engine.session, GAMES, columns=["game", "error"], filter="not sound").toArrow()
        assert checksum(unsound) == checksum(read_pgn(GAMES, columns=["game", "error"], filter="not sound"))
        (tmp_path / "bad.pgn.gz").write_bytes(b"\x1f\x8b\x08\0\0\0\0\0damaged")
        with pytest.raises(Exception, match=r"bad.pgn.gz"):
            engine.write_dataset(tmp_path / "bad.pgn.gz", tmp_path / "out")
