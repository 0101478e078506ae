#!/usr/bin/env python3
"""Plays the engine against others, and checks every move, every clock and every game's PGN.

    python3 ci/games.py --opponent random --games 100
    python3 ci/games.py --opponent random stockfish:0 stockfish:5 --variant standard chess960 --games 200 --pgn games

stockfish:N is Stockfish with Skill Level N, 0 to 20. All opponents are met in all variants, --games times each. Both
sides have the time of --base and --increment, in seconds; the random mover needs none. Openings are six random plies, or
random starts of Chess960, each played with either colour. --concurrency games are played at once, each in processes of its
own: no more than there are idle cores, or clocks mean nothing.

The last lines are a table. The exit code is 1 if the engine played an illegal move, crashed or lost on time, if a PGN does
not replay, or if it did not win all games against the random mover. The faults of opponents are counted and no more.

The first run makes a virtual environment at --venv, with python-chess from the package index.
"""

import argparse
import collections
import concurrent.futures
import dataclasses
import io
import os
import pathlib
import random
import subprocess
import sys
import time

PYTHON_CHESS = "chess==1.11.2"
OPENING_PLIES = 6


def main():
    options = arguments()
    try:
        import chess  # noqa: F401
    except ImportError:
        enter_venv(options.venv.absolute())
    if options.pgn:
        options.pgn.mkdir(parents=True, exist_ok=True)
    tables = {}
    for opponent in options.opponent:
        for variant in options.variant:
            tables[opponent, variant] = match(options, opponent, variant)
    print_table(tables)
    faults = [fault for tally in tables.values() for fault in tally.faults]
    for fault in faults:
        print(fault)
    is_beaten = any(tally.counts["won"] < options.games for (name, _), tally in tables.items() if name == "random")
    return 1 if faults or is_beaten else 0


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--chess", default="target/release/chess", help="the program, which is called with uci")
    parser.add_argument("--opponent", nargs="+", type=opponent, default=["random"], help="random or stockfish:SKILL")
    parser.add_argument("--variant", nargs="+", choices=["standard", "chess960"], default=["standard"])
    parser.add_argument("--stockfish", default="/usr/games/stockfish")
    parser.add_argument("--games", type=int, default=10, help="games against each opponent in each variant")
    parser.add_argument("--base", type=float, default=2.0, help="seconds for the game")
    parser.add_argument("--increment", type=float, default=0.02, help="seconds added after each move")
    parser.add_argument("--threads", type=int, default=1, help="threads of the engine")
    parser.add_argument("--concurrency", type=int, default=1, help="games at once")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--pgn", type=pathlib.Path, help="write a file for each opponent and variant to this directory")
    parser.add_argument("--venv", type=pathlib.Path, default=pathlib.Path("target/games-venv"))
    return parser.parse_args()


def opponent(text):
    name, _, skill = text.partition(":")
    if name == "stockfish" and skill.isdigit() and int(skill) <= 20 or text == "random":
        return text
    raise argparse.ArgumentTypeError(f"{text} is neither random nor stockfish:0 to stockfish:20")


def enter_venv(directory):
    """Runs this script again in a virtual environment that has python-chess."""
    python = directory / "bin" / "python"
    if not python.exists():
        subprocess.run([sys.executable, "-m", "venv", str(directory)], check=True)
    subprocess.run([str(python), "-m", "pip", "install", "--quiet", PYTHON_CHESS], check=True)
    os.execv(python, [str(python), *sys.argv])


class Tally:
    """How the games against one opponent have ended."""

    def __init__(self):
        self.counts = collections.Counter()
        self.faults = []

    def points(self):
        return self.counts["won"] + self.counts["drawn"] / 2


def match(options, opponent, variant):
    """Plays all games against one opponent, writes them down, and counts."""
    tally = Tally()
    name = f"{opponent.replace(':', '-')}-{variant}"
    path = options.pgn / f"{name}.pgn" if options.pgn else pathlib.Path(os.devnull)
    with path.open("w") as file, concurrent.futures.ThreadPoolExecutor(options.concurrency) as pool:
        games = pool.map(lambda number: Game(options, opponent, variant, number).play(), range(options.games))
        for game in games:
            print(game.pgn(), end="\n\n", file=file, flush=True)
            tally.counts[game.standing()] += 1
            tally.counts[game.end] += 1
            tally.faults += [f"{name}, game {game.number + 1}: {fault}" for fault in game.faults]
            moves = f"{game.board.fullmove_number:4} moves  {tally.points()} points"
            print(f"{name:24} {game.number + 1:4} {game.result:8} {game.end:24} {moves}", flush=True)
    return tally


@dataclasses.dataclass
class Player:
    """One side of a game: an engine, or chance."""

    name: str
    is_ours: bool
    engine: object = None
    chance: random.Random = None
    left: float = 0.0

    def move(self, game, board):
        """A move and the seconds it took."""
        if self.engine is None:
            return self.chance.choice(list(board.legal_moves)), 0.0
        begun = time.monotonic()
        return self.engine.play(board, game.limit(), game=game).move, time.monotonic() - begun


