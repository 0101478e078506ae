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
    InputError,
    InvalidMoveError,
    MoveError,
    PackedError,
    PgnError,
    TagError,
)
from ._headers import Headers
from ._interop import from_python_chess, to_python_chess
from ._native import (
    BatchReader,
    Game,
    GameReader,
    Move,
    Node,
    ParsedMoves,
    Position,
    Positions,
    Table,
    __version__,
    checksum,
    fens,
    iter_pgn,
    legal_moves,
    parse_san,
    parse_uci,
    perft,
    play,
    positions,
    read_evals,
    read_games,
    read_pgn,
    read_puzzles,
    san,
    to_planes,
    uci,
)
from ._parquet import write_parquet
from ._values import Eval, Outcome, Termination

STARTING_FEN = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

__all__ = [
    "STARTING_FEN",
    "AmbiguousMoveError",
    "BatchReader",
    "ChessBatchError",
    "ColumnError",
    "Eval",
    "FenError",
    "FilterError",
    "Game",
    "GameReader",
    "Headers",
    "IllegalMoveError",
    "InputError",
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
    "Table",
    "TagError",
    "Termination",
    "__version__",
    "checksum",
    "fens",
    "from_python_chess",
    "iter_pgn",
    "legal_moves",
    "parse_san",
    "parse_uci",
    "perft",
    "play",
    "positions",
    "read_evals",
    "read_games",
    "read_pgn",
    "read_puzzles",
    "san",
    "to_planes",
    "to_python_chess",
    "uci",
    "write_parquet",
]
