"""Perft in units of work."""

from __future__ import annotations

import json
import random

import pytest
from chess_batch import STARTING_FEN, perft, units

KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"


def counted(fen: str, depth: int, plies: int) -> list[units.Unit]:
    return [units.run_unit(unit) for unit in units.perft_units(fen, depth, plies)]


@pytest.mark.parametrize("fen", [STARTING_FEN, KIWIPETE])
@pytest.mark.parametrize("plies", range(4))
def test_totals_are_those_of_perft(fen: str, plies: int) -> None:
    done = counted(fen, 3, plies) if plies == 3 else counted(fen, 4, plies)
    random.Random(plies).shuffle(done)
    merged = units.merge_units(done)
    assert merged["nodes"] == perft(fen, merged["depth"])


def test_units_are_lines_of_the_program() -> None:
    # The first line of `chess units emit 3 --plies 1`.
    line = (
        '{"unit":1,"units":20,"fen":"rnbqkbnr/pppppppp/8/8/8/P7/1PPPPPPP/RNBQKBNR b KQkq - 0 1","depth":2,"multiplicity":1,'
        '"root":"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1","root_depth":3}'
    )
    assert json.dumps(units.perft_units(STARTING_FEN, 3, 1)[0], separators=(",", ":")) == line


def test_usual_plies_leave_work_for_each_unit() -> None:
    assert [units.usual_plies(depth) for depth in range(8)] == [0, 0, 0, 0, 1, 2, 3, 3]


@pytest.mark.parametrize("plies", [-1, 5])
def test_plies_are_checked(plies: int) -> None:
    with pytest.raises(ValueError, match="plies must be from 0 to the depth 4"):
        units.perft_units(STARTING_FEN, 4, plies)


def test_a_game_that_ends_too_early_has_no_units() -> None:
    with pytest.raises(units.UnitError, match="no units and no leaves"):
        units.perft_units("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", 4, 2)


def test_merge_names_what_is_wrong() -> None:
    done = counted(STARTING_FEN, 3, 2)

    def fails(changed: list[units.Unit], message: str, **options: bool) -> None:
        with pytest.raises(units.UnitError, match=message):
            units.merge_units(changed, **options)

    fails([], "there are no units")
    fails(done[:-2], "2 of 400 units are missing: 399 400")
    fails(done[20:], r"20 of 400 units are missing: 1 2 3 4 5 6 7 8 9 10 \.\.\.")
    fails([*done, done[6]], "unit 7 is repeated")
    fails([*done, {**done[6], "nodes": 1}], "unit 7 has 1 nodes and, in another place, ", allow_repeats=True)
    fails([*done[1:], units.perft_units(STARTING_FEN, 3, 2)[0]], "unit 1 has not been run")
    fails([*done[1:], {**done[0], "multiplicity": 2}], 'unit 1: "multiplicity" is 2, but the unit\'s is 1')
    fails([*done[1:], {**done[0], "fen": KIWIPETE}], 'unit 1: "fen" is ')
    fails([*done[1:], {**done[0], "unit": 401}], "there is no unit 401 of 400")
    fails([*done[1:], {**done[0], "root": KIWIPETE}], "unit 1 belongs to another perft than unit 2")
    fails([{**unit, "units": 401} for unit in done], '"units" is 401, but the perft has 400')
    fails([{"unit": 1}], 'it has no "root"')
    assert units.merge_units([*done, done[6]], allow_repeats=True)["nodes"] == 8902


def test_a_journal_goes_on_where_it_was_cut_off(tmp_path) -> None:
    path = tmp_path / "done.jsonl"
    all_units = units.perft_units(STARTING_FEN, 3, 1)
    first = units.Journal(path, all_units)
    first.add(units.run_units(all_units[:5]))
    first.add(units.run_units(all_units[3:8]))
    text = path.read_bytes()
    assert text.count(b"\n") == 8
    path.write_bytes(text[:-10])

    second = units.Journal(path, all_units)
    assert sorted(second.done) == list(range(1, 8))
    rest = units.groups(all_units, second, 4)
    assert [len(group) for group in rest] == [4, 4, 4, 1]
    for group in rest:
        second.add(units.run_units(group))
    assert units.merge_units(second.done.values())["nodes"] == 8902
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    assert units.merge_units(lines)["nodes"] == 8902


def test_a_journal_of_another_perft_is_refused(tmp_path) -> None:
    path = tmp_path / "done.jsonl"
    units.Journal(path, units.perft_units(STARTING_FEN, 3, 1)).add(counted(STARTING_FEN, 3, 1)[:1])
    with pytest.raises(units.UnitError, match="line 1: this is a unit of another perft"):
        units.Journal(path, units.perft_units(STARTING_FEN, 4, 1))
    path.write_text("{}\n")
    with pytest.raises(units.UnitError, match="line 1: this is not a unit of the perft"):
        units.Journal(path, units.perft_units(STARTING_FEN, 3, 1))
