"""Calls of everything public with odd values: ``python odd_calls.py SEED CALLS LOG`` makes so many, and names each in a file before it.

A call may return or raise what it likes, but panics, and interrupts that do not end it, are faults; signals end the process.
"""

import datetime
import decimal
import faulthandler
import fractions
import gzip
import inspect
import io
import itertools
import math
import pathlib
import random
import signal
import sys

import chess
import numpy as np
import pandas
import polars
import pyarrow as pa
from samples import PUBLIC

import chess_batch as cb
from chess_batch import _native

GAME = b'[White "A"]\n\n1. e4 {[%clk 0:03:00]} e5 (1... c5 {solid}) 2. Nf3 $1 *\n\n'
PUZZLE = b"1,q3k1nr/1pp1nQpp/3p4/1P2p3/4P3/B1PP1b2/B5PP/5K2 b k - 0 17,e8d7 a2e6,1760,80,83,72,mate,url,\n"
LINE = b"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 | 31 | 1.0\n"


class Odd:
    """An object whose special methods return values or raise exceptions."""

    def __init__(self, **methods):
        self.methods = methods

    def __repr__(self):
        return f"Odd({self.methods})"


def odd(**methods):
    """An object of a class of its own, since special methods are looked up there."""

    def method(value):
        def call(*_):
            if isinstance(value, BaseException):
                raise value
            return value() if inspect.isfunction(value) else value

        return call

    kind = type("Odd", (Odd,), {f"__{name}__" if name not in ("read", "uci", "name") else name: method(value) for name, value in methods.items()})
    return kind(**methods)


def circle():
    items = []
    items.append(items)
    return items


def nested(depth):
    items = []
    for _ in range(depth):
        items = [items]
    return items


