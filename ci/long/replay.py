#!/usr/bin/env python3
"""Replays games of chess match by python-chess: python3 ci/long/replay.py [--must-win] NAME FILE...

Each move must be legal, no position but the last one may be the end of the game, the result must be that of the last position, and no
clock may have run out. NAME may not lose by a fault; with --must-win it must win each game.
"""

import re
import sys

import chess.pgn

FAULTS = ("time forfeit", "illegal move", "abandoned", "stalled connection")


def faults_of(game, name, must_win):
    headers, result, end = game.headers, game.headers["Result"], game.headers["Termination"]
    yield from game.errors
    winner = {"1-0": headers["White"], "0-1": headers["Black"]}.get(result)
    if winner != name and (must_win or end in FAULTS):
        yield f"{name} has not won: {result}, {end}"
    base, increment = map(float, headers["TimeControl"].split("+"))
    left = {chess.WHITE: base, chess.BLACK: base}
    for node in game.mainline():
        mover = not node.turn()
        if node.parent.board().is_game_over():
            yield f"the game was over at {node.parent.board().fen()}"
        if time := re.search(r"([0-9.]+)s(,|$)", node.comment):
            left[mover] -= float(time[1])
            if left[mover] < -0.001:
                yield f"the clock has run out at {node.board().fen()}"
            left[mover] += increment
    board = game.end().board()
    outcome = board.outcome(claim_draw=True)
    if end not in (*FAULTS, "adjudication") and (outcome is None or outcome.result() != result):
        yield f"{result}, {end} at {board.fen()}"


def main(arguments):
    must_win = "--must-win" in arguments
    name, *files = [word for word in arguments if word != "--must-win"]
    games = faults = 0
    for path in files:
        with open(path, encoding="utf-8") as file:
            while (game := chess.pgn.read_game(file)) is not None:
                games += 1
                for fault in faults_of(game, name, must_win):
                    faults += 1
                    print(f"{path}, game {games}, round {game.headers['Round']}: {fault}")
    print(f"{games} games replayed, {faults} faults")
    return 1 if faults or not games else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
