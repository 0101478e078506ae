"""The smallest positions, games and inputs through every public name: all answers are those of the file that the crates test."""

import gzip
import inspect
import io
import json
import mmap
import pathlib
import tempfile

import chess
import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from samples import PUBLIC

import chess_batch as cb
from chess_batch import Position
from chess_batch.dataset import write_dataset

SMALLEST = json.loads((pathlib.Path(__file__).parents[2] / "crates/chess-testkit/data/smallest.json").read_text())
# More than there is work for any of the inputs.
THREADS = [0, 1, 2, 64]
ENDS = {"checkmate": cb.Termination.CHECKMATE, "stalemate": cb.Termination.STALEMATE}
ENDS["insufficient_material"] = cb.Termination.INSUFFICIENT_MATERIAL


def position_alone(case, threads):
    position = Position(case["fen"])
    assert sorted(map(position.uci, position.legal_moves)) == case["moves"]
    assert all(position.is_legal(move) and cb.Move(int(move)) == move for move in position.legal_moves)
    outcome, end = position.outcome(), ENDS.get(case["status"])
    assert (outcome and outcome.termination) == end and position.is_game_over() == (end is not None)
    assert [position.is_checkmate(), position.is_stalemate(), position.is_insufficient_material()] == [
        case["status"] == status for status in ENDS
    ]
    assert [position.perft(depth, threads=threads) for depth in range(3)] == case["perft"]


def perft(case, threads):
    assert [cb.perft(case["fen"], depth, threads=threads) for depth in range(3)] == case["perft"]
    for depth in (1, 2):
        below = cb.perft(case["fen"], depth, threads=threads, divide=True)
        assert sorted(below) == case["moves"] and sum(below.values()) == case["perft"][depth]
        assert depth == 2 or set(below.values()) <= {1}


def bulk(case, threads):
    fens = [case["fen"]] * 3
    p = cb.positions(fens, threads=threads)
    count, end = len(case["moves"]), ENDS.get(case["status"], 0)
    assert (p.counts.tolist(), p.outcomes.tolist(), p.errors) == ([count] * 3, [end] * 3, (None,) * 3)
    assert (p.counts - 300).tolist() == [count - 300] * 3 and (p.checks - 3).max() < 0
    assert cb.fens(p.packed, threads=threads) == [Position(fens[0]).fen()] * 3 and p[2] == Position(fens[0])
    for source in (fens, p.packed, pa.array(fens)):
        offsets, moves = cb.legal_moves(source, threads=threads)
        assert offsets.tolist() == [0, count, 2 * count, 3 * count] and np.array_equal(moves, p.moves)
    texts = cb.uci(p.packed, moves, offsets, threads=threads)
    assert sorted(texts[:count]) == case["moves"] and texts[:count] * 3 == texts
    for write, parse in ((cb.uci, cb.parse_uci), (cb.san, cb.parse_san)):
        parsed = parse(p.packed, write(p.packed, moves, offsets), offsets, threads=threads)
        assert np.array_equal(parsed.moves, moves) and set(parsed.errors) <= {None}
    after = cb.fens(cb.play(np.repeat(p.packed, count, axis=0), moves, threads=threads))
    for word, fen in zip(moves[:count], after):
        position = Position(case["fen"])
        position.push(int(word))
        assert position.fen() == fen
    states = cb.states(p.packed, threads=threads)
    assert states.turn.tolist() == [p[0].turn] * 3 and states.castling.shape == (3, 4)
    assert cb.to_planes(p.packed, planes=18, bitboards=True, threads=threads)[:, 17].all() == p[0].turn
    planes = cb.to_planes(p.packed, threads=threads)
    pieces = sum(letter.isalpha() for letter in case["fen"].split()[0])
    assert planes.sum() == 3 * pieces and (planes[:, :6] - planes[:, 6:]).min() >= -1


def python_chess(case, threads):
    board = cb.to_python_chess(Position(case["fen"]))
    assert board.legal_moves.count() == len(case["moves"])
    assert cb.from_python_chess(board) == Position(case["fen"])


def tables(case, threads):
    for probed in (cb.probe([case["fen"]] * 2, [], threads=threads), cb.EndgameTables([]).probe([case["fen"]] * 2)):
        knows = case["name"] == "kings alone"
        assert probed.valid.tolist() == [knows] * 2 and probed.wdl.tolist() == [0, 0]
        assert all((error is None) == knows for error in probed.errors)