def values():
    """Return the odd values, made anew."""
    zeros = np.zeros((2, 32), np.uint8)
    start = np.frombuffer(cb.Position().packed, np.uint8).reshape(1, 32)
    position = cb.Position()
    position.push_san("e4")
    game = cb.Game.from_pgn(GAME.decode())
    closed = cb.iter_pgn(GAME)
    closed.close()
    engine = cb.Engine(options={"Hash": 1})
    return [
        *(None, True, False, ..., NotImplemented, *NUMBERS, 0.0, -0.0, 0.5, 1e308, math.nan, math.inf, -math.inf, 1j, decimal.Decimal(3)),
        *(fractions.Fraction(1, 3), datetime.date(1, 1, 1), "", " ", "e4", "e2e4", "h9", "O-O", "0000", "\0", "é", "\ud800", "x" * 100_000),
        *("legal", "white", "san", "plain", "-1", cb.STARTING_FEN, "8/8/8/8/8/8/8/8 w - - 0 1", "rubbish", "/", ".", "none.pgn", "*.pgn"),
        *(pathlib.Path("none"), b"", b"\0", GAME, PUZZLE, LINE, b"{}\n", bytes(32), b"\xff" * 32, b"\xff" * 33, gzip.compress(GAME)[:20]),
        *(b"PK\x03\x04", bytearray(b"1. e4 *"), memoryview(b"abc"), [], (), {}, set(), [None], [[]], [0], ["e4"], [""], [b""], [math.nan] * 33),
        *([0] * 64, [1.0] * 33, {"e4": "#fff"}, {0: 1}, {"e1": "K", "e8": "k"}, circle(), nested(50), range(0), range(10**12), range(-5, 5)),
        *(iter([1, 2]), (word for word in [5900]), map(str, [1]), lambda: 0, int, type, sys, slice(None), slice(5, None, -1), object()),
        *(odd(len=1 << 62, getitem=0), odd(len=10**12, iter=lambda: iter([0])), odd(len=-1, iter=lambda: iter([])), odd(len=ValueError("l"))),
        *(odd(iter=KeyError("i")), odd(iter=TypeError("i")), odd(getitem=0), odd(array=OSError("a")), odd(array=7), odd(index=ZeroDivisionError())),
        *(odd(index=10**30), odd(index="x"), odd(fspath=KeyError("f")), odd(fspath=5), odd(float=KeyError("n")), odd(bool=KeyError("b"))),
        *(odd(read=None), odd(read="text"), odd(read=KeyError("r")), odd(read=b"1. e4 *", name=5), odd(read=KeyboardInterrupt()), io.BytesIO(GAME)),
        *(io.StringIO("x"), odd(uci="e2e4"), odd(uci=KeyError("u")), odd(uci=5), odd(eq=KeyError("e"), hash=KeyError("h")), odd(str=KeyError("s"))),
        *(odd(arrow_c_stream=7), odd(arrow_c_array=KeyError("c")), odd(arrow_c_stream=KeyError("c")), itertools.repeat(0), zeros, zeros[:, ::2]),
        *(zeros.T, start, start.astype(np.int64), start.view("V32"), np.empty((0, 32), np.uint8), np.array(5), np.array([5900], np.uint16)),
        *(np.array(["a", None], object), np.array([1, 2], ">i8"), np.zeros(3, "M8[s]"), np.zeros((2, 2, 2)), np.array([0, 1]), pa.array(["e4", None])),
        *(pa.array([1, 2]), pa.array([None]), pa.array([[5900]], pa.list_(pa.uint16())), pa.array([bytes(32)], pa.binary(32)), pa.table({"a": [1]})),
        *(pa.chunked_array([["e4"], []]), pa.array(["a"]).dictionary_encode(), pa.array([{"a": 1}]), pandas.Series([1.5]), pandas.DataFrame()),
        *(polars.Series(["e4"]), polars.DataFrame({"position": [bytes(32)]}), position, cb.Move(5900), cb.Move.null(), game, game.root, game.end()),
        *(cb.read_pgn(GAME), cb.read_pgn(GAME)["white"], cb.iter_pgn(GAME), closed, cb.read_games(GAME), cb.EndgameTables([]), cb.Book(b"")),
        *(engine, engine.iter_analyse(position, nodes=50), cb.Line(1, cb.Eval(1, None, 2), (), 2), cb.Analysis(None, None, ()), engine.options),
        *(cb.positions([cb.STARTING_FEN, "x"]), cb.Eval(1, None, 2), chess.Board(), chess.Move.null(), chess.pgn.Game() if hasattr(chess, "pgn") else 0),
    ]


# Whole numbers are the most common argument, and one in a hundred values would seldom be out of the range of one that is read.
NUMBERS = [0, 1, 2, 7, 64, 255, 256, 65535, 65536, (1 << 31) - 1, 1 << 31, 1 << 32, (1 << 63) - 1, 1 << 63, 1 << 64, 10**30, -1, -(1 << 63)]

# Values that are right for arguments of these names, to come behind the first errors.
RIGHT = {
    **dict.fromkeys(["paths", "source", "rows", "table"], GAME),
    **{"fen": cb.STARTING_FEN, "depth": 2, "plies": 1, "color": True, "square": "e2", "name": "e4", "move": "e2e4", "uci": "e2e4", "san": "e4"},
    **{"packed": cb.Position().packed, "moves": [5900], "texts": ["e4"], "lines": [[5900]], "fens": [cb.STARTING_FEN], "text": "1. e4 *"},
    **{"positions": [cb.STARTING_FEN], "columns": "game,san", "filter": "ply > 1", "threads": 2, "batch_size": 3, "format": "plain"},
    **{"position": cb.Position(), "path": "part", "folder": "out", "size": 100, "offsets": [0, 1], "variation": ["e2e4"], "place": (0, 5, 1, 1)},
    **{"command": None, "options": {"Hash": 1}, "nodes": 50, "time": 0.01, "multipv": 2, "root_moves": ["e2e4"], "timeout": 5, "mate": 1},
    **{"white_clock": 0.1, "black_clock": 0.1, "white_inc": 0, "black_inc": 0, "remaining_moves": 2},
}


