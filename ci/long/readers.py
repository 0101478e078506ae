"""Reads with python-chess what the program and the libraries have written; `bash ci/long/readers.sh` calls it.

    python readers.py CHESS FOLDER [GAMES...]

In each file of the folders GAMES, lenient reading plays no move at a ply where python-chess has another one, and generated games are
read in each language as in English. In three files of engines' games, nine in ten of the comments that hold a score give a record, whose
signs agree with those of searches in 95 of 100 positions.

The folder has games of `chess-games`, the same games written by chess-notation, and records as viriformat, plain text and EPD.
"""

import codecs
import collections
import io
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


def check_rewriting(originals):
    """Games that the program writes anew, in whole and in part, are read as the same trees."""
    run("pgn", FOLDER / "generated.pgn", "--out", FOLDER / "anew.pgn", "--rewrite", "--line", 100)
    assert_same("games written anew", map(tree, games("anew.pgn")), map(tree, originals))
    options = "--no-comments --no-variations --no-nags --drop-ply 6 --ply-limit 30 --fen-comments 4 --lan --tags White".split()
    run("pgn", FOLDER / "generated.pgn", "--out", FOLDER / "part.pgn", "--rewrite", *options)

    def part(game):
        board, moves = game.board(), list(game.mainline_moves())[:30]
        for move in moves[:6]:
            board.push(move)
        return board.fen(), [move.uci() for move in moves[6:]], game.headers["White"]

    def whole(game):
        for ply, node in enumerate(game.mainline(), 1):
            fen = " ".join(node.comment.split())
            assert not node.nags and len(node.parent.variations) == 1
            board = node.board()
            assert chess.Board(fen, chess960=board.chess960).fen() == board.fen() if ply % 4 == 0 else not fen, (ply, fen)
        return game.board().fen(), [move.uci() for move in game.mainline_moves()], game.headers["White"]

    assert_same("parts of games, written anew", map(whole, games("part.pgn")), map(part, originals))


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


# Pieces' letters in other languages, for king, queen, rook, bishop and knight.
LANGUAGES = {
    "German": "K D T L S",
    "French": "R D T F C",
    "Spanish": "R D T A C",
    "Portuguese": "R D T B C",
    "Dutch": "K D T L P",
    "Russian": "Кр Ф Л С К",
    "Polish": "K H W G S",
    "Czech": "K D V S J",
    "Hungarian": "K V B F H",
    "Romanian": "R D T N C",
    "Finnish": "K D T L R",
    "Icelandic": "K D H B R",
    "Ukrainian": "Кр Ф Т С К",
    "Bulgarian": "Ц Д Т О К",
    "Greek": "Ρ Β Π Α Ι",
}
# Files that python-chess reads after their translation into English.
FOREIGN = {
    "german-letters.pgn": ("German", "utf-8"),
    "messy_german_letters.pgn": ("German", "utf-8"),
    "messy_cp1251.pgn": ("Russian", "cp1251"),
}
# Games where python-chess errs, or reads less, by file and number among its games with moves, and the reason.
WRONG = {
    ("en-dash.pgn", 1): "leaves castling with an en dash out, and stops later",
    ("short-captures.pgn", 1): "leaves `ed` out, and stops later",
    ("messy_dialects_fixture.pgn", 3): "takes the dashes of a line of prose for a null move",
    ("messy_nested_comment.pgn", 1): "takes `--` in `--nestedcomment` for a null move",
}


def translated(text, language, back=False):
    """Spell the moves of a movetext with the letters of a language, or those of the language with English ones."""
    pairs = list(zip("KQRBN", LANGUAGES[language].split()))
    # `Кр` before `К`.
    letters = dict(sorted(((b, a) if back else (a, b) for a, b in pairs), key=lambda pair: -len(pair[0])))
    some = "|".join(map(re.escape, letters))
    word = re.compile(rf"(?<![^\s.(])(?:({some})(?=[a-h]?[1-8]?[x:-]?[a-h][1-8])|([a-h]\S*=)({some}))")
    return word.sub(lambda match: letters[match[1]] if match[1] else match[2] + letters[match[3]], text)


def read_leniently(*arguments):
    command = [PROGRAM, "pgn", "--lenient", "--json", *map(str, arguments)]
    lines = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, encoding="utf-8").stdout
    return [line for line in map(json.loads, lines.splitlines()) if line.get("plies")]


def is_of_chess(game):
    """Whether a game has the rules of chess: python-chess raises for variants that it does not know."""
    try:
        return game.headers.variant().uci_variant == "chess"
    except ValueError:
        return False


def read_by_python_chess(text):
    """Return number, start, moves and errors of each game that has moves."""
    games = iter(lambda: chess.pgn.read_game(text), None)
    games = [game for game in games if is_of_chess(game) and game.next() is not None]
    return [(i, game.board(), list(game.mainline_moves()), game.errors) for i, game in enumerate(games, 1)]


