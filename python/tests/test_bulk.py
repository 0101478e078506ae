"""Functions of many positions: what they take, and what they refuse."""

import threading
import time

import numpy as np
import pyarrow as pa
import pytest
from samples import random_fens

import chess_batch
from chess_batch import FenError, IllegalMoveError, InvalidMoveError, PackedError, Position, positions

START = chess_batch.STARTING_FEN
SMALL = "4k3/8/8/8/8/8/8/4K2R w K - 0 1"


def same(a, b):
    a, b = a.to_dict(), b.to_dict()
    return a.pop("errors") == b.pop("errors") and all(np.array_equal(a[name], b[name]) for name in a)


def test_dtypes_and_shapes():
    p = positions([START, "rubbish", SMALL])
    types = {name: (array.dtype.name, array.shape) for name, array in p.to_dict().items() if name != "errors"}
    assert types == {
        "valid": ("bool", (3,)),
        "counts": ("int32", (3,)),
        "offsets": ("int64", (4,)),
        "moves": ("uint16", (35,)),
        "keys": ("uint64", (3,)),
        "checks": ("int8", (3,)),
        "outcomes": ("uint8", (3,)),
        "packed": ("uint8", (3, 32)),
    }
    assert p.offsets.tolist() == [0, 20, 20, 35]
    assert p.keys[0] == Position().key
    assert p.errors[0] is None and p.errors[1].startswith("board field, byte 1")
    assert len(p) == 3 and "1 not valid" in repr(p)
    assert p[-1].fen() == SMALL
    with pytest.raises(FenError) as caught:
        p[1]
    assert caught.value.index == 1
    for row in (3, -4):
        with pytest.raises(IndexError):
            p[row]


@pytest.mark.parametrize(
    "texts",
    [
        pytest.param(tuple, id="tuple"),
        pytest.param(iter, id="iterator"),
        pytest.param(lambda fens: np.array(fens), id="numpy"),
        pytest.param(pa.array, id="string"),
        pytest.param(lambda fens: pa.array(fens, pa.large_string()), id="large_string"),
        pytest.param(lambda fens: pa.array(fens, pa.string_view()), id="string_view"),
        pytest.param(lambda fens: pa.chunked_array([fens[:2], [], fens[2:]], pa.string()), id="chunked"),
        pytest.param(lambda fens: pa.array(["x", *fens, "y"])[1:-1], id="slice"),
    ],
)
def test_texts(texts):
    fens = [START, "rubbish", SMALL, "8/8/8/8/8/8/8/8 w - - 0 1"]
    assert same(positions(texts(fens)), positions(fens))


@pytest.mark.parametrize("wrong", [START, 7, None, [1], pa.array([1.5]), {"a": 1}.values()])
def test_wrong_types(wrong):
    with pytest.raises(TypeError):
        positions(wrong)


# 0 means the same as in the program: all processors.
@pytest.mark.parametrize("threads", [0, 1, 2, 3, 16])
def test_threads(threads):
    fens = (random_fens() + ["rubbish"]) * 4
    assert same(positions(fens, threads=threads), positions(fens, threads=1))
    p = positions(fens, threads=threads)
    packed = p.packed[p.valid]
    assert chess_batch.fens(random_fens() * 4, threads=threads) == chess_batch.fens(packed)
    assert chess_batch.fens(packed, threads=threads) == chess_batch.fens(packed, threads=1)


def test_short_calls_start_no_thread():
    """They take less time than a thread and the files of quotas, which the system reads for the number of processors."""

    def shortest(call, runs=200):
        times = []
        for _ in range(runs):
            start = time.perf_counter()
            call()
            times.append(time.perf_counter() - start)
        return min(times)

    def thread():
        started = threading.Thread(target=lambda: None)
        started.start()
        started.join()

    position, packed = Position(), Position().packed
    for call in (
        lambda: chess_batch.to_planes(position),
        lambda: chess_batch.fens(packed),
        lambda: chess_batch.legal_moves([START]),
        lambda: chess_batch.read_pgn(b"1. e4 e5 *", columns="moves"),
        lambda: chess_batch.read_pgn(["1. e4 e5 *"], columns="moves", texts=True),
    ):
        assert shortest(call) < shortest(thread)


def test_wrong_packed():
    packed = positions([START, SMALL]).packed
    damaged = packed.copy()
    damaged[1, 0] ^= 0xFF
    assert positions(damaged).valid.tolist() == [True, False]
    for function in (chess_batch.to_planes, chess_batch.fens, chess_batch.legal_moves):
        with pytest.raises(PackedError) as caught:
            function(damaged)
        assert caught.value.index == 1
    with pytest.raises(ValueError, match="contiguous"):
        chess_batch.fens(np.concatenate([packed, packed])[::2])
    for function in (chess_batch.fens, chess_batch.legal_moves):
        with pytest.raises(FenError) as caught:
            function([START, "rubbish"])
        assert caught.value.index == 1


def test_san_in_all_forms():
    p = positions([START, SMALL])
    texts = chess_batch.san(p.packed, p.moves, p.offsets)
    assert texts == chess_batch.san(p.packed, p.moves.tolist(), p.offsets.tolist())
    assert texts == chess_batch.san(p.packed, p.moves, p.offsets, arrow=True).to_pylist()
    assert chess_batch.san(p.packed, [p.moves[0], p.moves[20]]) == [texts[0], texts[20]]
    assert chess_batch.parse_san(p.packed, pa.array(texts), p.offsets).moves.tolist() == p.moves.tolist()


def test_wrong_moves():
    packed = positions([START, SMALL]).packed
    e4 = int(Position().parse_san("e4"))
    for error, write, word in (
        (IllegalMoveError, chess_batch.san, e4),
        (IllegalMoveError, chess_batch.play, e4),
        (InvalidMoveError, chess_batch.san, 0xA000),
    ):
        with pytest.raises(error) as caught:
            write(packed, [e4, word])
        assert caught.value.index == 1
    parsed = chess_batch.parse_san(packed, ["e4", "e4"])
    assert parsed.moves.tolist() == [e4, 0] and parsed.errors[0] is None and parsed.errors[1]


@pytest.mark.parametrize("offsets", [[0, 1], [0, 2, 1], [0, 1, 3], [-1, 1, 2], [0, 1, 2, 2]])
def test_wrong_offsets(offsets):
    packed = positions([START, START]).packed
    with pytest.raises(ValueError, match="offsets"):
        chess_batch.san(packed, positions([START]).moves[:2], offsets)
    with pytest.raises(ValueError, match="1 moves for 2 positions"):
        chess_batch.san(packed, [1])
