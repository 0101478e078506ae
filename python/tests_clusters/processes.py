"""Processes of this machine, as Linux tells them under /proc: children, open files, listening sockets."""

from __future__ import annotations

import ipaddress
import os
import signal
import threading
import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Callable

LISTENING = "0A"


def descendants() -> list[int]:
    """Return the processes below this one."""
    parents = {}
    for entry in os.listdir("/proc"):
        if entry.isdigit():
            fields = stat(int(entry))
            if fields:
                parents[int(entry)] = int(fields[1])
    found = [os.getpid()]
    for pid in found:
        found.extend(child for child, parent in parents.items() if parent == pid)
    return found[1:]


def stat(pid: int) -> list[str]:
    """Return the fields of a process behind its name: the state first, then the parent. A process that is gone has none."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return []


def command(pid: int) -> str:
    """Return the command line of a process, which Ray changes to the task that runs."""
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace").strip()
    except OSError:
        return ""


def open_files(pid: int) -> Iterator[str]:
    """Yield the targets of a process's file descriptors."""
    folder = f"/proc/{pid}/fd"
    try:
        entries = os.listdir(folder)
    except OSError:
        return
    for entry in entries:
        try:
            yield os.readlink(f"{folder}/{entry}")
        except OSError:
            continue


def listening_addresses() -> set[str]:
    """Return the addresses on which this process and those below it listen for TCP connections."""
    sockets = {target for pid in [os.getpid(), *descendants()] for target in open_files(pid)}
    addresses = set()
    for table in ("/proc/net/tcp", "/proc/net/tcp6"):
        for line in Path(table).read_text().splitlines()[1:]:
            fields = line.split()
            if fields[3] == LISTENING and f"socket:[{fields[9]}]" in sockets:
                addresses.add(str(_address(fields[1].partition(":")[0])))
    return addresses


def _address(text: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address:
    words = [bytes.fromhex(text[start : start + 8])[::-1] for start in range(0, len(text), 8)]
    address = ipaddress.ip_address(b"".join(words))
    mapped = getattr(address, "ipv4_mapped", None)
    return mapped or address


class Killer:
    """Kills one worker, by its process number, while it runs a task.

    ``is_time`` tells when enough work has been done, and ``runs_task`` finds the worker. The worker is stopped and looked at
    again before it is killed, so that the task was certainly not finished.
    """

    def __init__(self, is_time: Callable[[], bool], runs_task: Callable[[int], bool]) -> None:
        self.killed: int | None = None
        self._is_time = is_time
        self._runs_task = runs_task
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._hunt, daemon=True)

    def __enter__(self) -> Killer:
        self._thread.start()
        return self

    def __exit__(self, *error: object) -> None:
        self._over.set()
        self._thread.join()

    def _hunt(self) -> None:
        while not self._over.is_set() and not self._is_time():
            time.sleep(0.002)
        while not self._over.is_set() and self.killed is None:
            for pid in filter(self._runs_task, descendants()):
                if self._kill(pid):
                    return

    def _kill(self, pid: int) -> bool:
        try:
            os.kill(pid, signal.SIGSTOP)
            if self._runs_task(pid):
                os.kill(pid, signal.SIGKILL)
                self.killed = pid
                return True
            os.kill(pid, signal.SIGCONT)
        except ProcessLookupError:
            pass
        return False


def is_gone(pid: int) -> bool:
    """Tell whether a process has ended; a zombie has."""
    return stat(pid)[:1] in ([], ["Z"], ["X"])


def holds_file_below(folders: Iterable[Path]) -> Callable[[int], bool]:
    """Return a test for processes that have a file below one of the folders open."""
    prefixes = tuple(f"{folder}{os.sep}" for folder in folders)
    return lambda pid: any(target.startswith(prefixes) for target in open_files(pid))
