"""Small values that methods return."""

from __future__ import annotations

import enum
import sys
from typing import NamedTuple, Optional

import numpy as np
import numpy.typing as npt


def whole(name: str, number: int, least: int, most: int = sys.maxsize) -> None:
    """Raise ValueError if the argument ``name`` is out of range."""
    if not least <= number <= most:
        raise ValueError(f"{name}: a whole number from {least} to {most} is expected, and not {number}")


class Termination(enum.IntEnum):
    """The reasons for the end of a game, numbered as in python-chess and in ``Positions.outcomes``."""

    CHECKMATE = 1
    STALEMATE = 2
    INSUFFICIENT_MATERIAL = 3
    SEVENTYFIVE_MOVES = 4
    FIVEFOLD_REPETITION = 5
    FIFTY_MOVES = 6
    THREEFOLD_REPETITION = 7


class Outcome(NamedTuple):
    """The end of a game: the reason, and the winner, ``True`` for White, ``None`` for a draw.

    >>> Outcome(Termination.CHECKMATE, True).result()
    '1-0'
    """

    termination: Termination
    winner: Optional[bool]

    def result(self) -> str:
        """Return ``"1-0"``, ``"0-1"`` or ``"1/2-1/2"``."""
        return "1/2-1/2" if self.winner is None else "1-0" if self.winner else "0-1"

    @classmethod
    def _of(cls, number: int, winner: Optional[bool]) -> Outcome:
        return cls(Termination(number), winner)


class States(NamedTuple):
    """The states of many positions, row by row: see `states`.

    ``turn`` is true for White, (N,) bool; ``castling`` the rights K, Q, k and q, (N, 4) bool; ``ep_square`` the square behind a pawn that
    can be captured en passant, or -1, (N,) int8; ``halfmove_clock`` and ``fullmove_number`` are (N,) int32.
    """

    turn: npt.NDArray[np.bool_]
    castling: npt.NDArray[np.bool_]
    ep_square: npt.NDArray[np.int8]
    halfmove_clock: npt.NDArray[np.int32]
    fullmove_number: npt.NDArray[np.int32]


class Eval(NamedTuple):
    """An evaluation from White's point of view: centipawns, or full moves to mate, which are negative if Black mates."""

    cp: Optional[int]
    mate: Optional[int]
    depth: Optional[int]
