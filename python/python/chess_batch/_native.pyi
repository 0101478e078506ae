from collections.abc import Iterable, Iterator, Mapping, Sequence
from os import PathLike
from typing import Any, Literal, Optional, Protocol, SupportsIndex, TypeVar, Union, final, overload

import chess
import chess.pgn
import numpy as np
import numpy.typing as npt
import pandas as pd
import polars as pl
import pyarrow as pa
from typing_extensions import Self, TypeAlias

from ._errors import PgnError
from ._headers import Headers
from ._rows import ParsedMoves, Positions, Probed
from ._values import Analysis, EngineOptions, Eval, Line, Outcome, States

__version__: str

class _ArrowArray(Protocol):
    def __arrow_c_array__(self, requested_schema: Any = ..., /) -> Any: ...

class _ArrowStream(Protocol):
    def __arrow_c_stream__(self, requested_schema: Any = ..., /) -> Any: ...

class _Series(Protocol):
    def to_numpy(self) -> Any: ...

_Arrow: TypeAlias = Union[_ArrowArray, _ArrowStream]
_Texts: TypeAlias = Union[Iterable[Optional[str]], _Arrow]
_Packed: TypeAlias = Union[
    npt.NDArray[np.uint8], npt.NDArray[np.void], npt.NDArray[np.object_], bytes, "Position", _Arrow, _Series, Sequence[Any]
]
_Cell = TypeVar("_Cell", np.int8, np.uint8, np.float16, np.float32)
_Invalid: TypeAlias = Literal["raise", "zeros"]
_Positions: TypeAlias = Union[_Texts, _Packed, Positions]
_Words: TypeAlias = Union[npt.NDArray[np.uint16], Sequence[int]]
_Lines: TypeAlias = Union[_Arrow, Iterable[Optional[Iterable[SupportsIndex]]]]
_Offsets: TypeAlias = Union[npt.NDArray[np.int64], Sequence[int]]
_MoveLike: TypeAlias = Union["Move", str, SupportsIndex, chess.Move]
_Square: TypeAlias = Union[str, SupportsIndex]

