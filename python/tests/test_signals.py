"""No call ends the interpreter: odd calls, and readers that are left early, in processes of their own.

The gate has a share of them, by another seed each time. All of them, 20,000 calls and 100 runs of each way:

    CHESS_BATCH_RUNS=100 bash ci/python.sh tests/test_signals.py
"""

import concurrent.futures
import os
import pathlib
import random
import signal
import subprocess
import sys
import textwrap
import time

import pytest
from samples import SEED

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="there are no pipes and signals like these")

# The runs of each way to leave a reader; twice as many processes of 100 odd calls each.
RUNS = int(os.environ.get("CHESS_BATCH_RUNS", "2"))
CALLS = 100
HERE = pathlib.Path(__file__).parent

PREPARE = """
import contextlib, gzip, io, os, signal, sys, threading, time
import chess_batch as cb
signal.signal(signal.SIGINT, signal.default_int_handler)
GAMES = b"1. e4 e5 2. Nf3 Nc6 *\\n\\n" * 20_000

class Slow:
    def __init__(self, is_endless):
        self.rest, self.is_endless = io.BytesIO(GAMES), is_endless
    def read(self, size):
        part = self.rest.read(size)
        if size and not part:
            time.sleep(0.001 if self.is_endless else 60)
            part = b"1. d4 *\\n" * self.is_endless
        return part

def fill(write, is_endless):
    # A process that goes on writing, or waits, until its parent is gone. It never waits for a reader: of a FIFO, it has both ends itself.
    parent = os.getpid()
    if os.fork():
        return
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    os.dup2(1, 2)
    os.set_blocking(write, False)
    text = GAMES
    try:
        while os.getppid() == parent:
            with contextlib.suppress(BlockingIOError):
                text = text[os.write(write, text):] or b"1. d4 *\\n" * is_endless
            time.sleep(0.001 if text else 0.05)
    finally:
        os._exit(0)

def pipe(is_endless):
    read, write = os.pipe()
    fill(write, is_endless)
    os.close(write)
    return read

def source(kind):
    # It has games, and then neither more nor an end; or it is endless.
    kind, _, endless = kind.partition(" ")
    if kind == "object":
        return Slow(bool(endless))
    if kind == "fifo":
        os.mkfifo("fifo")
        write = os.open("fifo", os.O_RDWR)
        fill(write, bool(endless))
        return "fifo"
    read = pipe(bool(endless))
    if kind == "stdin":
        os.dup2(read, 0)
        return "-"
    return os.fdopen(read, "rb", buffering=-1 if kind == "file" else 0)

def reader(kind, form):
    if form == "games":
        return cb.read_games(source(kind))
    return cb.iter_pgn(source(kind), columns="game", batch_size=100)

left = reader(*sys.argv[1:])
"""

INTERRUPT = "threading.Timer(0.3, os.kill, [os.getpid(), signal.SIGINT]).start()\n"
WAYS = {
    "break": ("for batch in left: break", 0),
    "exception": ("for batch in left: raise KeyError", 1),
    "SystemExit": ("for batch in left: sys.exit(3)", 3),
    "interrupt": (f"next(left)\n{INTERRUPT}for batch in left: pass", -2),
    "with": ("with left if hasattr(left, '__exit__') else contextlib.nullcontext():\n    next(left)", 0),
    "del": ("next(left)\ndel left", 0),
    "garbage": ("next(left)\ncycle = [left]\ncycle.append(cycle)\ndel left, cycle", 0),
}
# These wait, and the interrupt ends them.
WAITING = {
    f"{read} {kind}": (f"{INTERRUPT}cb.{read}(source({kind!r}){options})", -2)
    for kind in ("object", "file", "raw", "stdin", "fifo")
    for read, options in (("read_pgn", ""), ("read_puzzles", ""), ("read_evals", ""), ("read_training", ", format='plain'"))
}
KINDS = [f"{kind}{endless}" for kind in ("object", "file", "raw", "stdin", "fifo") for endless in ("", " endless")]


def run(program, folder, *arguments):
    """Run a program, and return its exit code, its errors, and the seconds that it took after it printed the time."""
    command = [sys.executable, "-c", program, *arguments]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=100)
    return done.returncode, done.stderr, time.time() - float(done.stdout or "nan")


def leave(job):
    number, way, kind, form, folder = job
    body, code = WAYS[way]
    folder = folder / str(number)
    folder.mkdir()
    stamp = "import atexit; atexit.register(lambda: print(time.time(), flush=True))\n"
    try:
        found, errors, seconds = run(PREPARE + stamp + body, folder, kind, form)
    except subprocess.TimeoutExpired:
        return f"{way} {kind} {form}: it hangs"
    if found != code:
        return f"{way} {kind} {form}: exit code {found} in place of {code}: {errors[-300:]}"
    # One second on a machine without other work.
    return f"{way} {kind} {form}: the end takes {seconds:.1f} s" if seconds > 10 else None


def all_of(jobs, work, capsys):
    with concurrent.futures.ThreadPoolExecutor(max(2, os.cpu_count() or 2)) as pool:
        faults = [fault for fault in pool.map(work, jobs) if fault]
    with capsys.disabled():
        print(f"\nseed {SEED}: {len(jobs)} processes, {len(faults)} with faults", flush=True)
    assert not faults, f"seed {SEED}:\n" + "\n".join(faults[:20])


def test_readers_are_left_early(tmp_path, capsys):
    choose = random.Random(SEED)
    jobs = [(way, choose.choice(KINDS), choose.choice(["batches", "batches", "games"])) for way in WAYS for _ in range(RUNS)]
    all_of([(number, *job, tmp_path) for number, job in enumerate(jobs)], leave, capsys)


def test_interrupts_end_what_waits(tmp_path, capsys):
    def wait(job):
        name, (body, code) = job
        folder = tmp_path / name.replace(" ", "-")
        folder.mkdir()
        try:
            found, errors, _ = run(PREPARE.replace("left = reader(*sys.argv[1:])", "GAMES = b''") + body, folder)
        except subprocess.TimeoutExpired:
            return f"{name}: it hangs"
        return None if found == code else f"{name}: exit code {found}: {errors[-300:]}"

    jobs = list(WAITING.items())
    all_of(jobs if RUNS > 2 else random.Random(SEED).sample(jobs, 5), wait, capsys)


def test_odd_calls(tmp_path, capsys):
    def call(number):
        folder = tmp_path / str(number)
        folder.mkdir()
        command = [sys.executable, str(HERE / "odd_calls.py"), str(SEED + number), str(CALLS), "log"]
        with open(folder / "errors", "w") as errors:
            code = subprocess.call(command, cwd=folder, stdin=subprocess.DEVNULL, stdout=errors, stderr=errors)
        log = folder / "log"
        lines = log.read_text().splitlines() if log.exists() else ["nothing"]
        if (code, lines[-1]) != (0, "done"):
            return f"seed {SEED + number}: exit code {code} in {lines[-1]}: {(folder / 'errors').read_text()[-600:]}"
        return None

    all_of(range(2 * RUNS), call, capsys)
