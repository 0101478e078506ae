"""Values of python-chess, as theirs and as ours. The package ``chess`` is imported when it is needed."""

from __future__ import annotations

import io
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Union, overload

from ._native import Game, Move, Node, Position

if TYPE_CHECKING:
    import chess
    import chess.pgn


def _python_chess() -> Any:
    try:
        import chess
        import chess.pgn
    except ImportError as error:
        raise ImportError("python-chess is needed for this: pip install chess", name="chess") from error
    return chess


def _nodes(game: Game, other: Any) -> Iterator[tuple[Node, Any]]:
    """Yield the nodes of a game, each with that of python-chess's game with the same moves."""
    nodes = [(game.root, other)]
    while nodes:
        ours, theirs = nodes.pop()
        yield ours, theirs
        nodes += zip(ours.variations, theirs.variations)


@overload
def to_python_chess(value: Position) -> chess.Board: ...
@overload
def to_python_chess(value: Game) -> chess.pgn.Game: ...
@overload
def to_python_chess(value: Move) -> chess.Move: ...
def to_python_chess(value: Union[Position, Game, Move]) -> Any:
    """Return the value of python-chess for a `Position`, `Game` or `Move`: ``Board``, ``pgn.Game`` or ``Move``.

    A board has the moves of the position on its stack. A move's castling is the king's step, as in standard chess.

    >>> from chess_batch import Position
    >>> position = Position()
    >>> _ = position.push_san("e4")
    >>> board = to_python_chess(position)
    >>> board.move_stack, board.fen() == position.fen()
    ([Move.from_uci('e2e4')], True)
    """
    chess = _python_chess()
    if isinstance(value, Move):
        return chess.Move.from_uci(value.uci())
    if isinstance(value, Position):
        start = value.root()
        chess960 = start.chess960
        board = chess.Board(start.fen(en_passant="fen"), chess960=chess960)
        for move in value.move_stack:
            board.push(chess.Move.from_uci(move.uci(chess960=chess960)))
        return board
    if isinstance(value, Game):
        game = chess.pgn.read_game(io.StringIO(str(value)))
        # The text has line ends within comments.
        for ours, theirs in _nodes(value, game):
            theirs.comment = ours.comment
            if ours.starting_comment:
                theirs.starting_comment = ours.starting_comment
        return game
    raise TypeError(f"a Position, Game or Move is needed, and not {type(value).__name__}")


@overload
def from_python_chess(value: chess.Board) -> Position: ...
@overload
def from_python_chess(value: chess.pgn.Game) -> Game: ...
def from_python_chess(value: Any) -> Any:
    """Return our value for one of python-chess: a `Position` for a ``Board``, a `Game` for a ``pgn.Game``.

    A ``Move`` of python-chess does not know what kind of move it is: use ``position.parse_uci(move.uci())``.

    >>> import chess
    >>> board = chess.Board()
    >>> board.push_san("e4")
    Move.from_uci('e2e4')
    >>> from_python_chess(board).move_stack[0].uci()
    'e2e4'
    """
    chess = _python_chess()
    if isinstance(value, chess.Board):
        position = Position(value.root().fen(en_passant="fen"))
        for move in value.move_stack:
            position.push_uci(move.uci())
        return position
    if isinstance(value, chess.pgn.Game):
        game = Game.from_pgn(str(value))
        # The text has no blanks at the ends of comments.
        for ours, theirs in _nodes(game, value):
            if ours.comment != theirs.comment and ours.comment.split() == theirs.comment.split():
                ours.comment = theirs.comment
        return game
    raise TypeError(f"a chess.Board or chess.pgn.Game is needed, and not {type(value).__name__}")
