"""A progress bar of one line on standard error."""

from __future__ import annotations

import sys
import time
from typing import Callable, TextIO, Union

ProgressOption = Union[None, bool, Callable[[int, int], None]]
"""None: a bar if standard error is a terminal; True and False: always and never; a function: called with the amounts done
and in total."""

_WIDTH = 30
_INTERVAL = 0.1


class Progress:
    """The amount of work that is done, shown as a bar or told to a function.

    >>> import io
    >>> text = io.StringIO()
    >>> with Progress(4, "units", True, stream=text) as progress:
    ...     progress.add(4)
    >>> "4/4 units" in text.getvalue()
    True
    """

    def __init__(self, total: int, unit: str, option: ProgressOption = None, stream: TextIO | None = None) -> None:
        """Start at nothing done of ``total``; ``unit`` is ``bytes`` or a noun in the plural."""
        self.total = total
        self.done = 0
        self._unit = unit
        self._stream = sys.stderr if stream is None else stream
        self._call = option if callable(option) else None
        self._is_shown = option is True or (option is None and self._stream.isatty())
        self._start = time.monotonic()
        self._last = 0.0

    def add(self, amount: int) -> None:
        """Count ``amount`` more as done."""
        self.done += amount
        if self._call is not None:
            self._call(self.done, self.total)
        now = time.monotonic()
        if self._is_shown and (now - self._last >= _INTERVAL or self.done >= self.total):
            self._last = now
            self._stream.write(f"\r{self._line(now - self._start)}\x1b[K")
            self._stream.flush()

    def __enter__(self) -> Progress:
        self.add(0)
        return self

    def __exit__(self, *error: object) -> None:
        if self._is_shown:
            self._stream.write("\n")
            self._stream.flush()

    def _line(self, seconds: float) -> str:
        share = self.done / self.total if self.total else 1.0
        bar = ("#" * int(share * _WIDTH)).ljust(_WIDTH, ".")
        if self._unit == "bytes":
            amounts = f"{self.done / 1e6:.0f}/{self.total / 1e6:.0f} MB"
        else:
            amounts = f"{self.done}/{self.total} {self._unit}"
        left = f", {seconds / share - seconds:.0f} s left" if 0 < share < 1 else f", {seconds:.1f} s"
        return f"[{bar}] {share:4.0%} {amounts}{left}"
