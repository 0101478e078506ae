"""The rows of a chunk."""

from __future__ import annotations

from collections.abc import Iterator

import pyarrow as pa

from ._native import read_part
from ._plan import Chunk, Reading


def chunk_batches(chunk: Chunk, reading: Reading, with_date: bool = False) -> Iterator[pa.RecordBatch]:
    """Yield the games of a chunk as record batches, with the numbers of games and lines that they have in the file.

    ``with_date`` adds the column ``date`` if the caller has not chosen it. One thread reads: a cluster runs a task for each
    of its processors.
    """
    columns = reading.columns
    if with_date and columns is not None and "date" not in columns:
        columns = (*columns, "date")
    place = None if chunk.length is None else (chunk.offset, chunk.length, chunk.game, chunk.line)
    names = None if columns is None else list(columns)
    yield from read_part(
        chunk.path, place=place, columns=names, filter=reading.filter, lenient=reading.lenient
    )
