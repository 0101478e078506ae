"""Lenient reading of damaged games, by a seed: against the moves that were meant, and those that python-chess reads.

Each game has one kind of damage. Some kinds lose nothing: all moves of the main line are read. Of the others a beginning is read. Never is
there a move where the game has another one, or where python-chess reads another one. The gate reads a few; 5,000 games:

    CHESS_BATCH_GAMES=5000 bash ci/python.sh tests/test_lenient_oracle.py
"""

import collections
import io
import logging
import os
import random
import re

import chess.pgn
from games import Game, write
from samples import SEED

import chess_batch as cb

COUNT = int(os.environ.get("CHESS_BATCH_GAMES", "150"))
MOVE = re.compile(r"(?<![\w\[{$\"'-])(?:O-O-O|O-O|[KQRBN]?[a-h]?[1-8]?x?[a-h][1-8](?:=[QRBN])?)(?=[+#!? \n\r)])")


def parts(text):
    """Return the tags of a text, and its movetext."""
    return re.split(r"(?<=\])\r?\n\r?\n", text, maxsplit=1)


def moves_of(movetext):
    """Return the places of moves outside of comments."""
    hidden = re.sub(r"\{[^}]*\}", lambda match: "\x01" * len(match[0]), movetext)
    return [match for match in MOVE.finditer(hidden)]


def at_move(change):
    """Return a damage that changes the text before, of and after a random move."""

    def damage(text, choose):
        tags, movetext = parts(text)
        places = moves_of(movetext)
        if not places:
            return None
        place = choose.choice(places)
        changed = change(movetext[: place.start()], place[0], movetext[place.end() :], choose)
        return changed and f"{tags}\n\n{changed}"

    return damage


def each_move(change):
    """Return a damage that changes the text of each move."""

    def damage(text, choose):
        tags, movetext = parts(text)
        for place in reversed(moves_of(movetext)):
            movetext = movetext[: place.start()] + change(place[0], choose) + movetext[place.end() :]
        return f"{tags}\n\n{movetext}"

    return damage


def in_tags(line):
    def damage(text, choose):
        tags, movetext = parts(text)
        lines = tags.splitlines()
        lines.insert(choose.randrange(1, len(lines)), line)
        return "\n".join(lines) + "\n\n" + movetext

    return damage


def edits(text, choose):
    """Change a few characters anywhere."""
    for _ in range(choose.randrange(1, 4)):
        at = choose.randrange(len(text))
        text = text[:at] + choose.choice(["", "", "}", "{", "(", ")", "x", "1", "N", " ", "\n", '"', "]", "é"]) + text[at + choose.randrange(3) :]
    return text


def after(*words):
    return at_move(lambda before, move, rest, choose: f"{before}{move} {choose.choice(words)} {rest}")


def outside(damage):
    """Return a damage that stands in no variation."""

    def outer(text, choose):
        damaged = damage(text, choose)
        before = damaged and re.sub(r"\{[^}]*\}", "", parts(damaged)[1].partition(" ) ")[0])
        return damaged if damaged and before.count("(") == before.count(")") else None

    return outer


def result(text, choose):
    spaced = {"1-0": ["1 - 0", "1–0", "1 -0"], "0-1": ["0 - 1", "0–1"], "1/2-1/2": ["1/2 - 1/2", "½-½", "1/2"], "*": ["* *"]}
    front, _, end = text.rstrip().rpartition(" " if " " in text.rstrip().rpartition("\n")[2] else "\n")
    return f"{front} {choose.choice(spaced[end])}\n\n" if end in spaced else None


