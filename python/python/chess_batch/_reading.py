"""Open files, read on threads of Python.

Such a thread is a daemon, and calls ``read`` from Python, not from Rust: when the interpreter ends while it waits there, it ends
it as any thread of Python.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any


def start(reads: list[Callable[[int], Any]], asks: Any) -> None:
    """Answer what is asked of files, by their methods ``read``, until nothing more is."""
    threading.Thread(target=_answer, args=(reads, asks), name="chess_batch file", daemon=True).start()


def _answer(reads: list[Callable[[int], Any]], asks: Any) -> None:
    answer: Any = None
    while (asked := asks.next(answer)) is not None:
        file, size = asked
        try:
            answer = reads[file](size)
        except BaseException as error:
            answer = error
