"""Results of calls with many rows: arrays of numpy, one element or row for each input."""

from __future__ import annotations

import operator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, Optional, final

import numpy as np
import numpy.typing as npt

from ._errors import FenError
from ._native import Position

if TYPE_CHECKING:
    from typing_extensions import TypeVar

    _Dtz = TypeVar("_Dtz", bound=Optional[npt.NDArray[np.int16]], default=npt.NDArray[np.int16], covariant=True)
else:
    from typing import TypeVar

    _Dtz = TypeVar("_Dtz")


@dataclass(frozen=True, eq=False, repr=False)
class _Rows:
    """Rows, some of which have no value. `_reasons` says of each of these why."""

    _rows: int
    _reasons: dict[int, str]

    @property
    def errors(self) -> tuple[Optional[str], ...]:
        """The reason for each input that has no value, and ``None`` for the others: a tuple of N."""
        return tuple(map(self._reasons.get, range(self._rows)))

    def to_dict(self) -> dict[str, Any]:
        """Return the arrays as a dict, with `errors`."""
        arrays = {name: array for name, array in vars(self).items() if not name.startswith("_")}
        return {**arrays, "errors": self.errors}

    def __len__(self) -> int:
        return self._rows

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self._rows} rows, {len(self._reasons)} not valid)"


@final
@dataclass(frozen=True, eq=False, repr=False)
class Positions(_Rows):
    """Positions as arrays of numpy, one element or row for each input.

    An input that is no position has its text in `errors`, and zeros elsewhere.

    * ``valid``: true for each input that is a position, (N,) bool;
    * ``counts``: the number of legal moves of each, (N,) int32;
    * ``offsets``: where the moves of each begin in ``moves``, and the end of all, (N + 1,) int64;
    * ``moves``: the words of all legal moves, (M,) uint16;
    * ``keys``: the Zobrist key of each, (N,) uint64;
    * ``checks``: the number of pieces that give check, 0 to 2, (N,) int8;
    * ``outcomes``: the end of the game by the position alone, as `Termination` numbers it, 0 while it goes on, (N,) uint8;
    * ``packed``: the positions, packed, (N, 32) uint8.

    >>> from chess_batch import positions
    >>> p = positions(["4k3/8/8/8/8/8/8/4K2R w K - 0 1", "4k3/8 w"])
    >>> p.valid.tolist(), p.counts.tolist(), p.checks.tolist()
    ([True, False], [15, 0], [0, 0])
    >>> p.errors[1]
    'board field, byte 5: the board has fewer than 8 ranks'
    >>> [p[0].san(move) for move in p.moves_of(0)][-3:]
    ['Rh7', 'Rh8+', 'O-O']
    """

    valid: npt.NDArray[np.bool_]
    counts: npt.NDArray[np.int32]
    offsets: npt.NDArray[np.int64]
    moves: npt.NDArray[np.uint16]
    keys: npt.NDArray[np.uint64]
    checks: npt.NDArray[np.int8]
    outcomes: npt.NDArray[np.uint8]
    packed: npt.NDArray[np.uint8]

    def moves_of(self, row: int) -> npt.NDArray[np.uint16]:
        """Return the words of the legal moves of one row, as a view of ``moves``."""
        row = self._number(row)
        return self.moves[self.offsets[row] : self.offsets[row + 1]]

    def __getitem__(self, row: int, /) -> Position:
        """Return a row as a `Position`."""
        row = self._number(row)
        if row in self._reasons:
            raise FenError(f"row {row}: {self._reasons[row]}", index=row)
        return Position.from_packed(self.packed[row].tobytes())

    def _number(self, row: int) -> int:
        return range(self._rows)[operator.index(row)]


@final
@dataclass(frozen=True, eq=False, repr=False)
class ParsedMoves(_Rows):
    """Moves that were read from texts, with the reason in `errors` for each text that is no legal move.

    ``moves`` is the word of each move, 0 for a text that is none, (M,) uint16.
    """

    moves: npt.NDArray[np.uint16]


@final
@dataclass(frozen=True, eq=False, repr=False)
class Probed(_Rows, Generic[_Dtz]):
    """Values of positions by endgame tablebases as arrays of numpy, one element for each input.

    An input without a value has its reason in `errors`, and zeros elsewhere.

    * ``valid``: true for each input with a value, (N,) bool;
    * ``wdl``: the result for the side to move, from -2 for a loss to 2 for a win, (N,) int8. A win or a loss that the fifty-move rule makes
      a draw is 1 or -1;
    * ``dtz``: the distance to zeroing in plies with the sign of the result, 0 for a draw, (N,) int16; ``None`` if it was not asked for.

    >>> from chess_batch import probe
    >>> p = probe(["4k3/8/8/8/8/8/8/4K3 w - - 0 1", "4k3/8 w"], [])
    >>> p.valid.tolist(), p.wdl.tolist(), p.dtz.tolist()
    ([True, False], [0, 0], [0, 0])
    >>> p.errors[1]
    'board field, byte 5: the board has fewer than 8 ranks'
    """

    valid: npt.NDArray[np.bool_]
    wdl: npt.NDArray[np.int8]
    dtz: _Dtz
