"""How many times faster than python-chess, in one run.

    python benches/factors.py --fens FILE [--pgn FILE...] [--part BYTES] [--threads N]

Each line does the same work with both: python-chess on a part that it can do in some seconds, this package on all, and the
rates are compared. Results are compared too, and a difference ends the run. Times are CPU times: the best of `--repeat` runs for
this package, and of one run for python-chess.
"""

from __future__ import annotations

import argparse
import io
import pathlib
import random
import time

import chess
import chess.pgn

import chess_batch


def best(repeat, work):
    """Return the shortest time of `repeat` runs in seconds, and the last result."""
    times = []
    for _ in range(repeat):
        start = time.process_time()
        result = work()
        times.append(time.process_time() - start)
    return min(times), result


def show(name, theirs, ours, unit):
    """Print the rates, per second, and their factor."""
    factor = ours / theirs
    print(f"{name:<28} {theirs:>12,.0f} {ours:>14,.0f} {unit:<10} {factor:>7,.0f} times", flush=True)


def positions(fens, sample, repeat, threads):
    part = random.Random(2).sample(fens, min(sample, len(fens)))

    start = time.process_time()
    slow = []
    for fen in part:
        board = chess.Board(fen)
        slow.append(list(board.legal_moves))
    theirs = len(part) / (time.process_time() - start)
    seconds, all_moves = best(repeat, lambda: chess_batch.legal_moves(fens, threads=threads))
    p = chess_batch.positions(part)
    assert p.counts.tolist() == [len(moves) for moves in slow]
    assert len(all_moves[1]) == p.counts.sum() or len(part) < len(fens)
    show("legal moves of FENs", theirs, len(fens) / seconds, "positions/s")

    start = time.process_time()
    names = [[board.san(move) for move in board.legal_moves] for board in map(chess.Board, part)]
    theirs = sum(map(len, names)) / (time.process_time() - start)

    def everything():
        p = chess_batch.positions(fens, threads=threads)
        return chess_batch.san(p.packed, p.moves, p.offsets, threads=threads)

    seconds, texts = best(repeat, everything)
    ours = chess_batch.san(p.packed, p.moves, p.offsets)
    assert sorted(ours) == sorted(name for row in names for name in row)
    show("SAN of all legal moves", theirs, len(texts) / seconds, "moves/s")


def perft(repeat, threads):
    def slow(board, depth):
        if depth == 1:
            return board.legal_moves.count()
        leaves = 0
        for move in list(board.legal_moves):
            board.push(move)
            leaves += slow(board, depth - 1)
            board.pop()
        return leaves

    start = time.process_time()
    leaves = slow(chess.Board(), 4)
    theirs = leaves / (time.process_time() - start)
    # Perft 4 itself takes a fraction of a millisecond, most of which is the start of a thread.
    seconds, ours = best(20 * repeat, lambda: chess_batch.perft(chess_batch.STARTING_FEN, 4, threads=threads))
    assert ours == leaves
    show("perft 4", theirs, leaves / seconds, "leaves/s")


def games(path, part_size, repeat, threads):
    with open(path, "rb") as file:
        head = file.read(part_size)
    # Whole games: up to the last tag `Event` of the part.
    cut = head.rfind(b"\n[Event ")
    text = (head if cut < 0 else head[:cut]).decode("utf-8", "replace")
    start = time.process_time()
    handle, slow = io.StringIO(text), []
    while (game := chess.pgn.read_game(handle)) is not None:
        slow.append([move.uci() for move in game.mainline_moves()])
    seconds = time.process_time() - start
    theirs = len(text) / seconds

    size = path.stat().st_size
    read = lambda: chess_batch.read_pgn([path], columns=["moves", "error"], threads=threads)
    seconds, table = best(repeat, read)
    rows = table[: len(slow)]["moves"].to_pylist()
    sound = [i for i, error in enumerate(table[: len(slow)]["error"]) if error is None]
    for i in sound:
        assert [chess_batch.Move(word).uci() for word in rows[i]] == slow[i], (path, i)
    show(f"PGN to moves: {path.name}"[:28], theirs, size / seconds, "bytes/s")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--fens", type=pathlib.Path, required=True, help="a file of FENs, one a line")
    parser.add_argument("--pgn", type=pathlib.Path, nargs="*", default=[], help="PGN files")
    parser.add_argument("--part", type=int, default=1 << 20, help="bytes of each PGN file for python-chess")
    parser.add_argument("--sample", type=int, default=5000, help="positions for python-chess")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--repeat", type=int, default=3)
    options = parser.parse_args()

    print(f"{options.threads} thread(s); {'python-chess ' + chess.__version__:>30} {'chess-batch':>14}")
    for path in options.pgn:
        games(path, options.part, options.repeat, options.threads)
    positions(options.fens.read_text().splitlines(), options.sample, options.repeat, options.threads)
    perft(options.repeat, options.threads)


if __name__ == "__main__":
    main()
