"""The recipes of docs/explore.md run, and find what python-chess finds.

Those of Spark and Ray run where these are installed, as by `bash ci/long/clusters.sh`.
"""

import io
import random
import re
import shlex
import sys
import tempfile
from collections import Counter
from pathlib import Path

import chess
import chess.pgn
import polars
import pytest
from samples import SEED

from chess_batch import Position

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "explore.md").read_text(encoding="utf-8")
PLIES = 20
RUY_LOPEZ = chess.Board("r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3")

OPENINGS = [
    ("B00", "King's Pawn Game", "1. e4"),
    ("C20", "Open Game", "1. e4 e5"),
    ("C44", "King's Knight Opening", "1. e4 e5 2. Nf3 Nc6"),
    ("C60", "Ruy Lopez", "1. e4 e5 2. Nf3 Nc6 3. Bb5"),
    ("C70", "Ruy Lopez: Morphy Defense", "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6"),
    ("B40", "Sicilian Defense", "1. e4 c5"),
    ("B40", "Sicilian Defense", "1. e4 c5 2. Nf3"),
    ("D06", "Queen's Gambit", "1. d4 d5 2. c4"),
    ("A40", "Queen's Pawn Game", "1. d4"),
]


def blocks(language):
    """Return the sections of the page with their code in a language."""
    found = {}
    for section in PAGE.split("\n## ")[1:]:
        title, text = section.split("\n", 1)
        found[title] = re.findall(rf"^```{language}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    return found


def line_of(text):
    return chess.pgn.read_game(io.StringIO(text)).mainline_moves()


def some_game(choose):
    """Return the moves of a game that follows an opening, its moves in an order of their own, or goes its own way."""
    line = line_of(choose.choice(OPENINGS)[2])
    sides = [[move for ply, move in enumerate(line) if ply % 2 == side] for side in (0, 1)]
    if choose.random() < 0.5:
        for moves in sides:
            choose.shuffle(moves)
    board = chess.Board()
    for _ in range(choose.choice([0, 3, 6, 9, 30])):
        legal = list(board.legal_moves)
        if not legal:
            break
        planned = [move for move in sides[board.ply() % 2][:1] if move in legal]
        if planned:
            sides[board.ply() % 2].pop(0)
        # Few moves, so that games meet again; a knight may go back.
        board.push(planned[0] if planned else choose.choice(sorted(legal, key=str)[:4]))
    return board.move_stack


class Slow:
    """The games of a file as python-chess reads them."""

    def __init__(self, text):
        self.games, handle = [], io.StringIO(text)
        while game := chess.pgn.read_game(handle):
            board, steps = game.board(), []
            for move in game.mainline_moves():
                steps.append((identity(board), board.san(move)))
                board.push(move)
            self.games.append((game.headers, steps))

    def tree(self):
        """The games, White's wins, draws and Black's wins of each position and move."""
        tree = {}
        for headers, steps in self.games:
            for step in set(steps[:PLIES]):
                row = tree.setdefault(step, Counter())
                row.update(["games", headers["Result"]])
        return {step: tuple(row[name] for name in ("games", "1-0", "1/2-1/2", "0-1")) for step, row in tree.items()}

    def reached(self, position):
        """The number, White, Black, result and first ply of games that play on from a position."""
        found = []
        for number, (headers, steps) in enumerate(self.games, 1):
            plies = [ply for ply, (at, _) in enumerate(steps) if at == position]
            if plies:
                found.append((number, headers["White"], headers["Black"], score_of(headers), plies[0]))
        return found

    def names(self):
        """The games that have passed through each opening, with the mean of White's points."""
        results = {}
        for eco, name, moves in OPENINGS:
            position = identity(chess.pgn.read_game(io.StringIO(moves)).end().board())
            results.setdefault((eco, name), {}).update((number, result) for number, *_, result, _ in self.reached(position))
        rows = []
        for opening, games in results.items():
            points = [(result + 1) / 2 for result in games.values() if result is not None]
            if games:
                rows.append((*opening, len(games), sum(points) / len(points) if points else None))
        return sorted(rows, key=lambda row: (-row[2], row[:2]))


def identity(board):
    """The fields of FEN that decide about repetition, which positions with the same key share."""
    return " ".join(board.fen(en_passant="legal").split()[:4])


def score_of(headers):
    return {"1-0": 1, "1/2-1/2": 0, "0-1": -1}.get(headers["Result"])


@pytest.fixture(scope="module")
def corpus(tmp_path_factory):
    """A folder with games and openings, and what python-chess knows about them."""
    choose = random.Random(SEED)
    texts = []
    for number in range(150):
        moves = list(line_of(OPENINGS[4][2])) if number < 8 else some_game(choose)
        game = chess.pgn.Game.without_tag_roster()
        result, date = choose.choice(["1-0", "0-1", "1/2-1/2", "*"]), f"2024.01.{choose.randrange(1, 29):02}"
        game.headers.update(White=choose.choice("ABC"), Black=f"player {number}", Result=result, Date=date)
        game.add_line(moves)
        texts.append(f"{game}\n\n")
    folder = tmp_path_factory.mktemp("explore")
    (folder / "games.pgn").write_text("".join(texts))
    (folder / "openings.tsv").write_text("eco\tname\tpgn\n" + "".join("\t".join(row) + "\n" for row in OPENINGS))
    (folder / "dumps").mkdir()
    (folder / "dumps" / "games.pgn").write_text("".join(texts))
    return folder, Slow("".join(texts))


def ran(folder, monkeypatch, *sections, **names):
    """Run the code of sections in a folder, and return the names that it leaves."""
    monkeypatch.chdir(folder)
    # Functions of the main module are sent to other processes by value.
    names["__name__"] = "__main__"
    for section in sections:
        for block in blocks("python")[section]:
            exec(compile(block, f"docs/explore.md, {section}", "exec"), names)
    return names


def rows_of(table):
    """Return the rows of a relation of DuckDB, a frame of polars or a DataFrame of Spark."""
    if hasattr(table, "fetchall"):
        return table.fetchall()
    return table.rows() if isinstance(table, polars.DataFrame) else [tuple(row) for row in table.collect()]


def check_tree(rows, slow):
    expected = slow.tree()
    keys = {Position(f"{at} 0 1").key: at for at, _ in expected}
    assert {(keys[int(key)], san): tuple(map(int, counts)) for key, san, *counts in rows} == expected
    assert len(rows) == len(expected)


def check_moves(rows, slow):
    expected = {san: counts for (at, san), counts in slow.tree().items() if at == identity(RUY_LOPEZ)}
    assert {row[0] for row in rows} == set(expected) != set()
    for san, games, last, score in rows:
        wanted, white, draws, black = expected[san]
        assert games == wanted and last.year == 2024
        # Without results there is no score: null or not a number.
        assert abs(score - (white + draws / 2) / (white + draws + black)) < 0.0006 if white + draws + black else score is None or score != score
    assert [games for _, games, *_ in rows] == sorted((games for _, games, *_ in rows), reverse=True)


def check_names(rows, slow):
    expected = slow.names()
    assert [tuple(row[:3]) for row in rows] == [row[:3] for row in expected]
    for row, wanted in zip(rows, expected):
        assert row[3] is None if wanted[3] is None else abs(row[3] - wanted[3]) < 0.0006


def check_reached(rows, slow):
    expected = slow.reached(identity(RUY_LOPEZ))
    assert expected
    assert [tuple(row) for row in rows] == expected


def test_seed(corpus):
    """What is asked has answers of all kinds, whatever the seed."""
    folder, slow = corpus
    assert any(counts[0] > 1 for counts in slow.tree().values())
    assert len(slow.games) == 150 and slow.reached(identity(RUY_LOPEZ)), f"seed {SEED}"


@pytest.mark.parametrize("section", ["DuckDB", "Polars"])
def test_recipe(section, corpus, monkeypatch):
    print(f"seed {SEED}")
    folder, slow = corpus
    sections = ["Tables", "DuckDB"] + [section] * (section != "DuckDB")
    found = ran(folder, monkeypatch, *sections)
    check_moves(of_columns(found["moves"], "san", "games", "last", "score"), slow)
    check_tree(of_columns(found["tree"], "key", "san", "games", "white", "draws", "black"), slow)
    check_reached(of_columns(found["reached"], "game", "white", "black", "result", "ply"), slow)
    check_names(of_columns(found["names"], "eco", "opening", "games", "score"), slow)


def of_columns(table, *names):
    """Return the rows with the columns in this order."""
    places = [list(table.columns).index(name) for name in names]
    return [tuple(row[place] for place in places) for row in rows_of(table)]


def test_tree_of_the_program(corpus, monkeypatch):
    """The stored tree has the rows that SQL makes of the games."""
    folder, slow = corpus
    ran(folder, monkeypatch, "Tables")
    rows = polars.read_parquet(folder / "tree.parquet").select("key", "san", "games", "white", "draws", "black").rows()
    check_tree(rows, slow)


def test_commands():
    """The program's commands are those of a session that its tests run, with the columns of the code below them."""
    [commands] = blocks("sh")["Tables"]
    session = (ROOT / "crates" / "chess-cli" / "tests" / "sessions" / "tables.parquet.sh-session").read_text()
    [code, _] = blocks("python")["Tables"]
    for command in commands.splitlines():
        assert f" {command}" in session
        words = shlex.split(command)
        for name, value in zip(words, words[1:]):
            assert name not in ("--columns", "--depth") or value in code


def test_all_code_runs():
    assert {title: len(found) for title, found in blocks("python").items() if found} == {"Tables": 2, "DuckDB": 4, "Polars": 3, "Spark": 2, "Ray": 2}


def test_spark(corpus, monkeypatch):
    sql = pytest.importorskip("pyspark.sql", reason="Spark runs by bash ci/long/clusters.sh")
    monkeypatch.setenv("SPARK_LOCAL_IP", "127.0.0.1")
    monkeypatch.setenv("PYSPARK_PYTHON", sys.executable)
    folder, slow = corpus
    # Workers take paths from the folder in which the engine was started.
    monkeypatch.chdir(folder)
    session = sql.SparkSession.builder.master("local[2,4]").config("spark.ui.enabled", "false").getOrCreate()
    try:
        found = ran(folder, monkeypatch, "Tables", "Spark", session=session)
        check_tree(of_columns(found["tree"], "key", "san", "games", "white", "draws", "black"), slow)
        check_reached(of_columns(found["reached"], "game", "white", "black", "result", "ply"), slow)
    finally:
        session.stop()


def test_ray(corpus, monkeypatch):
    pytest.importorskip("ray", reason="Ray runs by bash ci/long/clusters.sh")
    # Without these, Ray listens on all addresses, writes a token into the home folder, and reports its use.
    for name, value in (("RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER", "0"), ("RAY_AUTH_MODE", "disabled"), ("RAY_USAGE_STATS_ENABLED", "0")):
        monkeypatch.setenv(name, value)
    import ray

    folder, slow = corpus
    monkeypatch.chdir(folder)
    # The path has to be short, since it contains sockets.
    with tempfile.TemporaryDirectory(prefix="ray", dir="/tmp", ignore_cleanup_errors=True) as temporary:
        ray.init(num_cpus=2, _node_ip_address="127.0.0.1", include_dashboard=False, _temp_dir=temporary)
        try:
            found = ran(folder, monkeypatch, "Tables", "DuckDB", "Ray")
            check_tree(of_columns(found["tree"], "key", "san", "games", "white", "draws", "black"), slow)
        finally:
            ray.shutdown()
