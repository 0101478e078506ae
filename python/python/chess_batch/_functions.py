"""Functions that are others for one call or one kind: whole tables, notations of moves, tables of endings and counts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, Optional, Union, overload

import numpy as np
import numpy.typing as npt

from ._native import BatchReader, Column, EndgameTables, Position, Table, _iter_dump, _parse_moves, _write_moves, iter_pgn
from ._rows import ParsedMoves, Probed
from ._values import whole

if TYPE_CHECKING:
    from ._native import _Folders, _GameTexts, _Inputs, _Names, _Offsets, _Path, _Positions, _Texts, _Words


def read_pgn(
    paths: Union[_Inputs, _GameTexts],
    *,
    columns: Optional[_Names] = None,
    filter: Optional[str] = None,
    threads: Optional[int] = None,
    score_view: Optional[str] = None,
    encoding: Optional[str] = None,
    opening_names: Optional[_Path] = None,
    lenient: bool = False,
    start: Optional[_GameTexts] = None,
    texts: Optional[bool] = None,
) -> Table:
    """Read PGN files, or a column of games, as a table, one row a game.

    `paths` is a path, the bytes of a file (``bytes``, ``bytearray`` or ``memoryview``), a file that is open for reading bytes, which is
    read from its current position, or a list of these. A folder names the PGN files in it, a pattern such as ``"2024-*.pgn.zst"`` the
    files that it matches, in order, if no file has that name, and ``"-"`` is standard input. What is compressed by Zstandard, gzip or
    bzip2 is recognised by its first bytes. `columns` are names of columns (``docs/columns.md``), and `filter` is a condition on games and
    moves (``docs/filters.md``). `threads` is the number of threads, by default or with 0 that of processors.

    `score_view` is whose point of view scores like ``+0.31/14`` have, ``"white"`` or ``"mover"``; without it, each game tells.

    `encoding` is the character set of tags and comments: ``"utf-8"``, the default, with Latin-1 for what is not UTF-8, or one of single
    bytes, such as ``"cp1252"``. Another name raises `ValueError`.

    `opening_names` is a file with names of openings: ``eco`` and ``opening`` are then those of the last position of a game that has one.

    A column of another table takes the place of `paths`: PGN or bare movetext in an Arrow array of strings or binary, a column of pyarrow,
    polars, pandas or a `Table`, which is not copied. With ``texts=True``, `paths` is a list of such texts, ``str`` or bytes. One row in, one row out:
    a text that is null has a row of nulls, an empty one a game without moves, and one with several games the first, with an error.
    The column ``game`` is the number of the row, and places are those in its text. `start` is a column or list of FENs, the start positions
    of the games whose texts have none, ``None`` for that of chess; Chess960 and positions that were set up need it. ``docs/columns.md`` has all rules.

    A game that breaks a rule has a row with the moves before that, and the reason in the column ``error``. With ``lenient=True``, such a
    game is read to its end as far as possible: the column ``errors`` lists what was mended or left out. A file that cannot be
    read raises `OSError`, or `InputError` if its bytes are wrong; a wrong name `ColumnError`, a wrong filter `FilterError`. Ctrl-C
    ends the reading.

    >>> from chess_batch import read_pgn
    >>> pgn = b'[White "Anderssen"] [WhiteElo "2600"] 1. e4 {[%clk 0:03:00]} e5 {[%clk 0:02:58]} 2. Nf3 * 1. d4 Ke3 *'
    >>> table = read_pgn(pgn, columns="white,white_elo,plies,san,clocks,error")
    >>> for row in table.to_pylist():
    ...     print(row)
    {'white': 'Anderssen', 'white_elo': 2600, 'plies': 3, 'san': ['e4', 'e5', 'Nf3'], 'clocks': [180000, 178000, None], 'error': None}
    {'white': None, 'white_elo': None, 'plies': 1, 'san': ['d4'], 'clocks': [None], 'error': '`Ke3`: no such move is legal here'}
    >>> read_pgn(pgn, filter="sound and ply >= 2", columns=["moves"]).num_rows
    1
    >>> read_pgn(b"1. e2e4 ] e7e5 2. Ke3 *", columns="san,errors", lenient=True).to_pylist()
    [{'san': ['e4', 'e5'], 'errors': ['`]`: unexpected character', '`Ke3`: no such move is legal here']}]
    >>> read_pgn(["1. e4 e5 1-0", None, "1. O-O"], texts=True, start=[None, None, "4k3/8/8/8/8/8/8/4K2R w K - 0 1"])["plies"].to_pylist()
    [2, None, 1]
    """
    reader = iter_pgn(
        paths,
        columns=columns,
        filter=filter,
        threads=threads,
        score_view=score_view,
        encoding=encoding,
        opening_names=opening_names,
        lenient=lenient,
        start=start,
        texts=texts,
    )
    return reader._table()


def read_puzzles(
    paths: _Inputs, *, columns: Optional[_Names] = None, filter: Optional[str] = None, threads: Optional[int] = None
) -> Table:
    r"""Read the puzzle file of Lichess as a table, one row a line.

    `paths`, `columns` and `threads` are as for `read_pgn`, and folders stand for the files in them that end with ``.csv``;
    ``docs/columns.md`` describes the columns. `filter` is a condition on columns of numbers and texts, and on the words in ``themes``
    and ``openings``. A line with an error has it in the column ``error``. `iter_puzzles` gives batches.

    >>> from chess_batch import read_puzzles
    >>> puzzle = b"00sHx,q3k1nr/1pp1nQpp/3p4/1P2p3/4P3/B1PP1b2/B5PP/5K2 b k - 0 17,e8d7 a2e6 d7d8 f7f8,1760,80,83,72,mate,url,\n"
    >>> read_puzzles(puzzle, columns=["id", "rating", "themes"]).to_pylist()
    [{'id': '00sHx', 'rating': 1760, 'themes': ['mate']}]
    >>> read_puzzles(puzzle, filter="rating >= 1500 and themes in (fork, pin)").num_rows
    0
    """
    return iter_puzzles(paths, columns=columns, filter=filter, threads=threads)._table()


def read_evals(
    paths: _Inputs, *, columns: Optional[_Names] = None, filter: Optional[str] = None, threads: Optional[int] = None
) -> Table:
    r"""Read the evaluation file of Lichess as a table, one row for each line of analysis. Arguments and value are as for
    `read_puzzles`; files in folders end with ``.jsonl``.

    >>> from chess_batch import read_evals
    >>> line = b'{"fen": "4k3/8/8/8/8/8/8/4K2R w K -", "evals": [{"pvs": [{"cp": 500, "line": "h1h8"}], "knodes": 7, "depth": 20}]}\n'
    >>> read_evals(line, columns="score,depth,knodes").to_pylist()
    [{'score': 500, 'depth': 20, 'knodes': 7}]
    """
    return iter_evals(paths, columns=columns, filter=filter, threads=threads)._table()


def iter_puzzles(
    paths: _Inputs,
    *,
    columns: Optional[_Names] = None,
    filter: Optional[str] = None,
    threads: Optional[int] = None,
    batch_size: Optional[int] = None,
) -> BatchReader:
    r"""Read the puzzle file of Lichess as batches of rows, for files beyond memory: see `read_puzzles` and `iter_pgn`.

    >>> from chess_batch import iter_puzzles
    >>> puzzle = b"00sHx,q3k1nr/1pp1nQpp/3p4/1P2p3/4P3/B1PP1b2/B5PP/5K2 b k - 0 17,e8d7 a2e6 d7d8 f7f8,1760,80,83,72,mate,url,\n"
    >>> [batch.num_rows for batch in iter_puzzles(puzzle * 5, columns="rating", batch_size=2)]
    [2, 2, 1]
    """
    return _iter_dump(True, paths, columns, filter, threads, batch_size)


def iter_evals(
    paths: _Inputs,
    *,
    columns: Optional[_Names] = None,
    filter: Optional[str] = None,
    threads: Optional[int] = None,
    batch_size: Optional[int] = None,
) -> BatchReader:
    """Read the evaluation file of Lichess as batches of rows, for files beyond memory: see `read_evals` and `iter_pgn`."""
    return _iter_dump(False, paths, columns, filter, threads, batch_size)


@overload
def san(
    packed: _Positions, moves: _Words, offsets: Optional[_Offsets] = None, *, threads: Optional[int] = None, arrow: Literal[False] = False
) -> list[str]: ...
@overload
def san(
    packed: _Positions, moves: _Words, offsets: Optional[_Offsets] = None, *, threads: Optional[int] = None, arrow: Literal[True]
) -> Column: ...
def san(packed: Any, moves: Any, offsets: Any = None, *, threads: Optional[int] = None, arrow: bool = False) -> Any:
    """Return moves in standard algebraic notation, with ``+`` and ``#``: a list of texts, or with ``arrow=True`` a `Column`.

    `packed` are positions as for `to_planes`, and `moves` the words of their legal moves, one for each position. With `offsets`,
    (N + 1,) int64, position i has ``moves[offsets[i]:offsets[i + 1]]``.

    A move that is not legal raises `IllegalMoveError` with its `index`.

    >>> from chess_batch import positions, san
    >>> p = positions(["7k/8/5KQ1/8/8/8/8/8 w - - 0 1"])
    >>> san(p.packed, p.moves, p.offsets)[:4]
    ['Ke5', 'Kf5', 'Kg5', 'Ke6']
    """
    return _write_moves(False, packed, moves, offsets, threads, arrow)


@overload
def uci(
    packed: _Positions, moves: _Words, offsets: Optional[_Offsets] = None, *, threads: Optional[int] = None, arrow: Literal[False] = False
) -> list[str]: ...
@overload
def uci(
    packed: _Positions, moves: _Words, offsets: Optional[_Offsets] = None, *, threads: Optional[int] = None, arrow: Literal[True]
) -> Column: ...
def uci(packed: Any, moves: Any, offsets: Any = None, *, threads: Optional[int] = None, arrow: bool = False) -> Any:
    """Return moves in UCI notation, with arguments and errors as `san`. Castling is the king taking its rook in positions
    whose castling needs Chess960.

    >>> from chess_batch import positions, uci
    >>> p = positions(["8/8/8/8/8/8/5k2/7K w - - 0 1"])
    >>> uci(p.packed, p.moves)
    ['h1h2']
    """
    return _write_moves(True, packed, moves, offsets, threads, arrow)


def parse_san(
    packed: _Positions, texts: _Texts, offsets: Optional[_Offsets] = None, *, threads: Optional[int] = None
) -> ParsedMoves:
    """Read moves in standard algebraic notation, each in its position.

    `texts` is a list of texts or an Arrow array of strings; `packed` and `offsets` are as for `san`. A text that is no legal
    move raises nothing: see `ParsedMoves`.

    >>> from chess_batch import Position, parse_san
    >>> parsed = parse_san(Position().packed * 2, ["Nf3", "Nf6"])
    >>> parsed.moves.tolist(), parsed.errors
    ([1350, 0], (None, 'no such move is legal here'))
    """
    return _parse_moves(False, packed, texts, offsets, threads)


def parse_uci(
    packed: _Positions, texts: _Texts, offsets: Optional[_Offsets] = None, *, threads: Optional[int] = None
) -> ParsedMoves:
    """Read moves in UCI notation, each in its position. Arguments and value are as for `parse_san`.

    >>> from chess_batch import Position, parse_uci
    >>> parse_uci(Position().packed, ["g1f3"]).moves.tolist()
    [1350]
    """
    return _parse_moves(True, packed, texts, offsets, threads)


@overload
def probe(
    positions: _Positions, paths: _Folders, *, dtz: Literal[True] = True, threads: Optional[int] = None
) -> Probed: ...
@overload
def probe(
    positions: _Positions, paths: _Folders, *, dtz: Literal[False], threads: Optional[int] = None
) -> Probed[None]: ...
@overload
def probe(
    positions: _Positions, paths: _Folders, *, dtz: bool, threads: Optional[int] = None
) -> Probed[Optional[npt.NDArray[np.int16]]]: ...
def probe(positions: Any, paths: Any, *, dtz: bool = True, threads: Optional[int] = None) -> Any:
    """Look up many positions in Syzygy endgame tablebases: results and distances as arrays.

    `positions` is a list of FEN texts, an Arrow array of strings, or packed positions as an array (N, 32) of uint8. `paths` is
    a folder of tables or a list of folders; see `EndgameTables` to keep tables open between calls. With ``dtz=False`` only results
    are looked up, which needs no tables of distances. `threads` is the number of threads, by default or with 0 that of processors.

    The halfmove clock of a position does not count. Some tables keep distances in whole moves: the true distance is then `dtz` or
    one ply more, away from 0.

    An input that is no position, has castling rights or too many pieces, or whose table is missing or broken raises nothing:
    see `Probed`. A folder that cannot be read raises `OSError`.

    >>> from chess_batch import probe
    >>> probe(["8/8/8/3k4/8/8/8/KQ6 w - - 0 1"], []).errors
    ('the position has 3 pieces, and no endgame tablebase was found',)
    """
    whole("threads", threads or 0, 0)
    return EndgameTables(paths).probe(positions, dtz=dtz, threads=threads)


@overload
def perft(fen: str, depth: int, *, threads: Optional[int] = None, divide: Literal[False] = False) -> int: ...
@overload
def perft(fen: str, depth: int, *, threads: Optional[int] = None, divide: Literal[True]) -> dict[str, int]: ...
def perft(fen: str, depth: int, *, threads: Optional[int] = None, divide: bool = False) -> Union[int, dict[str, int]]:
    """Count the leaves of the tree of legal moves, `depth` plies, 0 to 64, below the position of a FEN.

    With ``divide=True``, return a dict that has the count below each legal move. `threads` is the number of threads, by
    default that of processors. Ctrl-C ends the count.

    >>> from chess_batch import STARTING_FEN, perft
    >>> perft(STARTING_FEN, 4)
    197281
    >>> perft("8/8/8/8/8/8/5k2/7K w - - 0 1", 2, divide=True)
    {'h1h2': 5}
    """
    position = Position(fen)
    return position.perft(depth, threads=threads, divide=True) if divide else position.perft(depth, threads=threads)
