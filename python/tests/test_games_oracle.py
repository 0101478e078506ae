"""Every game of the shared files has the moves, clocks and evaluations that python-chess reads."""

import io
import re

import chess.pgn
import pytest
from samples import SHARED

from chess_batch import Move, read_pgn

GAMES = SHARED / "games"
pytestmark = pytest.mark.skipif(not GAMES.is_dir(), reason="there is no ../shared/data/games")
FILES = sorted(path.name for path in GAMES.glob("*.pgn")) if GAMES.is_dir() else []

# Score, depth and time at the beginning of a comment, as cutechess and fastchess write them.
ENGINE = re.compile(r"([+-]?)(?:M(\d+)|(\d+)\.(\d\d))/(\d+)(?: +(\d+(?:\.\d*)?)s)?(?![\w.])")

# Files whose games the two readers cut or read in different ways, and why python-chess's reading is not the one to follow.
EXCEPTIONS = {}


class Mainline(chess.pgn.GameBuilder):
    """Builds games without variations."""

    def begin_variation(self):
        return chess.pgn.SKIP

    def end_variation(self):
        pass


def slow_games(data):
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = data.decode("latin-1")
    handle = io.StringIO(text)
    while (game := chess.pgn.read_game(handle, Visitor=Mainline)) is not None:
        yield game


def milliseconds(seconds):
    return None if seconds is None else int(round(seconds * 1_000_000)) // 1000


def slow_notes(node):
    """Return clock and elapsed time in milliseconds, centipawns and mate of a move."""
    elapsed, score = milliseconds(node.emt()), node.eval()
    cp = mate = None
    if score is not None:
        cp, mate = score.white().score(), score.white().mate()
    elif engine := ENGINE.match(node.comment):
        sign, moves, pawns, hundredths, _, seconds = engine.groups()
        sign = (-1 if sign == "-" else 1) * (1 if node.turn() == chess.BLACK else -1)
        if moves is not None:
            mate = sign * int(moves)
        else:
            cp = sign * (100 * int(pawns) + int(hundredths))
        if seconds is not None and elapsed is None:
            elapsed = milliseconds(float(seconds))
    return milliseconds(node.clock()), elapsed, cp, mate


@pytest.mark.parametrize("name", FILES)
def test_file(name):
    data = (GAMES / name).read_bytes()
    table = read_pgn(data, columns="moves,clocks,elapsed,evals,mates,error,start,line")
    rows = table.to_pylist()
    slow = list(slow_games(data))
    theirs = [[node.move.uci() for node in game.mainline()] for game in slow]
    # python-chess spells castling by the tag Variant.
    modes = [game.board().chess960 for game in slow] + [False] * len(rows)
    ours = [[Move(word).uci(chess960=mode) for word in row["moves"]] for row, mode in zip(rows, modes)]
    if name in EXCEPTIONS:
        assert ours != theirs, "the exception is none any more"
        return
    assert ours == theirs
    for row, game in zip(rows, slow):
        notes = [slow_notes(node) for node in game.mainline()]
        assert list(zip(row["clocks"], row["elapsed"], row["evals"], row["mates"])) == notes, row["line"]
        if not name.startswith("messy"):
            assert row["error"] is None and not game.errors
