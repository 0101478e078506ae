"""Planes of positions: against numpy on packed bytes, in all types, in arrays of the caller, and with rows that are no positions.

The gate has 20,000 positions, by another seed each time. A million:

    CHESS_BATCH_POSITIONS=1000000 bash ci/python.sh tests/test_planes.py
"""

import functools
import os

import numpy as np
import pyarrow as pa
import pytest
from samples import RARE, SEED, random_fens

import chess_batch as cb
from chess_batch import FenError, PackedError, Position, to_planes

START = cb.STARTING_FEN
COUNT = int(os.environ.get("CHESS_BATCH_POSITIONS", "20000"))


@functools.cache
def packed_positions():
    """Positions of random games that are played side by side."""
    choose = np.random.default_rng(SEED)
    rows = cb.positions(random_fens() + RARE).packed
    all_rows, count = [], 0
    while count < COUNT:
        all_rows.append(rows)
        count += len(rows)
        p = cb.positions(rows)
        going = p.counts > 0
        moves = p.moves[(p.offsets[:-1] + choose.integers(np.maximum(p.counts, 1)))[going]]
        rows = cb.play(rows[going], moves)
    return np.concatenate(all_rows)


def naive(packed):
    """Return 19 planes by the layout of packed positions, and by their states."""
    occupied = np.unpackbits(packed[:, 8:16], axis=1, bitorder="little").astype(bool)
    codes = np.stack([packed[:, 16:] & 15, packed[:, 16:] >> 4], axis=2).reshape(len(packed), 32)
    row, square = np.nonzero(occupied)
    code = codes[row, occupied.cumsum(axis=1)[row, square] - 1]
    plane = np.where(code % 8 == 6, 3, code % 8) + 6 * (code // 8)
    planes = np.zeros((len(packed), 19, 64), np.int8)
    planes[row, plane, square] = 1
    state = cb.states(packed)
    planes[:, 12:16] = state.castling[:, :, None]
    row = np.nonzero(state.ep_square >= 0)[0]
    planes[row, 16, state.ep_square[row]] = 1
    planes[:, 17] = state.turn[:, None]
    planes[:, 18] = np.minimum(state.halfmove_clock, 127)[:, None]
    return planes.reshape(-1, 19, 8, 8)


def in_form(planes, form):
    """Return int8 planes in a type of cells."""
    if form == "boards":
        bits = np.packbits(planes.reshape(*planes.shape[:2], 64), axis=2, bitorder="little")
        return bits.view("<u8")[:, :, 0]
    return np.packbits(planes, axis=3)[..., 0] if form == "bits" else planes.astype(form)


def options(form):
    return {"bitboards": True} if form == "boards" else {"dtype": form}


FORMS = ["int8", "uint8", "float16", "float32", "bits", "boards"]


@pytest.mark.parametrize("planes", [12, 18, 19])
@pytest.mark.parametrize("form", FORMS)
def test_planes_are_those_of_numpy(form, planes):
    if planes == 19 and form in ("bits", "boards"):
        with pytest.raises(ValueError, match="planes must be 12 or 18 as bit"):
            to_planes(b"", planes=planes, **options(form))
        return
    packed = packed_positions()
    for start in range(0, len(packed), 50_000):
        part = packed[start : start + 50_000]
        expected = in_form(naive(part)[:, :planes], form)
        threads = 1 + start // 50_000 % 3
        found = to_planes(part, planes=planes, threads=threads, **options(form))
        assert found.dtype == expected.dtype and np.array_equal(found, expected), f"seed {SEED}"
        out = np.full_like(found, 77)
        assert to_planes(part, planes=planes, threads=threads, out=out, **options(form)) is out
        assert np.array_equal(out, expected), f"seed {SEED}"
    # One position takes another way.
    for row in range(0, len(expected), 97):
        position = Position.from_packed(part[row].tobytes())
        assert np.array_equal(to_planes(position, planes=planes, **options(form)), expected[row : row + 1])
        assert to_planes(position, planes=planes, out=out[:1], **options(form)).base is out
        assert np.array_equal(out[0], expected[row])


def test_bits_are_unpacked_by_numpy():
    planes = to_planes(Position(), planes=18)
    assert np.array_equal(np.unpackbits(to_planes(Position(), planes=18, dtype="bits")[..., None], axis=3), planes)


def test_types():
    for given in ("float32", np.float32, np.dtype("float32"), "f4", "<f4"):
        assert to_planes(Position(), dtype=given).dtype == np.float32
    assert to_planes(Position(), bitboards=True, dtype=np.uint64).dtype == np.uint64
    # The type of an array that is given is that of the cells.
    assert to_planes(Position(), out=np.empty((1, 12, 8, 8), np.float16)).sum() == 32
    for wrong in ("int64", np.bool_, ">f4", "uint64", float):
        with pytest.raises(ValueError, match="dtype: expected int8, uint8, float16, float32 or 'bits', found"):
            to_planes(Position(), dtype=wrong)
    for wrong in ("bits", "int8", np.float32):
        with pytest.raises(ValueError, match="dtype: expected uint64 for bitboards, found"):
            to_planes(Position(), dtype=wrong, bitboards=True)
    with pytest.raises(TypeError):
        to_planes(Position(), dtype="rubbish")


def test_arrays_of_the_caller():
    packed = Position().packed * 3
    read_only = np.zeros((3, 12, 8, 8), np.int8)
    read_only.flags.writeable = False
    wide = np.zeros((3, 12, 8, 16), np.int8)[..., :8]
    for wrong, options, found in [
        (np.zeros((2, 12, 8, 8), np.int8), {}, r"\(3, 12, 8, 8\) of int8, found \(2, 12, 8, 8\) of int8"),
        (np.zeros((3, 12, 64), np.int8), {}, r"\(3, 12, 8, 8\) of int8, found \(3, 12, 64\) of int8"),
        (np.zeros((3, 12, 8, 8), np.int8), {"planes": 18}, r"\(3, 18, 8, 8\) of int8, found \(3, 12, 8, 8\) of int8"),
        (np.zeros((3, 12, 8, 8), np.float32), {"dtype": "float16"}, r"\(3, 12, 8, 8\) of float16, found \(3, 12, 8, 8\) of float32"),
        (np.zeros((3, 12, 8, 8), np.int8), {"bitboards": True}, r"\(3, 12\) of uint64, found \(3, 12, 8, 8\) of int8"),
        (np.zeros((3, 12), np.int64), {"bitboards": True}, r"\(3, 12\) of uint64, found \(3, 12\) of int64"),
        (np.zeros((3, 12, 8, 8), np.uint8), {"dtype": "bits"}, r"\(3, 12, 8\) of uint8, found \(3, 12, 8, 8\) of uint8"),
        (np.zeros((3, 12, 8, 8), np.int8, order="F"), {}, "found one that is not C-contiguous"),
        (wide, {}, "found one that is not C-contiguous"),
        (read_only, {}, "found one that is read-only"),
    ]:
        before = wrong.copy()
        with pytest.raises(ValueError, match=f"out: expected a C-contiguous, writable array .*{found}"):
            to_planes(packed, out=wrong, **options)
        assert np.array_equal(wrong, before)
    with pytest.raises(ValueError, match="dtype: expected int8"):
        to_planes(packed, out=np.zeros((3, 12, 8, 8)))
    for wrong in ([], b"", 7):
        with pytest.raises(TypeError, match="out: expected a NumPy array, found"):
            to_planes(packed, out=wrong)
    # `out` must not overlap the array that is read.
    memory = np.frombuffer(bytearray(Position().packed * 24), np.uint8).reshape(-1, 32)
    with pytest.raises(ValueError):
        to_planes(memory[:1], dtype="uint8", out=memory.reshape(1, 12, 8, 8))
    assert to_planes(b"", out=np.zeros((0, 12, 8, 8), np.int8)).shape == (0, 12, 8, 8)


@pytest.mark.parametrize("threads", [1, 3])
@pytest.mark.parametrize("form", FORMS)
def test_rows_that_are_no_positions(form, threads):
    packed = packed_positions()[:20_000].copy()
    expected = in_form(naive(packed)[:, :12], form)
    wrong = np.random.default_rng(SEED).choice(len(packed), 50, replace=False)
    packed[wrong[:25]] = 0
    packed[wrong[25:], 8:16] = 0xFF
    expected[wrong] = 0
    assert np.array_equal(to_planes(packed, invalid="zeros", threads=threads, **options(form)), expected)
    out = np.full_like(expected, 77)
    to_planes(packed, invalid="zeros", threads=threads, out=out, **options(form))
    assert np.array_equal(out, expected)
    with pytest.raises(PackedError) as caught:
        to_planes(packed, threads=threads, **options(form))
    assert caught.value.index == wrong.min()
    for bad in ("zero", ""):
        with pytest.raises(ValueError, match="invalid: expected 'raise' or 'zeros', found"):
            to_planes(packed, invalid=bad)


FENS = [START, "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "8/8/8/2k5/3Pp3/8/8/4K2B b - d3 7 9"]


def same_positions():
    """The same positions in every form."""
    yield FENS
    yield tuple(FENS)
    yield iter(FENS)
    yield np.array(FENS)
    yield pa.array(FENS)
    yield pa.chunked_array([FENS[:1], FENS[1:]])
    yield cb.positions(FENS)
    yield cb.positions(FENS).packed
    yield [Position(fen) for fen in FENS]
    yield b"".join(Position(fen).packed for fen in FENS)
    yield pa.array([Position(fen).packed for fen in FENS])


@pytest.mark.parametrize("number", range(len(list(same_positions()))))
def test_every_function_takes_every_form(number):
    def given():
        return list(same_positions())[number]

    p = cb.positions(FENS)
    first = [int(p.moves_of(row)[0]) for row in range(3)]
    sans = [p[row].san(first[row]) for row in range(3)]
    ucis = [p[row].uci(first[row]) for row in range(3)]
    fens = [position.fen() for position in p]
    assert cb.fens(given()) == fens and cb.positions(given()).keys.tolist() == p.keys.tolist()
    assert cb.legal_moves(given())[1].tolist() == p.moves.tolist()
    assert np.array_equal(to_planes(given(), planes=19), to_planes(p.packed, planes=19))
    assert cb.states(given()).ep_square.tolist() == [-1, -1, 19]
    assert cb.fens(cb.play(given(), first)) == [after(p[row], first[row]) for row in range(3)]
    assert cb.san(given(), first) == sans and cb.uci(given(), first) == ucis
    assert cb.san_line(given(), [[word] for word in first]) == [[text] for text in sans]
    assert cb.parse_san(given(), sans).moves.tolist() == cb.parse_uci(given(), ucis).moves.tolist() == first
    assert cb.probe(given(), []).valid.tolist() == [False, False, False]


def after(position, move):
    position.push(move)
    return position.fen()


def test_results_with_errors():
    p = cb.positions([START, "4k3/8 w", None])
    assert to_planes(p, invalid="zeros").sum(axis=(1, 2, 3)).tolist() == [32, 0, 0]
    with pytest.raises(FenError, match="row 1: board field, byte 5") as caught:
        to_planes(p)
    assert caught.value.index == 1
    assert cb.positions(p).errors == p.errors
    assert cb.positions(FENS[:2])[1].fen() == FENS[1]
    # Texts that are null have no planes, as packed positions.
    assert to_planes([START, None]).sum(axis=(1, 2, 3)).tolist() == [32, 0]
    with pytest.raises(FenError):
        to_planes(["text"])
    with pytest.raises(TypeError, match="not one text"):
        to_planes(START)
