#!/usr/bin/env python3
"""Compare the signs of the scores of engines' games with searches: `python3 ci/long/scores.py FILE.pgn... [--count N] [--chess PROGRAM]`.

Of each file, positions with Black to move whose score, as `chess convert` reads it, is beyond half a pawn are searched with 50,000 nodes,
until N (200) of the searches are beyond half a pawn as well. It fails if fewer than 95 % of the signs agree, or if fewer than 90 % of the
comments that hold a score give a record.
"""

import argparse
import json
import os
import re
import subprocess
import sys

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
SCORED = re.compile(r"\{(?:[^{}]*\[%eval |\s*[+-]?(?:\d+\.\s*\d\d|[M#]\d+)/\s*\d)")

HALF_A_PAWN = 50


class Engine:
    """An engine that speaks UCI."""

    def __init__(self, program: str) -> None:
        self.process = subprocess.Popen([program, "uci"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def search(self, fen: str) -> int:
        """Return the score from White's point of view in centipawns, a mate as 10,000."""
        self.process.stdin.write(f"ucinewgame\nposition fen {fen}\ngo nodes 50000\n")
        self.process.stdin.flush()
        score = 0
        for line in self.process.stdout:
            if found := re.search(r" score (cp|mate) (-?)(\d+)", line):
                score = int(found[2] + (found[3] if found[1] == "cp" else "10000"))
            if line.startswith("bestmove"):
                break
        return score if " w " in fen else -score


def check(path: str, program: str, engine: Engine, count: int) -> bool:
    """Print the figures of a file, and tell whether they are good enough."""
    run = subprocess.run([program, "convert", path, "-", "--to", "plain", "--json"], capture_output=True, text=True)
    summary = json.loads(run.stderr.splitlines()[-1])
    with open(path, encoding="latin-1") as file:
        scored = len(SCORED.findall(file.read()))
    lines = [line.split(" | ") for line in run.stdout.splitlines()]
    decisive = [(fen, int(score)) for fen, score, _ in lines if " b " in fen and abs(int(score)) > HALF_A_PAWN]
    order = sorted(range(len(decisive)), key=lambda i: i * 0.6180339887 % 1)  # Spread over the file.
    agree = compared = 0
    for fen, score in (decisive[i] for i in order):
        found = engine.search(fen)
        if abs(found) > HALF_A_PAWN:
            compared += 1
            agree += (found > 0) == (score > 0)
        if compared == count:
            break
    print(
        f"{os.path.basename(path)}: {agree} of {compared} signs agree; "
        f"{summary['written']} of {scored} scores kept; losses {summary['losses']}",
        flush=True,
    )
    return agree >= 0.95 * compared > 0 and summary["written"] >= 0.9 * scored


def main() -> None:
    """Check all files."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", nargs="+")
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--chess", default=os.path.join(ROOT, "target", "release", "chess"))
    args = parser.parse_args()
    engine = Engine(args.chess)
    good = [check(path, args.chess, engine, args.count) for path in args.files]
    sys.exit(0 if all(good) else 1)


if __name__ == "__main__":
    main()
