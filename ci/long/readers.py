"""Reads with python-chess what the program and the libraries have written; `bash ci/long/readers.sh` calls it.

    python readers.py CHESS FOLDER [GAMES...]

In each file of the folders GAMES, lenient reading finds at least the plies of python-chess; and in three files of engines' games, nine
in ten of the comments that hold a score give a record, whose signs agree with those of searches in 95 of 100 positions.

The folder has games of `chess-games`, the same games written by chess-notation, and records as viriformat, plain text and EPD.
"""

import codecs
import collections
import itertools
import json
import pathlib
import re
import subprocess
import sys

import chess.engine
import chess.pgn
import chess.polyglot

PROGRAM, FOLDER = sys.argv[1], pathlib.Path(sys.argv[2])
BOOK_PLIES = 40
# A few generated games are in the character set of the standard.
codecs.register_error("latin-1", lambda error: (error.object[error.start : error.end].decode("latin-1"), error.end))


class Board960(chess.Board):
    """A board that spells castling as in Chess960. So does what python-chess makes of its type to read moves of EPD."""

    def __init__(self, fen, chess960=True):
        super().__init__(fen, chess960=chess960)


def run(*arguments):
    command = [PROGRAM, *map(str, arguments)]
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, encoding="utf-8").stdout


def games(name):
    with open(FOLDER / name, encoding="utf-8", errors="latin-1") as file:
        while (game := chess.pgn.read_game(file)) is not None:
            assert not game.errors, (name, game.headers, game.errors)
            yield game


def assert_same(what, ours, theirs):
    count = 0
    for count, (one, other) in enumerate(itertools.zip_longest(ours, theirs), 1):
        assert one == other, f"{what}, number {count}: {one} and {other}"
    assert count > 0, what
    print(f"{what}: {count} equal")


def written_score(score, turn):
    """Return White's score as PGN has it: those next to 32,000 are mates, and others have a limit."""
    plies = 32_000 - abs(score)
    if not 0 <= plies <= 254:
        return chess.engine.Cp(max(-31_745, min(score, 31_745)))
    moves = max((plies + 1) // 2, 1) if (score > 0) == (turn == chess.WHITE) else plies // 2
    if moves == 0:
        return chess.engine.MateGiven if score > 0 else chess.engine.Mate(0)
    return chess.engine.Mate(moves if score > 0 else -moves)


def records(name):
    """Yield FEN, move, White's score and White's result of each record, from text and EPD."""
    with open(FOLDER / f"{name}.plain") as plain, open(FOLDER / f"{name}.epd") as epd:
        for line, operations in itertools.zip_longest(plain, epd):
            fen, score, result = line.strip().split(" | ")
            board, other = Board960(fen), Board960(None)
            assert board.is_valid() and board.fen(en_passant="fen") == fen, fen
            operations = other.set_epd(operations)
            assert other.fen() == board.fen(), operations
            sign = 1 if board.turn == chess.WHITE else -1
            seen = (sign * int(score), str(1 + sign * int(2 * float(result) - 1)))
            assert (operations["ce"], operations["id"]) == seen, (fen, operations)
            yield fen, operations["sm"], written_score(int(score), board.turn), result


def positions(file):
    """Yield the same of each position of games in which a move was played."""
    results = {"1-0": "1.0", "1/2-1/2": "0.5", "0-1": "0.0"}
    for game in games(file):
        for node in [game, *game.mainline()]:
            if (move := node.next()) is not None:
                fen, result = node.board().fen(en_passant="fen"), results[game.headers["Result"]]
                # Without the tag Variant, python-chess spells castling as in standard chess.
                yield fen, Board960(fen).parse_uci(move.uci()), node.eval().white(), result


def check_records(name):
    pgn, won = f"{name}.pgn", f"{name}-won.pgn"
    run("convert", FOLDER / f"{name}.viri", FOLDER / pgn)
    assert_same(f"{name}, records as PGN", positions(pgn), records(name))
    run("pgn", FOLDER / pgn, "--filter", 'Result == "1-0"', "--training", "pgn", FOLDER / won)
    assert_same(f"{name}, what a filter keeps", positions(won), (record for record in records(name) if record[3] == "1.0"))


def check_book(name):
    run("book", "build", FOLDER / f"{name}.pgn", "--out", FOLDER / f"{name}.bin", "--max-ply", BOOK_PLIES)
    weights, boards = collections.defaultdict(collections.Counter), {}
    for game in games(f"{name}.pgn"):
        winner = {"1-0": chess.WHITE, "0-1": chess.BLACK}.get(game.headers["Result"])
        for node in itertools.islice(game.mainline(), BOOK_PLIES):
            board = node.parent.board()
            if winner in (None, board.turn):
                key = chess.polyglot.zobrist_hash(board)
                weights[key][node.move] += 1 if winner is None else 2
                boards[key] = board
    with chess.polyglot.open_reader(FOLDER / f"{name}.bin") as book:
        assert len(book) == sum(map(len, weights.values()))
        ours = (
            (key, {board.parse_uci(entry.move.uci()): entry.weight for entry in book.find_all(board)})
            for key, board in boards.items()
        )
        assert_same(f"{name}, positions of a book", ours, ((key, dict(weights[key])) for key in boards))


def told(game):
    # python-chess keeps the backslashes in the values of tags.
    headers = {name: value.replace('\\"', '"').replace("\\\\", "\\") for name, value in game.headers.items()}
    return headers, [move.uci() for move in game.mainline_moves()], game.end().board().fen()


def spelled(line, game):
    """Return the same of an object of `chess pgn --json`. python-chess spells castling by the tag Variant."""
    board = game.board()
    moves = [board.push_uci(uci).uci() for uci in line["uci"]]
    assert line["error"] is None and line["result"] == game.headers["Result"]
    return line["headers"], moves, chess.Board(line["final_fen"], chess960=board.chess960).fen()


def tree(game):
    """Return position, tags, moves, variations, glyphs and comments.

    The order of tags, the spelling of castling rights, breaks of lines and repeated numbers are free. python-chess drops comments
    behind semicolons, of which the generator writes this one.
    """
    tags = {name: value for name, value in game.headers.items() if name != "FEN"}
    movetext = " ".join(game.accept(chess.pgn.StringExporter(columns=None, headers=False)).split())
    movetext = movetext.replace(" { [Event-1] }", "")
    return game.board().fen(), tags, [word for word in movetext.split() if not word.endswith("...")]


def check_matches():
    """Every move is legal, no game goes on behind its end, no clock runs out, and the engine beats the random mover."""
    count = 0
    for path in FOLDER.glob("match-*.pgn"):
        for count, game in enumerate(games(path.name), count + 1):
            winner = {"1-0": game.headers["White"], "0-1": game.headers["Black"]}.get(game.headers["Result"])
            base, increment = map(float, game.headers["TimeControl"].split("+"))
            left = {chess.WHITE: base, chess.BLACK: base}
            for node in game.mainline():
                assert not node.parent.board().is_game_over(), (path, game.headers)
                if time := re.search(r"([0-9.]+)s(,|$)", node.comment):
                    left[not node.turn()] -= float(time[1])
                    assert min(left.values()) >= -0.001, (path, game.headers)
                    left[not node.turn()] += increment
            outcome = game.end().board().outcome(claim_draw=True)
            assert winner == "chess" and outcome.result() == game.headers["Result"], (path, game.headers)
    assert count == 20, count
    print(f"games of a match: {count} won, and replayed")


# Plies that lenient reading rightly does not find: `--nestedcomment`, which python-chess takes for a null move.
NO_PLIES = {"messy_nested_comment.pgn": 1}


def is_of_chess(game):
    """Whether a game has the rules of chess: python-chess raises for variants that it does not know."""
    try:
        return game.headers.variant().uci_variant == "chess"
    except ValueError:
        return False


def check_lenient(path):
    """Compare the plies of a file, whose games python-chess may divide otherwise, but for those of other rules."""
    with open(path, encoding="utf-8", errors="latin-1") as file:
        games = iter(lambda: chess.pgn.read_game(file), None)
        games = filter(is_of_chess, games)
        theirs = sum(sum(1 for _ in game.mainline_moves()) for game in games) - NO_PLIES.get(path.name, 0)
    command = [PROGRAM, "pgn", "--lenient", "--json", path]
    lines = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, encoding="utf-8").stdout
    ours = sum(json.loads(line).get("plies", 0) for line in lines.splitlines())
    assert ours >= theirs, f"{path}: {ours} plies, python-chess {theirs}"
    return ours, theirs


