"""The work of datasets and of perft as tasks, which any engine may run, also twice or at once.

An engine is a function like ``map``: it takes a function and a list, runs a task for each item, and gives the results in order.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Callable, Optional, TypeVar, Union

import pyarrow as pa

from ._functions import perft
from ._native import Table, cut_perft, cut_pgn, find_pgn, iter_pgn, read_part, table_name
from ._parquet import _ROWS, write
from ._values import whole

Paths = Union[str, "os.PathLike[str]", Iterable[Union[str, "os.PathLike[str]"]]]
Item = TypeVar("Item")
Result = TypeVar("Result")
Engine = Callable[[Callable[[Item], Result], Sequence[Item]], Iterable[Result]]

PART_BYTES = 64 << 20
"""The usual size of a part of a file, in bytes."""

_POSITIONS = 64


@dataclass(frozen=True)
class Part:
    """A part of a PGN file: whole games, read by one task.

    ``place`` is the offset and the length in bytes, and the numbers from 1 of the first game and line; of a compressed file, which
    is one part, None. ``name`` is the name of the Parquet file without its ending.
    """

    path: str
    name: str
    place: Optional[tuple[int, int, int, int]]

    def tables(self, options: dict[str, Any]) -> Iterable[Table]:
        """Return the games in tables that depend on the part and the options alone, with the numbers that they have in the file."""
        if self.place is None:
            return iter_pgn(self.path, threads=1, batch_size=_ROWS, **options)
        return [read_part(self.path, self.place, **options)]


def options_of(columns: Iterable[str] | str | None, filter: str | None, lenient: bool) -> dict[str, Any]:
    """Return the arguments on which the rows depend."""
    names = columns if columns is None or isinstance(columns, str) else list(columns)
    return {"columns": names, "filter": filter, "lenient": lenient}


def schema_of(options: dict[str, Any]) -> pa.Schema:
    """Return the schema of the rows. Raises the errors of wrong columns and filters."""
    return pa.schema(iter_pgn(b"", **options))


def cut(path: str, part_bytes: int, lenient: bool) -> list[Part]:
    """Cut a file between games into parts of about ``part_bytes`` bytes.

    The scan reads the whole file, since a comment may hold text that looks like a game.
    """
    if path == "-" or not stat.S_ISREG(os.stat(path).st_mode):
        raise ValueError(f"{path}: this is no file that several tasks can read")
    name = table_name(path)
    places = cut_pgn(path, part_bytes, lenient=lenient)
    if places is None:
        return [Part(path, name, None)]
    return [Part(path, f"{name}-{number:05d}", place) for number, place in enumerate(places)]


def parts_of(run: Engine[str, list[Part]], paths: Paths, part_bytes: int, lenient: bool) -> list[Part]:
    """Cut all files that ``paths`` name, with a task for each."""
    whole("part_bytes", part_bytes, 1)
    cut_one = partial(cut, part_bytes=part_bytes, lenient=lenient)
    return [part for parts in run(cut_one, find_pgn(paths)) for part in parts]


def write_part(part: Part, folder: str, options: dict[str, Any]) -> Path:
    """Write a part as a Parquet file below ``folder``, unless that has been done, and return its path."""
    target = Path(folder, f"{part.name}.parquet")
    return write(target, Path(part.path), options, part.tables, part.place)


def write_dataset(
    run: Engine[Any, Any], paths: Paths, directory: str | os.PathLike[str], part_bytes: int, options: dict[str, Any]
) -> list[Path]:
    """Write PGN files as Parquet files into a folder, with a task for each part, and return their paths."""
    folder = os.path.abspath(directory)
    schema_of(options)
    parts = parts_of(run, paths, part_bytes, options["lenient"])
    names = {f"{part.name}.parquet" for part in parts}
    if len(names) < len(parts):
        raise ValueError("two files have the same name: write them into different folders")
    os.makedirs(folder, exist_ok=True)
    for name in sorted(os.listdir(folder)):
        if name.endswith(".parquet") and name not in names:
            raise ValueError(f"{os.path.join(folder, name)}: the file is not of this dataset: write it into another folder")
    return list(run(partial(write_part, folder=folder, options=options), parts))


def count(positions: list[tuple[str, int]], depth: int) -> int:
    """Return the leaves ``depth`` plies below some positions, each as often as its number says."""
    return sum(times * perft(fen, depth, threads=1) for fen, times in positions)


def count_leaves(run: Engine[list[tuple[str, int]], int], fen: str, depth: int, plies: int | None) -> int:
    """Return the leaves ``depth`` plies below a position, counted below the distinct positions after ``plies`` plies."""
    plies = max(0, min(3, depth - 3)) if plies is None else plies
    whole("depth", depth, 0, 64)
    whole("plies", plies, 0, depth)
    _, rest, positions = cut_perft(fen, depth, plies)
    groups = [positions[start : start + _POSITIONS] for start in range(0, len(positions), _POSITIONS)]
    return sum(run(partial(count, depth=rest), groups))
