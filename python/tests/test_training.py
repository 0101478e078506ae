"""Training files: read, written, and in batches."""

import gzip
import pathlib
import pickle
import subprocess
import sys
import types

import numpy as np
import pyarrow as pa
import pytest
from samples import SHARED, arrow

import chess_batch as cb
from chess_batch import InputError, Position, TrainingBatches, write_training

read_training = arrow(cb.read_training)

GAME = b'[Result "1-0"]\n\n1. e4 {+0.30/12 0.1s} e5 {-0.25/12 0.1s} 2. Nf3 {+0.31/13 0.1s} Nc6 1-0\n\n'
DRAW = b"1. d4 {[%eval 0.2]} d5 {[%eval #3]} 1/2-1/2\n\n"
FORMATS = {"viri": "a.vf", "marlin": "a.marlin", "bullet": "a.bf", "binpack": "a.binpack", "plain": "a.plain", "pgn": "a.pgn"}


def test_table():
    table = read_training(GAME + DRAW, format="pgn")
    assert table.column_names == ["game", "ply", "position", "move", "score", "result"]
    position, packed = Position(), []
    for move in ("e4", "e5", "Nf3", "Nc6"):
        packed.append(position.packed)
        position.push_san(move)
    assert table.slice(0, 4).to_pydict() == {
        "game": [1] * 4,
        "ply": [0, 1, 2, 3],
        "position": packed,
        "move": [int(move) for move in position.move_stack],
        "score": [30, 25, 31, None],
        "result": [1] * 4,
    }
    rest = table.slice(4)
    assert rest["game"].to_pylist() == [2, 2, 2] and rest["score"].to_pylist() == [None, 20, 32000 - 5]
    assert rest["move"].to_pylist()[2] is None and rest["result"].to_pylist() == [0, 0, 0]
    assert read_training([GAME, DRAW], format="pgn")["game"].to_pylist() == table["game"].to_pylist()[:4] + [1] * 3


@pytest.mark.parametrize("format", FORMATS)
def test_round_trips(format, tmp_path):
    path = tmp_path / FORMATS[format]
    table = read_training(GAME + DRAW, format="pgn")
    scored = table.filter(pa.compute.is_valid(table["score"]))
    summary = write_training(table, path)
    lost = table.num_rows if format == "pgn" else scored.num_rows - (format == "viri")
    assert summary["records"] == lost and set(path.parent.iterdir()) == {path}
    again = read_training(path)
    expected = scored.to_pydict()
    if format == "viri":
        expected = {name: values[:-1] for name, values in expected.items()}
    found = {row: again.filter(pa.compute.is_valid(again["score"]))[row].to_pylist() for row in ("position", "score", "result")}
    if format != "bullet":
        # A score of PGN is a mate, and packed positions of some formats forget the plies.
        assert cb.to_planes(found["position"], planes=18).tolist() == cb.to_planes(expected["position"], planes=18).tolist()
        assert found["score"] == expected["score"] and found["result"] == expected["result"]
    else:
        assert [abs(score) for score in found["score"]] == [abs(score) for score in expected["score"]]
    # Bytes, compressed bytes and other forms of tables are the same.
    assert read_training(gzip.compress(path.read_bytes()), format=format).equals(again)
    first = path.read_bytes()
    write_training(cb.Table(table), path)
    assert path.read_bytes() == first
    plain = table.set_column(4, "score", table["score"].cast(pa.int64()))
    write_training(plain.set_column(2, "position", table["position"].cast(pa.large_binary())), path, format)
    assert path.read_bytes() == first


def test_frames(tmp_path):
    polars, pandas = pytest.importorskip("polars"), pytest.importorskip("pandas")
    table = read_training(GAME * 3, format="pgn")
    write_training(table, tmp_path / "a.binpack")
    for frame in (polars.DataFrame(table), table.to_pandas(types_mapper=pandas.ArrowDtype)):
        write_training(frame, tmp_path / "b.binpack")
        assert (tmp_path / "a.binpack").read_bytes() == (tmp_path / "b.binpack").read_bytes()


