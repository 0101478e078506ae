"""Character sets of single bytes, as Python knows them."""

from __future__ import annotations

import codecs
from typing import Optional


def upper_half(name: str) -> Optional[list[str]]:
    """Return the characters of the bytes from 0x80 on, or ``None`` for UTF-8. A byte without a character is read as in Latin-1."""
    refused = ValueError(
        f"encoding: `{name}` is neither utf-8 nor a character set of single bytes that Python has, such as latin-1, cp1250, "
        "cp1251, cp1252, cp437, iso8859-2 and koi8-r"
    )
    try:
        if codecs.lookup(name).name.startswith("utf-8"):
            return None
        text = bytes(range(256)).decode(name, "replace")
    except (LookupError, ValueError):
        raise refused from None
    if len(text) != 256 or text[:128] != bytes(range(128)).decode() or set(text[128:]) == {"\ufffd"}:
        raise refused
    return [chr(0x80 + byte) if char == "\ufffd" else char for byte, char in enumerate(text[128:])]
