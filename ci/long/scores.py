#!/usr/bin/env python3
"""Compare the signs of the scores of engines' games with searches: `python3 ci/long/scores.py FILE.pgn... [--count N] [--chess PROGRAM]`.

Of each file, N positions (200) with Black to move whose score, as `chess convert` reads it, is beyond half a pawn are searched with 50,000
nodes. It fails if fewer than 95 % of the signs agree, or if fewer than 90 % of the comments that hold a score give a record.
"""

import argparse
import json
import os
import re
import subprocess
import sys

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
SCORED = re.compile(r"\{(?:[^{}]*\[%eval |\s*[+-]?(?:\d+\.\s*\d\d|[M#]\d+)/\s*\d)")


class Engine:
    """An engine that speaks UCI."""

    def __init__(self, program: str) -> None:
        self.process = subprocess.Popen([program, "uci"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def white_is_better(self, fen: str) -> bool:
        """Tell by a search which side is better."""
        self.process.stdin.write(f"ucinewgame\nposition fen {fen}\ngo nodes 50000\n")
        self.process.stdin.flush()
        score = 0
        for line in self.process.stdout:
            if found := re.search(r" score (?:cp|mate) (-?\d+)", line):
                score = int(found[1])
            if line.startswith("bestmove"):
                break
        return (score > 0) == (" w " in fen)


def check(path: str, program: str, engine: Engine, count: int) -> bool:
    """Print the figures of a file, and tell whether they are good enough."""
    # The answers must not depend on the results, and records without one are left out.
    run = subprocess.run([program, "convert", path, "-", "--to", "plain", "--json"], capture_output=True, text=True)
    summary = json.loads(run.stderr.splitlines()[-1])
    with open(path, encoding="latin-1") as file:
        scored = len(SCORED.findall(file.read()))
    lines = [line.split(" | ") for line in run.stdout.splitlines()]
    decisive = [(fen, int(score)) for fen, score, _ in lines if " b " in fen and abs(int(score)) > 50]
    chosen = decisive[:: max(1, len(decisive) // count)][:count]
    agree = sum(engine.white_is_better(fen) == (score > 0) for fen, score in chosen)
    print(
        f"{os.path.basename(path)}: {agree} of {len(chosen)} signs agree; "
        f"{summary['written']} of {scored} scores kept; losses {summary['losses']}",
        flush=True,
    )
    return bool(chosen) and agree >= 0.95 * len(chosen) and summary["written"] >= 0.9 * scored


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
