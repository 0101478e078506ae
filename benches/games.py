#!/usr/bin/env python3
"""Runs the programs of benches/games.sh, compares what they count, and prints tables of what they have taken.

    python3 benches/games.py --target target games.pgn

The programs are those of the bench `games` (this workspace, pgn-reader and shakmaty), `chess pgn` of this workspace, pgn-extract
if it is installed, and python-chess on the first --sample games of a plain file. The first run makes a virtual environment
below --target with python-chess from the package index.
"""

import argparse
import datetime
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time

PYTHON_CHESS = "chess==1.11.2"
BEGIN, END = "<!-- results -->", "<!-- end of results -->"


def main():
    options = arguments()
    if options.read:
        return read_with_python_chess(options.read)
    bench = options.target / "release" / "games"
    Run.by_cpu = options.cpu
    pages = [machine(options)]
    faults = []
    for file in options.files:
        table, wrong = measure(options, bench, file)
        pages.append(table)
        faults += wrong
    text = "\n".join(pages)
    print(text)
    for fault in faults:
        print(f"error: {fault}", file=sys.stderr)
    if options.fill and not faults:
        fill(options.fill, text)
    return 1 if faults else 0


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="*", type=pathlib.Path)
    parser.add_argument("--target", type=pathlib.Path, default=pathlib.Path("target"), help="cargo's target directory")
    parser.add_argument("--rounds", type=int, default=3, help="the best of so many runs counts")
    parser.add_argument("--sample", type=int, default=2000, help="games for python-chess; 0 leaves it out")
    parser.add_argument("--only", action="append", help="only this work: scan, events, replay, trees, columns, parquet, program")
    parser.add_argument("--cpu", action="store_true", help="rates of one thread by CPU time, for a machine with other work")
    parser.add_argument("--fill", type=pathlib.Path, help="a page in which the tables replace the text between the marks")
    parser.add_argument("--note", default="on a machine without other work", help="the state of the machine, for the page")
    parser.add_argument("--read", type=pathlib.Path, help=argparse.SUPPRESS)
    return parser.parse_args()


class Run:
    """A program with a file, and the best of its runs."""

    # True if rates of one thread are those of CPU time.
    by_cpu = False

    def __init__(self, work, name, source, threads, command, best=None):
        self.work, self.name, self.source, self.threads, self.command = work, name, source, threads, command
        self.best = best
        self.peer = None

    def once(self):
        result = self.command()
        if self.best is not None:
            self.check_same(result)
            result["memory"] = max(result["memory"], self.best["memory"])
        if self.threads == 1 and Run.by_cpu:
            result["seconds"] = result["cpu"]
        if self.best is None or result["seconds"] < self.best["seconds"]:
            self.best = result
        else:
            self.best["memory"] = result["memory"]

    def check_same(self, result):
        for key in ("games", "moves", "broken"):
            if result[key] != self.best[key]:
                raise SystemExit(f"error: {self.name} has counted {self.best[key]} {key} and then {result[key]}")


def measure(options, bench, file):
    """The table of a file, and what the programs disagree about."""
    runs = [run for run in programs(options, bench, file) if not options.only or run.work in options.only]
    for number in range(options.rounds):
        for run in runs:
            print(f"{file.name}, round {number + 1} of {options.rounds}: {run.work}, {run.name}, {run.source}", file=sys.stderr)
            run.once()
    faults = disagreements(file, runs)
    # Bytes of the text, after decompression.
    size = int(subprocess.run([bench, "size", file], check=True, capture_output=True, text=True).stdout)
    lines = [heading(file, runs, size), ""]
    lines += table(runs, size)
    if options.sample and not options.only and not is_compressed(file):
        is_clean = all(run.best["broken"] == 0 for run in runs if run.work == "replay")
        sample, wrong = measure_sample(options, bench, file, is_clean)
        lines += sample
        faults += wrong
    return "\n".join(lines) + "\n", faults


def programs(options, bench, file):
    runs = []
    listed = subprocess.run([bench, "list"], check=True, capture_output=True, text=True).stdout
    for entry in map(json.loads, listed.splitlines()):
        if entry["from"] == "memory" and is_compressed(file):
            continue
        command = [bench, "run", entry["program"], file]
        runs.append(Run(entry["work"], entry["library"], entry["from"], entry["threads"], lambda c=command: bench_run(c)))
    program = options.target / "release" / "chess"
    for name, option, arguments in whole_programs(options, program):
        for threads in (1, 2):
            command = [program, "pgn", file, "--threads", str(threads), *arguments]
            work = "parquet" if option else "program"
            runs.append(Run(work, name, "file", threads, lambda c=command: timed(c, chess_counts)))
    extract = shutil.which("pgn-extract") or shutil.which("pgn-extract", path="/usr/games")
    if extract and not is_compressed(file):
        command = [extract, "-r", file]
        runs.append(Run("program", "`pgn-extract -r`", "file", 1, lambda: timed(command, extract_counts)))
    return runs