def test_errors(tmp_path):
    lines = b"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 | 31 | 1.0\nx | 1 | 1.0\n4k3/8/8/8/8/8/8/4K3 w - - 0 1 | 0 | 0.5\n"
    with pytest.raises(InputError, match="<bytes>: line 2") as error:
        read_training(lines, format="plain")
    assert error.value.line == 2 and error.value.file == "<bytes>"
    assert read_training(lines, format="plain", lenient=True)["score"].to_pylist() == [31, 0]
    [batch] = TrainingBatches(lines, format="plain", lenient=True)
    assert batch.score.tolist() == [31, 0]
    with pytest.raises(InputError):
        list(TrainingBatches(lines, format="plain"))
    with pytest.raises(InputError, match="<bytes>: no position has a score and a result"):
        list(TrainingBatches(b"1. e4 e5 1-0", format="pgn", lenient=True))
    (tmp_path / "a.bin").write_bytes(lines)
    for call in (lambda: read_training(tmp_path / "a.bin"), lambda: write_training(pa.table({}), tmp_path / "b.bin")):
        with pytest.raises(ValueError, match="the extension names no format; format= is one of"):
            call()
    with pytest.raises(ValueError, match="format: expected viri"):
        read_training(lines, format="json")
    table = read_training(GAME, format="pgn")
    path = tmp_path / "a.viri"
    path.write_text("before")
    wrong = {
        "no column 'score'": table.drop_columns(["score"]),
        "row 1: e4": table.set_column(3, "move", pa.array([table["move"][0].as_py(), 1804, 0, 0], pa.uint16())),
        "a result is 1, 0 or -1, and not 2": table.set_column(5, "result", pa.array([1, 2, 0, 0])),
        "one position a row": pa.table({"position": [[]], "score": [1], "result": [1]}),
        "integers is needed, and not of Float64": table.set_column(4, "score", pa.array([0.5] * 4)),
        "row 0: ": table.set_column(2, "position", pa.array([bytes(32)] * 4)),
    }
    for message, rows in wrong.items():
        with pytest.raises((ValueError, TypeError)) as error:
            write_training(rows, path)
        assert message.split(":")[0] in str(error.value), error.value
    bishops = '[FEN "rkbqbnnr/pppppppp/8/8/8/8/PPPPPPPP/RKBQNBNR w KQkq - 0 1"]\n\n1. e4 e5 2. Nd3 *\n\n'
    lenient = cb.read_pgn(bishops.encode(), columns="positions,moves,fens,errors", lenient=True)
    packed = [position for row in lenient["positions"].to_pylist() for position in row]
    # What lenient reading gives is read everywhere but as a training file.
    assert "material" in str(lenient["errors"][0]) and cb.fens(packed) == lenient["fens"][0]
    assert len(cb.to_planes(packed)) == 3 and len(cb.states(packed).turn) == 3 and cb.legal_moves(packed)
    assert cb.play(packed, lenient["moves"][0])[0].tobytes() == packed[1]
    with pytest.raises(cb.PackedError, match="more material") as error:
        write_training(pa.table({"position": packed, "score": [1] * 3, "result": [1] * 3}), path)
    assert error.value.index == 0
    assert path.read_text() == "before" and len(list(tmp_path.iterdir())) == 2
    for options in ({"batch_size": 0}, {"buffer": 0}, {"worker": 1}, {"worker": 2, "workers": 2}):
        with pytest.raises(ValueError):
            TrainingBatches(lines, **options)


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    """Three files of some thousand positions, whose scores are their numbers."""
    folder = tmp_path_factory.mktemp("training")
    paths, first = [], 0
    for count in (9000, 5000, 12000):
        line = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 | {} | 1.0\n"
        path = folder / f"{count}.plain"
        path.write_text("".join(line.format(first + i - 13000) for i in range(count)))
        paths.append(path)
        first += count
    return paths


def scores(batches):
    return [score + 13000 for batch in batches for score in batch.score.tolist()]


def test_batches(files):
    batches = list(TrainingBatches(files, 1000))
    assert [len(batch.ply) for batch in batches] == [1000] * 26 and scores(batches) == list(range(26000))
    assert batches[0].position.shape == (1000, 32) and batches[0].position.dtype == np.uint8
    folder = list(TrainingBatches(files[0].parent, 7000, format="plain"))
    assert [len(batch.ply) for batch in folder] == [7000, 7000, 7000, 5000]
    assert sorted(scores(folder)) == list(range(26000))


