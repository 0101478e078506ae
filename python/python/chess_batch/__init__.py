"""Games and positions of chess in bulk.

Functions that take many positions, moves or games at once return arrays and run on all processors without the
interpreter's lock. `Position`, `Move` and `Game` serve one at a time, with the names of python-chess where they mean the
same. Rules of chess are those of the Rust crates below.
"""

from ._errors import (
    AmbiguousMoveError,
    ChessBatchError,
    ColumnError,
    FenError,
    FilterError,
    IllegalMoveError,
    InvalidMoveError,
    MoveError,
    PackedError,
    PgnError,
    TagError,
)
from ._headers import Headers
from ._interop import from_python_chess, to_python_chess
from ._native import (
    Game,
    GameReader,
    Move,
    Node,
    ParsedMoves,
    Position,
    Positions,
    __version__,
    fens,
    legal_moves,
    parse_san,
    parse_uci,
    perft,
    play,
    positions,
    read_games,
    san,
    to_planes,
    uci,
)
from ._values import Eval, Outcome, Termination

STARTING_FEN = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

__all__ = [
    "STARTING_FEN",
    "AmbiguousMoveError",
    "ChessBatchError",
    "ColumnError",
    "Eval",
    "FenError",
    "FilterError",
    "Game",
    "GameReader",
    "Headers",
    "IllegalMoveError",
    "InvalidMoveError",
    "Move",
    "MoveError",
    "Node",
    "Outcome",
    "PackedError",
    "ParsedMoves",
    "PgnError",
    "Position",
    "Positions",
    "TagError",
    "Termination",
    "__version__",
    "fens",
    "from_python_chess",
    "legal_moves",
    "parse_san",
    "parse_uci",
    "perft",
    "play",
    "positions",
    "read_games",
    "san",
    "to_planes",
    "to_python_chess",
    "uci",
]
