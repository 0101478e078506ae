"""Open files, read on threads of Python, but for short ones.

Such a thread is a daemon, and calls ``read`` from Python, not from Rust: when the interpreter ends while it waits there, it ends
it as any thread of Python.
"""

from __future__ import annotations

import io
import os
import stat
import threading
from collections.abc import Callable
from typing import Any, Optional


def short(file: Any, most: int) -> Optional[bytes]:
    """Return the rest of a file of at most `most` bytes that never waits for a writer; of another, nothing is read."""
    if type(file) is io.BytesIO:
        size = len(file.getbuffer())
    elif type(file) in (io.BufferedReader, io.FileIO):
        try:
            status = os.fstat(file.fileno())
        except OSError:
            return None
        if not stat.S_ISREG(status.st_mode):
            return None
        size = status.st_size
    else:
        return None
    return bytes(file.read()) if size - file.tell() <= most else None


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
