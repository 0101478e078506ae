"""Perft in units of work that any number of machines count independently.

A unit is a dictionary with the keys of a line of ``chess units``, so that the program and this module read each other's
units: ``unit`` and ``units`` (its number from 1, and the number of units), ``fen`` and ``depth`` (the position, and the plies
from there to the leaves), ``multiplicity`` (the number of move sequences that lead to it), ``root`` and ``root_depth`` (the
perft that it belongs to), and ``nodes`` (the number of leaves below it) once it has been counted.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping
from typing import Any

from ._dataset_errors import UnitError
from ._native import cut_perft, perft

Unit = dict[str, Any]

_PERFT = ("root", "root_depth", "depth", "units")
_POSITION = ("fen", "multiplicity")


def perft_units(fen: str, depth: int, plies: int | None = None) -> list[Unit]:
    """Cut the perft of ``depth`` plies into the positions ``plies`` plies below the root.

    Equal positions are one unit with a multiplicity. Without ``plies``, there are a few thousand units at most.

    >>> units = perft_units("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 4, plies=2)
    >>> len(units), units[0]["depth"]
    (400, 2)
    >>> merge_units(run_unit(unit) for unit in units)["nodes"]
    197281
    """
    if plies is None:
        plies = usual_plies(depth)
    if not 0 <= plies <= depth:
        raise ValueError(f"plies must be from 0 to the depth {depth}, not {plies}")
    root, rest, positions = cut_perft(fen, depth, plies)
    if not positions:
        raise UnitError(f"no game from {root} lasts {plies} plies, so that there are no units and no leaves")
    return [
        {
            "unit": number,
            "units": len(positions),
            "fen": position,
            "depth": rest,
            "multiplicity": multiplicity,
            "root": root,
            "root_depth": depth,
        }
        for number, (position, multiplicity) in enumerate(positions, start=1)
    ]


def usual_plies(depth: int) -> int:
    """Return the plies from the root to the units if the caller does not choose: 3, or fewer if the perft is shallow."""
    return max(0, min(3, depth - 3))


def run_unit(unit: Mapping[str, Any], threads: int = 1) -> Unit:
    """Count the leaves below a unit, and return the unit with ``nodes``."""
    return {**unit, "nodes": perft(unit["fen"], unit["depth"], threads=threads)}


def merge_units(units: Iterable[Mapping[str, Any]], allow_repeats: bool = False) -> dict[str, Any]:
    """Add up the units of one perft, in any order, and return ``fen``, ``depth``, ``units`` and ``nodes`` of it.

    Only ``nodes`` is taken from the units. The root is cut again, and the units must be exactly those of that cut, each of
    them once. With ``allow_repeats``, a unit may be repeated with the same number of nodes, and counts once.

    Raises UnitError that names the unit and the rule that is broken.
    """
    done: dict[int, Mapping[str, Any]] = {}
    for unit in units:
        _add(done, unit, allow_repeats)
    if not done:
        raise UnitError("there are no units")
    first = next(iter(done.values()))
    root, root_depth, rest = first["root"], first["root_depth"], first["depth"]
    if not 0 <= rest <= root_depth:
        raise UnitError(f"unit {first['unit']} has depth {rest} and root_depth {root_depth}")
    expected = perft_units(root, root_depth, root_depth - rest)
    if len(expected) != first["units"]:
        raise UnitError(f"\"units\" is {first['units']}, but the perft has {len(expected)} of them")
    missing = [unit["unit"] for unit in expected if unit["unit"] not in done]
    if missing:
        names = " ".join(str(number) for number in missing[:10])
        raise UnitError(f"{len(missing)} of {len(expected)} units are missing: {names}{' ...' * (len(missing) > 10)}")
    nodes = 0
    for unit in expected:
        read = done[unit["unit"]]
        for key in _POSITION:
            if read[key] != unit[key]:
                raise UnitError(f"unit {unit['unit']}: \"{key}\" is {read[key]}, but the unit's is {unit[key]}")
        nodes += read["nodes"] * unit["multiplicity"]
    return {"fen": root, "depth": root_depth, "units": len(expected), "nodes": nodes}


def _add(done: dict[int, Mapping[str, Any]], unit: Mapping[str, Any], allow_repeats: bool) -> None:
    missing = [key for key in ("unit", *_PERFT, *_POSITION) if key not in unit]
    if missing:
        raise UnitError(f"this is not a unit: it has no \"{missing[0]}\"")
    number = unit["unit"]
    if not isinstance(unit.get("nodes"), int):
        raise UnitError(f"unit {number} has not been run: it has no \"nodes\"")
    first = next(iter(done.values()), unit)
    if any(unit[key] != first[key] for key in _PERFT):
        raise UnitError(f"unit {number} belongs to another perft than unit {first['unit']}")
    if not 1 <= number <= unit["units"]:
        raise UnitError(f"there is no unit {number} of {unit['units']}")
    if number not in done:
        done[number] = unit
        return
    earlier = done[number]
    if earlier["nodes"] != unit["nodes"]:
        raise UnitError(f"unit {number} has {unit['nodes']} nodes and, in another place, {earlier['nodes']}")
    if not allow_repeats:
        raise UnitError(f"unit {number} is repeated")


class Journal:
    """A file of finished units, one line of JSON each, from which an interrupted perft goes on.

    The lines are those of ``chess units run``. A last line that is cut off is dropped, and its unit counted again.
    """

    def __init__(self, path: str | os.PathLike[str] | None, units: list[Unit]) -> None:
        """Read what is finished of ``units``; without a path, nothing is read or written."""
        self.done: dict[int, Unit] = {}
        self._path = path
        if path is None or not os.path.exists(path):
            return
        with open(path, "rb+") as file:
            text = file.read()
            complete = text[: text.rfind(b"\n") + 1]
            for number, line in enumerate(complete.splitlines(), start=1):
                self._read(line, number, units)
            file.truncate(len(complete))

    def _read(self, line: bytes, number: int, units: list[Unit]) -> None:
        try:
            read = json.loads(line)
            unit = units[read["unit"] - 1]
            is_same = {key: value for key, value in read.items() if key != "nodes"} == unit
            nodes = int(read["nodes"])
        except (ValueError, KeyError, TypeError, IndexError) as error:
            raise UnitError(f"{self._path}, line {number}: this is not a unit of the perft: {error!r}") from error
        if not is_same:
            raise UnitError(f"{self._path}, line {number}: this is a unit of another perft")
        self.done[unit["unit"]] = {**unit, "nodes": nodes}

    def add(self, units: Iterable[Unit]) -> None:
        """Keep finished units, and append them to the file in one call."""
        new = [unit for unit in units if unit["unit"] not in self.done]
        self.done.update((unit["unit"], unit) for unit in new)
        if self._path is not None and new:
            lines = "".join(json.dumps(unit, separators=(",", ":")) + "\n" for unit in new)
            with open(self._path, "ab") as file:
                file.write(lines.encode())


def run_units(group: list[Unit]) -> list[Unit]:
    """Count the leaves below some units, one after the other: the task of a worker."""
    return [run_unit(unit) for unit in group]


def groups(all_units: list[Unit], kept: Journal, size: int) -> list[list[Unit]]:
    """Return the units that are not finished, in groups of ``size`` units for tasks."""
    if size < 1:
        raise ValueError(f"units_per_task must be at least 1, not {size}")
    rest = [unit for unit in all_units if unit["unit"] not in kept.done]
    return [rest[start : start + size] for start in range(0, len(rest), size)]
