"""The exceptions of the package."""

from __future__ import annotations

from typing import Any, Optional


class ChessBatchError(ValueError):
    """The base of all errors of the package about what is read: a text, a file, bytes, or arguments.

    The place is given as far as it is known, and is otherwise ``None``:

    * ``file``: the path, as the caller named it;
    * ``game``: the number of the game in its file, from 1;
    * ``line``: the number of the line in its file, from 1;
    * ``offset``: the number of bytes before the error, in the file or the text;
    * ``index``: the row of an array.

    >>> from chess_batch import Game, PgnError
    >>> try:
    ...     Game.from_pgn("1. e4 e5\\n2. Ke3 *")
    ... except PgnError as error:
    ...     print(error.game, error.line, error.offset)
    1 2 12
    """

    def __init__(
        self,
        message: str = "",
        file: Optional[str] = None,
        game: Optional[int] = None,
        line: Optional[int] = None,
        offset: Optional[int] = None,
        index: Optional[int] = None,
    ) -> None:
        super().__init__(message)
        self.file = file
        self.game = game
        self.line = line
        self.offset = offset
        self.index = index

    def __reduce__(self) -> tuple[Any, ...]:
        # Exceptions cross processes, and keep their place there.
        place = (self.file, self.game, self.line, self.offset, self.index)
        return type(self), (str(self), *place)


class FenError(ChessBatchError):
    """A FEN that cannot be read, or whose position breaks a rule."""


class PackedError(ChessBatchError):
    """32 bytes that are no packed position."""


class MoveError(ChessBatchError):
    """A move that cannot be played: the base of the three that follow."""


class InvalidMoveError(MoveError):
    """A text or a number that is no move in any position."""


class IllegalMoveError(MoveError):
    """A move that is not legal in the position."""


class AmbiguousMoveError(MoveError):
    """A text that means several legal moves."""


class PgnError(ChessBatchError):
    """A game that breaks a rule of PGN or of chess."""


class TagError(ChessBatchError):
    """A tag that no game can have."""


class InputError(ChessBatchError):
    """A file whose bytes cannot be read, such as compressed data that is cut off, or an endless game.

    ``game`` and ``offset`` tell how far it could be read. A file that the system cannot read is an `OSError` instead.
    """


class ColumnError(ChessBatchError):
    """A column that does not exist."""


class FilterError(ChessBatchError):
    """A filter that breaks the grammar; ``offset`` counts the bytes of its text."""


class EngineError(RuntimeError):
    """The base of all errors of an `Engine`. ``stderr`` is what it has written last to its standard error, up to 64 KiB.

    After an `EngineTerminatedError`, `EngineTimeoutError` or `EngineAnswerError` the engine has ended: open it again.
    """

    def __init__(self, message: str = "", stderr: str = "") -> None:
        super().__init__(message)
        self.stderr = stderr

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (str(self), self.stderr)


class EngineTerminatedError(EngineError):
    """An engine that has ended: it has crashed, does not speak UCI, or was closed."""


class EngineTimeoutError(EngineError, TimeoutError):
    """An engine that did not start or answer in time."""


class EngineAnswerError(EngineError):
    """An engine that has answered with a move that is not legal, or with none."""


class EngineOptionError(EngineError, ValueError):
    """An option that the engine does not have, or that does not take the value. The engine can be used further."""
