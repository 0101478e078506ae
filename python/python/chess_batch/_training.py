"""Training files: written from tables, and read as shuffled batches of arrays."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple, Optional, Union

import numpy as np
import numpy.typing as npt

from ._native import TrainingReader, _write_training, find_training

_ENDINGS = {
    **dict.fromkeys(("vf", "viri", "viriformat"), "viri"),
    **dict.fromkeys(("marlin", "marlinformat"), "marlin"),
    **dict.fromkeys(("bf", "bullet", "bulletformat"), "bullet"),
    "binpack": "binpack",
    **dict.fromkeys(("plain", "txt"), "plain"),
    "pgn": "pgn",
}

_BLOCK = 4096
"""Rows that are read at once from one file, and that one worker takes; fewer of them are shuffled in a small buffer."""

_OPEN = 8
"""Files that are read at the same time."""


def write_training(rows: Any, path: Union[str, os.PathLike[str]], format: Optional[str] = None) -> dict[str, int]:
    """Write a table as a training file, and return the number of records and of what the format could not hold.

    ``rows`` is a table of pyarrow, polars or pandas, or a `Table`, with the columns ``position``, ``score`` and ``result`` of
    `read_training`, and perhaps ``move`` and ``game``; other columns are left out. Rows of one ``game`` that follow one another are
    a game. ``format`` is by default what the name of the file tells. The file appears under its name when it is complete.

    The dict has ``"records"``, and the losses that ``docs/training.md`` lists, as far as there are any. A row whose position or
    move is wrong raises `PackedError` or `IllegalMoveError` with its ``index``.

    >>> import tempfile
    >>> from chess_batch import read_training, write_training
    >>> table = read_training(b"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 | 31 | 1.0", format="plain")
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     print(write_training(table, f"{folder}/a.marlin"), read_training(f"{folder}/a.marlin")["score"].to_pylist())
    {'records': 1} [31]
    """
    path = Path(path)
    if format is None:
        format = _ENDINGS.get(path.suffix[1:].lower())
        if format is None:
            raise ValueError(f"{path}: the name does not tell the format; format= is one of {', '.join(sorted(set(_ENDINGS.values())))}")
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        records, losses = _write_training(rows, part, format)
        os.replace(part, path)
    finally:
        part.unlink(missing_ok=True)
    return {"records": records, **dict(losses)}


class TrainingBatch(NamedTuple):
    """Positions with what a network learns from them, row by row.

    ``position`` is packed positions, (N, 32) uint8, for `to_planes`, `states` and others. ``move`` is the words of the moves that were
    played, 0 where none is known. ``score`` and ``result`` (1, 0, -1) are from White's point of view, and ``ply`` is that of
    `read_training`.
    """

    position: npt.NDArray[np.uint8]
    move: npt.NDArray[np.uint16]
    score: npt.NDArray[np.int32]
    result: npt.NDArray[np.int8]
    ply: npt.NDArray[np.int32]


class TrainingBatches:
    """Batches of positions of training files, in an order that depends on the arguments alone: an iterable of `TrainingBatch`.

    ``paths``, ``format``, ``score_view`` and ``lenient`` are those of `read_training`. Rows without a score or a result are left out, and a
    file without any other raises `InputError`. All batches have ``batch_size`` rows but the last.

    With a ``seed``, the files come in an order of their own, several of them at a time, and rows are shuffled among the ``buffer`` rows that are in
    memory; another seed for each epoch gives another order. Without it, the order is that of the files.

    ``worker`` of ``workers`` takes its share of the rows: each row goes to one of them. By default they are those of PyTorch's
    ``DataLoader`` in whose worker this runs, and otherwise 0 of 1. All workers read all files, which is much faster than learning.

    ``offset`` batches are passed over, and the attribute counts on from there: an object that is made with the ``offset`` of another goes on
    where that one was.

    >>> from chess_batch import TrainingBatches
    >>> game = b"1. e4 {+0.30/12 0.1s} e5 {-0.25/12 0.1s} 2. Nf3 {+0.31/13 0.1s} 1-0"
    >>> for batch in TrainingBatches(game, batch_size=2, format="pgn"):
    ...     print(batch.position.shape, batch.score.tolist(), batch.result.tolist())
    (2, 32) [30, 25] [1, 1]
    (1, 32) [31] [1]
    """

    def __init__(
        self,
        paths: Any,
        batch_size: int = 16384,
        *,
        format: Optional[str] = None,
        seed: Optional[int] = None,
        worker: Optional[int] = None,
        workers: Optional[int] = None,
        offset: int = 0,
        buffer: int = 1 << 20,
        score_view: Optional[str] = None,
        lenient: bool = False,
    ) -> None:
        for name, value in (("batch_size", batch_size), ("buffer", buffer)):
            if value < 1:
                raise ValueError(f"{name} must be at least 1, not {value}")
        if (worker is None) != (workers is None):
            raise ValueError("worker and workers belong together")
        if worker is not None and workers is not None and not 0 <= worker < workers:
            raise ValueError(f"worker must be from 0 to {workers - 1}, not {worker}")
        self.offset = offset
        self._paths, self._batch_size, self._seed, self._buffer = paths, batch_size, seed, buffer
        self._worker, self._workers = worker, workers
        self._options: dict[str, Any] = {"format": format, "score_view": score_view, "lenient": lenient}

    def __iter__(self) -> Iterator[TrainingBatch]:
        """Read the files from their beginnings, without the first `offset` batches."""
        skipped = 0
        for batch in self._batches():
            if skipped < self.offset:
                skipped += 1
                continue
            skipped += 1
            self.offset = skipped
            yield batch
        # The next epoch begins at its beginning.
        self.offset = 0

    def _batches(self) -> Iterator[TrainingBatch]:
        worker, workers = self._share()
        # All workers draw the same order of blocks, and each its own order of rows.
        order = None if self._seed is None else np.random.default_rng([self._seed, 0])
        shuffle = None if self._seed is None else np.random.default_rng([self._seed, 1, worker])
        kept: list[TrainingBatch] = []
        count, size = 0, self._batch_size
        # A shuffled buffer gives half of its rows before it is filled again.
        least = size if shuffle is None else max(2 * size, self._buffer)
        for block in self._blocks(order, worker, workers):
            kept.append(block)
            count += len(block.ply)
            if count < least:
                continue
            rows = _joined(kept, shuffle)
            end = count // size * size if shuffle is None else max(count // 2 // size, 1) * size
            yield from (_rows(rows, start, start + size) for start in range(0, end, size))
            kept, count = [_rows(rows, end, count)], count - end
        if count:
            rows = _joined(kept, shuffle)
            yield from (_rows(rows, start, start + size) for start in range(0, count, size))

    def _blocks(
        self, order: Optional[np.random.Generator], worker: int, workers: int
    ) -> Iterator[TrainingBatch]:
        """Yield the blocks of this worker: those of all files, taken in turn by the workers."""
        waiting = _inputs(self._paths, self._options["format"])
        if order is not None:
            waiting = [waiting[i] for i in order.permutation(len(waiting))]
        waiting.reverse()
        size = _BLOCK if order is None else max(256, min(_BLOCK, self._buffer // 64))
        opened: list[TrainingReader] = []
        number = 0
        while waiting or opened:
            while waiting and len(opened) < (1 if order is None else _OPEN):
                opened.append(TrainingReader(waiting.pop(), **self._options))
            index = 0 if order is None else int(order.integers(len(opened)))
            if number % workers == worker:
                block = TrainingBatch(*opened[index].read(size))
                rows = len(block.ply)
                if rows:
                    yield block
            else:
                rows = opened[index].skip(size)
            number += 1
            if rows < size:
                del opened[index]

    def _share(self) -> tuple[int, int]:
        if self._worker is not None and self._workers is not None:
            return self._worker, self._workers
        # Only a program that has imported it runs in one of its workers.
        data: Any = sys.modules.get("torch.utils.data")
        info = data.get_worker_info() if data is not None else None
        return (0, 1) if info is None else (int(info.id), int(info.num_workers))


def _inputs(paths: Any, format: Optional[str]) -> list[Any]:
    """Return the inputs one by one, and the files of folders in their place."""
    if isinstance(paths, (str, os.PathLike)):
        return list(find_training(paths, format=format))
    if isinstance(paths, (bytes, bytearray, memoryview)) or hasattr(paths, "read"):
        return [paths]
    return [one for path in paths for one in _inputs(path, format)]


def _rows(batch: TrainingBatch, start: int, end: int) -> TrainingBatch:
    return TrainingBatch._make(column[start:end] for column in batch)


def _joined(batches: Iterable[TrainingBatch], shuffle: Optional[np.random.Generator]) -> TrainingBatch:
    columns = [np.concatenate(parts) for parts in zip(*batches)]
    if shuffle is not None:
        order = shuffle.permutation(len(columns[0]))
        columns = [column[order] for column in columns]
    return TrainingBatch(*columns)
