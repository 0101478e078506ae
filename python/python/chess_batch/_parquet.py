"""PGN files as Parquet files, each of which gets its name when it is complete."""

from __future__ import annotations

import os
import uuid
from collections.abc import Callable, Iterable
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Optional, Union

from ._native import Table, TableNotes, find_pgn, iter_pgn, table_name

_ROWS = 1 << 16


def write(
    target: Path, source: Path, options: dict[str, Any], tables: Callable[[dict[str, Any]], Iterable[Table]], part: Any = None, resume: bool = True
) -> Path:
    """Write a part of a file as a Parquet file, and return its path. ``tables`` reads it, with the options.

    With ``resume``, it is left as it is if its notes say that it was written from the same part of the file, by its size and time, with
    the same options.
    """
    import pyarrow
    import pyarrow.parquet

    notes = TableNotes(source, part=None if part is None else str(part), **options)
    if resume and target.exists() and notes.compare(pyarrow.parquet.read_metadata(target).metadata) == "same":
        return target
    schema = pyarrow.schema(iter_pgn(b"", **options))
    new = target.with_name(f".{target.name}.{uuid.uuid4().hex}.part")
    try:
        with pyarrow.parquet.ParquetWriter(new, schema, compression="zstd") as writer:
            for table in tables({**options, "columns": notes.columns}):
                writer.write_table(notes.add(table).to_arrow(), _ROWS)
            writer.add_key_value_metadata(notes.notes())
        with open(new, "rb+") as file:
            os.fsync(file.fileno())
        os.replace(new, target)
    finally:
        new.unlink(missing_ok=True)
    return target


def _tables(source: Path, threads: Optional[int], options: dict[str, Any]) -> Iterable[Table]:
    return iter_pgn(source, threads=threads, **options)


def _refuse_other(target: Path, source: Path, options: dict[str, Any]) -> None:
    import pyarrow.parquet

    if target.exists() and TableNotes(source, **options).compare(pyarrow.parquet.read_metadata(target).metadata) == "other":
        raise ValueError(f"resume: {target} was written with other columns, another filter or other options")


def write_parquet(
    paths: Union[str, os.PathLike[str], Iterable[Union[str, os.PathLike[str]]]],
    folder: Union[str, os.PathLike[str]],
    *,
    columns: Union[str, Iterable[str], None] = None,
    filter: Optional[str] = None,
    threads: Optional[int] = None,
    score_view: Optional[str] = None,
    encoding: Optional[str] = None,
    opening_names: Union[str, os.PathLike[str], None] = None,
    lenient: bool = False,
    resume: bool = False,
) -> list[Path]:
    """Write PGN files as Parquet files into a folder, one for each file and named after it, and return their paths.

    Arguments are those of `read_pgn`. pyarrow is needed. A file gets its name when it is complete: what is killed leaves no part
    of a file under a final name. With ``resume=True``, a file is left as it is if it was written from the same file and the same
    `opening_names`, by size and time, by this function or by ``chess pgn --parquet``. One that was written with other columns, another
    filter, or other options raises `ValueError`.

    >>> import pathlib, tempfile
    >>> from chess_batch import checksum, read_pgn, write_parquet
    >>> import pyarrow.parquet
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     pgn = pathlib.Path(folder, "games.pgn")
    ...     _ = pgn.write_text("1. e4 e5 *")
    ...     [written] = write_parquet(pgn, folder)
    ...     print(written.name, checksum(pyarrow.parquet.read_table(written)) == checksum(read_pgn(pgn)))
    games.parquet True
    """
    if find_spec("pyarrow") is None:
        raise ImportError("pyarrow is needed to write Parquet files: pip install pyarrow", name="pyarrow")
    if columns is not None and not isinstance(columns, str):
        columns = ",".join(columns)
    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    sources = [Path(name) for name in find_pgn(paths)]
    targets = [folder / f"{table_name(source)}.parquet" for source in sources]
    if len(set(targets)) < len(targets):
        raise ValueError("two files have the same name: write them into different folders")
    options: dict[str, Any] = {"columns": columns, "filter": filter, "lenient": lenient}
    options |= {"score_view": score_view, "encoding": encoding, "opening_names": opening_names}
    if resume:
        for source, target in zip(sources, targets):
            _refuse_other(target, source, options)
    written = set()
    for source, target in zip(sources, targets):
        # The disk may take letters of either case for one.
        if target.exists() and (state := target.stat()) and (state.st_dev, state.st_ino) in written:
            raise ValueError(f"{target}: another file has become this one, whose name is the same here: write them into different folders")
        write(target, source, options, partial(_tables, source, threads), resume=resume)
        state = target.stat()
        written.add((state.st_dev, state.st_ino))
    return targets
