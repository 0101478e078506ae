"""Rules for odd arguments: lengths that lie, exceptions of callers' objects, positions that threads share."""

import math
import os
import threading

import chess
import numpy as np
import pytest
from samples import random_boards

import chess_batch as cb

PACKED = cb.Position().packed


class Sized:
    """A sequence of a few items that says that it has many."""

    def __init__(self, items, length):
        self.items, self.length = items, length

    def __len__(self):
        return self.length

    def __getitem__(self, i):
        return self.items[i]


@pytest.mark.parametrize("length", [10**12, 1 << 62, 0])
def test_memory_grows_with_items_and_not_with_a_length(length):
    sized = lambda *items: Sized(items, length)
    position = cb.Position()
    assert cb.Position.from_packed(sized(*PACKED)) == position
    assert position.variation_san(sized("e2e4", "e7e5")) == "1. e4 e5"
    assert position.svg(squares=sized("e4")) == position.svg(squares=["e4"])
    assert position.svg(arrows=sized(("e2", "e4"))) == position.svg(arrows=[("e2", "e4")])
    game = cb.Game()
    assert game.add_variation("e2e4", nags=sized(1, 2)).nags == game.root.add_variation("d2d4", nags=sized(1, 2)).nags == (1, 2)
    for write, text in ((cb.san, "e4"), (cb.uci, "e2e4")):
        assert write(PACKED, sized(5900), sized(0, 1)) == [text]
    assert cb.play(PACKED, sized(5900)).tolist() == cb.play(PACKED, [5900]).tolist()


def test_ranges_without_end_are_refused():
    endless = range(10**12)
    position = cb.Position()
    for call in (
        lambda: cb.Position.from_packed(endless),
        lambda: position.variation_san(endless),
        lambda: position.svg(squares=endless),
        lambda: position.svg(arrows=endless),
        lambda: cb.Game().add_variation("e2e4", nags=endless),
        lambda: cb.Game().root.add_variation("e2e4", nags=endless),
        lambda: cb.san(PACKED, endless),
        lambda: cb.uci(PACKED, endless),
        lambda: cb.play(PACKED, endless),
    ):
        with pytest.raises((TypeError, ValueError, OverflowError)):
            call()


def test_depths_of_perft_are_those_of_the_program():
    for depth in (-1, 65, 2000, 1 << 31):
        for call in (cb.Position().perft, lambda depth: cb.perft(cb.STARTING_FEN, depth)):
            with pytest.raises(ValueError, match=rf"^depth: a whole number from 0 to 64 is expected, and not {depth}(\n|$)"):
                call(depth)
    assert cb.perft("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", 64) == 0


@pytest.mark.parametrize("weights", [[math.nan] * 33, [math.inf] * 33, [-1.0] * 33, [0] * 33, [1] * 32, [1] * 34])
def test_weights_of_pieces(weights):
    for form in (weights, iter(weights), np.array(weights)):
        with pytest.raises(ValueError, match="piece_weights: expected 33 numbers from 0"):
            cb.TrainingBatches(b"", piece_weights=form)


class Failing:
    def __init__(self, error):
        self.error = error

    def __iter__(self):
        raise self.error


class FailingArray(Failing):
    def __array__(self, *_, **__):
        raise self.error


class FailingIndex(Failing):
    def __index__(self):
        raise self.error


@pytest.mark.parametrize("error", [KeyError("own"), TypeError("own"), OSError("own"), ValueError("own")])
def test_objects_pass_their_own_exceptions_on(error):
    position = cb.Position()
    calls = [
        *(read for read in (cb.read_pgn, cb.iter_pgn, cb.read_games, cb.read_puzzles, cb.read_evals)),
        *(cb.positions, cb.fens, cb.legal_moves, cb.EndgameTables, position.variation_san, cb.Position.from_packed),
        *(lambda odd: cb.san(PACKED, odd), lambda odd: cb.play(PACKED, odd), lambda odd: cb.san_line(PACKED, odd)),
        *(lambda odd: cb.san_line(PACKED, [odd]), lambda odd: cb.read_pgn(b"", columns=odd), lambda odd: position.svg(squares=odd)),
        *(lambda odd: cb.parse_san(PACKED, odd), lambda odd: cb.uci(PACKED, [5900], odd)),
    ]
    arrays = [lambda odd: cb.san(PACKED, odd), lambda odd: cb.play(PACKED, odd), lambda odd: cb.uci(PACKED, [5900], odd)]
    indices = [position.piece_at, position.push, cb.square_name, cb.Move]
    for odd, them in ((Failing(error), calls), (FailingArray(error), arrays), (FailingIndex(error), indices)):
        for call in them:
            with pytest.raises(type(error), match="own"):
                call(odd)


