"""The check sum of a table by the rules of docs/columns.md, as plainly as they are written."""

import datetime

MASK = (1 << 64) - 1
EPOCH = datetime.date(1970, 1, 1)


def value_bytes(value):
    if value is None:
        return b"\0"
    if isinstance(value, datetime.date):
        value = (value - EPOCH).days
    if isinstance(value, int):
        return b"\1" + (value & MASK).to_bytes(8, "little")
    if isinstance(value, str):
        value = value.encode()
    if isinstance(value, bytes):
        return b"\2" + len(value).to_bytes(8, "little") + value
    if isinstance(value, tuple):
        return b"".join(map(value_bytes, value))
    return b"\3" + len(value).to_bytes(8, "little") + b"".join(map(value_bytes, value))


def mixed_hash(data):
    h = 0xCBF29CE484222325
    for byte in data:
        h = (h ^ byte) * 0x100000001B3 & MASK
    h ^= h >> 30
    h = h * 0xBF58476D1CE4E5B9 & MASK
    h ^= h >> 27
    h = h * 0x94D049BB133111EB & MASK
    return h ^ h >> 31


def slow_checksum(table):
    """Return the digits and the number of rows of a ``pyarrow.Table``."""
    names = sorted((name for name in table.column_names if name != "file"), key=str.encode)
    total = mixed_hash(b"".join(name.encode() + b"\0" for name in names))
    for row in table.to_pylist():
        total += mixed_hash(b"".join(value_bytes(row[name]) for name in names))
    return f"{total & MASK:016x}", table.num_rows
