"""Values in other processes: pickles, and what ``fork`` leaves of a reader."""

import copy
import os
import pickle
import select
import sys

import numpy as np
import pyarrow as pa
import pytest
from samples import random_boards

import chess_batch as cb
from chess_batch import _native

FENS = [cb.STARTING_FEN, "rubbish", "7k/8/5KQ1/8/8/8/8/8 w - - 0 1"]
GAME = "1. e4 e5 (1... c5 {solid} 2. Nf3 (2. c3 d5)) 2. f4 *"


def again(value):
    copies = [pickle.loads(pickle.dumps(value, protocol)) for protocol in range(pickle.HIGHEST_PROTOCOL + 1)]
    return [*copies, copy.copy(value), copy.deepcopy(value)]


def is_same(one, other):
    return all(
        np.array_equal(value, other[key]) if isinstance(value, np.ndarray) else value == other[key]
        for key, value in one.items()
    )


@pytest.mark.parametrize(
    "rows",
    [
        cb.positions(FENS),
        cb.parse_san(cb.Position().packed * 2, ["Nf3", "Nf6"]),
        *(cb.probe(["4k3/8/8/8/8/8/8/4K3 w - - 0 1", *FENS], [], dtz=dtz) for dtz in (False, True)),
    ],
    ids=repr,
)
def test_rows(rows):
    for other in again(rows):
        assert is_same(rows.to_dict(), other.to_dict()) and repr(other) == repr(rows) and type(other) is type(rows)


def test_values():
    error = cb.FenError("wrong", index=3, line=7)
    for other in again(error):
        assert (str(other), vars(other)) == ("wrong", vars(error))
    boards = random_boards(60, seed=6, chess960=True)
    for value in (cb.Game.from_pgn(GAME), cb.Position().parse_san("e4"), *map(cb.from_python_chess, boards)):
        for other in again(value):
            assert other == value and getattr(other, "move_stack", ()) == getattr(value, "move_stack", ())


def test_endgame_tables(tmp_path, monkeypatch):
    (tmp_path / "tables").mkdir()
    (tmp_path / "tables" / "KRvK.rtbw").write_bytes(b"no table")
    monkeypatch.chdir(tmp_path)
    for folders in ("tables", tmp_path / "tables", ["tables"], []):
        tables = cb.EndgameTables(folders)
        dumped = pickle.dumps(tables)
        with monkeypatch.context() as elsewhere:
            elsewhere.chdir("/")
            assert repr(pickle.loads(dumped)) == repr(tables)
    dumped = pickle.dumps(cb.EndgameTables("tables"))
    os.rename("tables", "moved")
    with pytest.raises(FileNotFoundError) as caught:
        pickle.loads(dumped)
    assert caught.value.filename == str(tmp_path / "tables")


def all_nodes(node):
    yield node
    for child in node.variations:
        yield from all_nodes(child)


def test_nodes():
    game = cb.Game.from_pgn(GAME)
    nodes = list(all_nodes(game.root))
    assert len(nodes) == 8
    for node in nodes:
        for other in again(node):
            assert (repr(other), other.comment, str(other.game)) == (repr(node), node.comment, str(game))
            assert other.board() == node.board() and other.is_mainline() == node.is_mainline()
        assert copy.copy(node) == node
    same_game, first, second = pickle.loads(pickle.dumps((game, nodes[1], nodes[2])))
    assert first.game is second.game is same_game and first.next() == second
    variation = game.root.next().variations[1]
    variation.remove()
    with pytest.raises(ValueError, match="removed"):
        pickle.dumps(variation)
    with pytest.raises(ValueError, match="removed"):
        _native.Node._restore(game, [0, 7])


