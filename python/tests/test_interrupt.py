"""Ctrl-C ends long work with KeyboardInterrupt."""

import signal
import subprocess
import sys
import threading
import time

import pytest


def assert_ends(prepare, run):
    """Runs the statement ``run`` after ``prepare`` in a process, and interrupts it: it must end soon, by KeyboardInterrupt."""
    # What a shell starts in the background ignores interrupts, and so does what it starts.
    program = f"""
import signal
signal.signal(signal.SIGINT, signal.default_int_handler)
from chess_batch import *
{prepare}
print("ready", flush=True)
try:
    {run}
except KeyboardInterrupt:
    print("interrupted", flush=True)
"""
    child = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True)
    watch = threading.Timer(60, child.kill)
    watch.start()
    try:
        assert child.stdout.readline() == "ready\n"
        time.sleep(0.5)
        start = time.monotonic()
        child.send_signal(signal.SIGINT)
        assert child.stdout.readline() == "interrupted\n"
        assert time.monotonic() - start < 20
        assert child.wait(timeout=60) == 0
    finally:
        watch.cancel()
        child.kill()
        child.stdout.close()
        child.wait()


@pytest.mark.parametrize(
    ("prepare", "run"),
    [
        ("pass", "perft(STARTING_FEN, 12)"),
        ("packed = positions([STARTING_FEN]).packed.repeat(4_000_000, axis=0)", "while True: positions(packed, threads=1)"),
        ("packed = positions([STARTING_FEN]).packed.repeat(4_000_000, axis=0)", "while True: fens(packed, threads=2)"),
        # Short calls, between which Python looks. In a function: the jump of a loop at the end of `try` is outside of it in Python 3.11.
        ("def calls():\n    while True: to_planes(Position())", "calls()"),
    ],
)
def test_interrupt(prepare, run):
    assert_ends(prepare, run)
