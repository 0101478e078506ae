"""DataFrames, datasets and perft on two workers of Spark, one of them killed in the middle."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import processes
import pyarrow as pa
import pytest
from chess_batch import checksum, dataset, read_pgn
from chess_batch import spark as chess_spark
from conftest import PERFT, contents, finished_chunks, measured


@pytest.fixture(scope="module")
def session() -> Iterator[Any]:
    with chess_spark.local(workers=2) as session:
        yield session


def is_busy_worker(pid: int) -> bool:
    """Tell whether a process is a Python worker of Spark that computes, or has been stopped while it did."""
    fields = processes.stat(pid)
    return (
        bool(fields)
        and fields[0] in "RT"
        and "pyspark.daemon" in processes.command(pid)
        and "pyspark.daemon" in processes.command(int(fields[1]))
    )


def test_dataset(
    session: Any, games: Path, options: dict[str, Any], alone: tuple[Path, dataset.Summary], tmp_path: Path
) -> None:
    with measured("dataset, Spark"):
        summary = chess_spark.write_dataset(session, games, tmp_path / "out", **options)
    assert summary == alone[1]
    assert contents(tmp_path / "out") == contents(alone[0])


def test_dataset_with_a_killed_worker(
    session: Any, games: Path, options: dict[str, Any], alone: tuple[Path, dataset.Summary], tmp_path: Path
) -> None:
    out = tmp_path / "out"
    with measured("dataset, Spark, one worker killed") as figures:
        with processes.Killer(lambda: finished_chunks(out) >= 5, is_busy_worker) as killer:
            summary = chess_spark.write_dataset(session, games, out, **options)
        assert killer.killed is not None
        assert processes.is_gone(killer.killed)
        figures.update(killed=killer.killed, rows=summary.rows, checksum=summary.checksum)
    assert summary == alone[1]
    assert contents(out) == contents(alone[0])


def test_data_frame(
    session: Any, games: Path, options: dict[str, Any], alone: tuple[Path, dataset.Summary]
) -> None:
    with measured("DataFrame, Spark") as figures:
        frame = chess_spark.read_pgn(session, games, **options)
        figures.update(rows=frame.count())
    assert frame.columns == options["columns"]
    table = frame.toArrow()
    assert checksum(table) == (alone[1].checksum, alone[1].rows)


def test_data_frame_of_all_types(session: Any, tmp_path: Path) -> None:
    path = tmp_path / "games.pgn"
    path.write_text(
        '[Event "A"]\n[White "M\u00fcller"]\n[Date "2024.05.17"]\n[UTCTime "01:02:03"]\n[WhiteElo "65535"]\n\n'
        "1. e4! {[%clk 0:01:00] [%eval 0.2]} e5 $255 2. Ke2 {[%eval #-3,7]} 1-0\n\n[Event \"B\"]\n\n1. d4 Ke3 *\n"
    )
    # All columns but that of the texts of one tag, which Spark cannot tell from another in lower case.
    names = [
        "file game line offset event site round eco opening time_control termination annotator white black white_title",
        "black_title white_elo black_elo date time result variant start plies error error_line error_offset moves ply",
        "positions keys san uci clocks elapsed evals mates depths nags tags tree parents",
    ]
    columns = " ".join(names).split()
    table = chess_spark.read_pgn(session, path, columns=columns).toArrow()
    expected = read_pgn(path, columns=columns)
    assert checksum(table) == checksum(expected)
    signed = expected.cast(chess_spark.signed_schema(expected.schema), safe=False)
    assert table.to_pylist() == signed.to_pylist()
    assert table.schema.field("keys").type.value_type == pa.int64()


def test_filter_and_error(session: Any, games: Path, alone: tuple[Path, dataset.Summary], tmp_path: Path) -> None:
    frame = chess_spark.read_pgn(session, games, columns=["game", "error"], filter="not sound")
    expected = read_pgn(games, columns=["game", "error"], filter="not sound")
    assert 0 < expected.num_rows < alone[1].rows
    assert checksum(frame.toArrow()) == checksum(expected)
    (tmp_path / "bad.pgn.gz").write_bytes(b"\x1f\x8b\x08\0\0\0\0\0damaged")
    with pytest.raises(Exception, match=r"bad.pgn.gz \(all of it\): "):
        chess_spark.write_dataset(session, tmp_path / "bad.pgn.gz", tmp_path / "out")


def test_spark_reads_the_months(session: Any, alone: tuple[Path, dataset.Summary]) -> None:
    frame = session.read.parquet(str(alone[0]))
    assert frame.count() == alone[1].rows
    counts = {row["year_month"]: row["count"] for row in frame.groupBy("year_month").count().collect()}
    assert sum(counts.values()) == alone[1].rows
    assert all(month is None or len(month) == 7 for month in counts)


def test_perft(session: Any) -> None:
    fen, depth, nodes = PERFT
    with measured(f"perft {depth}, Spark", nodes=nodes):
        assert chess_spark.perft(session, fen, depth) == nodes


def test_perft_with_a_killed_worker(session: Any) -> None:
    fen, depth, nodes = PERFT
    with measured(f"perft {depth}, Spark, one worker killed", nodes=nodes) as figures:
        with processes.Killer(lambda: True, is_busy_worker) as killer:
            assert chess_spark.perft(session, fen, depth) == nodes
        assert killer.killed is not None
        figures.update(killed=killer.killed)


def test_it_listens_on_the_loopback_address_only(session: Any) -> None:
    assert processes.listening_addresses() == {"127.0.0.1"}