def common(ours, theirs):
    """The number of plies after which two lines differ."""
    _, board, moves, _ = theirs
    board = board.copy()
    for ply, (uci, move) in enumerate(zip(ours["uci"], moves)):
        # Both spellings of castling are understood.
        try:
            if board.parse_uci(uci) != move:
                return ply
        except ValueError:
            return ply
        board.push(move)
    return min(len(ours["uci"]), len(moves))


def is_named(move, board, error):
    """Whether the word at which python-chess has stopped in this position, if it has, names the move."""
    stop = re.fullmatch(r"\w+ san: '(.*)' in (.*)", str(error))
    if stop is None or stop[2] != board.fen():
        return True
    piece = board.piece_at(move.from_square).symbol().upper()
    return chess.square_name(move.to_square) in stop[1] and (stop[1][0] not in "KQRBN" or stop[1][0] == piece)


def pairs_of_games(ours, theirs):
    """Pair the games of both, in order; if the numbers differ, those with the most plies in common."""
    if len(ours) == len(theirs):
        return list(zip(ours, theirs))
    best = {(i, -1): (0, ()) for i in range(-1, len(ours))} | {(-1, j): (0, ()) for j in range(len(theirs))}
    for i, one in enumerate(ours):
        for j, other in enumerate(theirs):
            plies, pairs = best[i - 1, j - 1]
            pair = (plies + common(one, other), (*pairs, (one, other)))
            best[i, j] = max(pair, best[i - 1, j], best[i, j - 1], key=lambda found: found[0])
    return list(best[len(ours) - 1, len(theirs) - 1][1])


def check_lenient(path):
    """Compare the moves of a file. At a ply that both have, another move is a failure, and so is one that the word does not name
    at which python-chess has stopped; where one has more, the word is printed."""
    text = path.read_bytes()
    if language := FOREIGN.get(path.name):
        text = translated(text.decode(language[1]), language[0], back=True)
    else:
        text = text.decode("utf-8-sig", errors="latin-1")
    ours, theirs = read_leniently(path), read_by_python_chess(io.StringIO(text))
    failures = []
    for one, other in pairs_of_games(ours, theirs):
        number, board, moves, errors = other
        plies = common(one, other)
        if plies == len(one["uci"]) == len(moves):
            continue
        reason = WRONG.get((path.name, number))
        stop = (one["error"] or {}).get("token"), *map(str, errors[:1])
        print(f"{path.name}, game {one['game']}: {len(one['uci'])} plies, python-chess {len(moves)}: {reason or stop}")
        for move in moves[:plies]:
            board.push(move)
        if reason is None and plies < len(one["uci"]):
            is_wrong = plies < len(moves) or not all(is_named(board.parse_uci(one["uci"][plies]), board, error) for error in errors)
            if is_wrong:
                failures.append(f"{path}, game {one['game']}, ply {plies + 1}: {one['uci'][plies]} {stop}")
    if len(ours) != len(theirs):
        print(f"{path.name}: {len(ours)} games with moves, python-chess {len(theirs)}")
    return failures, sum(len(one["uci"]) for one in ours), sum(len(moves) for _, _, moves, _ in theirs)


def check_languages():
    """Games in which all five pieces move are read in each language as in English."""
    texts = []
    for game in games("generated.pgn"):
        text = game.accept(chess.pgn.StringExporter(columns=None, comments=False, variations=False))
        letters = re.findall(r"(?<=[\s.])[KQRBN]", text.split("\n\n")[1])
        if set(letters) == set("KQRBN") and not game.board().chess960 and "FEN" not in game.headers:
            texts.append(text)
    english = read_by_python_chess(io.StringIO("\n\n".join(texts)))
    english = [[move.uci() for move in moves] for _, _, moves, _ in english]
    for language in LANGUAGES:
        for encoding in ["utf-8", "cp1251"] if language == "Russian" else ["utf-8"]:
            path = FOLDER / f"{language}-{encoding}.pgn"
            with open(path, "w", encoding=encoding, errors="replace") as file:
                for tags, moves in (text.split("\n\n", 1) for text in texts):
                    print(tags, translated(moves, language), sep="\n\n", end="\n\n", file=file)
            assert_same(f"{language} in {encoding}", (line["uci"] for line in read_leniently(path)), english)


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
    check_rewriting([game for _, game in pairs])
    check_matches()
    for name in ["standard", "chess960"]:
        check_records(name)
        check_book(name)
    check_languages()
    for folder in map(pathlib.Path, sys.argv[3:]):
        found = [check_lenient(path) for path in sorted(folder.glob("*.pgn"))]
        failures, ours, theirs = zip(*found)
        print(f"{folder.name}, read leniently: {len(found)} files, {sum(ours)} plies, python-chess {sum(theirs)}")
        assert not any(failures), list(itertools.chain(*failures))
        for path in sorted(folder.glob("engines_*.pgn")):
            if path.name in SCORED:
                check_scores(path)


if __name__ == "__main__":
    main()
