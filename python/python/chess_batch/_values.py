"""Small values that methods return."""

from __future__ import annotations

import enum
import sys
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple, Optional, Union

import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    from ._native import Move


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
    """An evaluation from White's point of view: centipawns, or full moves to mate, which are negative if Black mates.

    Evaluations are ordered by what they are worth for White, whatever their depths; a mate in fewer moves is worth more, and 0 is a
    mate of White. Two are equal if depths are as well.

    >>> Eval(None, -2, 9) < Eval(-500, None, 9) < Eval(31, None, 20) < Eval(None, 5, 9) < Eval(None, 2, 9)
    True
    >>> Eval(31, None, 20).pov(False)
    Eval(cp=-31, mate=None, depth=20)
    """

    cp: Optional[int]
    mate: Optional[int]
    depth: Optional[int]

    def pov(self, color: bool) -> Eval:
        """Return the evaluation from the point of view of a side, ``True`` for White: for Black with other signs."""
        return self if color else Eval(None if self.cp is None else -self.cp, None if self.mate is None else -self.mate, self.depth)

    def _worth(self) -> tuple[int, int]:
        if self.mate is None:
            return 0, self.cp or 0
        return (1 if self.mate > 0 else -1), -self.mate

    def __lt__(self, other: tuple[Any, ...]) -> bool:
        return self._worth() < other._worth() if isinstance(other, Eval) else NotImplemented

    def __le__(self, other: tuple[Any, ...]) -> bool:
        return self._worth() <= other._worth() if isinstance(other, Eval) else NotImplemented

    def __gt__(self, other: tuple[Any, ...]) -> bool:
        return self._worth() > other._worth() if isinstance(other, Eval) else NotImplemented

    def __ge__(self, other: tuple[Any, ...]) -> bool:
        return self._worth() >= other._worth() if isinstance(other, Eval) else NotImplemented


class Line(NamedTuple):
    """A line of play with its evaluation, as an engine reports it. What it does not report is ``None``.

    ``multipv`` is the rank, 1 for the best line; ``eval`` an `Eval`, from White's point of view; ``pv`` the moves, all legal, one at least;
    ``depth`` in plies, 0 if it is unknown, and ``seldepth`` the ply of the deepest node; ``nodes``, ``time`` in seconds and ``nps``, nodes
    in a second, are those of the search so far; ``bound`` is ``"lower"`` or ``"upper"`` if the evaluation is only known to be at least or
    at most that, for White; ``hashfull`` is the part of the hash table in use, in permille, ``tbhits`` the positions found in endgame
    tables, and ``wdl`` the chances of White to win, draw and lose in permille, with the option ``UCI_ShowWDL``.
    """

    multipv: int
    eval: Eval
    pv: tuple[Move, ...]
    depth: int
    seldepth: Optional[int] = None
    nodes: Optional[int] = None
    time: Optional[float] = None
    bound: Optional[str] = None
    nps: Optional[int] = None
    hashfull: Optional[int] = None
    tbhits: Optional[int] = None
    wdl: Optional[tuple[int, int, int]] = None


class Analysis(NamedTuple):
    """The result of a search: the move that the engine chooses, the reply that it expects, and its lines.

    ``lines`` are the latest of each rank, the best first: an exact evaluation stays until another exact one comes.
    Without a legal move, ``move`` is ``None`` and there are no lines. An engine may choose a move without a line, or if its time was
    over, another than that of its best line.
    """

    move: Optional[Move]
    ponder: Optional[Move]
    lines: tuple[Line, ...]

    @property
    def eval(self) -> Optional[Eval]:
        """The evaluation of the best line, from White's point of view; ``None`` without a line."""
        return self.lines[0].eval if self.lines else None

    @property
    def pv(self) -> tuple[Move, ...]:
        """The moves of the best line."""
        return self.lines[0].pv if self.lines else ()

    @property
    def depth(self) -> Optional[int]:
        """The depth of the best line in plies."""
        return self.lines[0].depth if self.lines else None

    @property
    def nodes(self) -> Optional[int]:
        """The nodes searched, as far as the best line reports them."""
        return self.lines[0].nodes if self.lines else None

    @property
    def time(self) -> Optional[float]:
        """The time searched in seconds, as far as the best line reports it."""
        return self.lines[0].time if self.lines else None


class EngineOption(NamedTuple):
    """An option of an engine.

    ``type`` is ``"check"`` (true or false), ``"spin"`` (a whole number from ``min`` to ``max``), ``"combo"`` (one of ``choices``),
    ``"string"`` or ``"button"``, which has no ``default``.
    """

    name: str
    type: str
    default: Union[bool, int, str, None]
    min: Optional[int]
    max: Optional[int]
    choices: tuple[str, ...]


class EngineOptions(Mapping[str, EngineOption]):
    """The options of an engine by their names, in any case.

    >>> options = EngineOptions([EngineOption("Hash", "spin", 16, 1, 64, ())])
    >>> list(options), options["hash"].max, "HASH" in options
    (['Hash'], 64, True)
    """

    def __init__(self, options: Iterable[EngineOption] = ()) -> None:
        self._options = {option.name.lower(): option for option in options}

    def __getitem__(self, name: str) -> EngineOption:
        try:
            return self._options[name.lower()]
        except KeyError:
            raise KeyError(name) from None

    def __iter__(self) -> Iterator[str]:
        return iter([option.name for option in self._options.values()])

    def __len__(self) -> int:
        return len(self._options)

    def __repr__(self) -> str:
        return f"EngineOptions({list(self._options.values())!r})"
