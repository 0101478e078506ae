"""Trees of games, against python-chess and a dict of all positions and moves.

The gate reads some plies of the shared files, and some generated games; all plies:

    CHESS_BATCH_PLIES=1000 bash ci/python.sh tests/test_tree_oracle.py
"""

import datetime
import os
import random
import re

import chess
import pytest
from games import Game, write
from samples import SEED
from test_filters_oracle import identity
from test_games_oracle import EXCEPTIONS, FILES, GAMES, STRAY, slow_games

import chess_batch
from chess_batch import opening_tree, read_pgn

PLIES = int(os.environ.get("CHESS_BATCH_PLIES", "0"))
DATE = re.compile(r"(\d{4})([.\-/])(\d\d?)\2(\d\d?)(?:[ T]\d\d:\d\d:\d\d(?:\.\d+)?Z?)?")


def rating(text):
    text = text.strip(" \t\r\n\f")
    return int(text) if re.fullmatch("[0-9]+", text) and int(text) < 1 << 16 else None


def day(headers):
    for name in ("UTCDate", "Date"):
        if found := DATE.fullmatch(headers.get(name, "")):
            try:
                return datetime.date(*(int(found[part]) for part in (1, 3, 4)))
            except ValueError:
                pass
    return None


def slow_tree(games, depth, root=None):
    """Return the rows by the position and SAN. `games` are numbers, headers, boards and moves."""
    tree = {}
    for number, headers, board, moves in games:
        # Rights are compared as those of Chess960, which all boards can have.
        board.chess960, left, seen = True, 0 if root else depth, set()
        elos = rating(headers.get("WhiteElo", "")), rating(headers.get("BlackElo", ""))
        for move in moves:
            if not move:
                break
            at = identity(board)
            if at == root:
                left = depth
            if left and (at, move) not in seen:
                seen.add((at, move))
                site = headers.get("Site", "")
                example = site if site.startswith(("http://", "https://")) else f"<bytes>#{number}"
                row = tree.setdefault((at, board.san(move)), {"games": 0, "last": None, "example": example, "elo_count": 0} | dict.fromkeys(SUMS, 0))
                row["games"] += 1
                for name, result in (("white", "1-0"), ("draws", "1/2-1/2"), ("black", "0-1")):
                    row[name] += headers.get("Result") == result
                if None not in elos:
                    row["elo_sum"] += elos[not board.turn]
                    row["opponent_elo_sum"] += elos[board.turn]
                    row["elo_count"] += 1
                row["last"] = max(filter(None, (row["last"], day(headers))), default=None)
            left = max(left - 1, 0)
            if not left and not root:
                break
            board.push(move)
    return tree


SUMS = ["white", "draws", "black", "elo_sum", "opponent_elo_sum"]


def check(data, games, depth, root=None):
    table = opening_tree(data, depth=depth, add="fen", fen=root and root.fen())
    ours = {}
    for row in table.to_pylist():
        at = identity(chess.Board(row.pop("fen"), chess960=True))
        key, word, san = row.pop("key"), row.pop("move"), row.pop("san")
        ours[at, san] = row
    assert len(ours) == table.num_rows
    assert ours == slow_tree(games, depth, root and identity(root))
    places = list(zip(table["key"], table["move"]))
    assert places == sorted(set(places))
    return table


def of_chess(games, rows):
    """Return the sound games, as `slow_tree` takes them, with the tags of the table: python-chess ends those of some messy files early."""
    results = {1: "1-0", 0: "1/2-1/2", -1: "0-1", None: "*"}
    numbered = [(number, game, row) for number, (game, row) in enumerate(zip(games, rows), 1) if row["error"] is None]
    return [(number, dict(row["tags"], Result=results[row["result"]]), game.board(), list(game.mainline_moves())) for number, game, row in numbered]


@pytest.mark.skipif(not GAMES.is_dir(), reason="there is no ../shared/data/games")
@pytest.mark.parametrize("name", [name for name in FILES if name not in EXCEPTIONS and name != "messy_malformed_fixture.pgn"])
def test_file(name):
    data, choose = (GAMES / name).read_bytes(), random.Random(f"{SEED} {name}")
    rows = read_pgn(data, columns="error,keys,tags,result").to_pylist()
    slow = list(slow_games(data))
    if name in STRAY:
        slow.pop()
    table = check(data, of_chess(slow, rows), PLIES or choose.choice([1, 3, 8]))
    assert set(table["key"]) <= {key for row in rows if row["error"] is None for key in row["keys"]}
    # A position that some game reaches.
    lines = [(board, moves) for *_, board, moves in of_chess(slow, rows) if len(moves) > 4]
    if lines:
        board, moves = choose.choice(lines)
        board.chess960 = True
        for move in moves[: choose.randrange(4)]:
            board.push(move)
        check(data, of_chess(slow, rows), choose.choice([1, 2, 5]), board)


def test_generated_games():
    choose = random.Random(SEED)
    games = [Game(choose) for _ in range(60)]
    data = "".join(write(game) for game in games).encode()
    slow = list(slow_games(data))
    rows = read_pgn(data, columns="error,tags,result").to_pylist()
    assert len(rows) == len(slow) == len(games)
    check(data, of_chess(slow, rows), PLIES or choose.choice([1, 4, 12]))


PGN = b'[White "A"] [Black "B"] 1. e4 e5 1-0 [White "B"] [Black "A"] 1. e4 c5 0-1 [White "a"] 1. d4 Ke4 *'


def test_players_and_filters():
    moves = lambda **options: [(row["san"], row["games"]) for row in opening_tree(PGN, depth=1, **options).to_pylist()]
    assert moves() == [("e4", 2)] and sorted(moves(lenient=True)) == [("d4", 1), ("e4", 2)]
    assert moves(player="A") == [("e4", 2)] and moves(player="A", side=chess_batch.BLACK) == [("e4", 1)]
    assert moves(player='A" or White == "B') == [] and moves(min_games=3) == []
    assert moves(filter="result == white", player="B", side=False) == [("e4", 1)]
    assert opening_tree(PGN, filter="some(san == c5)").num_rows == 2
    with pytest.raises(chess_batch.FilterError, match=r"write some\(san == \"?c5\"?\)"):
        opening_tree(PGN, filter="san == c5")
    for wrong, error in [({"add": "fens"}, chess_batch.ColumnError), ({"fen": "x"}, chess_batch.FenError), ({"min_games": 0}, ValueError)]:
        with pytest.raises(error):
            opening_tree(PGN, **wrong)
    with pytest.raises(FileNotFoundError):
        opening_tree("no.pgn")