# Damages after which all moves are known.
HARMLESS = {
    "zeros": each_move(lambda move, choose: move.replace("O", "0")),
    "small letters of castling": each_move(lambda move, choose: move.replace("O", "o")),
    "dashes": each_move(lambda move, choose: move.replace("-", choose.choice("–—‐"))),
    "no equals sign": each_move(lambda move, choose: move.replace("=", choose.choice(["", "/"]))),
    "parentheses of promotions": each_move(lambda move, choose: re.sub("=(.)", r"(\1)", move)),
    "no mark of captures": each_move(lambda move, choose: move.replace("x", "") if move[0].isupper() else move),
    "checks": lambda text, choose: re.sub(r"(?<=[1-8QRBNO])[+#](?=[ \n\r!?)])", "", text),
    "stray marks": after("]", ">", "=", "N", "+-", "$256", "$", "D", ","),
    "novelties": after("TN"),
    "spaces": lambda text, choose: parts(text)[0] + "\n\n" + re.sub(r"(?<=[a-z1-8]) (?=[A-Za-z])", "\xa0", parts(text)[1]),
    "a parenthesis too many": outside(at_move(lambda before, move, rest, choose: f"{before}{move} ) {rest}")),
    "results": result,
    "a blank line in tags": in_tags(""),
    "a tag without quotes": in_tags("[Source Unknown]"),
    "a tag without a bracket": in_tags('[Source "Unknown"'),
    "a tag without a name": in_tags('["Unknown"]'),
    "no numbers": lambda text, choose: parts(text)[0] + "\n\n" + re.sub(r"(?<![\w\[{:])\d+ ?\.+ ?(?![^{}]*\})", "", parts(text)[1]),
    "e.p.": at_move(lambda before, move, rest, choose: f"{before}{move} e.p.{rest}" if "x" in move and move[0].islower() else None),
}
# Damages after which the moves before them are known, and perhaps others.
HARMFUL = {
    "an illegal move": at_move(lambda before, move, rest, choose: f"{before}{choose.choice(['Ke9', 'Qz3', 'Nh8h7', 'a9'])} {move}{rest}"),
    "cut off": at_move(lambda before, move, rest, choose: before + move[: choose.randrange(len(move) + 1)]),
    "a parenthesis too many in a variation": after(")"),
    "a comment without an end": after("{ and more"),
    "a variation without an end": after("( and more"),
    "a move that is left out": at_move(lambda before, move, rest, choose: before + rest),
    "a blank line": after("\n\n"),
    "another square": at_move(lambda before, move, rest, choose: f"{before}{move[:-1]}{choose.choice('12345678')}{rest}"),
    "a comment that is opened twice": lambda text, choose: text.replace("{", "{ {", 1) if "{" in text else None,
    "edits": edits,
}


def line(board, moves):
    """Return the moves as python-chess has them, by their words."""
    board, played = board.copy(), []
    for word in moves:
        played.append(board.push_uci(cb.Move(word).uci(chess960=board.chess960)))
    return played


def common(one, other):
    return next((i for i, pair in enumerate(zip(one, other)) if pair[0] != pair[1]), min(len(one), len(other)))


def read_by_python_chess(text):
    """Return the moves of the first game with moves; `None` if there is none, or if python-chess fails or plays an illegal move."""
    handle, moves = io.StringIO(text), []
    try:
        while (game := chess.pgn.read_game(handle)) is not None and not moves:
            board = game.board()
            for move in game.mainline_moves():
                # Behind a variation that breaks off, it has lost the place.
                if move and not board.is_legal(move):
                    return None
                board.push(move)
                moves.append(move)
    except (ValueError, IndexError):
        return None
    return moves or None


def test_damaged_games(capsys):
    logging.getLogger("chess.pgn").setLevel(logging.CRITICAL)
    choose = random.Random(SEED)
    kinds = list((HARMLESS | HARMFUL).items())
    games, texts, names = [], [], []
    while len(games) < COUNT:
        game = Game(choose)
        name, damage = choose.choice(kinds)
        text = damage(write(game), choose)
        if text is not None:
            games.append(game)
            texts.append(text)
            names.append(name)
    counts, faults = collections.defaultdict(collections.Counter), []
    for number, (game, text, name) in enumerate(zip(games, texts, names)):
        meant = []
        node = game.root
        while node.children:
            node = node.children[0]
            meant.append(node.move)
        rows = cb.read_pgn(text.encode(), columns="start,moves,errors", lenient=True, threads=1).to_pylist()
        own = next(((row["start"], row["moves"]) for row in rows if row["moves"]), None)
        start = own and chess.Board(cb.Position.from_packed(own[0]).fen(en_passant="fen"), chess960=game.board.chess960)
        is_start = start is None or start.fen() == game.board.fen()
        ours = line(start, own[1]) if own and is_start else []
        theirs = read_by_python_chess(text)
        same, ply = common(ours, meant), common(ours, theirs or [])
        if not is_start:
            verdict = "another start"
        elif same == len(meant) == len(ours):
            verdict = "all moves"
        elif same == len(ours):
            verdict = "a beginning"
        else:
            verdict = "other moves"
        agrees = theirs is None or is_start and ply == min(len(ours), len(theirs))
        peer = "without python-chess" if theirs is None else "as python-chess" if agrees else "not as python-chess"
        counts[name][verdict, peer] += 1
        is_fault = verdict != "all moves" if name in HARMLESS else verdict == "other moves" and not agrees
        if is_fault:
            faults.append(f"{name}, game {number}: {verdict} at {same}; python-chess {ply}; {[row['errors'] for row in rows]}\n{text}")
    with capsys.disabled():
        print(f"\nseed {SEED}: {len(games)} damaged games, {len(faults)} wrong")
        for name, found in sorted(counts.items()):
            print(f"    {name}: " + ", ".join(f"{count} {' '.join(kind)}" for kind, count in found.most_common()))
    assert not faults, "\n".join(faults[:3])
