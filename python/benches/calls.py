"""Time of single calls, next to other packages that are installed.

    python benches/calls.py [--rounds N] [--rows NAME...] [--before FOLDER] [--json FILE]

Each row does the same work by each package: bulletchess, cozy-chess-py, fastchess, python-chess and rust-chess, if they can be imported. The
packages take turns of a few milliseconds in each round, and a time is that of the best round, in nanoseconds an item, loops and look-ups of
names included. Then come this package's time by that of the best other one, and with `--before`, by that of another build of it, in a folder of
`pip install --target FOLDER --no-deps WHEEL`. Results are compared where others have the same, and a difference ends the run.
"""

from __future__ import annotations

import argparse
import importlib
import json
import sys
import time
import timeit

MODULES = {
    "ours": "chess_batch",
    "bullet": "bulletchess",
    "cozy": "cozy_chess",
    "fast": "fastchess",
    "rust": "rust_chess",
    "python": "chess",
}
FEN = "r1bqk2r/pp2bppp/2n1pn2/2pp4/2PP4/2N1PN2/PP2BPPP/R1BQK2R w KQkq - 4 7"
# A game of 80 plies with castling and checks, without an end.
GAME = (
    "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6 e1g1 f8e7 f1e1 b7b5 a4b3 d7d6 c2c3 e8g8 h2h3 c6a5 b3c2 c7c5 d2d4 d8c7 b1d2 a5c6 d4c5 d6c5 d2f1 "
    "c8e6 f1e3 a8d8 d1e2 c5c4 e3f5 f8e8 f3g5 e6f5 e4f5 h7h6 g5e4 f6e4 e2e4 e7f6 c1e3 d8d5 a1d1 e8d8 d1d5 d8d5 g2g4 c7d7 e4f3 c6e7 c2e4 d5d6 "
    "e3c5 d6d1 e1d1 d7d1 f3d1 g8h7 c5e7 f6e7 d1d7 e7g5 d7f7 h6h5 e4b7 h5g4 b2b4 h7h8 f2f3 g5e3 g1h2 e3c5 f7g7 h8g7 a2a3 c5f8 f5f6 g7h6"
).split()

# What makes ready, and what is timed, by package: the names of MODULES. `m` is the module. `items` is the number of items of a run.
ROWS = {
    "push and pop": (1, {
        "ours": ("b = m.Position(fen); x = b.parse_uci('d1b3')", "b.push(x); b.pop()"),
        "bullet": ("b = m.Board.from_fen(fen); x = m.Move.from_uci('d1b3')", "b.apply(x); b.undo()"),
        "python": ("b = m.Board(fen); x = m.Move.from_uci('d1b3')", "b.push(x); b.pop()"),
    }),
    "copy": (1, {
        "ours": ("b = m.Position(fen)", "b.copy()"),
        "bullet": ("b = m.Board.from_fen(fen)", "b.copy()"),
        "cozy": ("from copy import copy; b = m.Board.from_fen(fen, False)", "copy(b)"),
        "fast": ("b = m.Board(fen)", "b.copy()"),
        "python": ("b = m.Board(fen)", "b.copy()"),
    }),
    "piece_at": (1, {
        "ours": ("b = m.Position(fen)", "b.piece_at(4)"),
        "bullet": ("b = m.Board.from_fen(fen); x = m.E1", "b[x]"),
        "cozy": ("b = m.Board.from_fen(fen, False); x = m.Square.E1", "b.piece_on(x)"),
        "fast": ("b = m.Board(fen)", "b.piece_at(4)"),
        "rust": ("b = m.Board(fen); x = m.E1", "b.get_piece_on(x)"),
        "python": ("b = m.Board(fen)", "b.piece_at(4)"),
    }),
    "is_check": (1, {
        "ours": ("b = m.Position(fen)", "b.is_check()"),
        "bullet": ("b = m.Board.from_fen(fen); x = m.CHECK", "b in x"),
        "fast": ("b = m.Board(fen)", "b.is_check()"),
        "rust": ("b = m.Board(fen)", "b.is_check()"),
        "python": ("b = m.Board(fen)", "b.is_check()"),
    }),
    "turn": (1, {
        "ours": ("b = m.Position(fen)", "b.turn"),
        "bullet": ("b = m.Board.from_fen(fen)", "b.turn"),
        "fast": ("b = m.Board(fen)", "b.turn"),
        "rust": ("b = m.Board(fen)", "b.turn"),
        "python": ("b = m.Board(fen)", "b.turn"),
    }),
    "legal moves": (1, {
        "ours": ("b = m.Position(fen)", "b.legal_moves"),
        "bullet": ("b = m.Board.from_fen(fen)", "b.legal_moves()"),
        "fast": ("b = m.Board(fen)", "b.legal_moves_uci()"),
        "python": ("b = m.Board(fen)", "list(b.legal_moves)"),
    }),
    "push_uci": (len(GAME), {
        "ours": ("p = m.Position", "b = p()\nfor x in game: b.push_uci(x)"),
        "bullet": ("p = m.Board; r = m.Move.from_uci", "b = p()\nfor x in game: b.apply(r(x))"),
        "fast": ("p = m.Board", "b = p()\nfor x in game: b.push_uci(x)"),
        "python": ("p = m.Board", "b = p()\nfor x in game: b.push_uci(x)"),
    }),
    "FEN round trip": (1, {
        "ours": ("p = m.Position", "p(fen).fen()"),
        "bullet": ("p = m.Board.from_fen", "p(fen).fen()"),
        "cozy": ("p = m.Board.from_fen", "str(p(fen, False))"),
        "fast": ("p = m.Board", "p(fen).fen()"),
        "rust": ("p = m.Board", "p(fen).get_fen()"),
        "python": ("p = m.Board", "p(fen).fen()"),
    }),
    "planes of one position": (1, {
        "ours": ("b = m.Position(fen); f = m.to_planes", "f(b, planes=18)"),
        "fast": ("b = m.Board(fen)", "b.to_tensor()"),
    }),
    "planes, bitboards": (100_000, {
        "ours": ("b = m.positions([fen] * 100_000).packed; f = m.to_planes", "f(b, bitboards=True, threads=1)"),
    }),
    "planes, bitboards, out": (100_000, {
        "ours": ("b = m.positions([fen] * 100_000).packed; f = m.to_planes; o = f(b, bitboards=True)", "f(b, bitboards=True, out=o, threads=1)"),
    }),
    "planes, int8": (100_000, {
        "ours": ("b = m.positions([fen] * 100_000).packed; f = m.to_planes", "f(b, threads=1)"),
    }),
    "planes, int8, out": (100_000, {
        "ours": ("b = m.positions([fen] * 100_000).packed; f = m.to_planes; o = f(b)", "f(b, out=o, threads=1)"),
    }),
    "planes, float32, out": (100_000, {
        "ours": ("b = m.positions([fen] * 100_000).packed; f = m.to_planes; o = f(b, dtype='float32')", "f(b, out=o, threads=1)"),
    }),
    "legal moves in bulk": (100_000, {
        "ours": ("b = m.positions([fen] * 100_000).packed; f = m.legal_moves", "f(b, threads=1)"),
    }),
    "positions of 1 FEN": (1, {"ours": ("f = m.positions", "f([fen])")}),
    "legal moves of 1 FEN": (1, {"ours": ("f = m.legal_moves", "f([fen])")}),
    "read_pgn of 1 game": (1, {
        "ours": ("f = m.read_pgn; t = b'1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 *'", "f(t, columns='moves,error')"),
    }),
}
CHECKS = {
    "FEN round trip": lambda value: str(value)[: FEN.index(" w")],
    "is_check": lambda value: bool(value),
}