def is_compressed(file):
    return file.suffix in (".zst", ".gz", ".bz2")


def whole_programs(options, program):
    """The uses of `chess pgn` that the program has been built with: name, option, further arguments."""
    text = ""
    if program.exists():
        text = subprocess.run([program, "pgn", "--help"], capture_output=True, text=True).stdout
    if "--threads" in text:
        yield "`chess pgn`", None, []
    if "--parquet" in text:
        folder = options.target / "games-parquet"
        yield "`chess pgn --parquet`", "--parquet", ["--parquet", folder]


def bench_run(command):
    return json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


def timed(command, counts):
    """Runs a whole program. Its memory is at least that of this script when it starts the program, about 12 MB."""
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        begun = time.perf_counter()
        process = subprocess.Popen(command, stdout=out, stderr=err)
        _, _, usage = os.wait4(process.pid, 0)
        seconds = time.perf_counter() - begun
        out.seek(0)
        err.seek(max(0, err.seek(0, os.SEEK_END) - 4096))
        result = counts(out.read().decode(errors="replace"), err.read().decode(errors="replace"))
    result.update(seconds=seconds, cpu=usage.ru_utime + usage.ru_stime, memory=usage.ru_maxrss * 1024)
    return result


def chess_counts(out, err):
    """The last line is `games N, plies N, broken N`, or of a table `rows N, broken N`, on stdout or stderr."""
    found = {}
    for line in (err + out).strip().splitlines()[-3:]:
        found.update((name, int(number)) for name, number in re.findall(r"(games|rows|plies|broken) (\d+)", line))
    games = found["games"] if "games" in found else found["rows"]
    return {"games": games, "moves": found.get("plies"), "broken": found.get("broken", 0)}


def extract_counts(_, err):
    """Its last line is `N games matched out of M.`; games with a fault are not matched."""
    words = err.strip().splitlines()[-1].split()
    matched, games = int(words[0]), int(words[-1].rstrip("."))
    return {"games": games, "moves": None, "broken": games - matched}


def disagreements(file, runs):
    """Of the programs on one file: ours always, the others where no game is broken."""
    faults = []
    expected = next((run for run in runs if run.work == "replay"), None)
    if expected is None:
        return faults
    is_clean = expected.best["broken"] == 0
    for run in runs:
        if run.work == "lenient replay":
            continue
        is_ours = run.name == "ours" or run.name.startswith("`chess")
        # The pgn-extract of Debian 12 does not read comments behind a semicolon.
        if not is_ours and (not is_clean or "extract" in run.name):
            continue
        keys = ["games"] if run.best["moves"] is None else ["games", "moves", "broken"]
        # Moves that are only text are counted beyond an illegal one as well, and trees hold variations, which may be broken.
        if run.work in ("events", "trees") and not is_clean:
            keys = ["games"]
        for key in keys:
            if run.best[key] != expected.best[key]:
                faults.append(f"{file}: {run.name} ({run.work}, {run.source}) has {run.best[key]} {key}, not {expected.best[key]}")
    return faults


def heading(file, runs, size):
    best = next((run.best for run in runs if run.work == "replay"), runs[0].best)
    moves = f", {best['moves']:,} moves" if best["moves"] is not None else ""
    stored = f" in {file.stat().st_size:,}" if is_compressed(file) else ""
    return f"### {file.name}: {size:,} bytes{stored}, {best['games']:,} games{moves}, {best['broken']:,} games broken"


def table(runs, size):
    lines = [
        "| work | program | from | threads | MB/s | games/s | CPU seconds | times the peer | times one thread | memory, MB |",
        "|---|---|---|---:|---:|---:|---:|---:|---:|---:|",
    ]
    for run in runs:
        seconds = run.best["seconds"]
        peer = peer_of(run, runs)
        single = next((other for other in runs if is_same_on_one_thread(run, other)), None)
        if Run.by_cpu and run.threads > 1:
            # Wall-clock time and CPU time cannot be compared.
            peer = single = None
        cells = [
            run.work,
            run.name,
            run.source,
            str(run.threads),
            f"{size / seconds / 1e6:.0f}",
            f"{run.best['games'] / seconds:,.0f}",
            f"{run.best['cpu']:.2f}",
            f"{peer.best['seconds'] / seconds:.2f}" if peer else "",
            f"{single.best['seconds'] / seconds:.2f}" if single else "",
            f"{run.best['memory'] / 1e6:.0f}",
        ]
        lines.append("| " + " | ".join(cells) + " |")
    return lines


