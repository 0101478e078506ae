"""Plans of work on PGN files: the files, and the chunks into which they are cut.

A plan is made once and written down before any work starts. The result of a chunk depends on the plan and on the input
alone, so that a task may run twice, on two machines, or again after it was killed.
"""

from __future__ import annotations

import dataclasses
import json
import os
import stat
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from ._dataset_errors import DatasetError
from ._native import cut_pgn, find_pgn

CHUNK_BYTES = 64 << 20
"""The usual size of a chunk, in bytes."""

ROWS_PER_FILE = 1 << 16
"""The usual greatest number of rows of a Parquet file."""

_FORMAT = 1


@dataclass(frozen=True)
class Chunk:
    """A part of one input file: whole games, read by one task.

    ``offset`` and ``length`` are in bytes. ``game`` and ``line`` are the numbers, from 1, of its first game and line in
    the file. ``length`` is None if the file is compressed: the chunk is then the whole file.
    """

    file: int
    number: int
    path: str
    size: int
    offset: int
    length: int | None
    game: int
    line: int

    @property
    def weight(self) -> int:
        """The number of bytes of the input that the chunk stands for, for progress."""
        return self.size if self.length is None else self.length

    @property
    def name(self) -> str:
        """The name that the files written for the chunk begin with, such as ``00002-000017``."""
        return f"{self.file:05d}-{self.number:06d}"

    def __str__(self) -> str:
        """The file and the place of the chunk, for messages."""
        if self.length is None:
            return f"{self.path} (all of it)"
        return f"{self.path} (chunk {self.number}: bytes {self.offset} to {self.offset + self.length})"


@dataclass(frozen=True)
class Reading:
    """The choices of the caller on which the rows depend."""

    columns: tuple[str, ...] | None = None
    filter: str | None = None
    rows_per_file: int = ROWS_PER_FILE
    lenient: bool = False


@dataclass(frozen=True)
class Plan:
    """The files, the chunks of each in order, and the choices of the caller."""

    reading: Reading
    chunk_bytes: int
    files: tuple[tuple[str, int], ...]
    chunks: tuple[Chunk, ...]

    @property
    def weight(self) -> int:
        """The number of bytes of all input files."""
        return sum(size for _, size in self.files)

    def is_for(self, other: Plan) -> bool:
        """Tell whether both plans answer the same request about the same files."""
        return (self.reading, self.chunk_bytes, self.files) == (other.reading, other.chunk_bytes, other.files)

    def to_json(self) -> str:
        """Return the plan as a line of JSON."""
        chunks = [[c.file, c.number, c.offset, c.length, c.game, c.line] for c in self.chunks]
        plan = {
            "format": _FORMAT,
            "reading": dataclasses.asdict(self.reading),
            "chunk_bytes": self.chunk_bytes,
            "files": self.files,
            "chunks": chunks,
        }
        return json.dumps(plan) + "\n"

    @classmethod
    def from_json(cls, text: str) -> Plan:
        """Read a plan that `to_json` has written.

        Raises DatasetError if the text is no plan of this version of the package.
        """
        try:
            plan: dict[str, Any] = json.loads(text)
            if plan["format"] != _FORMAT:
                raise DatasetError(f"the plan has format {plan['format']}, but this version reads format {_FORMAT}")
            files = tuple((str(path), int(size)) for path, size in plan["files"])
            reading = dict(plan["reading"])
            if reading["columns"] is not None:
                reading["columns"] = tuple(reading["columns"])
            chunks = tuple(_chunk(files, *fields) for fields in plan["chunks"])
            return cls(Reading(**reading), int(plan["chunk_bytes"]), files, chunks)
        except (ValueError, KeyError, TypeError, IndexError) as error:
            raise DatasetError(f"this is not a plan: {error!r}") from error


def _chunk(
    files: Sequence[tuple[str, int]], file: int, number: int, offset: int, length: int | None, game: int, line: int
) -> Chunk:
    path, size = files[file]
    return Chunk(file, number, path, size, offset, length, game, line)


def find(paths: str | os.PathLike[str] | Iterable[str | os.PathLike[str]]) -> tuple[tuple[str, int], ...]:
    """Return the PGN files that ``paths`` name, with their sizes in bytes; a folder stands for the files in it.

    Raises DatasetError for a folder without PGN files and for what only one task could read, such as standard input, and
    OSError if a path does not exist.
    """
    files = []
    for path in find_pgn(paths):
        if path == "-":
            raise DatasetError("several tasks cannot read standard input")
        status = os.stat(path)
        if stat.S_ISDIR(status.st_mode):
            raise DatasetError(f"{path}: there are no PGN files in this folder")
        if not stat.S_ISREG(status.st_mode):
            raise DatasetError(f"{path}: this is no file that several tasks can read")
        files.append((path, status.st_size))
    return tuple(files)


def cut(path: str, file: int, chunk_bytes: int, lenient: bool = False) -> list[Chunk]:
    """Cut file number ``file`` of a plan at beginnings of games into chunks of about ``chunk_bytes`` bytes.

    The scan reads the whole file, since a comment may hold text that looks like a game. A compressed file is one chunk.
    ``lenient`` says how the chunks will be read.
    """
    size = os.path.getsize(path)
    places = cut_pgn(path, chunk_bytes, lenient=lenient)
    if places is None:
        return [Chunk(file, 0, path, size, 0, None, 1, 1)]
    return [
        Chunk(file, number, path, size, offset, length, game, line)
        for number, (offset, length, game, line) in enumerate(places)
    ]


def plan_of(reading: Reading, chunk_bytes: int, files: Sequence[tuple[str, int]], chunks: Iterable[Chunk]) -> Plan:
    """Return the plan of files whose chunks were found in any order.

    Raises DatasetError if a file has changed between the listing of the files and the scan.
    """
    ordered = sorted(chunks, key=lambda chunk: (chunk.file, chunk.number))
    for chunk in ordered:
        if chunk.size != files[chunk.file][1]:
            raise DatasetError(f"{chunk.path}: the file has changed while the plan was made")
    return Plan(reading, chunk_bytes, tuple(files), tuple(ordered))
