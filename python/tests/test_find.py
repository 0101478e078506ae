"""The search of stored games, compared with the same filters of the text, for tables as other libraries keep them."""

import io
import os
import random

import polars
import pyarrow as pa
import pyarrow.parquet
import pytest
from games import Game, write
from samples import SEED

import chess_batch as cb

COUNT = int(os.environ.get("CHESS_BATCH_GAMES", "300"))

FILTERS = [
    "some(capture and ply > 4)",
    "some(check then castling) or result == draw",
    'some(material matches "KQ*vKQ*")',
    "count(piece == king) > 3 and White ~ 'a'",
    "first(capture) < 6",
    "plies > 10 and end == unknown",
    'every(not board has "ke8") or variant == \'chess960\'',
    "some(repetition >= 1)",
]


@pytest.fixture(scope="module")
def table():
    choose = random.Random(SEED)
    games = [Game(choose) for _ in range(COUNT)]
    text = "".join(map(write, games)).encode()
    return text, cb.read_pgn(text, columns="white,result,variant,start,termination,date,moves", threads=1)


def kept(text, filter):
    return cb.read_pgn(text, columns="game", filter=filter)["game"].to_pylist()


@pytest.mark.parametrize("filter", FILTERS)
def test_found_games_are_those_that_a_reader_keeps(table, filter):
    text, games = table
    for threads in (1, 3):
        found = cb.find(games, filter, threads=threads)
        assert found.column_names == ["found", "first", "error"] and len(found) == len(games)
        numbers = [number for number, is_found in enumerate(found["found"], 1) if is_found]
        assert numbers == kept(text, filter), f"seed {SEED}"
        assert set(found["error"]) == {None}


def test_tables_of_other_libraries_have_the_same_games(table):
    _, games = table
    filter = FILTERS[0] + " and White ~ 'a'"
    expected = cb.find(games, filter).to_dict()
    arrow = games.to_arrow()
    file = io.BytesIO()
    pyarrow.parquet.write_table(arrow, file)
    for other in (
        arrow,
        arrow.to_batches()[0],
        pyarrow.parquet.read_table(file),
        games.to_polars(),
        polars.DataFrame(games.to_polars().with_columns(polars.col("white").cast(polars.Categorical))),
        arrow.set_column(0, "white", arrow["white"].cast(pa.large_string()).dictionary_encode()),
        arrow.set_column(arrow.column_names.index("moves"), "moves", arrow["moves"].cast(pa.large_list(pa.int32()))),
        arrow.set_column(arrow.column_names.index("start"), "start", arrow["start"].cast(pa.large_binary())),
    ):
        assert cb.find(other, filter).to_dict() == expected


def test_a_word_that_is_no_move_ends_its_row():
    moves = pa.array([[5900], None, [1, 2], []], pa.list_(pa.uint16()))
    found = cb.find(pa.table({"moves": moves}), "some(ply == 0)").to_dict()
    assert found["found"] == [True, False, False, True]
    assert found["error"] == [None, None, "moves: the encoded move 1 is not legal after 0 plies", None]


def test_refusals_say_what_is_meant():
    table = cb.read_pgn(b"1. e4 *")
    for filter, message in [
        ("capture", "some(capture)"),
        ("some(clock > 3)", "`clock` is not available for games of a table"),
        ("Annotator == 'x'", "no column `Annotator` or `annotator`"),
        ("some(", "byte 5"),
    ]:
        with pytest.raises(ValueError) as raised:
            cb.find(table, filter)
        assert message in str(raised.value)
    with pytest.raises(ValueError, match="the column `moves` has the type Utf8"):
        cb.find(pa.table({"moves": ["e4"]}), "some(check)")
