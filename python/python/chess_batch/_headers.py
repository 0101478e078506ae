"""The tags of a game as a mapping."""

from __future__ import annotations

from collections.abc import Iterator, MutableMapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ._native import Game


class Headers(MutableMapping[str, str]):
    """The tags of a game. The seven tags of the roster are always there, and unknown ones are ``"?"``.

    >>> from chess_batch import Game
    >>> headers = Game().headers
    >>> headers["ECO"] = "B90"
    >>> headers["White"], headers["ECO"], len(headers)
    ('?', 'B90', 8)
    """

    def __init__(self, game: Game) -> None:
        self._game = game

    def __getitem__(self, name: str) -> str:
        value = self._game._tag(name)
        if value is None:
            raise KeyError(name)
        return value

    def __setitem__(self, name: str, value: str) -> None:
        self._game._set_tag(name, value)

    def __delitem__(self, name: str) -> None:
        self[name]
        self._game._remove_tag(name)

    def __iter__(self) -> Iterator[str]:
        return iter([name for name, _ in self._game._tags()])

    def __len__(self) -> int:
        return len(self._game._tags())

    def __repr__(self) -> str:
        return f"Headers({dict(self)!r})"