# Files whose scores are those of engines, in the forms of several programs.
SCORED = ["engines_tcec_match2.pgn", "engines_tcec_tournament1.pgn", "engines_chessgui_redqueen.pgn"]
SCORE = re.compile(r"\{(?:[^{}]*\[%eval |\s*[+-]?(?:\d+\.\s*\d\d|[M#]\d+)/\s*\d)")
HALF_A_PAWN = 50


def check_scores(path):
    """Compare the signs of White's scores with Black to move with searches, where both are beyond half a pawn: 200 of them."""
    run = subprocess.run([PROGRAM, "convert", path, "-", "--to", "plain", "--json"], capture_output=True, text=True)
    summary = json.loads(run.stderr.splitlines()[-1])
    scored = len(SCORE.findall(path.read_text(encoding="latin-1")))
    lines = [line.split(" | ") for line in run.stdout.splitlines()]
    decisive = [(fen, int(score)) for fen, score, _ in lines if " b " in fen and abs(int(score)) > HALF_A_PAWN]
    agree = compared = 0
    with chess.engine.SimpleEngine.popen_uci([PROGRAM, "uci"]) as engine:
        for i in sorted(range(len(decisive)), key=lambda i: i * 0.6180339887 % 1):  # Spread over the file.
            if compared < 200:
                fen, score = decisive[i]
                info = engine.analyse(chess.Board(fen), chess.engine.Limit(nodes=50_000), game=object())
                found = info["score"].white().score(mate_score=10_000)
                if abs(found) > HALF_A_PAWN:
                    compared += 1
                    agree += (found > 0) == (score > 0)
    print(f"{path.name}: {agree} of {compared} signs agree; {summary['written']} of {scored} scores kept; losses {summary['losses']}")
    assert agree >= 0.95 * compared > 0 and summary["written"] >= 0.9 * scored, path


def main():
    lines = map(json.loads, run("pgn", FOLDER / "generated.pgn", "--json").splitlines())
    pairs = list(itertools.zip_longest(lines, games("generated.pgn")))
    assert_same("generated games", (spelled(*pair) for pair in pairs), (told(game) for _, game in pairs))
    rewritten = map(tree, games("rewritten.pgn"))
    assert_same("generated games, written again", rewritten, (tree(game) for _, game in pairs))
    check_matches()
    for name in ["standard", "chess960"]:
        check_records(name)
        check_book(name)
    for folder in map(pathlib.Path, sys.argv[3:]):
        plies = [check_lenient(path) for path in sorted(folder.glob("*.pgn"))]
        print(f"{folder.name}, read leniently: {len(plies)} files, plies", *map(sum, zip(*plies)))
        for path in sorted(folder.glob("engines_*.pgn")):
            if path.name in SCORED:
                check_scores(path)


if __name__ == "__main__":
    main()