def callables(receivers):
    """Yield all callables with their names: functions, classes, and methods and attributes of objects."""
    names = [(cb, name) for name in PUBLIC] + [(_native, name) for name in vars(_native) if not name.startswith("__")]
    for owner, name in names:
        if callable(getattr(owner, name)):
            yield f"{owner.__name__}.{name}", getattr(owner, name)
    skipped = {"__init_subclass__", "__subclasshook__", "__new__", "__class__", "__getattribute__", "__dir__", "__sizeof__"}
    for receiver in receivers:
        kind = type(receiver)
        for name in dir(kind):
            if name in skipped:
                continue
            attribute = inspect.getattr_static(kind, name)
            if not callable(attribute) and hasattr(attribute, "__set__"):
                yield f"{kind.__name__}.{name}", lambda r=receiver, n=name: getattr(r, n)
                yield f"{kind.__name__}.{name} =", lambda value, r=receiver, n=name: setattr(r, n, value)
            else:
                yield f"{kind.__name__}.{name}", lambda *a, r=receiver, n=name, **o: getattr(r, n)(*a, **o)


def parameters(function, name):
    """Return the names of arguments that a call needs, and of those that it may have."""
    if function.__name__ == "<lambda>" and name.endswith(" ="):
        return [None], []
    try:
        owner = inspect.getclosurevars(function) if False else function
        kinds = list(inspect.signature(owner).parameters.values())
        if function.__name__ == "<lambda>":
            defaults = function.__defaults__
            if len(defaults) == 2 and kinds[0].kind is not kinds[0].VAR_POSITIONAL:
                return [], []
            kinds = list(inspect.signature(getattr(*defaults)).parameters.values())
    except (ValueError, TypeError, AttributeError):
        return [None] * random.randrange(3), []
    needed = [p.name for p in kinds if p.default is p.empty and p.kind not in (p.VAR_POSITIONAL, p.VAR_KEYWORD)]
    return needed, [p.name for p in kinds if p.default is not p.empty and p.kind is not p.POSITIONAL_ONLY]


class Late(Exception):
    """What the handler of the timer raises in a call that takes long."""


def late(*_):
    raise Late


def main(seed, calls, log):
    choose = random.Random(seed)
    random.seed(seed)
    signal.signal(signal.SIGALRM, late)
    with open(log, "w", buffering=1) as file:
        for _ in range(calls):
            everything = values()
            receivers = [value for value in everything if type(value).__module__.startswith("chess_batch")]
            # Special methods are as many as all others, and most are those of `object`.
            is_special = choose.random() < 0.2
            name, function = choose.choice([it for it in callables(receivers) if (".__" in it[0]) == is_special])
            needed, optional = parameters(function, name)
            odd_value = lambda: choose.choice(NUMBERS) if choose.random() < 0.3 else choose.choice(everything)
            value = lambda name: RIGHT[name] if name in RIGHT and choose.random() < 0.6 else odd_value()
            arguments = [value(name) for name in needed]
            options = {name: value(name) for name in optional if choose.random() < 0.3}
            described = ", ".join([*map(describe, arguments), *(f"{key}={describe(option)}" for key, option in options.items())])
            file.write(f"{name}({described})\n")
            # An interrupt must end what takes long, and soon.
            faulthandler.dump_traceback_later(30, exit=True)
            signal.setitimer(signal.ITIMER_REAL, 1)
            try:
                result = function(*arguments, **options)
                if hasattr(result, "__next__"):
                    list(itertools.islice(result, 3))
            except (Exception, KeyboardInterrupt, SystemExit):
                pass
            finally:
                try:
                    signal.setitimer(signal.ITIMER_REAL, 0)
                except Late:
                    signal.setitimer(signal.ITIMER_REAL, 0)
            faulthandler.cancel_dump_traceback_later()
        file.write("done\n")


def describe(value):
    try:
        text = repr(value).encode("ascii", "backslashreplace").decode().replace("\n", " ")
    except Exception:
        text = object.__repr__(value)
    return text if len(text) < 200 else f"{text[:200]}... ({type(value).__name__})"


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]), sys.argv[3])