def dumps(case, threads):
    line = " ".join(case["moves"][:1])
    puzzle = f"a,{case['fen']},{line},1,2,3,4,,,".encode()
    analysis = {"fen": case["fen"], "evals": [{"pvs": [{"cp": 0, "line": line}], "knodes": 0, "depth": 0}]}
    for read, batches, text in (
        (cb.read_puzzles, cb.iter_puzzles, puzzle),
        (cb.read_evals, cb.iter_evals, json.dumps(analysis).encode()),
    ):
        assert [batch.num_rows for batch in batches([text, text, text], batch_size=2, threads=threads)] == [2, 1]
        assert list(batches(b"", batch_size=2)) == list(batches([])) == []
        for source, rows in ((text, 1), (text + b"\n", 1), (io.BytesIO(gzip.compress(text)), 1), (b"", 0), ([], 0)):
            table = read(source, threads=threads)
            assert table.num_rows == rows and table["error"].to_pylist() == [None] * rows
            words = table["moves"].to_pylist()
            texts = cb.san_line(table["position"], table["moves"], threads=threads)
            assert texts == [[Position(case["fen"]).san(move) for move in line.split()]] * rows
            assert [str(cb.Move(word)) for row in words for word in row] == [
                str(Position(case["fen"]).parse_uci(move)) for move in line.split() * rows
            ]


def training(case, threads):
    text = f"{case['fen']} | 5 | 0.5".encode()
    for source, rows in ((text, 1), (text + b"\n", 1), (io.BytesIO(gzip.compress(text)), 1), (b"", 0), ([], 0), ([text, text], 2)):
        table = cb.read_training(source, format="plain")
        assert table.num_rows == rows and cb.fens(table["position"]) == [Position(case["fen"]).fen()] * rows
    for seed in (None, 1):
        (batch,) = cb.TrainingBatches([text, text], format="plain", seed=seed)
        assert isinstance(batch, cb.TrainingBatch) and batch.score.tolist() == [5, 5] and batch.result.tolist() == [0, 0]
    assert list(cb.TrainingBatches([], format="plain")) == list(cb.TrainingBatches(b"", seed=1, format="plain")) == []
    with tempfile.TemporaryDirectory() as folder:
        for format in ("viri", "marlin", "binpack", "plain", "pgn"):
            assert cb.write_training(table, f"{folder}/out", format)["records"] == 2
            read = cb.read_training(f"{folder}/out", format=format)
            assert cb.fens(read["position"])[0] == Position(case["fen"]).fen() and read["score"].to_pylist() == [5, 5]


def engines(case, threads):
    with cb.Engine(options={"Hash": 1, "Threads": min(max(threads, 1), 2)}) as engine:
        for nodes in (1, 200):
            found = engine.analyse(case["fen"], nodes=nodes, multipv=3)
            assert isinstance(found, cb.Analysis) and all(isinstance(line, cb.Line) for line in found.lines)
            with engine.iter_analyse(Position(case["fen"]), nodes=nodes) as reader:
                assert isinstance(reader, cb.AnalysisReader) and (list(reader) == []) == (case["moves"] == [])
            position = Position(case["fen"])
            assert (found.move and position.uci(found.move)) in (case["moves"] or [None])
            assert len(found.lines) == min(3, len(case["moves"]))


@pytest.fixture
def forms(tmp_path):
    """A function that gives the forms in which a text can be read, and how often each has it."""

    def forms(text):
        path, packed = tmp_path / "games.pgn", tmp_path / "games.pgn.gz"
        path.write_bytes(text)
        packed.write_bytes(gzip.compress(text))
        yield from [(text, 1), (bytearray(text), 1), (memoryview(text), 1), (str(path), 1), (path, 1), (packed, 1)]
        yield from [(packed.read_bytes(), 1), (io.BytesIO(text), 1), (io.BytesIO(packed.read_bytes()), 1)]
        yield from [([], 0), ([text], 1), ([path, packed, io.BytesIO(text), text], 4), (iter([text, text]), 2), (tmp_path, 2)]
        for open_file in (path.open("rb"), path.open("rb", buffering=0), packed.open("rb"), gzip.open(packed)):
            with open_file:
                yield open_file, 1
        if text:
            with path.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as mapped:
                yield mapped, 1

    return forms


def expected(case, times):
    return [(game["uci"], game["result"]) for game in case["games"]] * times


def table(source, case, times, threads):
    check(cb.read_pgn(source, columns=["uci", "result", "error"], threads=threads), case, times)


