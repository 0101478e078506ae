"""Positions and files that several tests need."""

import functools
import inspect
import os
import pathlib
import random

import chess

import chess_batch

# The seed of random choices: `CHESS_BATCH_SEED`, or that of the gate, `CHESS_SEED` in hexadecimal digits, or else a new one.
SEED = int(os.environ.get("CHESS_BATCH_SEED") or int(os.environ.get("CHESS_SEED") or "0", 16) or random.randrange(1 << 32)) % (1 << 32)

SHARED = pathlib.Path(__file__).parents[3] / "shared" / "data"

PUBLIC = [name for name, value in vars(chess_batch).items() if not name.startswith("_") and not inspect.ismodule(value)]


def arrow(read):
    """Return a function that reads what `read` does as a table of pyarrow."""
    return lambda *arguments, **options: read(*arguments, **options).to_arrow()


# Positions that random games seldom reach: castling in Chess960, captures en passant that are pinned, mates and draws.
RARE = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "8/8/8/2k5/3Pp3/8/8/4K2B b - d3 0 1",
    "8/8/8/K2pP2r/8/8/8/7k w - d6 0 2",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
    "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1",
    "8/8/8/8/8/5k2/8/7K w - - 0 1",
    "8/8/8/8/8/5kn1/8/7K w - - 149 90",
    "4k3/8/8/8/8/8/3R4/4K3 w - - 150 90",
]


def random_boards(count, seed, *, chess960=False):
    """Yield boards of random games, each from a position that has not ended."""
    choose = random.Random(seed)
    while True:
        board = chess.Board.from_chess960_pos(choose.randrange(960)) if chess960 else chess.Board()
        for _ in range(200):
            if count == 0:
                return
            moves = list(board.legal_moves)
            yield board
            count -= 1
            if not moves:
                break
            # Captures and checks are likelier than in a plain choice, so that games end.
            loud = [move for move in moves if board.is_capture(move) or board.gives_check(move)]
            board.push(choose.choice(loud if loud and choose.random() < 0.3 else moves))


@functools.cache
def random_fens():
    """Some thousand positions of random games."""
    return RARE + [board.fen() for board in random_boards(3000, seed=1)]
