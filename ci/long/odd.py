"""Checks that odd files are read rightly: `bash ci/long/readers.sh` calls it with the program and the folder of the files.

Each file is a small one of a kind that public files have. The tables below give what is read of it.
"""

import json
import pathlib
import re
import subprocess
import sys

import chess_batch

PROGRAM, FOLDER = sys.argv[1], pathlib.Path(sys.argv[2])

# Plies of each game in lenient reading; the result of the first; and the token of its error, if there is one, or what is said of it.
GAMES = {
    "date-and-result-forms.pgn": ([2], "1/2-1/2", None),
    "en-dash.pgn": ([10], "1-0", None),
    "german-letters.pgn": ([12], None, "read with the letters of German"),
    "short-captures.pgn": ([8], None, "read as"),
    "promotion-without-piece.pgn": ([12], None, "read as"),
    "html-break-glued.pgn": ([10], None, ""),
    "html-breaks.pgn": ([4], "1-0", ""),
    "no-break-space.pgn": ([6], "1-0", None),
    "unicode-glyphs.pgn": ([8], None, ""),
    "lower-case-fen-tag.pgn": ([1], "1-0", ""),
    "stray-bracket-in-tags.pgn": ([2], "1-0", ""),
    "tag-without-bracket.pgn": ([2, 2], "1/2-1/2", None),
    "text-after-result.pgn": ([1, 0, 2, 1], "1-0", ""),
    "english-illegal-n-as-bishop.pgn": ([4], None, "Nc4"),
    "english-ambiguous-n-as-bishop.pgn": ([7], None, "Nd7"),
    "english-illegal-r-as-knight.pgn": ([4], None, "Rf3"),
    "english-illegal-in-variation.pgn": ([6], None, None),
    "english-illegal-variation-then-main.pgn": ([10], None, None),
    "english-ambiguous-r.pgn": ([0], None, "Rd1"),
    "english-illegal-d.pgn": ([4], None, "Dh5"),
    "more-pieces-than-reachable.pgn": ([2], None, ""),
    "lines-without-result.pgn": ([3], "*", None),
}

# Columns of the first game.
COLUMNS = {
    ("chessbase-mate-eval.pgn", "mates"): [0],
    ("chessbase-mate-eval.pgn", "evals"): [None],
    ("chessbase-mate-eval.pgn", "mate_before"): [1],
    ("decimal-comma-scores.pgn", "evals"): [-3, -5, 8, 1, 109, 106],
    ("decimal-comma-scores.pgn", "depths"): [12, 9, 12, 10, 12, 10],
    ("decimal-comma-scores.pgn", "elapsed"): [12_000, 5_000, 7_000, 10_000, 14_000, 7_000],
    ("ntcec-comments.pgn", "elapsed"): [99_000, 149_000, 179_000],
}

