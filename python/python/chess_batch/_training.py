"""Training files: written from tables, and read as shuffled batches of arrays."""

from __future__ import annotations

import itertools
import math
import os
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Generic, Literal, NamedTuple, Optional, TypeVar, Union, overload

import numpy as np
import numpy.typing as npt

from ._native import TrainingReader, _write_training
from ._values import whole


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
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        records, losses = _write_training(rows, path, part, format)
        os.replace(part, path)
    finally:
        part.unlink(missing_ok=True)
    return {"records": records, **dict(losses)}


def _weights(weights: Iterable[float]) -> list[float]:
    # One more than are needed shows that there are too many.
    numbers = [float(weight) for weight in itertools.islice(weights, 34)]
    if len(numbers) != 33 or not all(0 <= number < math.inf for number in numbers) or not any(numbers):
        raise ValueError("piece_weights: expected 33 numbers from 0, for 0 to 32 pieces, at least one of them above 0")
    return numbers


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


class FeatureBatch(NamedTuple):
    """Inputs of a network with what it learns from them, row by row, from the view of the side to move.

    ``mover`` and ``other`` are the inputs as the side to move and the other side see them, (N, 32) int32, with the padding after the last
    one of a row. ``count`` is the number of pieces, and so of inputs, and ``bucket`` is ``(count - 1) // 4``. ``score`` and ``result`` (1, 0,
    -1) are those of the side to move. ``ply`` is that of `read_training`.
    """

    mover: npt.NDArray[np.int32]
    other: npt.NDArray[np.int32]
    count: npt.NDArray[np.uint8]  # type: ignore[assignment]  # A tuple has a method of this name.
    bucket: npt.NDArray[np.uint8]
    score: npt.NDArray[np.int32]
    result: npt.NDArray[np.int8]
    ply: npt.NDArray[np.int32]


class PlaneBatch(NamedTuple):
    """Boards as planes, (N, 12, 8, 8) int8, as the side to move sees them, and the rest of a `FeatureBatch`.

    The planes are its pawns, knights, bishops, rooks, queens and king, then those of the other side. The first rank is its own.
    """

    planes: npt.NDArray[np.int8]
    count: npt.NDArray[np.uint8]  # type: ignore[assignment]  # A tuple has a method of this name.
    bucket: npt.NDArray[np.uint8]
    score: npt.NDArray[np.int32]
    result: npt.NDArray[np.int8]
    ply: npt.NDArray[np.int32]


_Batch = TypeVar("_Batch", bound="TrainingBatch | FeatureBatch | PlaneBatch")


