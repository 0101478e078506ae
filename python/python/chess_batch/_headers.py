"""The tags of a game as a mapping."""

from __future__ import annotations

from collections.abc import Iterator, MutableMapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ._native import Game


_ROSTER = 7


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
        return dict(self._game._tags())[name]

    def __setitem__(self, name: str, value: str) -> None:
        self._game._set_tag(name, value)

    def __delitem__(self, name: str) -> None:
        self[name]
        self._game._remove_tag(name)

    def clear(self) -> None:
        """Remove all tags but those of the roster, which become unknown."""
        for name in list(self):
            del self[name]

    def popitem(self) -> tuple[str, str]:
        """Remove the last tag, and return it; if only the roster is left, `KeyError` is raised."""
        name = list(self)[-1]
        if len(self) == _ROSTER:
            raise KeyError("only the tags of the roster are left")
        return name, self.pop(name)

    def __iter__(self) -> Iterator[str]:
        return iter([name for name, _ in self._game._tags()])

    def __len__(self) -> int:
        return len(self._game._tags())

    def __repr__(self) -> str:
        return f"Headers({dict(self)!r})"