@final
class Move:
    """A move of 16 bits: the squares, and what kind of move it is."""
    def __new__(cls, word: SupportsIndex) -> Self: ...
    @staticmethod
    def null() -> Move: """The null move, which passes the turn."""
    @staticmethod
    def from_uci(uci: str, position: Position) -> Move: """Return the legal move of a position that a text of UCI means, for a word tells what kind of move it is. Errors are as for `Position.parse_uci`."""
    @property
    def word(self) -> int: """The word of 16 bits."""
    @property
    def from_square(self) -> int: """The square the piece comes from, 0 (a1) to 63 (h8)."""
    @property
    def to_square(self) -> int: """The square the piece goes to; in castling, the square the king goes to."""
    @property
    def promotion(self) -> Optional[int]: """The piece that a pawn becomes, 2 (knight) to 5 (queen), or ``None``."""
    def is_capture(self) -> bool: """Return true if the move takes a piece, en passant included."""
    def is_en_passant(self) -> bool: """Return true if the move is a capture en passant."""
    def is_castling(self) -> bool: """Return true if the move is castling."""
    def uci(self, *, chess960: bool = False) -> str: """Return the move in UCI notation; with ``chess960=True`` castling is the king taking its rook."""
    def __bool__(self) -> bool: ...
    def __index__(self) -> int: ...
    def __eq__(self, value: object, /) -> bool: ...
    def __ne__(self, value: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[Any, ...]: ...

@final
class Position:
    """A position, with the moves that were played to reach it."""
    def __new__(cls, fen: Optional[str] = None) -> Self: ...
    @staticmethod
    def from_packed(packed: Union[bytes, npt.NDArray[np.uint8], Sequence[int]]) -> Position: """Return the position of 32 bytes, as `packed` gives them. Bytes that are no position raise `PackedError`."""
    @staticmethod
    def from_chess960_pos(scharnagl: int) -> Position: """Return a start position of Chess960, 0 to 959 in Scharnagl's numbering."""
    def fen(self, *, shredder: bool = False, en_passant: str = "legal") -> str: """Return the FEN. `en_passant` is ``"legal"`` (the square only if a capture is legal), ``"xfen"`` (if a pawn stands beside it) or ``"fen"`` (after every double step); with ``shredder=True`` castling rights are named by files."""
    def epd(self) -> str: """Return the FEN without its counters, as EPD has it."""
    @property
    def turn(self) -> bool: """The side to move: ``True`` for White."""
    @property
    def castling_rights(self) -> int: """The squares of the rooks with which castling may still be allowed, as a set of 64 bits."""
    @property
    def fullmove_number(self) -> int: """The number of the move, from 1, which grows after Black's moves."""
    @property
    def halfmove_clock(self) -> int: """The number of plies since the last capture or pawn move."""
    @property
    def ep_square(self) -> Optional[int]: """The square that a pawn has just passed over, or ``None``."""
    @property
    def chess960(self) -> bool: """True if castling can be told only in the notation of Chess960."""
    @property
    def key(self) -> int: """The Zobrist key, 64 bits. Equal positions have equal keys, counters aside."""
    @property
    def polyglot_key(self) -> int: """The key of the position in books of Polyglot, 64 bits."""
    @property
    def packed(self) -> bytes: """The position in 32 bytes."""
    @property
    def legal_moves(self) -> tuple[Move, ...]: """The legal moves, as a tuple."""
    @property
    def move_stack(self) -> tuple[Move, ...]: """The moves that were played, from first to last, as a tuple. See `push` and `pop`."""
    def root(self) -> Position: """Return the position before the first of the moves that were played."""
    def copy(self, *, stack: bool = True) -> Position: """Return a position of its own with the same moves; with ``stack=False`` without them."""
    def ply(self) -> int: """Return the number of plies since the start of the game, by the move number and the side to move, as in python-chess."""
    def push(self, move: _MoveLike) -> None: """Play a legal move, or the null move out of check. Another move raises `IllegalMoveError`, and the position stays."""
    def push_san(self, san: str) -> Move: """Play a move in standard algebraic notation, and return it."""
    def push_uci(self, uci: str) -> Move: """Play a move in UCI notation, and return it. Errors are as for `push_san`."""
    def pop(self) -> Move: """Take back the last move and return it. Without moves, `IndexError` is raised."""
    def peek(self) -> Move: """Return the last move. Without moves, `IndexError` is raised."""
    def parse_san(self, san: str) -> Move: """Return the legal move that a text of standard algebraic notation means, or that names both squares, such as ``b1c3``. Errors are as for `push_san`."""
    def parse_uci(self, uci: str) -> Move: """Return the legal move that a text of UCI notation means. Errors are as for `push_san`."""
    def san(self, move: _MoveLike) -> str: """Return a legal move in standard algebraic notation."""
    def lan(self, move: _MoveLike) -> str: """Return a legal move in long algebraic notation, such as ``Ng1-f3``."""
    def uci(self, move: _MoveLike) -> str: """Return a legal move in UCI notation; castling as the king taking its rook if the position needs Chess960."""
    def is_legal(self, move: _MoveLike) -> bool: """Return true if the move is legal."""
    def gives_check(self, move: _MoveLike) -> bool: """Return true if the legal move gives check."""
    def is_capture(self, move: _MoveLike) -> bool: """Return true if the legal move takes a piece, en passant included."""
    def is_check(self) -> bool: """Return true if the side to move is in check."""
    def is_checkmate(self) -> bool: """Return true if the side to move is in check and has no legal move."""
    def is_stalemate(self) -> bool: """Return true if the side to move is not in check and has no legal move."""
    def is_insufficient_material(self) -> bool: """Return true if neither side can give mate by any legal moves, as far as the pieces on the board tell."""
    def has_insufficient_material(self, color: bool) -> bool: """Return true if this side, ``True`` for White, cannot give mate."""
    def is_repetition(self, count: int = 3) -> bool: """Return true if the position is on the board for at least this many times since the first move that was played."""
    def is_fivefold_repetition(self) -> bool: """Return true if the position is on the board for the fifth time."""
    def outcome(self, *, claim_draw: bool = False) -> Optional[Outcome]: """Return the end of the game as an `Outcome`, or ``None`` while it goes on."""
    def is_game_over(self, *, claim_draw: bool = False) -> bool: """Return true if the game has ended: see `outcome`."""
    def result(self, *, claim_draw: bool = False) -> str: """Return ``"1-0"``, ``"0-1"``, ``"1/2-1/2"`` or ``"*"``: see `outcome`."""
    def piece_at(self, square: _Square) -> Optional[str]: """Return the letter of the piece on a square, upper case for White, or ``None``."""
    def piece_type_at(self, square: _Square) -> Optional[int]: """Return the piece type on a square, 1 (pawn) to 6 (king), or ``None``."""
    def pieces_mask(self, piece_type: int, color: bool) -> int: """Return the pieces of a type, 1 (pawn) to 6 (king), and a side, ``True`` for White, as a set of squares of 64 bits."""
    def king(self, color: bool) -> int: """Return the square of the king of a side, ``True`` for White."""
    def checkers_mask(self) -> int: """Return the squares of the pieces that give check, as a set of 64 bits."""
    def piece_map(self) -> dict[int, str]: """Return the pieces on the board, as a dict of squares and letters."""
    def attackers_mask(self, color: bool, square: _Square) -> int: """Return the squares of the pieces of a side, ``True`` for White, that attack a square, pinned ones too, as a set of 64 bits."""
    def attackers(self, color: bool, square: _Square) -> tuple[int, ...]: """Return the squares of the pieces of a side, ``True`` for White, that attack a square, pinned ones too, as a tuple."""
    @overload
    def perft(self, depth: int, *, threads: Optional[int] = None, divide: Literal[False] = False) -> int: """Return the number of leaves of the tree of legal moves: see the function `perft`."""
    @overload
    def perft(self, depth: int, *, threads: Optional[int] = None, divide: Literal[True]) -> dict[str, int]: """Return the number of leaves of the tree of legal moves: see the function `perft`."""
    def svg(
        self,
        *,
        orientation: bool = True,
        size: Optional[int] = None,
        arrows: Sequence[tuple[_Square, _Square]] = ...,
        squares: Sequence[_Square] = ...,
        fill: Union[dict[int, str], dict[str, str]] = ...,
        lastmove: Optional[Move] = None,
        colors: dict[str, str] = ...,
        coordinates: bool = True,
    ) -> str: """Return a picture of the board as SVG text, with a check and the last move marked."""
    def attacks_mask(self, square: _Square) -> int: """Return the squares that the piece on a square attacks, own pieces included, as a set of 64 bits."""
    def attacks(self, square: _Square) -> tuple[int, ...]: """Return the squares that the piece on a square attacks, own pieces included, as a tuple."""
    def is_attacked_by(self, color: bool, square: _Square) -> bool: """Return true if a side, ``True`` for White, attacks a square."""
    def pin_mask(self, color: bool, square: _Square) -> int: """Return the line on which a square is pinned to the king of a side, ``True`` for White, as a set of 64 bits; all squares if it is not pinned. The square need not have a piece."""
    def pin(self, color: bool, square: _Square) -> tuple[int, ...]: """Return the line on which a square is pinned to the king of a side, as a tuple of squares: see `pin_mask`."""
    def is_pinned(self, color: bool, square: _Square) -> bool: """Return true if a square is pinned to the king of a side, ``True`` for White."""
    def checkers(self) -> tuple[int, ...]: """Return the squares of the pieces that give check, as a tuple."""
    def pieces(self, piece_type: int, color: bool) -> tuple[int, ...]: """Return the squares of the pieces of a type, 1 (pawn) to 6 (king), and a side, ``True`` for White, as a tuple."""
    def color_at(self, square: _Square) -> Optional[bool]: """Return the side whose piece is on a square, ``True`` for White, or ``None``."""
    @property
    def occupied(self) -> int: """The squares with pieces, as a set of 64 bits."""
    @property
    def occupied_co(self) -> tuple[int, int]: """The squares with pieces of Black and of White, as two sets of 64 bits: ``occupied_co[WHITE]``."""
    @property
    def pawns(self) -> int: """The squares of the pawns of both sides, as a set of 64 bits."""
    @property
    def knights(self) -> int: """The squares of the knights of both sides, as a set of 64 bits."""
    @property
    def bishops(self) -> int: """The squares of the bishops of both sides, as a set of 64 bits."""
    @property
    def rooks(self) -> int: """The squares of the rooks of both sides, as a set of 64 bits."""
    @property
    def queens(self) -> int: """The squares of the queens of both sides, as a set of 64 bits."""
    @property
    def kings(self) -> int: """The squares of both kings, as a set of 64 bits."""
    def has_chess960_castling_rights(self) -> bool: """Return true if castling rights can be written only in the notation of Chess960: `chess960`."""
    def clean_castling_rights(self) -> int: """Return the squares of the rooks with which castling may still be allowed, as a set of 64 bits: `castling_rights`."""
    def has_castling_rights(self, color: bool) -> bool: """Return true if a side, ``True`` for White, may still castle."""
    def has_kingside_castling_rights(self, color: bool) -> bool: """Return true if a side, ``True`` for White, may still castle with the rook on the king's side."""
    def has_queenside_castling_rights(self, color: bool) -> bool: """Return true if a side, ``True`` for White, may still castle with the rook on the queen's side."""
    def is_castling(self, move: _MoveLike) -> bool: """Return true if the legal move is castling."""
    def is_kingside_castling(self, move: _MoveLike) -> bool: """Return true if the legal move is castling with the rook on the king's side."""
    def is_queenside_castling(self, move: _MoveLike) -> bool: """Return true if the legal move is castling with the rook on the queen's side."""
    def is_en_passant(self, move: _MoveLike) -> bool: """Return true if the legal move is a capture en passant."""
    def is_zeroing(self, move: _MoveLike) -> bool: """Return true if the legal move is a capture or a move of a pawn, after which the halfmove clock is 0."""
    def has_legal_en_passant(self) -> bool: """Return true if a capture en passant is legal."""
    def see(self, move: _MoveLike) -> int: """Return the material in centipawns that a legal move wins if both sides then only capture on its target square, where that is better: static exchange evaluation, with values of 100, 300, 300, 500 and 900. Pins are respected."""
    def is_fifty_moves(self) -> bool: """Return true if there was no capture and no pawn move for fifty moves of both sides, and there is a legal move."""
    def is_seventyfive_moves(self) -> bool: """Return true if there was no capture and no pawn move for 75 moves of both sides, and there is a legal move."""
    def can_claim_fifty_moves(self) -> bool: """Return true if the side to move can claim a draw by fifty moves, on the board or with a legal move."""
    def can_claim_threefold_repetition(self) -> bool: """Return true if the side to move can claim a draw by threefold repetition, on the board or with a legal move."""
    def can_claim_draw(self) -> bool: """Return true if the side to move can claim a draw by either rule, on the board or with a legal move."""
    def board_fen(self) -> str: """Return the first field of the FEN, the pieces."""
    def shredder_fen(self) -> str: """Return the FEN with castling rights named by files."""
    def mirror(self) -> Position: """Return the position with the board turned upside down and colours exchanged, without moves."""
    def unicode(self, *, invert_color: bool = False, empty_square: str = "⭘", orientation: bool = True) -> str: """Return the board as eight lines of chess symbols, from rank 8, or from rank 1 with ``orientation=BLACK``. With ``invert_color=True`` colours are exchanged, for dark terminals."""
    def variation_san(self, variation: Sequence[_MoveLike]) -> str: """Return legal moves that follow one another in standard algebraic notation, with their numbers."""
    def set_piece_at(self, square: _Square, piece: Optional[str]) -> None: """Put a piece, as its letter, upper case for White, on a square, or with ``None`` take one away. Moves are forgotten, and castling rights whose king or rook is elsewhere now, and en passant, are dropped. A board that is no position raises `FenError`."""
    def remove_piece_at(self, square: _Square) -> Optional[str]: """Take the piece on a square away, and return its letter, or ``None``: see `set_piece_at`."""
    def set_piece_map(self, pieces: Union[dict[int, str], dict[str, str]]) -> None: """Put these pieces on the board and no others, a dict of squares and letters: see `set_piece_at`."""
    def set_board_fen(self, fen: str) -> None: """Put the pieces of the first field of a FEN on the board: see `set_piece_at`."""
    def set_fen(self, fen: str) -> None: """Start anew from a FEN. One that is no position raises `FenError`, and the position stays."""
    def reset(self) -> None: """Start anew from the start position."""
    def clear_stack(self) -> None: """Forget the moves that were played."""
    def to_python_chess(self) -> chess.Board: """Return a ``chess.Board`` of python-chess with the same moves."""
    def __eq__(self, value: object, /) -> bool: ...
    def __ne__(self, value: object, /) -> bool: ...
    __hash__: None  # type: ignore[assignment]
    def __copy__(self) -> Position: ...
    def __deepcopy__(self, memo: Any, /) -> Position: ...
    def __reduce__(self) -> tuple[Any, ...]: ...
    def _repr_svg_(self) -> str: """Return the picture that notebooks show."""
    @staticmethod
    def _restore(start: str, words: Sequence[int]) -> Position: """Return the position that a pickle holds."""

@final
class Game:
    """A game: tags, a start position, and moves with comments, glyphs and variations."""
    def __new__(cls, position: Optional[Position] = None) -> Self: ...
    @staticmethod
    def from_pgn(text: str) -> Game: """Read a text with exactly one game. A text that is not raises `PgnError`, which has the `line`."""
    @staticmethod
    def from_position(position: Position) -> Game: """Return a game with the moves that were played to reach a position."""
    @property
    def errors(self) -> tuple[PgnError, ...]: """The error that ended the reading of the game, as a tuple of one `PgnError`, or an empty tuple."""
    @property
    def headers(self) -> Headers: """The tags, as a mutable mapping of texts. A tag that no game can have raises `TagError`."""
    @property
    def root(self) -> Node: """The node before the first move."""
    def add_variation(self, move: _MoveLike, *, comment: Optional[str] = None, nags: Sequence[int] = ...) -> Node: """Add a first move, behind those that are there, and return its node: see `Node.add_variation`."""
    @property
    def result(self) -> str: """The result: ``"1-0"``, ``"0-1"``, ``"1/2-1/2"`` or ``"*"``."""
    @result.setter
    def result(self, value: str) -> None: """The result: ``"1-0"``, ``"0-1"``, ``"1/2-1/2"`` or ``"*"``."""
    def board(self) -> Position: """Return the start position."""
    def end(self) -> Node: """Return the node of the last move of the main line."""
    def final_position(self) -> Position: """Return the position after the main line, with its moves."""
    def mainline_moves(self) -> list[Move]: """Return the moves of the main line, as a list."""
    def mainline(self) -> list[Node]: """Return the nodes of the main line, as a list."""
    def to_python_chess(self) -> chess.pgn.Game: """Return a ``chess.pgn.Game`` of python-chess with the same tags, moves and comments."""
    def __eq__(self, value: object, /) -> bool: ...
    __hash__: None  # type: ignore[assignment]
    def _repr_svg_(self) -> str: """Return the picture that notebooks show: the position after the main line."""
    def __copy__(self) -> Game: ...
    def __deepcopy__(self, memo: Any, /) -> Game: ...
    def __reduce__(self) -> tuple[Any, ...]: ...
    def _tags(self) -> list[tuple[str, str]]: """Return the tags in order."""
    def _set_tag(self, name: str, value: str) -> None: """Set a tag."""
    def _remove_tag(self, name: str) -> None: """Remove a tag."""

@final
class Node:
    """A move of a `Game` with its comments, glyphs and variations; or the root, which is before the first move."""
    @property
    def game(self) -> Game: """The game."""
    @property
    def move(self) -> Optional[Move]: """The move; ``None`` for the root."""
    @property
    def parent(self) -> Optional[Node]: """The node before; ``None`` for the root."""
    @property
    def variations(self) -> tuple[Node, ...]: """The nodes that may follow: the main move, then the variations."""
    def next(self) -> Optional[Node]: """Return the node that follows in the same line, or ``None``."""
    def san(self) -> str: """Return the move in standard algebraic notation; the root raises `ValueError`."""
    def board(self) -> Position: """Return the position after the move, with the moves of its line."""
    @property
    def nags(self) -> tuple[int, ...]: """The numeric glyphs, in their order: a tuple, in the place of which others can be set. Those of the root are of the whole game."""
    @nags.setter
    def nags(self, value: Sequence[int]) -> None: """The numeric glyphs, in their order: a tuple, in the place of which others can be set. Those of the root are of the whole game."""
    @property
    def comments(self) -> tuple[str, ...]: """The comments after the move; for the root, those before the first move."""
    @property
    def comment(self) -> str: """The comments after the move as one text, joined by blanks. A closing brace in a new one raises `ValueError`."""
    @comment.setter
    def comment(self, value: str) -> None: """The comments after the move as one text, joined by blanks. A closing brace in a new one raises `ValueError`."""
    @property
    def starting_comment(self) -> str: """The comments before the move, which the first move of a variation may have, as one text."""
    def clock(self) -> Optional[float]: """Return the time left on the mover's clock in seconds, ``[%clk]``, or ``None``."""
    def set_clock(self, seconds: Optional[float]) -> None: """Set or remove the time left on the mover's clock, in seconds."""
    def emt(self) -> Optional[float]: """Return the time that the move took in seconds, ``[%emt]``, or ``None``."""
    def set_emt(self, seconds: Optional[float]) -> None: """Set or remove the time that the move took, in seconds."""
    def eval(self) -> Optional[Eval]: """Return the evaluation after the move as an `Eval`, or ``None``: centipawns or moves to mate from White's point of view."""
    def set_eval(self, eval: Optional[Eval]) -> None: """Set or remove the evaluation after the move, an `Eval`: centipawns or moves to mate from White's point of view."""
    def arrows(self) -> list[tuple[int, int, str]]: """Return the marked squares and arrows of ``[%csl]`` and ``[%cal]``: from, to and the colour's name. A marked square has twice the same square."""
    def add_variation(self, move: _MoveLike, *, comment: Optional[str] = None, nags: Sequence[int] = ...) -> Node: """Add a move that may follow, behind those that are there, and return its node. A move that is not legal raises `IllegalMoveError`, and a comment with a closing brace `ValueError`."""
    def remove(self) -> None: """Remove the move and all that follows it."""
    def promote_to_main(self) -> None: """Make the move the main one of those that may be played in its place."""
    def is_mainline(self) -> bool: """Return true if the move and all before it are of the main line."""
    def __eq__(self, value: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class GameReader:
    """The games of PGN files, one after the other."""
    def __iter__(self) -> Iterator[Game]: ...
    def __next__(self) -> Game: ...

def positions(fens: _Positions, *, threads: Optional[int] = None) -> Positions: """Read many positions, and find their legal moves, keys, checks and outcomes."""
def legal_moves(
    positions: _Positions, *, threads: Optional[int] = None
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.uint16]]: """Return the legal moves of many positions: offsets (N + 1,) int64 and words (M,) uint16."""
_Distances: TypeAlias = npt.NDArray[np.int16]
_Folders: TypeAlias = Union[str, PathLike[str], Iterable[Union[str, PathLike[str]]]]

@final
class EndgameTables:
    """Syzygy endgame tablebases in folders, which stay open from one probe to the next."""
    def __new__(cls, paths: _Folders) -> Self: ...
    @property
    def max_pieces(self) -> int: """The greatest number of pieces of the tables, kings included; 0 without tables."""
    @property
    def wdl_count(self) -> int: """The number of tables of results."""
    @property
    def dtz_count(self) -> int: """The number of tables of distances."""
    @overload
    def probe(
        self, positions: _Positions, *, dtz: Literal[True] = True, threads: Optional[int] = None
    ) -> Probed: """Look up many positions. Arguments and errors are those of the function `probe`."""
    @overload
    def probe(
        self, positions: _Positions, *, dtz: Literal[False], threads: Optional[int] = None
    ) -> Probed[None]: """Look up many positions. Arguments and errors are those of the function `probe`."""
    @overload
    def probe(
        self, positions: _Positions, *, dtz: bool, threads: Optional[int] = None
    ) -> Probed[Optional[_Distances]]: """Look up many positions. Arguments and errors are those of the function `probe`."""
    def probe_wdl(self, position: Position) -> int: """Return the result of one position for the side to move, from -2 for a loss to 2 for a win: see `Probed.wdl`."""
    def probe_dtz(self, position: Position) -> int: """Return the distance to zeroing of one position in plies, with the sign of the result. Errors are as for `probe_wdl`."""
    def ranked_moves(self, position: Position) -> list[tuple[Move, int, Optional[int]]]: """Return the legal moves of one position, the best first, each with its result and its distance to zeroing for the side that makes it. The fifty-move rule and the moves that were played to reach the position count. Errors are as for `probe_wdl`."""

def fens(positions: _Positions, *, threads: Optional[int] = None) -> list[str]: """Return the FEN of each position, as a list: of packed positions, or of FEN texts, which are then written alike."""
def play(packed: _Positions, moves: _Words, *, threads: Optional[int] = None) -> npt.NDArray[np.uint8]: """Return the packed positions after one move each, (N, 32) uint8."""
@overload
def to_planes(
    packed: _Positions, *, planes: int = 12, bitboards: Literal[False] = False, dtype: Optional[Literal["int8"]] = None, out: None = None, invalid: _Invalid = "raise", threads: Optional[int] = None
) -> npt.NDArray[np.int8]: """Return the boards of positions as planes: (N, 12, 8, 8) int8, or (N, 12) uint64 with ``bitboards=True``."""
@overload
def to_planes(
    packed: _Positions, *, planes: int = 12, bitboards: Literal[True], dtype: Optional[Union[Literal["uint64"], type[np.uint64]]] = None, out: Optional[npt.NDArray[np.uint64]] = None, invalid: _Invalid = "raise", threads: Optional[int] = None
) -> npt.NDArray[np.uint64]: """Return the boards of positions as planes: (N, 12, 8, 8) int8, or (N, 12) uint64 with ``bitboards=True``."""
@overload
def to_planes(
    packed: _Positions, *, planes: int = 12, bitboards: Literal[False] = False, dtype: Literal["uint8", "bits"], out: Optional[npt.NDArray[np.uint8]] = None, invalid: _Invalid = "raise", threads: Optional[int] = None
) -> npt.NDArray[np.uint8]: """Return the boards of positions as planes: (N, 12, 8, 8) int8, or (N, 12) uint64 with ``bitboards=True``."""
@overload
def to_planes(
    packed: _Positions, *, planes: int = 12, bitboards: Literal[False] = False, dtype: Literal["float16"], out: Optional[npt.NDArray[np.float16]] = None, invalid: _Invalid = "raise", threads: Optional[int] = None
) -> npt.NDArray[np.float16]: """Return the boards of positions as planes: (N, 12, 8, 8) int8, or (N, 12) uint64 with ``bitboards=True``."""
@overload
def to_planes(
    packed: _Positions, *, planes: int = 12, bitboards: Literal[False] = False, dtype: Literal["float32"], out: Optional[npt.NDArray[np.float32]] = None, invalid: _Invalid = "raise", threads: Optional[int] = None
) -> npt.NDArray[np.float32]: """Return the boards of positions as planes: (N, 12, 8, 8) int8, or (N, 12) uint64 with ``bitboards=True``."""
@overload
def to_planes(
    packed: _Positions, *, planes: int = 12, bitboards: Literal[False] = False, dtype: type[_Cell], out: Optional[npt.NDArray[_Cell]] = None, invalid: _Invalid = "raise", threads: Optional[int] = None
) -> npt.NDArray[_Cell]: """Return the boards of positions as planes: (N, 12, 8, 8) int8, or (N, 12) uint64 with ``bitboards=True``."""
@overload
def to_planes(
    packed: _Positions, *, planes: int = 12, bitboards: Literal[False] = False, dtype: Optional[Literal["int8"]] = None, out: npt.NDArray[_Cell], invalid: _Invalid = "raise", threads: Optional[int] = None
) -> npt.NDArray[_Cell]: """Return the boards of positions as planes: (N, 12, 8, 8) int8, or (N, 12) uint64 with ``bitboards=True``."""
def states(packed: _Positions, *, threads: Optional[int] = None) -> States: """Return what the boards of packed positions do not show as arrays, in a `States`."""
def _write_moves(
    uci: bool, packed: _Positions, moves: _Words, offsets: Optional[_Offsets], threads: Optional[int], arrow: bool
) -> Union[list[str], Column]: """Write all moves, in UCI notation or in standard algebraic notation: a list of texts, or with `arrow` a `Column`."""
def san_line(packed: _Positions, lines: _Lines, *, threads: Optional[int] = None) -> list[list[str]]: """Return lines of moves in standard algebraic notation: a list of texts for each line."""
def _parse_moves(
    uci: bool, packed: _Positions, texts: _Texts, offsets: Optional[_Offsets], threads: Optional[int]
) -> ParsedMoves: """Read moves in UCI notation or in standard algebraic notation, each in its position."""
def find(table: _ArrowStream, filter: str, *, threads: Optional[int] = None) -> Table: """Return whether a filter keeps each game of a table, as a `Table` of a row for each."""
def parse_square(name: _Square) -> int: """Return the number of a square, 0 (a1) to 63 (h8), by its name."""
def square_name(square: _Square) -> str: """Return the name of a square, such as ``"e4"``, by its number."""
def read_games(source: _Inputs) -> GameReader: """Read the games of PGN files one by one, with comments and variations."""
def cut_perft(fen: str, depth: int, plies: int) -> tuple[str, int, list[tuple[str, int]]]: """Cut the perft of `depth` plies below a position into the positions `plies` plies below it."""

class _BinaryFile(Protocol):
    def read(self, size: int, /) -> bytes: ...

_Path: TypeAlias = Union[str, PathLike[str]]
_Input: TypeAlias = Union[_Path, bytes, bytearray, memoryview, _BinaryFile]
_Inputs: TypeAlias = Union[_Input, Iterable[_Input]]
_GameTexts: TypeAlias = Union[_Arrow, Iterable[Optional[str]], Iterable[Optional[bytes]]]

@final
class Column:
    """A column of a `Table`: a sequence of Python's values, and an array of Arrow."""
    @property
    def null_count(self) -> int: """The number of rows that have no value."""
    def to_pylist(self) -> list[Any]: """Return the values as a list: numbers, texts, bytes, dates, lists of these, maps as lists of pairs, and ``None`` where there is none."""
    def __len__(self) -> int: ...
    @overload
    def __getitem__(self, key: int, /) -> Any: ...
    @overload
    def __getitem__(self, key: slice, /) -> Column: ...
    def __iter__(self) -> Iterator[Any]: ...
    def __arrow_c_array__(self, requested_schema: Any = None) -> tuple[Any, Any]: ...
    def flatten(self) -> Column: """Return a column of the items of all lists, one list after another. A list that is null has none."""
    def to_arrow(self) -> pa.ChunkedArray: """Return the column as a ``pyarrow.ChunkedArray``, without a copy. pyarrow is needed."""
    def repeat(self, lists: Column) -> Column: """Return a column that repeats the value of each row for each item of the list in the same row of `lists`, beside ``lists.flatten()``."""
    def to_numpy(self) -> npt.NDArray[Any]: """Return the column as an array of numpy."""
    def __array__(self, dtype: Any = None, copy: Optional[bool] = None) -> npt.NDArray[Any]: ...

@final
class Table:
    """Rows in memory: a sequence of rows, each a dict."""
    def __new__(cls, rows: Union[_ArrowStream, list[Table]]) -> Self: ...
    def __contains__(self, item: object, /) -> bool: ...
    @property
    def num_rows(self) -> int: """The number of rows."""
    @property
    def column_names(self) -> list[str]: """The names of the columns."""
    @property
    def shape(self) -> tuple[int, int]: """The numbers of rows and of columns."""
    @property
    def schema(self) -> dict[str, str]: """The types of the columns by their names, as Arrow calls them."""
    def head(self, rows: int = 5) -> Table: """Return a table of the first rows."""
    def column(self, name: str) -> Column: """Return a column. A name that no column has raises `KeyError`."""
    def select(self, names: Union[str, Iterable[str]]) -> Table: """Return a table of some columns, by their names. A name that no column has raises `KeyError`."""
    def to_arrow(self) -> pa.Table: """Return the table as a ``pyarrow.Table``, without a copy. pyarrow is needed."""
    def to_polars(self) -> pl.DataFrame: """Return the table as a ``polars.DataFrame``. polars is needed."""
    def to_pandas(self) -> pd.DataFrame: """Return the table as a ``pandas.DataFrame``, as pyarrow makes it. pyarrow and pandas are needed."""
    def to_pylist(self) -> list[dict[str, Any]]: """Return the rows as a list of dicts."""
    def to_dict(self) -> dict[str, list[Any]]: """Return the columns as a dict of lists."""
    def __len__(self) -> int: ...
    @overload
    def __getitem__(self, key: str, /) -> Column: ...
    @overload
    def __getitem__(self, key: int, /) -> dict[str, Any]: ...
    @overload
    def __getitem__(self, key: Union[slice, list[str]], /) -> Table: ...
    def __iter__(self) -> Iterator[dict[str, Any]]: ...
    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any: ...
    def __arrow_c_schema__(self) -> Any: ...
    def _repr_html_(self) -> str: """Return the first rows as HTML, which notebooks show."""

@final
class Book:
    """An opening book of Polyglot, by the path of its file or by its bytes. It is held in memory."""
    def __new__(cls, source: Union[_Path, bytes]) -> Self: ...
    def moves(self, position: Position) -> list[tuple[Move, int]]: """Return the moves of the book in a position with their weights, in the order of the book: legal moves, each once."""
    def __len__(self) -> int: ...

@final
class BatchReader:
    """Batches of rows that are read in the background: an iterator, and a stream of Arrow that can be taken once."""
    @property
    def column_names(self) -> list[str]: """The names of the columns."""
    def _table(self) -> Table: """Return all rows that are not delivered yet."""
    def close(self) -> None: """Stop reading. What is not delivered is lost."""
    def __iter__(self) -> Iterator[Table]: ...
    def __next__(self) -> Table: ...
    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any: ...
    def __arrow_c_schema__(self) -> Any: ...
    def __enter__(self) -> Self: ...
    def __exit__(self, *_exception: Any) -> None: ...

_Names: TypeAlias = Union[str, Iterable[str], None]

def iter_pgn(
    paths: Union[_Inputs, _GameTexts],
    *,
    columns: _Names = None,
    filter: Optional[str] = None,
    threads: Optional[int] = None,
    score_view: Optional[str] = None,
    encoding: Optional[str] = None,
    opening_names: Optional[_Path] = None,
    lenient: bool = False,
    start: Optional[_GameTexts] = None,
    texts: Optional[bool] = None,
    batch_size: Optional[int] = None,
) -> BatchReader: """Read PGN files as batches of rows, for files beyond memory: an iterator of `Table`."""
def opening_tree(
    paths: _Inputs,
    *,
    fen: Optional[str] = None,
    depth: int = 40,
    min_games: int = 1,
    filter: Optional[str] = None,
    player: Optional[str] = None,
    side: Optional[bool] = None,
    add: _Names = None,
    threads: Optional[int] = None,
    lenient: bool = False,
) -> Table: """Count what is played in the positions of games, and how it scores: a table with a row for each position and move, sorted by both."""
def read_training(
    paths: _Inputs, *, format: Optional[str] = None, score_view: Optional[str] = None, lenient: bool = False
) -> Table: """Read training files as a table, one row a position."""
def _write_training(rows: _ArrowStream, path: _Path, part: _Path, format: Optional[str]) -> tuple[int, list[tuple[str, int]]]: """Write rows as a training file with the name `part` that gets the name `path`, and return the number of records and of what the format could not hold."""

@final
class TrainingReader:
    """Batches of positions with a score and a result, as arrays."""
    def __new__(cls, paths: _Inputs, batch_size: int, **options: Any) -> Self: ...
    def next(self) -> Optional[list[npt.NDArray[Any]]]: """Return the arrays of the next batch, or ``None``."""

def checksum(table: _ArrowStream) -> tuple[str, int]: """Return the checksum of a table's content as 16 hexadecimal digits, and the number of its rows."""
def _iter_dump(
    puzzles: bool, paths: _Inputs, columns: _Names, filter: Optional[str], threads: Optional[int], batch_size: Optional[int]
) -> BatchReader: """Begin to read files of puzzles, or of evaluations."""

_Part: TypeAlias = tuple[int, int, int, int]

def cut_pgn(path: _Path, size: int, *, lenient: bool = False) -> Optional[list[_Part]]: """Cut a file between games into parts of at least `size` bytes, but for the last; return None if it is compressed."""
@final
class TableNotes:
    """The notes in the Parquet file of a table of games, which are those of ``chess pgn --parquet``."""
    def __new__(
        cls,
        path: _Path,
        *,
        columns: _Names = None,
        filter: Optional[str] = None,
        score_view: Optional[str] = None,
        encoding: Optional[str] = None,
        opening_names: Optional[_Path] = None,
        lenient: bool = False,
        part: Optional[str] = None,
    ) -> Self: ...
    @property
    def columns(self) -> list[str]: """The columns to read: those of the table, and the one by which rows of broken games are counted."""
    def compare(self, metadata: Optional[dict[bytes, bytes]]) -> str: """Compare with the metadata of a Parquet file: ``same``, ``changed`` if its input has changed, or ``other`` if it was written with other options."""
    def add(self, table: Table) -> Table: """Count the rows that were read, and return them without the column that only counting needs."""
    def notes(self) -> dict[str, str]: """Return all notes of the complete file, by their names."""

def find_pgn(paths: Union[_Path, Iterable[_Path]]) -> list[str]: """Find the PGN files that paths name. A folder stands for the files in it, in a fixed order. What is no path raises `TypeError`."""
def read_part(
    path: _Path, place: _Part, *, columns: _Names = None, filter: Optional[str] = None, lenient: bool = False
) -> Table: """Read the part of a file at a place as a table, with the numbers that games and lines have in the file."""
def table_name(path: _Path) -> str: """Return the name of the table of a file without its ending, as ``chess pgn --parquet`` has it: ``games`` for ``a/games.pgn.zst``."""

_PositionLike: TypeAlias = Union[Position, Game, Node, str]
_OptionValue: TypeAlias = Union[str, int, bool, PathLike[str], None]

@final
class Engine:
    """A chess engine: a program that speaks UCI, or without a command the engine of the program ``chess`` in this process."""
    def __new__(
        cls,
        command: Union[_Path, Sequence[_Path], None] = None,
        *,
        options: Optional[Mapping[str, _OptionValue]] = None,
        timeout: float = 10.0,
        cwd: Optional[_Path] = None,
        log: Optional[_Path] = None,
    ) -> Self: ...
    @property
    def name(self) -> str: """The name that the engine gives itself, or else its command."""
    @property
    def author(self) -> str: """The authors of the engine, as it names them."""
    @property
    def process_id(self) -> Optional[int]: """The number of the engine's process; ``None`` for the own engine."""
    @property
    def options(self) -> EngineOptions: """The options that the engine has: a mapping of names, in any case, to an `EngineOption` with type, default, range and choices."""
    def configure(self, options: Optional[Mapping[str, _OptionValue]] = None, /, **named: _OptionValue) -> None: """Set options, by their names, from a mapping or as arguments: whole numbers, truth values and texts; ``None`` presses a button."""
    def new_game(self) -> None: """Tell the engine that the next position is of another game: it forgets what it has searched."""
    def analyse(
        self,
        position: _PositionLike,
        *,
        time: Optional[float] = None,
        depth: Optional[int] = None,
        nodes: Optional[int] = None,
        mate: Optional[int] = None,
        white_clock: Optional[float] = None,
        black_clock: Optional[float] = None,
        white_inc: Optional[float] = None,
        black_inc: Optional[float] = None,
        remaining_moves: Optional[int] = None,
        multipv: Optional[int] = None,
        root_moves: Optional[Iterable[_MoveLike]] = None,
        timeout: Optional[float] = None,
    ) -> Analysis: """Search a position within limits, and return an `Analysis`: the move, and the best lines with their evaluations."""
    def play(
        self,
        position: _PositionLike,
        *,
        time: Optional[float] = None,
        depth: Optional[int] = None,
        nodes: Optional[int] = None,
        mate: Optional[int] = None,
        white_clock: Optional[float] = None,
        black_clock: Optional[float] = None,
        white_inc: Optional[float] = None,
        black_inc: Optional[float] = None,
        remaining_moves: Optional[int] = None,
        root_moves: Optional[Iterable[_MoveLike]] = None,
        timeout: Optional[float] = None,
    ) -> Analysis: """Choose a move within limits, and return an `Analysis` with it, and the reply that the engine expects. Arguments and errors are as for `analyse`."""
    def iter_analyse(
        self,
        position: _PositionLike,
        *,
        time: Optional[float] = None,
        depth: Optional[int] = None,
        nodes: Optional[int] = None,
        mate: Optional[int] = None,
        white_clock: Optional[float] = None,
        black_clock: Optional[float] = None,
        white_inc: Optional[float] = None,
        black_inc: Optional[float] = None,
        remaining_moves: Optional[int] = None,
        multipv: Optional[int] = None,
        root_moves: Optional[Iterable[_MoveLike]] = None,
        timeout: Optional[float] = None,
    ) -> AnalysisReader: """Search a position, and return an iterator over the lines as the engine reports them. Arguments and errors are as for `analyse`; without limits, the engine searches until the iterator is stopped or closed."""
    def close(self) -> None: """End the engine: send it ``quit``, and kill it after a second if it still runs. Further calls raise `EngineTerminatedError`, but this one does nothing more."""
    def quit(self) -> None: """End the engine: `close`."""
    def stop(self) -> None: """End the search under way, whose call returns what was found."""
    def __enter__(self) -> Self: ...
    def __exit__(self, *_exception: Any) -> None: ...

@final
class AnalysisReader:
    """The lines of a search, as the engine reports them: an iterator."""
    @property
    def analysis(self) -> Optional[Analysis]: """The `Analysis` of the search once it has ended, and before ``None``."""
    def stop(self) -> None: """Make the engine end the search. Lines that it has reported before can still be read, and then `analysis` is there."""
    def close(self) -> None: """End the search. Lines that were not read are lost."""
    def __iter__(self) -> Iterator[Line]: ...
    def __next__(self) -> Line: ...
    def __enter__(self) -> Self: ...
    def __exit__(self, *_exception: Any) -> None: ...

def annotate_games(
    games: Iterable[Game],
    command: Union[_Path, Sequence[_Path], None],
    options: Optional[Mapping[str, _OptionValue]],
    limits: tuple[Optional[int], Optional[int], Optional[float]],
    threads: Optional[int],
    timeout: float,
    book: Optional[Book],
    out: Optional[_Path],
) -> tuple[list[Game], int, list[str]]: """Annotate games by an engine: see `analyse_games`."""