class TrainingBatches(Generic[_Batch]):
    """Batches of positions of training files, in an order that depends on the arguments alone: an iterable of `TrainingBatch`.

    ``paths``, ``format``, ``score_view`` and ``lenient`` are those of `read_training`. Rows without a score or a result are left out, and a
    file without any other raises `InputError`. All batches have ``batch_size`` rows but the last.

    With ``features``, batches are those of a network: `FeatureBatch` for ``"768"`` (64 times the type of the piece, 384 more for the other
    side's, and the square), ``"halfka_hm"`` (HalfKAv2_hm of Stockfish's trainer), or 64 buckets by the square of the own king, each of
    them ``"768"``, with ``mirrored`` as bullet has it; `PlaneBatch` for ``"planes"``. ``docs/training.md`` has the numbers. Rows are filled
    up with the number of inputs, or with ``padding``.

    ``filter`` is a condition as in ``read_pgn``, on ``ply``, ``side``, ``capture``, ``promotion``, ``castling``, ``check``,
    ``gives_check``, ``quiet``, ``san``, ``from``, ``to``, ``piece``, ``captured``, ``is_sacrifice``, ``pieces`` and ``halfmove_clock``,
    and on ``score`` and ``result`` of the side to move. A word that the format of a file does not hold raises `FilterError`. One of
    ``skip + 1`` rows is kept at random, and ``piece_weights`` are 33 numbers: the share
    of the rows with 0 to 32 pieces that is kept, relative to the greatest.

    With a ``seed``, parts of all files come in an order of their own, sixteen at a time, and rows are shuffled among the ``buffer`` rows
    that are in memory; another seed for each epoch gives another order. Without it, the order is that of the files.

    ``threads`` decode and fill batches ahead, without the interpreter's lock. The order does not depend on their number. They take about 170
    megabytes, and 16 more for each further thread.

    ``worker`` of ``workers`` takes its share of the rows: each row goes to one of them. By default they are those of PyTorch's
    ``DataLoader`` in whose worker this runs, and otherwise 0 of 1. Workers share the parts of the files; of a file that cannot be cut, which is
    compressed, PGN or viriformat, all of them decode everything if there are fewer such files than workers.

    ``offset`` batches are passed over, and the attribute counts on from there: an object that is made with the ``offset`` of another goes on
    where that one was. What is passed over is decoded again.

    >>> from chess_batch import TrainingBatches
    >>> game = b"1. e4 {+0.30/12 0.1s} e5 {-0.25/12 0.1s} 2. Nf3 {+0.31/13 0.1s} 1-0"
    >>> for batch in TrainingBatches(game, batch_size=2, format="pgn"):
    ...     print(batch.position.shape, batch.score.tolist(), batch.result.tolist())
    (2, 32) [30, 25] [1, 1]
    (1, 32) [31] [1]
    >>> for inputs in TrainingBatches(game, format="pgn", features="halfka_hm", filter="ply > 0 and score < 0", threads=2):
    ...     print(inputs.mover.shape, inputs.count.tolist(), inputs.score.tolist(), inputs.result.tolist())
    (1, 32) [32] [-25] [-1]
    """

    @overload
    def __init__(
        self: TrainingBatches[TrainingBatch], paths: Any, batch_size: int = ..., *, features: None = ..., mirrored: bool = ...,
        padding: Optional[int] = ..., filter: Optional[str] = ..., skip: int = ..., piece_weights: Optional[Iterable[float]] = ...,
        format: Optional[str] = ..., seed: Optional[int] = ..., worker: Optional[int] = ..., workers: Optional[int] = ...,
        offset: int = ..., buffer: int = ..., score_view: Optional[str] = ..., lenient: bool = ..., threads: int = ...,
    ) -> None: ...
    @overload
    def __init__(
        self: TrainingBatches[PlaneBatch], paths: Any, batch_size: int = ..., *, features: Literal["planes"], mirrored: bool = ...,
        padding: Optional[int] = ..., filter: Optional[str] = ..., skip: int = ..., piece_weights: Optional[Iterable[float]] = ...,
        format: Optional[str] = ..., seed: Optional[int] = ..., worker: Optional[int] = ..., workers: Optional[int] = ...,
        offset: int = ..., buffer: int = ..., score_view: Optional[str] = ..., lenient: bool = ..., threads: int = ...,
    ) -> None: ...
    @overload
    def __init__(
        self: TrainingBatches[FeatureBatch], paths: Any, batch_size: int = ..., *, features: Union[str, npt.ArrayLike], mirrored: bool = ...,
        padding: Optional[int] = ..., filter: Optional[str] = ..., skip: int = ..., piece_weights: Optional[Iterable[float]] = ...,
        format: Optional[str] = ..., seed: Optional[int] = ..., worker: Optional[int] = ..., workers: Optional[int] = ...,
        offset: int = ..., buffer: int = ..., score_view: Optional[str] = ..., lenient: bool = ..., threads: int = ...,
    ) -> None: ...
    def __init__(
        self,
        paths: Any,
        batch_size: int = 16384,
        *,
        features: Union[None, str, npt.ArrayLike] = None,
        mirrored: bool = False,
        padding: Optional[int] = None,
        filter: Optional[str] = None,
        skip: int = 0,
        piece_weights: Optional[Iterable[float]] = None,
        format: Optional[str] = None,
        seed: Optional[int] = None,
        worker: Optional[int] = None,
        workers: Optional[int] = None,
        offset: int = 0,
        buffer: int = 1 << 20,
        score_view: Optional[str] = None,
        lenient: bool = False,
        threads: int = 1,
    ) -> None:
        for name, value in (("batch_size", batch_size), ("buffer", buffer), ("threads", threads)):
            whole(name, value, 1)
        whole("offset", offset, 0)
        whole("skip", skip, 0, (1 << 32) - 1)
        whole("padding", padding or 0, -1 << 31, (1 << 31) - 1)
        if (worker is None) != (workers is None):
            raise ValueError("worker and workers belong together")
        if worker is not None and workers is not None:
            whole("workers", workers, 1)
            whole("worker", worker, 0, workers - 1)
        self.offset = offset
        self._paths, self._batch_size = paths, batch_size
        self._worker, self._workers = worker, workers
        if features is not None and not isinstance(features, str):
            features = [int(bucket) for bucket in np.asarray(features).ravel()]
        self._class: Any = TrainingBatch if features is None else PlaneBatch if features == "planes" else FeatureBatch
        self._options: dict[str, Any] = {
            "features": features,
            "mirrored": mirrored,
            "padding": padding,
            "filter": filter,
            "skip": skip,
            "piece_weights": None if piece_weights is None else _weights(piece_weights),
            "format": format,
            "score_view": score_view,
            "lenient": lenient,
            "seed": None if seed is None else int(seed) % (1 << 64),
            "buffer": buffer,
            "threads": threads,
        }

    def __iter__(self) -> Iterator[_Batch]:
        """Read the files from their beginnings, without the first `offset` batches."""
        worker, workers = self._share()
        reader = TrainingReader(
            self._paths, self._batch_size, worker=worker, workers=workers, offset=self.offset, **self._options
        )
        while (columns := reader.next()) is not None:
            self.offset += 1
            yield self._class(*columns)
        # The next epoch begins at its beginning.
        self.offset = 0

    def _share(self) -> tuple[int, int]:
        if self._worker is not None and self._workers is not None:
            return self._worker, self._workers
        # Only a program that has imported it runs in one of its workers.
        data: Any = sys.modules.get("torch.utils.data")
        info = data.get_worker_info() if data is not None else None
        return (0, 1) if info is None else (int(info.id), int(info.num_workers))
