"""Games and positions of chess in bulk.

Functions that take many positions, moves or games at once return arrays and run on all processors without the
interpreter's lock. `Position`, `Move` and `Game` serve one at a time, with the names of python-chess where they mean the
same. Rules of chess are those of the Rust crates below.
"""

# What is imported as itself is public: type checkers take other imports for private ones.
from ._engine import AsyncEngine as AsyncEngine, analyse_games as analyse_games
from ._errors import (
    AmbiguousMoveError as AmbiguousMoveError,
    ChessBatchError as ChessBatchError,
    ColumnError as ColumnError,
    EngineAnswerError as EngineAnswerError,
    EngineError as EngineError,
    EngineOptionError as EngineOptionError,
    EngineTerminatedError as EngineTerminatedError,
    EngineTimeoutError as EngineTimeoutError,
    FenError as FenError,
    FilterError as FilterError,
    IllegalMoveError as IllegalMoveError,
    InputError as InputError,
    InvalidMoveError as InvalidMoveError,
    MoveError as MoveError,
    PackedError as PackedError,
    PgnError as PgnError,
    TagError as TagError,
)
from ._functions import (
    iter_evals as iter_evals,
    iter_puzzles as iter_puzzles,
    parse_san as parse_san,
    parse_uci as parse_uci,
    perft as perft,
    probe as probe,
    read_evals as read_evals,
    read_pgn as read_pgn,
    read_puzzles as read_puzzles,
    san as san,
    uci as uci,
)
from ._headers import Headers as Headers
from ._interop import from_python_chess as from_python_chess, to_python_chess as to_python_chess
from ._native import (
    AnalysisReader as AnalysisReader,
    BatchReader as BatchReader,
    Book as Book,
    Column as Column,
    EndgameTables as EndgameTables,
    Engine as Engine,
    Game as Game,
    GameReader as GameReader,
    Move as Move,
    Node as Node,
    Position as Position,
    Table as Table,
    __version__ as __version__,
    checksum as checksum,
    fens as fens,
    find as find,
    iter_pgn as iter_pgn,
    legal_moves as legal_moves,
    opening_tree as opening_tree,
    parse_square as parse_square,
    play as play,
    positions as positions,
    read_games as read_games,
    read_training as read_training,
    san_line as san_line,
    square_name as square_name,
    states as states,
    to_planes as to_planes,
)
from ._parquet import write_parquet as write_parquet
from ._rows import ParsedMoves as ParsedMoves, Positions as Positions, Probed as Probed
from ._training import (
    FeatureBatch as FeatureBatch,
    PlaneBatch as PlaneBatch,
    TrainingBatch as TrainingBatch,
    TrainingBatches as TrainingBatches,
    write_training as write_training,
)
from ._values import (
    Analysis as Analysis,
    EngineOption as EngineOption,
    EngineOptions as EngineOptions,
    Eval as Eval,
    Line as Line,
    Outcome as Outcome,
    States as States,
    Termination as Termination,
)

STARTING_FEN = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

# Sides, pieces and squares are numbers, as in python-chess.
COLORS = WHITE, BLACK = True, False
PIECE_TYPES = PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING = range(1, 7)
SQUARES = range(64)
A1, B1, C1, D1, E1, F1, G1, H1 = range(8)
A2, B2, C2, D2, E2, F2, G2, H2 = range(8, 16)
A3, B3, C3, D3, E3, F3, G3, H3 = range(16, 24)
A4, B4, C4, D4, E4, F4, G4, H4 = range(24, 32)
A5, B5, C5, D5, E5, F5, G5, H5 = range(32, 40)
A6, B6, C6, D6, E6, F6, G6, H6 = range(40, 48)
A7, B7, C7, D7, E7, F7, G7, H7 = range(48, 56)
A8, B8, C8, D8, E8, F8, G8, H8 = range(56, 64)

# `help` shows these.
__all__ = [
    "AmbiguousMoveError", "analyse_games", "Analysis", "AnalysisReader", "AsyncEngine", "BatchReader", "BISHOP", "BLACK", "Book",
    "checksum", "ChessBatchError", "COLORS", "Column", "ColumnError", "EndgameTables", "Engine", "EngineAnswerError", "EngineError",
    "EngineOption", "EngineOptionError", "EngineOptions", "EngineTerminatedError", "EngineTimeoutError", "Eval", "FeatureBatch",
    "FenError", "fens", "FilterError", "find", "from_python_chess", "Game", "GameReader", "Headers", "IllegalMoveError", "InputError",
    "InvalidMoveError", "iter_evals", "iter_pgn", "iter_puzzles", "KING", "KNIGHT", "legal_moves", "Line", "Move", "MoveError", "Node",
    "opening_tree", "Outcome", "PackedError", "parse_san", "parse_square", "parse_uci", "ParsedMoves", "PAWN", "perft", "PgnError",
    "PIECE_TYPES", "PlaneBatch", "play", "Position", "Positions", "positions", "probe", "Probed", "QUEEN", "read_evals", "read_games",
    "read_pgn", "read_puzzles", "read_training", "ROOK", "san", "san_line", "square_name", "SQUARES", "STARTING_FEN", "States", "states",
    "Table", "TagError", "Termination", "to_planes", "to_python_chess", "TrainingBatch", "TrainingBatches", "uci", "WHITE",
    "write_parquet", "write_training",
    "A1", "B1", "C1", "D1", "E1", "F1", "G1", "H1", "A2", "B2", "C2", "D2", "E2", "F2", "G2", "H2", "A3", "B3", "C3", "D3", "E3", "F3",
    "G3", "H3", "A4", "B4", "C4", "D4", "E4", "F4", "G4", "H4", "A5", "B5", "C5", "D5", "E5", "F5", "G5", "H5", "A6", "B6", "C6", "D6",
    "E6", "F6", "G6", "H6", "A7", "B7", "C7", "D7", "E7", "F7", "G7", "H7", "A8", "B8", "C8", "D8", "E8", "F8", "G8", "H8",
]
