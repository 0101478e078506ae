"""Exceptions of datasets and of units of work."""

from __future__ import annotations

from ._errors import ChessBatchError


class DatasetError(ChessBatchError):
    """A dataset that cannot be written, or is not what it should be; the message names the file and the chunk."""


class UnitError(ChessBatchError):
    """Units of work that are not those of one perft; the message names the unit."""