# A command, {} for the file, its exit code, and what its output and its messages have.
COMMANDS = {
    "bom.epd": ("suite {}", 0, r"1 counts: 1 ok"),
    "bom.fen": ("inspect < {}", 0, r'"ok":true'),
    "puzzles-bom.csv": ("dump puzzles {} --json", 0, r'"rows":1,"broken":0'),
    "puzzles-more-columns.csv": ("dump puzzles {} --json", 0, r'"rows":1,"broken":0'),
    "eleven-columns-no-header.csv": ("dump puzzles {} --json", 0, r'"rows":1,"broken":0'),
    "promotion-without-piece.pgn": ("pgn {}", 1, r"does not say what the pawn promotes to"),
    "lower-case-fen-tag.pgn": ("pgn {}", 1, r"the tag event is spelled Event"),
    "perft-commas.epd": ("suite {}", 0, r"3 counts: 3 ok"),
    "suite-standard-epd.epd": ("suite {}", 0, r"2 counts: 2 ok"),
    "suite-no-fen.epd": ("suite {}", 1, r""),
    "suite-two-bishops-of-one-colour.epd": ("suite {}", 0, r"refused"),
    "shakmaty.perft": ("suite {}", 0, r"2 counts: 2 ok"),
    "depth-and-count.epd": ("suite {}", 0, r"1 counts?: 1 ok"),
    "depth-and-count.csv": ("suite {}", 0, r"1 counts?: 1 ok"),
    "ntcec-comments.pgn": ("convert {} - --to plain", 0, r"\| 30 \|[^|]*\|?(.|\n)*\| 20 \|(.|\n)*\| 36 \|"),
    "pv-before-score.pgn": ("convert {} - --to plain", 0, r"\| 30 \|(.|\n)*\| 25 \|(.|\n)*\| 31 \|(.|\n)*\| 22 \|"),
    "chessbase-mate-eval.pgn": ("convert {} - --to plain", 0, r"\| 31999 \|"),
    "chessbase-no-eval.pgn": ("convert {} - --to plain --json", 0, r'"written":5\b'),
    "stockfish.plain": ("convert {} - --to plain", 0, r"\| 30 \| 1.0\n.*\| 28 \| 1.0"),
    "result-only.epd": ("convert {} OUT.viri --from plain", 1, r"score"),
    "result-only.book": ("convert {} OUT.viri --from plain", 1, r"score"),
    "lines-without-result.pgn": ("book build {} --out OUT.bin --min-weight 0", 0, r"moves 3"),
    "eco.json": ("pgn {0} --opening-names {0}", 1, r"JSON"),
    "bench-quoted.csv": ("inspect < {}", None, r'"ok":true|quotation'),
    "lfs-pointer.pgn": ("pgn {}", 1, r"Git LFS"),
}

EPD = "epd-lines.epd"


def lenient(name):
    run = subprocess.run([PROGRAM, "pgn", "--lenient", "--json", FOLDER / name], capture_output=True, encoding="utf-8")
    return [line for line in map(json.loads, run.stdout.splitlines()) if "plies" in line]


def check_games():
    for name, (plies, result, error) in GAMES.items():
        games = lenient(name)
        assert [game["plies"] for game in games] == plies, (name, games)
        assert result is None or games[0]["result"] == result, (name, games)
        # Errors of variations, and those after the first, are not in this object.
        if error:
            assert error in json.dumps(games[0]["error"]), (name, games)
        if error is None:
            assert games[0]["error"] is None or name.startswith("english"), (name, games)


def check_columns():
    for (name, column), expected in COLUMNS.items():
        table = chess_batch.read_pgn([str(FOLDER / name)], columns=column, lenient=True)
        found = table[column].to_pylist()[0]
        assert found == expected, (name, column, found)
    clocks = chess_batch.read_pgn([str(FOLDER / "dgt-dot-clock.pgn")], columns="clocks")["clocks"].to_pylist()[0]
    assert all(clock in (None, right) for clock, right in zip(clocks, [183_000, 161_000, 179_000], strict=True)), clocks
    nags = chess_batch.read_pgn([str(FOLDER / "unicode-glyphs.pgn")], columns="nags", lenient=True)["nags"].to_pylist()[0]
    assert [nag for nags_of_move in nags for nag in nags_of_move or []][:5] == [3, 4, 5, 6, 18], nags


def check_commands(out):
    for name, (command, code, pattern) in COMMANDS.items():
        words = command.format(FOLDER / name).replace("OUT", str(out))
        run = subprocess.run(f"{PROGRAM} {words}", shell=True, capture_output=True, encoding="utf-8")
        assert code is None or run.returncode == code, (name, run)
        assert re.search(pattern, run.stdout + run.stderr), (name, run)


def main():
    check_games()
    check_commands(pathlib.Path(sys.argv[3]) / "odd")
    check_columns()
    print(f"odd files: {len(GAMES)} of games, {len(COMMANDS)} commands, {len(COLUMNS)} columns")


if __name__ == "__main__":
    main()
