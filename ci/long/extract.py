"""Asks the program and pgn-extract 19.04 the same questions about games; `bash ci/long/readers.sh` calls it.

    python extract.py CHESS FOLDER GAMES...

The games of the files and folders GAMES that both can read, without Chess960 and null moves, are numbered and written anew into FOLDER.
Patterns, lines and material are taken from their positions at random. Both must keep the same games. What pgn-extract does in another way
is in the questions of `chess`:

- `-z` asks no final position, and with the stability 0, which is written here, all others. It loses count of pieces after some promotions and from
  some positions that a tag sets up, so that it misses material which python-chess has: such games are left out.
- `-x` compares placements, from the start of a game to as many plies as its line has.
"""

import os
import pathlib
import random
import re
import shutil
import subprocess
import sys

import chess
import chess.pgn

PROGRAM, FOLDER = sys.argv[1], pathlib.Path(sys.argv[2])
EXTRACT = shutil.which("pgn-extract", path=f"{os.environ['PATH']}:/usr/games")
SEED = int(os.environ.get("CHESS_SEED") or "1", 16)
QUESTIONS = 40
# A condition about a move, which the final position does not meet.
BEFORE_A_MOVE = "(capture or not capture)"
WELL_COUNTED = "not some(promotion) and FEN is null"


def numbers(text):
    return re.findall(r'^\[Event "(\d+)"\]$', text, re.MULTILINE)


def run(*arguments):
    return subprocess.run([str(argument) for argument in arguments], capture_output=True, text=True)


def corpus(sources):
    """Write the games with their numbers in the tag Event, and return the file and the number of games."""
    path = FOLDER / "asked.pgn"
    options = ["--rewrite", "--tags=Event", "--no-comments", "--no-variations", "--no-nags"]
    condition = "sound and variant == standard and plies > 0 and count(san == '--') == 0"
    made = run(PROGRAM, "pgn", *sources, "--filter", condition, "--out", path, *options)
    assert path.exists(), made.stderr
    count = iter(range(1, 1 << 30))
    text = re.sub(r'^\[Event ".*"\]$', lambda _: f'[Event "{next(count)}"]', path.read_text(), flags=re.MULTILINE)
    path.write_text(text)
    return path, len(numbers(text))


def ours(path, condition):
    found = run(PROGRAM, "pgn", path, "--filter", condition, "--out", "-")
    assert found.stderr.startswith("games "), (condition, found.stderr)
    return numbers(found.stdout)


def theirs(path, *arguments):
    return numbers(run(EXTRACT, "-s", *arguments, path).stdout)


def given(text, name):
    file = FOLDER / name
    file.write_text(text + "\n")
    return file


def ranks(board):
    return str(board).replace(" ", "").split("\n")


def sign(choose, square):
    """A sign of a pattern that the square meets; now and then another."""
    if choose.random() < 0.04:
        return choose.choice(["!", "A", "a", "P", "[Qq]", "1"])
    if choose.random() < 0.05:
        return f"[^{choose.choice('PNBRQKpnbrqkAa')}]"
    if square == ".":
        return choose.choice(["1", "1", "1", "?"])
    side = "A" if square.isupper() else "a"
    return choose.choice([square] * 6 + ["?", "!", side, f"[{square}{choose.choice('PNBRQKpnbrqk')}]", f"[{side}{choose.choice('Nn')}]"])


def pattern(choose, board):
    found = []
    for rank in ranks(board):
        if choose.random() < 0.55:
            found.append("*")
            continue
        signs = [sign(choose, square) for square in rank]
        if choose.random() < 0.3:
            start, end = sorted(choose.choices(range(9), k=2))
            signs[start:end] = "*"
        found.append(re.sub("1+", lambda ones: str(len(ones[0])), "".join(signs)))
    return "/".join(found)


def material(choose, board):
    """The pieces of both sides without kings, as pgn-extract and as the filter have them."""
    sides = [[str(piece).upper() for piece in board.piece_map().values() if piece.color == color] for color in (True, False)]
    counts = [{letter: side.count(letter) for letter in "QRBNP"} for side in sides]
    one = ["".join(f"{letter}{count}" for letter, count in side.items()) for side in counts]
    other = ["K" + "".join(letter * count for letter, count in side.items()) for side in counts]
    return " ".join(one), "v".join(other)


def questions(choose, games):
    """Yield kinds, arguments of pgn-extract, and conditions."""
    yield "-M", ["-M"], "end == checkmate"
    for _ in range(QUESTIONS):
        game = choose.choice(games)
        moves = list(game.mainline_moves())
        ply = choose.randrange(len(moves) + 1)
        board, line = game.board(), []
        for move in moves[:ply]:
            line.append(board.san(move))
            board.push(move)
        text = pattern(choose, board)
        yield "-Tf", [f"-Tf{text}"], f"some(board matches '{text}')"
        for name, views in [("FENPattern", ""), ("FENPatternI", " or flipped")]:
            file = given(f'{name} "{text}"', "tags")
            yield name, [f"-t{file}"], f"some(board matches '{text}'{views})"
        one, other = material(choose, board)
        file = given(f"0 {one}", "endings")
        yield "-z", [f"-z{file}"], f"some(material == '{other}' or flipped and {BEFORE_A_MOVE}) and {WELL_COUNTED}"
        if "FEN" not in game.headers and 0 < ply < 40:
            file = given(" ".join(line), "variations")
            yield "-x", [f"-x{file}"], f"some(board matches '{board.board_fen()}' and ply <= {ply})"


def main():
    if EXTRACT is None:
        print("skipped: pgn-extract is not installed")
        return
    path, count = corpus(sys.argv[3:])
    with open(path) as file:
        games = list(iter(lambda: chess.pgn.read_game(file), None))
    assert len(games) == len(theirs(path)) == count > 0, "a game is not read"
    choose, asked, failures = random.Random(SEED), {}, []
    counted = set(ours(path, WELL_COUNTED))
    for kind, arguments, condition in questions(choose, games):
        one, other = ours(path, condition), theirs(path, *arguments)
        if kind == "-z":
            other = [number for number in other if number in counted]
        asked.setdefault(kind, []).append(len(one))
        if one != other:
            only = [sorted(set(a) - set(b), key=int)[:5] for a, b in [(one, other), (other, one)]]
            failures.append(f"{kind} {arguments}: {condition}: {len(one)} and {len(other)} games, only ours {only[0]}, only theirs {only[1]}")
    for kind, found in asked.items():
        print(f"pgn-extract {kind}: {len(found)} questions of {count} games, {sum(found)} games found")
    assert not failures, "\n".join(failures)


if __name__ == "__main__":
    main()
