#!/usr/bin/env python3
"""Plays the engine against others, and checks every move and every clock.

    python3 ci/games.py --chess target/release/chess --opponent random --games 100
    python3 ci/games.py --chess target/release/chess --opponent stockfish --skill 0 --games 20 --chess960

Both sides have the time of --base and --increment, in seconds. Openings are a few random moves, or with --chess960 random
starts, each played with either colour. The exit code is 1 if the engine played an illegal move, crashed or lost on
time, if a PGN does not replay, or if it did not win all games against the random mover.

The first run makes a virtual environment beside --venv with python-chess from PyPI.
"""

import argparse
import os
import pathlib
import random
import subprocess
import sys
import time

PYTHON_CHESS = "chess==1.11.2"


def enter_venv(directory):
    """Runs this script again in a virtual environment that has python-chess."""
    python = directory / "bin" / "python"
    if not python.exists():
        subprocess.run([sys.executable, "-m", "venv", str(directory)], check=True)
        subprocess.run([str(python), "-m", "pip", "install", "--quiet", PYTHON_CHESS], check=True)
    os.execv(python, [str(python), *sys.argv])


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--chess", default="target/release/chess", help="the program, which is called with uci")
    parser.add_argument("--opponent", choices=["random", "stockfish"], default="random")
    parser.add_argument("--stockfish", default="/usr/games/stockfish")
    parser.add_argument("--skill", type=int, default=0, help="Skill Level of Stockfish, 0 to 20")
    parser.add_argument("--games", type=int, default=10)
    parser.add_argument("--base", type=float, default=2.0)
    parser.add_argument("--increment", type=float, default=0.02)
    parser.add_argument("--chess960", action="store_true")
    parser.add_argument("--threads", type=int, default=1, help="threads of the engine")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--pgn", type=pathlib.Path, help="append the games to this file")
    parser.add_argument("--venv", type=pathlib.Path, default=pathlib.Path("target/games-venv"))
    return parser.parse_args()


class Clock:
    """What is left for each side, and who has run out."""

    def __init__(self, base, increment):
        self.left = {True: base, False: base}
        self.increment = increment

    def limit(self):
        import chess.engine

        left, increment = self.left, self.increment
        return chess.engine.Limit(
            white_clock=left[True], black_clock=left[False], white_inc=increment, black_inc=increment
        )

    def spend(self, side, seconds):
        """Whether there was enough time."""
        self.left[side] -= seconds
        if self.left[side] < 0:
            return False
        self.left[side] += self.increment
        return True


def opening(number, chess960, seed):
    """A board for games number 2n and 2n + 1."""
    import chess

    generator = random.Random(f"{seed} {number // 2}")
    if chess960:
        return chess.Board.from_chess960_pos(generator.randrange(960))
    while True:
        board = chess.Board()
        for _ in range(6):
            board.push(generator.choice(list(board.legal_moves)))
        if not board.is_game_over():
            return board


class Match:
    def __init__(self, options):
        self.options = options
        self.points = 0.0
        self.results = {"won": 0, "drawn": 0, "lost": 0}
        self.faults = []
        self.random = random.Random(options.seed)

    def reply(self, engine, board, clock):
        """A move and the seconds it took; the random mover needs none."""
        if engine is None:
            return self.random.choice(list(board.legal_moves)), 0.0
        begun = time.monotonic()
        result = engine.play(board, clock.limit(), game=self.game)
        return result.move, time.monotonic() - begun

    def play(self, number, ours, theirs):
        import chess
        import chess.pgn

        self.game = number
        board = opening(number, self.options.chess960, self.options.seed)
        our_color = number % 2 == 0
        clock = Clock(self.options.base, self.options.increment)
        start = board.copy()
        result, why = None, None
        while result is None:
            outcome = board.outcome(claim_draw=True)
            if outcome is not None:
                result, why = outcome.result(), outcome.termination.name.lower()
                break
            mover = board.turn
            is_ours = mover == our_color
            try:
                move, seconds = self.reply(ours if is_ours else theirs, board, clock)
            except Exception as error:  # An engine that has crashed or played an illegal move.
                if not is_ours:
                    raise
                self.faults.append(f"game {number}: {error!r} in {board.fen()}")
                result, why = "0-1" if our_color else "1-0", "fault"
                break
            if move is None or move not in board.legal_moves:
                self.faults.append(f"game {number}: {move} in {board.fen()}")
                result, why = "0-1" if our_color else "1-0", "illegal move"
            elif not clock.spend(mover, seconds):
                result, why = "0-1" if mover else "1-0", "time"
                if is_ours:
                    self.faults.append(f"game {number}: lost on time, {seconds:.3f} s in {board.fen()}")
            else:
                board.push(move)
        self.count(result, our_color)
        self.record(number, start, board, result, why, our_color)

    def count(self, result, our_color):
        if result == "1/2-1/2":
            self.points += 0.5
            self.results["drawn"] += 1
        elif (result == "1-0") == our_color:
            self.points += 1
            self.results["won"] += 1
        else:
            self.results["lost"] += 1

    def record(self, number, start, board, result, why, our_color):
        """Writes the PGN, reads it again, and compares."""
        import io

        import chess.pgn

        game = chess.pgn.Game()
        game.setup(start.root() if self.options.chess960 else chess.Board())
        node = game
        for move in board.move_stack:
            node = node.add_variation(move)
        names = ["chess", self.options.opponent]
        game.headers.update(
            Event="games.py",
            Round=str(number),
            White=names[not our_color],
            Black=names[our_color],
            Result=result,
            Termination=why,
        )
        text = str(game)
        again = chess.pgn.read_game(io.StringIO(text))
        if again.errors or again.end().board().fen() != board.fen():
            self.faults.append(f"game {number}: the PGN does not replay: {again.errors}")
        if self.options.pgn:
            with self.options.pgn.open("a") as file:
                print(text, end="\n\n", file=file)
        print(f"{number + 1:4} {result:8} {why:24} {board.fullmove_number:4} moves {self.points} points", flush=True)


def start(command, options, is_ours):
    import chess.engine

    engine = chess.engine.SimpleEngine.popen_uci(command)
    engine.configure({"Threads": options.threads} if is_ours else {"Skill Level": options.skill})
    return engine


def main():
    options = arguments()
    try:
        import chess  # noqa: F401
    except ImportError:
        enter_venv(options.venv.absolute())
    ours = start([options.chess, "uci"], options, True)
    theirs = start([options.stockfish], options, False) if options.opponent == "stockfish" else None
    match = Match(options)
    for number in range(options.games):
        match.play(number, ours, theirs)
    ours.quit()
    if theirs is not None:
        theirs.quit()
    results = ", ".join(f"{count} {name}" for name, count in match.results.items())
    print(f"{match.points} of {options.games} points: {results}; {len(match.faults)} faults")
    for fault in match.faults:
        print(fault)
    must_win = options.opponent == "random"
    return 1 if match.faults or must_win and match.results["won"] < options.games else 0


if __name__ == "__main__":
    sys.exit(main())