class Game:
    """A game: its players, its board, and how it has ended."""

    def __init__(self, options, opponent, variant, number):
        self.options, self.opponent, self.variant, self.number = options, opponent, variant, number
        self.is_white = number % 2 == 0
        self.board = opening(variant, f"{options.seed} {number // 2}")
        self.result, self.end, self.faults = None, None, []

    def play(self):
        players = [self.our_player(), self.their_player()]
        try:
            self.players = {self.is_white: players[0], not self.is_white: players[1]}
            while self.result is None:
                self.play_move(self.players[self.board.turn])
        finally:
            for player in players:
                close(player.engine)
        return self

    def our_player(self):
        engine = start([self.options.chess, "uci"], {"Threads": self.options.threads})
        return Player("chess", True, engine, left=self.options.base)

    def their_player(self):
        name, _, skill = self.opponent.partition(":")
        if name == "random":
            chance = random.Random(f"{self.options.seed} {self.variant} {self.number}")
            return Player(name, False, chance=chance, left=self.options.base)
        engine = start([self.options.stockfish], {"Skill Level": int(skill)})
        return Player(self.opponent, False, engine, left=self.options.base)

    def limit(self):
        import chess.engine

        white, black, increment = self.players[True].left, self.players[False].left, self.options.increment
        return chess.engine.Limit(white_clock=white, black_clock=black, white_inc=increment, black_inc=increment)

    def play_move(self, player):
        """One move, or what ends the game."""
        import chess.engine

        outcome = self.board.outcome(claim_draw=True)
        if outcome is not None:
            self.result, self.end = outcome.result(), outcome.termination.name.lower()
            return
        try:
            move, seconds = player.move(self, self.board)
        except TimeoutError:
            return self.lose(player, "time", "no answer")
        except chess.engine.EngineTerminatedError as error:
            return self.lose(player, "crash", error)
        except chess.engine.EngineError as error:
            return self.lose(player, "illegal move", error)
        if move not in self.board.legal_moves:
            return self.lose(player, "illegal move", move)
        player.left -= seconds
        if player.left < 0:
            return self.lose(player, "time", f"{seconds:.3f} s for a move")
        player.left += self.options.increment
        self.board.push(move)

    def lose(self, player, why, detail):
        """The side to move has lost in another way than by mate."""
        self.result = "0-1" if self.board.turn else "1-0"
        self.end = f"{why}, {'ours' if player.is_ours else 'theirs'}"
        if player.is_ours:
            self.faults.append(f"{why}: {detail} in {self.board.fen()}")

    def standing(self):
        if self.result == "1/2-1/2":
            return "drawn"
        return "won" if (self.result == "1-0") == self.is_white else "lost"

    def pgn(self):
        """The text of the game, which is read again and compared."""
        import chess.pgn

        game = chess.pgn.Game.from_board(self.board)
        game.headers.update(
            Event="games.py",
            Site=self.variant,
            Round=str(self.number + 1),
            White=self.players[True].name,
            Black=self.players[False].name,
            Result=self.result,
            TimeControl=f"{self.options.base:g}+{self.options.increment:g}",
            Termination=self.end,
        )
        text = str(game)
        again = chess.pgn.read_game(io.StringIO(text))
        if again.errors or again.end().board().fen() != self.board.fen():
            self.faults.append(f"the PGN does not replay: {again.errors}")
        return text


def opening(variant, seed):
    """A board on which White is to move."""
    import chess

    generator = random.Random(seed)
    if variant == "chess960":
        return chess.Board.from_chess960_pos(generator.randrange(960))
    while True:
        board = chess.Board()
        for _ in range(OPENING_PLIES):
            board.push(generator.choice(list(board.legal_moves)))
            if board.is_game_over():
                break
        else:
            return board


def start(command, settings):
    import chess.engine

    engine = chess.engine.SimpleEngine.popen_uci(command)
    engine.configure(settings)
    return engine


def close(engine):
    """Ends an engine, which may have crashed."""
    import chess.engine

    if engine is not None:
        try:
            engine.quit()
        except (chess.engine.EngineError, TimeoutError):
            engine.close()


COLUMNS = ["won", "drawn", "lost", "time, ours", "illegal move, ours", "crash, ours"]
THEIR_COLUMNS = ["time, theirs", "illegal move, theirs", "crash, theirs"]


def print_table(tables):
    columns = COLUMNS + THEIR_COLUMNS
    heads = [column.replace("illegal move", "illegal") for column in columns]
    print(f"\n{'opponent':14} {'variant':9} {'games':>5} {'points':>7}  " + "  ".join(heads))
    for (opponent, variant), tally in tables.items():
        games = sum(tally.counts[column] for column in COLUMNS[:3])
        counts = "  ".join(f"{tally.counts[column]:{len(head)}}" for column, head in zip(columns, heads))
        print(f"{opponent:14} {variant:9} {games:5} {tally.points():7.1f}  {counts}")


if __name__ == "__main__":
    sys.exit(main())