def other_build(folder):
    """Import another build of this package, which has its own module."""
    ours = {name: sys.modules.pop(name) for name in list(sys.modules) if name.split(".")[0] == "chess_batch"}
    sys.path.insert(0, folder)
    try:
        return importlib.import_module("chess_batch")
    finally:
        sys.path.remove(folder)
        # Classes that a build imports when they are needed are this one's in both.
        sys.modules.update(ours)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=200)
    parser.add_argument("--rows", nargs="*", help="the rows that have one of these words in their names")
    parser.add_argument("--before", help="a folder with another build of this package")
    parser.add_argument("--json", help="a file for the nanoseconds")
    options = parser.parse_args()

    modules = {}
    for name, module in MODULES.items():
        try:
            modules[name] = importlib.import_module(module)
        except ImportError:
            if name == "ours":
                raise
    if options.before:
        modules["before"] = other_build(options.before)
    print(f"{'ns an item':<24}" + "".join(f"{name:>9}" for name in [*modules, "by best", "by before"][: len(modules) + 1 + bool(options.before)]), flush=True)
    times = {}
    for row, (items, ways) in ROWS.items():
        if options.rows and not any(word in row for word in options.rows):
            continue
        timers, results = {}, {}
        for name, module in modules.items():
            prepare, run = ways.get("ours" if name == "before" else name, ("", ""))
            if not run or name == "before" and "out=" in run:
                continue
            space = {"m": module, "fen": FEN, "game": GAME}
            exec(prepare, space)
            if row in CHECKS:
                results[name] = CHECKS[row](eval(run, space))
            timers[name] = timeit.Timer(run, timer=time.perf_counter, globals=space)
        assert len(set(results.values())) <= 1, (row, results)
        best, counts = {}, {}
        for name, timer in timers.items():
            timer.timeit(1)
            counts[name] = max(1, int(0.002 / (timer.timeit(3) / 3)))
        for _ in range(options.rounds if items < 1000 else max(5, options.rounds // 20)):
            for name, timer in timers.items():
                time_of_one = timer.timeit(counts[name]) / counts[name] / items * 1e9
                best[name] = min(best.get(name, time_of_one), time_of_one)
        times[row] = best
        others = [value for name, value in best.items() if name not in ("ours", "before")]
        cells = "".join(f"{best[name]:>9,.0f}" if name in best else " " * 9 for name in modules)
        cells += f"{best['ours'] / min(others):>9.2f}" if others else " " * 9
        before = times.get(row.removesuffix(", out"), best).get("before")
        print(f"{row:<24}{cells}" + (f"{best['ours'] / before:>9.2f}" if before else ""), flush=True)
    if options.json:
        with open(options.json, "w") as file:
            json.dump(times, file, indent=1)


if __name__ == "__main__":
    main()