def peer_of(run, runs):
    """The run of pgn-reader that does the same work, from memory or from a stream; replay for whatever no peer does."""
    work = run.work if run.work in ("scan", "events") else "replay"
    source = "memory" if run.source == "memory" else "stream"
    peers = [other for other in runs if other.work == work and other.name.startswith("pgn-reader")]
    return next((other for other in peers if other.source == source), None)


def is_same_on_one_thread(run, other):
    return run.threads > 1 and other.threads == 1 and (run.work, run.name, run.source) == (other.work, other.name, other.source)


def measure_sample(options, bench, file, is_clean):
    """The first games of the file with python-chess and with ours, which must agree if no game of the file is broken."""
    with tempfile.TemporaryDirectory() as folder:
        sample = pathlib.Path(folder) / "sample.pgn"
        with sample.open("wb") as out:
            subprocess.run([bench, "head", str(options.sample), file], check=True, stdout=out)
        python = environment(options.target / "games-venv")
        script = [python, __file__, "--read", sample]
        theirs = Run("trees", "python-chess", "stream", 1, lambda: bench_run(script))
        ours = [
            Run("trees", "ours", "stream", 1, lambda: bench_run([bench, "run", "trees/ours/stream/1", sample])),
            Run("replay", "ours", "stream", 1, lambda: bench_run([bench, "run", "replay/ours/stream/1", sample])),
        ]
        theirs.once()
        for run in ours:
            for _ in range(max(options.rounds, 5)):
                run.once()
        size = sample.stat().st_size
    lines = [
        "",
        f"The first {theirs.best['games']:,} games, {size:,} bytes:",
        "",
        "| work | program | MB/s | games/s | moves/s | times python-chess | memory, MB |",
        "|---|---|---:|---:|---:|---:|---:|",
    ]
    faults = []
    for run in [theirs, *ours]:
        best = run.best
        cells = [
            run.work,
            run.name,
            f"{size / best['seconds'] / 1e6:.1f}",
            f"{best['games'] / best['seconds']:,.0f}",
            f"{best['moves'] / best['seconds']:,.0f}",
            f"{theirs.best['seconds'] / best['seconds']:.1f}",
            f"{best['memory'] / 1e6:.0f}",
        ]
        lines.append("| " + " | ".join(cells) + " |")
        for key in ("games", "moves"):
            if is_clean and best[key] != theirs.best[key]:
                faults.append(f"{file}, sample: {run.name} has {best[key]} {key}, python-chess {theirs.best[key]}")
    return lines, faults


def environment(directory):
    """The Python of a virtual environment that has python-chess."""
    python = directory / "bin" / "python"
    if not python.exists():
        subprocess.run([sys.executable, "-m", "venv", str(directory)], check=True)
        subprocess.run([python, "-m", "pip", "install", "--quiet", PYTHON_CHESS], check=True)
    return python


def read_with_python_chess(path):
    import resource

    import chess.pgn

    games = moves = broken = 0
    begun, cpu = time.perf_counter(), time.process_time()
    with path.open(encoding="utf-8", errors="surrogateescape") as file:
        while (game := chess.pgn.read_game(file)) is not None:
            games += 1
            moves += sum(1 for _ in game.mainline_moves())
            broken += bool(game.errors)
    result = {
        "games": games,
        "moves": moves,
        "broken": broken,
        "seconds": time.perf_counter() - begun,
        "cpu": time.process_time() - cpu,
        "memory": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024,
    }
    print(json.dumps(result))
    return 0


def machine(options):
    processor = "an unknown processor"
    try:
        lines = pathlib.Path("/proc/cpuinfo").read_text().splitlines()
        processor = next(line.split(": ", 1)[1] for line in lines if line.startswith("model name"))
    except (OSError, StopIteration):
        pass
    rustc = subprocess.run(["rustc", "--version"], capture_output=True, text=True).stdout.strip()
    here = pathlib.Path(__file__).parent
    commit = subprocess.run(["git", "-C", here, "rev-parse", "--short=10", "HEAD"], capture_output=True, text=True).stdout.strip()
    cores = os.cpu_count()
    date = datetime.date.today().isoformat()
    clock = "; rates of one thread are those of CPU time" if options.cpu else ""
    rounds = f"best of {options.rounds} rounds{clock}"
    return f"{processor}, {cores} cores, {rustc}, {date}, commit {commit}, {options.note}, {rounds}.\n"


def fill(page, text):
    old = page.read_text()
    start, end = old.index(BEGIN) + len(BEGIN), old.index(END)
    page.write_text(f"{old[:start]}\n\n{text}\n{old[end:]}")


if __name__ == "__main__":
    sys.exit(main())
