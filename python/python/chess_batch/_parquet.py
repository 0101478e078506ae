"""PGN files as Parquet files, each of which gets its name when it is complete."""

from __future__ import annotations

import json
import os
import uuid
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Optional, Union

from ._native import find_pgn, iter_pgn

_NOTE = b"chess_batch"
_ENDINGS = (".pgn", ".zst", ".zstd", ".gz", ".bz2", ".bz")


def table_name(path: Union[str, os.PathLike[str]]) -> str:
    """Return the name of the table of a file without its ending, as ``chess pgn --parquet`` has it.

    >>> table_name("folder/games.pgn.zst")
    'games'
    """
    name = Path(path)
    while name.suffix.lower() in _ENDINGS:
        name = name.with_suffix("")
    return name.name


def is_written(target: Path, note: str) -> bool:
    """Tell whether a Parquet file is there and has this note."""
    import pyarrow.parquet

    try:
        metadata = pyarrow.parquet.read_metadata(target).metadata
    except FileNotFoundError:
        return False
    return bool(metadata) and metadata.get(_NOTE) == note.encode()


def write(target: Path, schema: Any, note: str, batches: Iterable[Any]) -> None:
    """Write batches as a Parquet file with a note."""
    import pyarrow.parquet

    schema = schema.with_metadata({_NOTE: note.encode()})
    part = target.with_name(f".{target.name}.{uuid.uuid4().hex}.part")
    try:
        with pyarrow.parquet.ParquetWriter(part, schema, compression="zstd") as writer:
            for batch in batches:
                writer.write_batch(batch.replace_schema_metadata(schema.metadata))
        with open(part, "rb+") as file:
            os.fsync(file.fileno())
        os.replace(part, target)
    finally:
        part.unlink(missing_ok=True)


def write_parquet(
    paths: Union[str, os.PathLike[str], Iterable[Union[str, os.PathLike[str]]]],
    folder: Union[str, os.PathLike[str]],
    *,
    columns: Union[str, Iterable[str], None] = None,
    filter: Optional[str] = None,
    threads: Optional[int] = None,
    score_view: Optional[str] = None,
    encoding: Optional[str] = None,
    lenient: bool = False,
    resume: bool = False,
) -> list[Path]:
    """Write PGN files as Parquet files into a folder, one for each file and named after it, and return their paths.

    Arguments are those of `read_pgn`. pyarrow is needed. A file gets its name when it is complete: what is killed leaves no part
    of a file under a final name. With ``resume=True``, a file is left as it is if it was written from the same file, by size and
    time, with the same columns, filter, `score_view`, `encoding` and `lenient`.

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
    try:
        import pyarrow
    except ImportError as error:
        raise ImportError("pyarrow is needed to write Parquet files: pip install pyarrow", name="pyarrow") from error

    if columns is not None and not isinstance(columns, str):
        columns = ",".join(columns)
    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    sources = [Path(name) for name in find_pgn(paths)]
    targets = [folder / f"{table_name(source)}.parquet" for source in sources]
    if len(set(targets)) < len(targets):
        raise ValueError("two files have the same name: write them into different folders")
    for source, target in zip(sources, targets):
        state = source.stat()
        made_with: dict[str, Any] = {
            "columns": columns, "filter": filter, "score_view": score_view, "encoding": encoding, "lenient": lenient
        }
        note = json.dumps([state.st_size, state.st_mtime_ns, made_with])
        if not (resume and is_written(target, note)):
            with iter_pgn(source, threads=threads, **made_with) as batches:
                write(target, pyarrow.schema(batches), note, batches)
    return targets
