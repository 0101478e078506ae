"""PGN files as Parquet files, each of which gets its name when it is complete."""

from __future__ import annotations

import json
import os
import uuid
from collections.abc import Callable, Iterable
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Optional, Union

from ._native import Table, find_pgn, iter_pgn, table_name

_NOTE = b"chess_batch"
_ROWS = 1 << 16


def write(
    target: Path,
    source: Path,
    options: dict[str, Any],
    tables: Callable[[], Iterable[Table]],
    place: Any = None,
    resume: bool = True,
) -> Path:
    """Write a part of a file as a Parquet file, and return its path.

    With ``resume``, it is left as it is if it was written from the same part of the file, by its size and time, with the same options.
    """
    import pyarrow
    import pyarrow.parquet

    state = source.stat()
    note = json.dumps([state.st_size, state.st_mtime_ns, place, options]).encode()
    if resume and target.exists():
        metadata = pyarrow.parquet.read_metadata(target).metadata
        if metadata and metadata.get(_NOTE) == note:
            return target
    schema = pyarrow.schema(iter_pgn(b"", **options)).with_metadata({_NOTE: note})
    part = target.with_name(f".{target.name}.{uuid.uuid4().hex}.part")
    try:
        with pyarrow.parquet.ParquetWriter(part, schema, compression="zstd") as writer:
            for table in tables():
                writer.write_table(table.to_arrow().replace_schema_metadata(schema.metadata), _ROWS)
        with open(part, "rb+") as file:
            os.fsync(file.fileno())
        os.replace(part, target)
    finally:
        part.unlink(missing_ok=True)
    return target


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
    of a file under a final name. With ``resume=True``, a file is left as it is if it was written from the same file, by size and
    time, with the same columns, filter, `score_view`, `encoding`, `lenient`, and `opening_names` by size and time, too.

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
    options |= {"score_view": score_view, "encoding": encoding}
    names = None
    if opening_names is not None:
        options["opening_names"] = os.fspath(opening_names)
        state = os.stat(opening_names)
        names = [state.st_size, state.st_mtime_ns]
    for source, target in zip(sources, targets):
        write(target, source, options, partial(iter_pgn, source, threads=threads, **options), names, resume)
    return targets