def test_order(files):
    """The arguments reach the loader, whose laws are tested in chess-training; `offset` counts on, and an epoch begins anew."""
    read = lambda **options: scores(TrainingBatches(files, 900, **options))
    order = {"seed": 5, "buffer": 4000}
    whole = read(**order)
    assert sorted(whole) == list(range(26000)) and read(**order, threads=2) == whole
    assert len({tuple(read(**other)) for other in (order, {}, {"seed": 6, "buffer": 4000}, {"seed": 5, "buffer": 1})}) == 4
    shares = [read(**order, worker=i, workers=3) for i in range(3)]
    assert sorted(sum(shares, [])) == list(range(26000)) and min(map(len, shares)) > 0
    batches = TrainingBatches(files, 900, **order)
    for _ in zip(range(7), batches):
        pass
    assert batches.offset == 7
    rest = TrainingBatches(files, 900, **order, offset=7)
    assert scores(rest) == whole[6300:] and rest.offset == 0
    # The epoch is over: the next one is whole.
    assert scores(rest) == whole
    first = next(iter(TrainingBatches(files, 900, features="halfka_hm", padding=-1)))
    assert isinstance(first, cb.FeatureBatch) and first.mover.min() == -1


def test_loader_of_torch(files, monkeypatch):
    """The worker is that of PyTorch, as far as a stand-in for it tells."""
    info = types.SimpleNamespace(id=1, num_workers=2)
    module = types.SimpleNamespace(get_worker_info=lambda: info)
    monkeypatch.setitem(sys.modules, "torch.utils.data", module)
    assert scores(TrainingBatches(files, 900)) == scores(TrainingBatches(files, 900, worker=1, workers=2))
    module.get_worker_info = lambda: None
    assert scores(TrainingBatches(files, 900)) == list(range(26000))
    again = pickle.loads(pickle.dumps(TrainingBatches(files, 900, seed=3, worker=0, workers=2)))
    assert scores(again) == scores(TrainingBatches(files, 900, seed=3, worker=0, workers=2))


DATASET = (pathlib.Path(__file__).parents[2] / "docs" / "training.md").read_text().split("```python\n")[1].split("```")[0]


def test_documented_dataset(files, monkeypatch):
    """The dataset of PyTorch in the docs, with a stand-in for it."""
    data = types.SimpleNamespace(IterableDataset=object, DataLoader=lambda dataset, **_: dataset)
    utils = types.SimpleNamespace(data=data)
    monkeypatch.setitem(sys.modules, "torch", types.SimpleNamespace(utils=utils, from_numpy=lambda array: array))
    exec(DATASET, names := {})
    batches = list(names["Positions"](files, 1))
    assert [len(scores) for *_, scores, _ in batches] == [16384, 9616] and batches[0][0].shape == (16384, 32)


@pytest.mark.parametrize(("workers", "start"), [(0, None), (2, "fork"), (3, "fork"), (2, "spawn"), (3, "spawn")])
def test_workers_of_torch(files, tmp_path, monkeypatch, workers, start):
    """Where PyTorch is installed, each row comes from one of its processes."""
    data = pytest.importorskip("torch.utils.data")
    (tmp_path / "documented_dataset.py").write_text(DATASET)
    monkeypatch.syspath_prepend(tmp_path)
    from documented_dataset import Positions

    loader = data.DataLoader(Positions(files, 1), batch_size=None, num_workers=workers, multiprocessing_context=start)
    batches = list(loader)
    assert sorted(13000 + score for *_, scores, _ in batches for score in scores.tolist()) == list(range(26000))
    assert len(batches) == max(workers, 2)


