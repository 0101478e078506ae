"""Every game of the shared files has the moves, clocks and evaluations that python-chess reads."""

import io
import re
from decimal import ROUND_HALF_UP, Decimal

import chess.pgn
import pytest
from samples import SHARED

from chess_batch import Move, read_pgn

GAMES = SHARED / "games"
pytestmark = pytest.mark.skipif(not GAMES.is_dir(), reason="there is no ../shared/data/games")
FILES = sorted(path.name for path in GAMES.glob("*.pgn")) if GAMES.is_dir() else []

# Score, depth and time at the beginning of a comment, as cutechess and fastchess write them: the score from the mover's point of
# view, with a sign, and a mate in plies.
ENGINE = re.compile(r"(?:([+-])(?:M(\d+)|(\d+\.\d+))|(0\.00))/(\d+)(?:$|\s+(\d+(?:\.\d*)?)s)")

# Tables read strictly: a game ends at the first place that breaks a rule. python-chess guesses, or cuts games at other places.
# These are the files with other moves, and why. `read_games` and lenient reading take more of some of them.
TAG = "a broken tag ends a game in tables; python-chess passes over the line"
BLANK = "python-chess begins a game after a blank line, with or without tags; tables begin one at tags or after a result"
FOREIGN = "moves that are not SAN end a game in tables; python-chess reads some of them"
EXCEPTIONS = {
    "annotated_hartwig_latin1.pgn": TAG,
    "messy_backslash_header.pgn": TAG,
    "messy_bad_results.pgn": "tables begin a game after a result on the same line; python-chess does not",
    "messy_dialects_fixture.pgn": "python-chess takes other text for a null move",
    "messy_error_in_middle.pgn": BLANK,
    "messy_garbage_and_escapes.pgn": BLANK,
    "messy_german_letters.pgn": FOREIGN,
    "messy_leading_whitespace.pgn": BLANK,
    "messy_long_algebraic.pgn": FOREIGN,
    "messy_long_algebraic_enhanced.pgn": FOREIGN,
    "messy_long_algebraic_hyphen.pgn": FOREIGN,
    "messy_nested_comment.pgn": "python-chess takes a word behind a comment for a null move",
    "messy_tags_and_moves_same_line.pgn": "the tag Variant names other rules, and tables have no moves of such games",
    "messy_uci_by_tool.pgn": FOREIGN,
    "messy_uci_movetext.pgn": FOREIGN,
    "messy_videotags.pgn": BLANK,
}

# Files with text behind the last game, which is an error of that game in tables. python-chess makes a game without moves of it.
STRAY = {"annotated_informant_latin1.pgn"}


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
    elif odd := re.search(r"\[%eval -#(\d+)", node.comment):
        # ChessGUI's spelling, which python-chess does not read.
        mate = -int(odd[1])
    elif engine := ENGINE.match(node.comment):
        sign, plies, pawns, zero, _, seconds = engine.groups()
        sign = (-1 if sign == "-" else 1) * (1 if node.turn() == chess.BLACK else -1)
        if plies is not None:
            mate = sign * (int(plies) // 2)
        else:
            cp = sign * int(Decimal(zero or pawns).scaleb(2).to_integral_value(ROUND_HALF_UP))
        if seconds is not None and elapsed is None:
            elapsed = milliseconds(float(seconds))
    return milliseconds(node.clock()), elapsed, cp, mate


@pytest.mark.parametrize("name", FILES)
def test_file(name):
    data = (GAMES / name).read_bytes()
    table = read_pgn(data, columns="moves,clocks,elapsed,evals,mates,error,start,line")
    rows = table.to_pylist()
    if name == "messy_malformed_fixture.pgn":
        # python-chess reads it, and cannot set up the board: a FEN is none.
        with pytest.raises(ValueError, match="turn part"):
            [game.board() for game in slow_games(data)]
        return
    slow = list(slow_games(data))
    if name in STRAY:
        assert slow.pop().next() is None
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
        if any(writer in name for writer in ("chessgui", "tcec", "messy_ambiguous")):
            # python-chess knows neither forms of scores but [%eval] and cutechess's, nor their points of view.
            assert row["clocks"] == [clock for clock, *_ in notes], row["line"]
            continue
        assert list(zip(row["clocks"], row["elapsed"], row["evals"], row["mates"])) == notes, row["line"]
        if not name.startswith("messy") and name not in STRAY:
            assert row["error"] is None and not game.errors
