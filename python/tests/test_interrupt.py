"""Ctrl-C ends long work with KeyboardInterrupt."""

import pytest
from interruption import assert_ends

WORK = {
    "perft": ("pass", "perft(STARTING_FEN, 12)"),
    "positions": (
        "packed = positions([STARTING_FEN]).packed.repeat(4_000_000, axis=0)",
        "while True: positions(packed, threads=1)",
    ),
}


@pytest.mark.parametrize("work", WORK)
def test_interrupt(work):
    assert_ends(*WORK[work])
