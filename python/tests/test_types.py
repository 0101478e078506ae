"""The code of the README and of docstrings passes a strict type checker, and bulk functions have real types."""

import doctest
import json
import subprocess
import sys

from test_examples import DOC_BLOCKS, README, README_BLOCKS, documented

EXACT = """
from typing import assert_type

import chess
import chess.pgn
import numpy as np
import numpy.typing as npt
import pandas as pd
import polars as pl
import pyarrow as pa

import chess_batch as cb

packed = cb.positions([cb.STARTING_FEN])
assert_type(packed.moves, npt.NDArray[np.uint16])
assert_type(cb.san(packed.packed, packed.moves, packed.offsets), list[str])
assert_type(cb.uci(packed.packed, packed.moves, packed.offsets, threads=0), list[str])
assert_type(cb.san(packed.packed, packed.moves, packed.offsets, arrow=True), cb.Column)
table = cb.read_pgn(b"", columns="san")
assert_type(table, cb.Table)
assert_type((cb.read_puzzles([]), cb.read_evals([]), cb.read_training([])), tuple[cb.Table, cb.Table, cb.Table])
assert_type(list(cb.iter_pgn(b"")), list[cb.Table])
assert_type((table[:1], table.select("san"), table["san"].flatten()), tuple[cb.Table, cb.Table, cb.Column])
assert_type(list(cb.TrainingBatches("")), list[cb.TrainingBatch])
assert_type(list(cb.TrainingBatches("", features="planes")), list[cb.PlaneBatch])
assert_type(list(cb.TrainingBatches("", features="768")), list[cb.FeatureBatch])
assert_type(list(cb.TrainingBatches("", features=np.zeros(64))), list[cb.FeatureBatch])
assert_type((cb.WHITE, cb.PAWN, cb.E4, cb.Position().piece_at("e4")), tuple[bool, int, int, str | None])
assert_type(cb.to_planes(packed.packed), npt.NDArray[np.int8])
assert_type(cb.to_planes([cb.Position(), None], bitboards=True), npt.NDArray[np.uint64])
assert_type([row["san"] for row in table][0], object)  # fails
assert_type(table.to_dict().keys(), object)  # fails
assert_type(cb.probe([], []).dtz, npt.NDArray[np.int16])
assert_type(cb.EndgameTables([]).probe([], dtz=False).dtz, None)
probed: cb.Probed = cb.probe([], [])
assert_type(cb.Position().to_python_chess(), chess.Board)
assert_type(cb.to_python_chess(cb.Game()), chess.pgn.Game)
assert_type(cb.from_python_chess(chess.Board()), cb.Position)
texts = pa.array(["1. e4", None])
assert_type(cb.read_pgn(texts, start=texts), cb.Table)
assert_type(cb.read_pgn(pa.chunked_array([texts]), columns="san"), cb.Table)
assert_type((cb.read_pgn(pl.Series(["1. e4"])), cb.read_pgn(pd.Series(["1. e4"]))), tuple[cb.Table, cb.Table])
assert_type(cb.read_pgn(table["san"]), cb.Table)
assert_type(cb.read_pgn(["1. e4", None], texts=True, start=[None, "fen"]), cb.Table)
assert_type(cb.iter_pgn([b"1. e4", None], texts=True), cb.BatchReader)
with cb.Engine(["stockfish"], options={"Hash": 1, "Ponder": False}) as engine:
    assert_type(engine.analyse(cb.Game(), nodes=1, root_moves=["e2e4", 5900]), cb.Analysis)
    assert_type([(line.eval, line.pv) for line in engine.iter_analyse("fen")], list[tuple[cb.Eval, tuple[cb.Move, ...]]])
    assert_type((engine.play(cb.Position(), time=1).move, engine.options["Hash"]), tuple[cb.Move | None, cb.EngineOption])
    engine.analyse(cb.Position(), nodes="1")  # fails
    engine.configure(Hash=1.5)  # fails
    engine.play(7)  # fails
assert_type((cb.analyse_games(b""), cb.analyse_games([cb.Game()], out="x")), tuple[list[cb.Game], int])


async def search(engine: cb.AsyncEngine) -> None:
    assert_type(await engine.analyse(cb.Position(), nodes=1), cb.Analysis)
    assert_type([line.depth async for line in engine.iter_analyse(cb.Position(), depth=1)], list[int])


cb.read_pgn([7], texts=True)  # fails
cb.read_pgn(texts, start=7)  # fails
cb.san(packed.packed, packed.moves, arrow="yes")  # fails
cb.read_pgn(7)  # fails
cb.to_planes(7)  # fails
cb.Move.from_uci("e2e4")  # fails
"""


def code(text):
    return "".join(example.source for example in doctest.DocTestParser().get_examples(text))


def test_types(tmp_path):
    for number, block in enumerate(README_BLOCKS + DOC_BLOCKS):
        (tmp_path / f"block_{number}.py").write_text(code(block))
    for name, text in documented():
        (tmp_path / f"doc_{name.replace('.', '_')}.py").write_text("from chess_batch import *\n" + code(text))
    cells = json.loads((README.parents[1] / "examples" / "tour.ipynb").read_text())["cells"]
    tour = ["".join(cell["source"]) + "\n" for cell in cells if cell["cell_type"] == "code"]
    (tmp_path / "tour.py").write_text("".join(tour))
    (tmp_path / "exact.py").write_text(EXACT)
    options = ["--strict", "--ignore-missing-imports", f"--cache-dir={tmp_path / 'cache'}"]
    run = subprocess.run([sys.executable, "-m", "mypy", *options, "."], capture_output=True, text=True, cwd=tmp_path)
    fails = {("exact.py", str(i)) for i, line in enumerate(EXACT.splitlines(), 1) if line.endswith("# fails")}
    errors = {tuple(line.split(":")[:2]) for line in run.stdout.splitlines() if ": error:" in line}
    assert errors == fails, run.stdout + run.stderr
