"""The dataset of one process, with which those of the clusters are compared."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from chess_batch import checksum, dataset, read_pgn


def test_rows_are_those_of_read_pgn(
    games: Path, options: dict[str, Any], alone: tuple[Path, dataset.Summary]
) -> None:
    out, summary = alone
    whole = read_pgn(games, columns=options["columns"], filter=options["filter"])
    assert (summary.checksum, summary.rows) == checksum(whole)
    assert dataset.verify_dataset(out) == summary
