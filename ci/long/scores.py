#!/usr/bin/env python3
"""Compare the signs of the scores of engines' games with searches: `python3 ci/long/scores.py FILE.pgn...`, after a release build.

Of each file, positions with Black to move whose score, as `chess convert` reads it, is beyond half a pawn are searched with 50,000 nodes,
until 200 of the searches are beyond half a pawn as well. It fails if fewer than 95 % of the signs agree, or if fewer than 90 % of the
comments that hold a score give a record.
"""

import json
import pathlib
import re
import subprocess
import sys

CHESS = pathlib.Path(__file__).parents[2] / "target/release/chess"
SCORED = re.compile(r"\{(?:[^{}]*\[%eval |\s*[+-]?(?:\d+\.\s*\d\d|[M#]\d+)/\s*\d)")
HALF_A_PAWN = 50


def search(engine: subprocess.Popen, fen: str) -> int:
    """Return White's score in centipawns of a position with Black to move, a mate as 10,000, by an engine that speaks UCI."""
    engine.stdin.write(f"ucinewgame\nposition fen {fen}\ngo nodes 50000\n")
    engine.stdin.flush()
    score = 0
    while not (line := engine.stdout.readline()).startswith("bestmove"):
        if found := re.search(r" score (cp|mate) (-?)(\d+)", line):
            score = int(found[2] + (found[3] if found[1] == "cp" else "10000"))
    return -score


def check(path: str, engine: subprocess.Popen) -> bool:
    """Print the figures of a file, and return whether they are good enough."""
    run = subprocess.run([CHESS, "convert", path, "-", "--to", "plain", "--json"], capture_output=True, text=True)
    summary = json.loads(run.stderr.splitlines()[-1])
    scored = len(SCORED.findall(pathlib.Path(path).read_text(encoding="latin-1")))
    lines = [line.split(" | ") for line in run.stdout.splitlines()]
    decisive = [(fen, int(score)) for fen, score, _ in lines if " b " in fen and abs(int(score)) > HALF_A_PAWN]
    agree = compared = 0
    for i in sorted(range(len(decisive)), key=lambda i: i * 0.6180339887 % 1):  # Spread over the file.
        if compared < 200 and abs(found := search(engine, decisive[i][0])) > HALF_A_PAWN:
            compared += 1
            agree += (found > 0) == (decisive[i][1] > 0)
    print(f"{path}: {agree} of {compared} signs agree; {summary['written']} of {scored} scores kept; losses {summary['losses']}", flush=True)
    return agree >= 0.95 * compared > 0 and summary["written"] >= 0.9 * scored


if __name__ == "__main__":
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
    with subprocess.Popen([CHESS, "uci"], **pipes) as process:
        good = [check(path, process) for path in sys.argv[1:]]
        process.stdin.close()
    sys.exit(not all(good))