def batches(source, case, times, threads):
    reader = cb.iter_pgn(source, columns=["uci", "result", "error"], threads=threads)
    check(pa.table(reader), case, times)


def check(rows, case, times):
    results = {1: "1-0", -1: "0-1", 0: "1/2-1/2", None: "*"}
    assert [(row["uci"], results[row["result"]]) for row in rows.to_pylist()] == expected(case, times)
    table = cb.Table(rows)
    assert table.to_pylist() == list(table) == rows.to_pylist() and list(table["uci"]) == rows["uci"].to_pylist()
    assert rows["error"].null_count == rows.num_rows and cb.checksum(rows)[1] == rows.num_rows


def games(source, case, times, threads):
    read = list(cb.read_games(source))
    assert [([move.uci() for move in game.mainline_moves()], game.result) for game in read] == expected(case, times)
    for game in read:
        assert game.errors == () and cb.Game.from_pgn(str(game)) == game
        assert game.headers["Result"] == game.result and len(game.root.variations) == len(game.mainline()[:1])


def tree(source, case, times, threads):
    rows = cb.opening_tree(source, threads=threads).to_pylist()
    assert sum(row["games"] for row in rows) == sum(len(moves) for moves, _ in expected(case, times))


def find(source, case, times, threads):
    found = cb.find(cb.read_pgn(source, threads=1), "plies > 0", threads=threads)
    assert list(found["found"]) == [len(moves) > 0 for moves, _ in expected(case, times)]


def parquet(source, case, times, threads):
    if not isinstance(source, (str, pathlib.Path)) or pathlib.Path(source).is_dir():
        return
    (written,) = cb.write_parquet(source, pathlib.Path(source).parent / "out", columns="uci,result,error", threads=threads)
    check(pq.read_table(written), case, times)


def annotated(source, case, times, threads):
    games = cb.analyse_games(source, nodes=1, options={"Hash": 1}, threads=threads)
    assert [([move.uci() for move in game.mainline_moves()], game.result) for game in games] == expected(case, times)


# Each public name but exceptions, with what asks it.
DOORS = {
    position_alone: ["Position", "Move", "Outcome", "Termination"],
    perft: ["perft"],
    bulk: [
        *("positions", "Positions", "legal_moves", "fens", "play", "san", "uci", "parse_san", "parse_uci"),
        *("ParsedMoves", "to_planes", "states", "States"),
    ],
    python_chess: ["to_python_chess", "from_python_chess"],
    tables: ["probe", "Probed", "EndgameTables"],
    dumps: ["read_puzzles", "read_evals", "iter_puzzles", "iter_evals", "san_line"],
    engines: ["Engine", "Analysis", "AnalysisReader", "Line"],
    training: ["read_training", "write_training", "TrainingBatch", "TrainingBatches", "FeatureBatch", "PlaneBatch"],
}
GAME_DOORS = {
    table: ["read_pgn", "Table", "Column", "checksum"],
    batches: ["iter_pgn", "BatchReader"],
    games: ["read_games", "GameReader", "Game", "Headers", "Node"],
    parquet: ["write_parquet"],
    tree: ["opening_tree"],
    find: ["find"],
    annotated: ["analyse_games"],
}
OTHERS = {"AsyncEngine", "Book", "EngineOption", "EngineOptions", "Eval", "square_name", "parse_square"}


def test_every_name_is_asked():
    asked = [*sum([*DOORS.values(), *GAME_DOORS.values()], []), *OTHERS]
    assert sorted(asked) == sorted(name for name in PUBLIC if not name.isupper() and not name.endswith("Error"))


def cases(kind):
    return [pytest.param(case, id=case["name"]) for case in SMALLEST[kind]]


@pytest.mark.parametrize("threads", THREADS)
@pytest.mark.parametrize("door", DOORS, ids=lambda door: door.__name__)
@pytest.mark.parametrize("case", cases("positions"))
def test_positions(case, door, threads):
    door(case, threads)


@pytest.mark.parametrize("threads", THREADS)
@pytest.mark.parametrize("door", GAME_DOORS, ids=lambda door: door.__name__)
@pytest.mark.parametrize("case", cases("games"))
def test_games(case, door, threads, forms):
    for source, times in forms(case["pgn"].encode()):
        door(source, case, times, threads)