def test_few_threads_are_started_for_little_work():
    seen, stop = [0], threading.Event()

    def watch():
        while not stop.is_set():
            seen[0] = max(seen[0], len(os.listdir("/proc/self/task")))

    if not os.path.exists("/proc/self/task"):
        pytest.skip("there is no /proc")
    watcher = threading.Thread(target=watch)
    watcher.start()
    try:
        for read, text in ((cb.read_puzzles, b"x\n"), (cb.read_evals, b"{}\n"), (cb.read_pgn, b"1. e4 *")):
            assert read(text, threads=2000).num_rows == 1
    finally:
        stop.set()
        watcher.join()
    assert seen[0] < max(64, os.cpu_count() or 1) + 100


def test_threads_share_a_position():
    shared, errors = cb.Position(), []

    class Slow:
        # What a thread does while another has the position in a call.
        def uci(self):
            shared.fen()
            return "e2e4"

    def work(action):
        try:
            for _ in range(300):
                action()
        except Exception as error:
            errors.append(error)

    actions = [
        lambda: shared.perft(3),
        lambda: shared.svg(),
        lambda: shared.outcome(claim_draw=True),
        lambda: shared.set_fen(cb.STARTING_FEN),
        lambda: shared.copy() == shared,
        lambda: shared.is_legal(Slow()),
        lambda: shared.variation_san([Slow()]),
    ]
    threads = [threading.Thread(target=work, args=[action]) for action in actions]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert errors == [] and shared == cb.Position()
    shared.push(Slow())
    assert shared.fen().split()[1] == "b"


def test_edits_drop_the_rights_of_what_has_moved():
    """As python-chess in standard chess, where a king off its square has no rights."""
    boards = [board for board in random_boards(300, seed=9) if board.castling_rights]
    start, compared = chess.Board("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"), 0
    for before, after in zip([start, start, *boards], [chess.Board("r3k2r/8/8/8/8/8/8/R2K3R w - - 0 1"), start, *boards[1:], start]):
        for edit, argument in (("set_board_fen", after.board_fen()), ("set_piece_map", None)):
            board, position = before.copy(), cb.from_python_chess(before)
            if argument is None:
                board.set_piece_map(after.piece_map())
                argument = {square: piece.symbol() for square, piece in after.piece_map().items()}
            else:
                board.set_board_fen(argument)
            try:
                getattr(position, edit)(argument)
            except cb.FenError:
                assert position == cb.from_python_chess(before)
                continue
            assert position.castling_rights == board.clean_castling_rights() and position.board_fen() == board.board_fen()
            compared += 1
    assert compared > 100


def test_headers_of_broken_games_are_those_of_tables():
    for text in (
        '[White "A"]\n[FEN "rubbish"]\n[SetUp "1"]\n[ECO "B00"]\n\n1. e4 *',
        '[White "A"]\n[Variant "Atomic"]\n\n1. e4 *',
        '[Result "x"]\n[SetUp "0"]\n[FEN "4k3/8/8/8/8/8/8/4K2R w H - 0 1"]\n\n1. e4 *',
    ):
        [game] = cb.read_games(text.encode())
        [tags] = cb.read_pgn(text.encode(), columns="tags")["tags"].to_pylist()
        assert game.errors and dict(tags).items() <= dict(game.headers).items()
        roster = dict(cb.Game().headers)
        assert dict(game.headers) == {**roster, **dict(tags)}
        # A start that is a position has its tags.
        starts = {"FEN", "SetUp"} if "4k3" in text else set()
        for name in game.headers.keys() & dict(tags).keys():
            del game.headers[name]
        assert dict(game.headers).keys() == roster.keys() | starts


def test_comments_are_the_same_in_python_chess():
    comment = "w " * 40 + "[%clk 0:03:00]  [%cal Gd2d4,Ge2e4]   end"
    game = cb.Game()
    game.root.comment = comment
    first = game.add_variation("e2e4", comment=comment)
    first.add_variation("e7e5", comment="a  b")
    other = first.add_variation("c7c5", comment=comment)
    assert cb.Game.from_pgn(str(game)) == game and "[%clk 0:03:00]  [%cal Gd2d4,Ge2e4]   end" in str(game)
    theirs = cb.to_python_chess(game)
    assert theirs.comment == theirs.variations[0].comment == other.comment == comment
    assert [node.comment for node in theirs.variations[0].variations] == ["a  b", comment]
    assert cb.from_python_chess(theirs) == game