def in_child(function):
    """What a child that is made by ``fork`` answers within ten seconds."""
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(read)
        try:
            answer = function()
        except BaseException as error:
            answer = f"{type(error).__name__}: {error}"
        os.write(write, str(answer).encode())
        os._exit(0)
    os.close(write)
    ready, _, _ = select.select([read], [], [], 10)
    if not ready:
        os.kill(child, 9)
    answer = os.read(read, 10_000).decode() if ready else "it hangs"
    os.waitpid(child, 0)
    os.close(read)
    return answer


REFUSED = "opened before a fork"


@pytest.mark.skipif(sys.platform == "win32", reason="there is no fork")
@pytest.mark.filterwarnings("ignore:.*multi-threaded.*:DeprecationWarning")
def test_fork(tmp_path):
    path = tmp_path / "games.pgn"
    path.write_text("1. e4 e5 *\n\n" * 200_000)
    reader = cb.iter_pgn(path, columns="game")
    first = next(reader).num_rows
    assert REFUSED in in_child(lambda: next(reader)) and "RuntimeError" in in_child(lambda: next(reader))
    assert REFUSED in in_child(lambda: pa.table(reader))
    assert in_child(reader.close) == "None" and in_child(lambda: list(cb.iter_pgn(b"1. e4 *"))[0].num_rows) == "1"
    assert first + sum(batch.num_rows for batch in reader) == 200_000

    stream = pa.RecordBatchReader.from_stream(cb.iter_pgn(path, columns="game"))
    first = stream.read_next_batch().num_rows
    assert REFUSED in in_child(stream.read_next_batch)
    assert first + stream.read_all().num_rows == 200_000

    games = cb.read_games(path)
    next(games)
    assert REFUSED in in_child(lambda: next(games))
    assert sum(1 for _ in games) == 199_999

    line = b"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 | 31 | 1.0\n"
    batches = iter(cb.TrainingBatches(line * 5000, 100, format="plain", seed=1, threads=2))
    next(batches)
    assert REFUSED in in_child(lambda: next(batches)) and in_child(batches.close) == "None"
    assert sum(1 for _ in batches) == 49

    holder = [cb.iter_pgn(path), cb.read_games(path)]
    next(holder[0])
    assert in_child(holder.clear) == "None"


@pytest.mark.skipif(sys.platform == "win32", reason="there is no fork")
@pytest.mark.filterwarnings("ignore:.*multi-threaded.*:DeprecationWarning")
def test_work_after_fork():
    """What has been used before a fork works after it."""
    p = cb.positions(FENS, threads=2)
    assert cb.perft(cb.STARTING_FEN, 5, threads=2) == 4_865_609
    assert in_child(lambda: cb.perft(cb.STARTING_FEN, 5, threads=2)) == "4865609"
    assert in_child(lambda: len(cb.positions(p.packed[:1], threads=2))) == "1"
    assert in_child(lambda: cb.read_pgn(b"1. e4 *").num_rows) == "1"
    assert in_child(lambda: cb.read_evals(b"{}").num_rows) == "1"


def test_errors_name_the_file(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "bad.pgn").write_text("1. e4 Ke3 *")
    [error] = next(cb.read_games("bad.pgn")).errors
    assert (error.file, error.line, str(error).startswith("bad.pgn: game 1, line 1")) == ("bad.pgn", 1, True)
    for call in (
        lambda: _native.cut_pgn("none.pgn", 1000),
        lambda: _native.read_part("none.pgn", (0, 10, 1, 1)),
        lambda: cb.read_pgn("none.pgn"),
        lambda: next(cb.iter_pgn("none.pgn")),
        lambda: cb.read_games("none.pgn"),
        lambda: cb.read_evals("none.pgn"),
        lambda: next(cb.iter_puzzles("none.pgn")),
        lambda: cb.read_training("none.pgn"),
        lambda: cb.EndgameTables("none.pgn"),
        lambda: cb.write_parquet("none.pgn", "out"),
    ):
        with pytest.raises(FileNotFoundError) as caught:
            call()
        assert caught.value.filename == "none.pgn" and "os error" not in str(caught.value)