def test_no_positions():
    packed = np.empty((0, 32), np.uint8)
    for none in ([], packed, b"", pa.array([], pa.string()), iter(())):
        p = cb.positions(none, threads=2)
        assert (len(p), p.offsets.tolist(), p.errors) == (0, [0], ())
    for none in (packed, b""):
        for moves in ([], np.empty(0, np.uint16)):
            assert cb.san(none, moves) == cb.uci(none, moves, [0]) == [] and len(cb.play(none, moves)) == 0
        assert len(cb.parse_san(none, [])) == len(cb.parse_uci(none, [], [0])) == 0
        assert cb.fens(none) == [] and cb.to_planes(none).shape == (0, 12, 8, 8)
        assert cb.to_planes(none, bitboards=True).shape == (0, 12)
        assert len(cb.probe(none, [])) == 0 and cb.legal_moves(none)[0].tolist() == [0]


def test_no_game_and_no_move():
    game = cb.Game()
    assert game.end() == game.root and game.mainline() == [] and game.final_position() == game.board() == Position()
    assert (game.root.nags, game.root.comments, game.root.variations, game.root.eval()) == ((), (), (), None)
    assert Position().move_stack == () and chess.Board().move_stack == []
    for null in ("0000", 0, cb.Move.null()):
        position = Position()
        with pytest.raises(cb.IllegalMoveError):
            position.san(null)
        assert not position.is_legal(null) and position.push(null) is None and not position.turn
        assert position.pop() == cb.Move.null() and position == Position()
        with pytest.raises(cb.IllegalMoveError):
            Position("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1").push(null)


# Arguments that are whole numbers with their least values, and values of others.
LEAST = {"threads": 0, "batch_size": 1, "depth": 0, "plies": 0, "count": 0, "piece_type": 1, "planes": 12, "scharnagl": 0, "size": 0}
LEAST |= {"word": 0, "buffer": 1, "skip": 0, "offset": 0, "padding": -(1 << 31), "part_bytes": 1}
PACKED = Position().packed
NEEDED = {"table": cb.read_pgn(b"1. e4 *"), "filter": "plies > 0", "fen": cb.STARTING_FEN, "color": True, "fens": [], "positions": [], "packed": PACKED, "moves": [0], "texts": [""], "lines": [[]]}


def test_whole_numbers(tmp_path):
    pgn = tmp_path / "a.pgn"
    pgn.write_text("1. e4 *")
    others = NEEDED | {"paths": pgn, "folder": tmp_path, "directory": tmp_path}
    functions = [getattr(cb, name) for name in PUBLIC] + [write_dataset]
    for owner in (Position(), cb.EndgameTables([])):
        functions += [getattr(owner, name) for name in dir(owner) if not name.startswith("_")]
    calls = [
        ("packed", 0, lambda number: Position.from_packed([number])),
        ("word", 0, lambda number: cb.san_line(PACKED, [[number]])),
        ("nags", 0, lambda number: cb.Game().add_variation("e2e4", nags=[number])),
        ("cp", -(1 << 31), lambda number: cb.Game().add_variation("e2e4").set_eval(cb.Eval(number, None, None))),
        ("mate", -(1 << 31), lambda number: cb.Game().add_variation("e2e4").set_eval(cb.Eval(None, number, None))),
        ("depth", 0, lambda number: cb.Game().add_variation("e2e4").set_eval(cb.Eval(1, None, number))),
        ("workers", 1, lambda number: cb.TrainingBatches(pgn, worker=0, workers=number)),
    ]
    for function in filter(callable, functions):
        if isinstance(function, type) and issubclass(function, (tuple, Exception)):
            continue  # Values with fields of these names.
        parameters = inspect.signature(function).parameters
        for name in LEAST.keys() & parameters.keys():
            needed = {p.name: others.get(p.name, 1) for p in parameters.values() if p.default is p.empty}
            least = 1 if (function, name) in ((cb.TrainingBatches, "threads"), (cb.analyse_games, "depth")) else LEAST[name]
            calls.append((name, least, lambda number, f=function, a=needed, name=name: f(**a | {name: number})))
    assert len(calls) > 45
    for name, least, call in calls:
        for number in (least - 1, 10**30):
            with pytest.raises(ValueError, match=rf"^{name}: a whole number from {least} to \d+ is expected, and not {number}(\n|$)"):
                call(number)


def test_more_threads_than_a_system_has():
    assert cb.read_pgn(b"1. e4 *", threads=1 << 62).num_rows == 1
    assert cb.read_evals(b"{}", threads=1 << 62).num_rows == 1
    assert cb.perft(cb.STARTING_FEN, 4, threads=1 << 62) == 197281