def inputs_by_formula(packed, features, map=None):
    """The inputs as the mover and the other side see them, in order, by numpy on planes of all positions at once."""
    planes, white = cb.to_planes(packed), cb.states(packed).turn
    row, piece, rank, file = np.nonzero(planes)
    square = 8 * rank + file
    views = []
    for is_white in (white, ~white):
        own, king = is_white[row] == (piece < 6), np.zeros(len(packed), int)
        is_king = (piece % 6 == 5) & own
        king[row[is_king]] = square[is_king]
        turned = np.where(is_white, 0, 56)
        if features == "halfka_hm":
            flip = turned ^ np.where(king % 8 < 4, 7, 0)
            seen = king ^ flip
            index = (square ^ flip[row]) + 64 * (2 * (piece % 6) + ~own) + 768 * (4 * (7 - seen // 8) + 7 - seen % 8)[row]
        else:
            seen = king ^ turned
            flip = turned ^ np.where(seen % 8 > 3, 7, 0) if map is not None else turned
            index = (square ^ flip[row]) + 64 * (piece % 6 + 6 * ~own) + (0 if map is None else 768 * map[seen][row])
        order = np.lexsort((index, row))
        view = np.full((len(packed), 32), 10**6)
        start = np.searchsorted(row, np.arange(len(packed)))
        view[row[order], np.arange(len(row)) - start[row]] = index[order]
        views.append(view)
    return views


def test_features_are_those_of_the_formulas():
    folder = SHARED / "training"
    if not folder.exists():
        pytest.skip("the shared files are not at hand")
    map = (np.arange(64) * 7 % 13).astype(np.int64)
    count = 0
    for name in ("small.binpack", "batch.bf"):
        whole = next(iter(TrainingBatches(folder / name, 100_000)))
        turn = cb.states(whole.position).turn
        for features, options in (("768", {}), ("halfka_hm", {}), (map, {"mirrored": True})):
            batch = next(iter(TrainingBatches(folder / name, 100_000, features=features, padding=10**6, **options)))
            views = inputs_by_formula(whole.position, *(("map", map) if options else (features,)))
            for found, expected in zip((batch.mover, batch.other), views):
                assert found.dtype == np.int32 and (np.sort(found, axis=1) == expected).all()
            assert (batch.count == (batch.mover < 10**6).sum(axis=1)).all() and (batch.bucket == (batch.count - 1) // 4).all()
            assert (batch.score == np.where(turn, whole.score, -whole.score)).all()
            assert (batch.result == np.where(turn, whole.result, -whole.result)).all() and (batch.ply == whole.ply).all()
            assert batch.mover[batch.count < 32].max() == 10**6
        planes = next(iter(TrainingBatches(folder / name, 100_000, features="planes")))
        of_white = cb.to_planes(whole.position)
        of_black = np.concatenate([of_white[:, 6:, ::-1], of_white[:, :6, ::-1]], axis=1)
        assert (planes.planes == np.where(turn[:, None, None, None], of_white, of_black)).all()
        count += len(turn)
    assert count > 110_000


def test_filters_of_batches(files, tmp_path):
    assert min(scores(TrainingBatches(files, filter="score > 100 and result = 1 and not check"))) == 13101
    third = len(scores(TrainingBatches(files, skip=2, seed=1)))
    assert abs(third - 26000 / 3) < 500 and not scores(TrainingBatches(files, piece_weights=[1] * 3 + [0] * 29 + [0.5]))
    (tmp_path / "a.bf").write_bytes(b"")
    for word in ("capture", "ply > 8", "side = white"):
        with pytest.raises(cb.FilterError, match=f"a.bf: the filter names `{word.split()[0]}`, which records of bullet do not have"):
            list(TrainingBatches(tmp_path / "a.bf", filter=word))
    with pytest.raises(cb.FilterError, match="did you mean `capture`") as error:
        list(TrainingBatches(files, filter="not captur"))
    assert error.value.offset == 4
    for options, error in (
        ({"features": "1024"}, ValueError),
        ({"features": [1, 2]}, TypeError),
        ({"features": [300] * 64}, TypeError),
        ({"piece_weights": [1]}, ValueError),
        ({"threads": 0}, ValueError),
    ):
        with pytest.raises(error):
            list(TrainingBatches(files, **options))


def test_example(tmp_path):
    """The example learns: its loss falls. It writes a network of the right size, and values for the engine to compare."""
    script = pathlib.Path(__file__).parents[2] / "examples" / "train.py"
    source = SHARED / "games" / "engines_fastchess_sprt.pgn"
    if not source.exists():
        pytest.skip("the shared games are not at hand")
    run = subprocess.run(
        [sys.executable, script, source, "--seconds", "10", "--network", "net.bin", "--values", "values.txt"],
        capture_output=True, text=True, cwd=tmp_path, check=True,
    )
    before, after = (float(line.split()[-1]) for line in run.stdout.splitlines() if line.startswith("loss"))
    assert after < 0.9 * before, run.stdout
    assert (tmp_path / "net.bin").stat().st_size == 2 * (771 * 256 + 1)
    assert len((tmp_path / "values.txt").read_text().splitlines()) == 1000
