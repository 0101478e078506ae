"""Threads that the system refuses to start."""

import os
import subprocess
import sys

import pytest
from chess_batch import STARTING_FEN

# The stack of each thread, so that the limit of memory decides how many start.
STACK = 1 << 30

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the limit is set as on Linux")


def run_with(threads, program):
    """What a process prints for which the system starts this many threads at a time."""
    program = f"""
import resource
import numpy as np
from chess_batch import *
packed = positions([{STARTING_FEN!r}], threads=1).packed.repeat(5_000, axis=0)
with open("/proc/self/statm") as sizes:
    used = int(sizes.read().split()[0]) * resource.getpagesize()
room = used + {threads * STACK + STACK // 2}
resource.setrlimit(resource.RLIMIT_AS, (room, room))
{program}
"""
    env = dict(os.environ, RUST_MIN_STACK=str(STACK), MALLOC_ARENA_MAX="1")
    child = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, env=env, timeout=120)
    assert child.returncode == 0, child.stderr
    return child.stdout


@pytest.mark.parametrize(
    "work",
    [
        "perft(STARTING_FEN, 4)",
        "positions(packed)",
        "list(iter_pgn(b'1. e4 *'))",
        "read_pgn(b'1. e4 *')",
    ],
)
def test_no_thread(work):
    program = f"""
try:
    {work}
except OSError as error:
    print("refused")
"""
    assert run_with(0, program) == "refused\n"


def test_fewer_threads():
    assert run_with(1, "print(perft(STARTING_FEN, 5, threads=8))") == "4865609\n"
    assert run_with(1, "print(np.array_equal(positions(packed, threads=4).packed, packed))") == "True\n"
