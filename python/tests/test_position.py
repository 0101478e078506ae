"""`Position` and `Move`: the names of python-chess mean the same."""

import contextlib
import copy
import pathlib
import random
import re

import chess
import chess.polyglot
import numpy as np
import pytest
from samples import RARE, random_boards

from chess_batch import (
    AmbiguousMoveError,
    Book,
    ChessBatchError,
    FenError,
    IllegalMoveError,
    InputError,
    InvalidMoveError,
    Move,
    MoveError,
    PackedError,
    Position,
    Termination,
    from_python_chess,
    to_python_chess,
)

SAME = [
    *("is_check", "is_checkmate", "is_stalemate", "is_insufficient_material", "ply", "fen", "board_fen", "shredder_fen", "unicode"),
    *("is_fifty_moves", "is_seventyfive_moves", "has_legal_en_passant", "has_chess960_castling_rights", "can_claim_draw", "can_claim_fifty_moves"),
]
ATTRIBUTES = [
    *("turn", "fullmove_number", "halfmove_clock", "ep_square", "occupied", "pawns", "knights", "bishops", "rooks", "queens", "kings"),
]
OF_SQUARE = ["attacks_mask", "color_at", "piece_type_at"]
OF_SIDE = ["king", "has_insufficient_material", "has_castling_rights", "has_kingside_castling_rights", "has_queenside_castling_rights"]
OF_SIDE_AND_SQUARE = ["attackers_mask", "is_attacked_by", "pin_mask", "is_pinned"]
OF_MOVE = ["is_capture", "is_castling", "is_kingside_castling", "is_queenside_castling", "is_en_passant", "is_zeroing", "gives_check", "lan"]
PAGE = (pathlib.Path(__file__).parents[2] / "docs" / "python-chess.md").read_text()


def test_same_as_python_chess():
    for board in [*map(chess.Board, RARE), *random_boards(300, seed=4), *random_boards(100, seed=4, chess960=True)]:
        position = from_python_chess(board)
        assert position.piece_map() == {square: piece.symbol() for square, piece in sorted(board.piece_map().items())}
        assert position.castling_rights == board.clean_castling_rights() and position.epd() == board.epd(shredder=False)
        for name in SAME:
            assert getattr(position, name)() == getattr(board, name)(), (name, board.fen())
        for name in ATTRIBUTES:
            assert getattr(position, name) == getattr(board, name), (name, board.fen())
        assert str(position) == str(board) and position.polyglot_key == chess.polyglot.zobrist_hash(board)
        assert list(position.occupied_co) == board.occupied_co and set(position.checkers()) == set(board.checkers())
        assert position.mirror().fen() == board.mirror().fen()
        assert position.clean_castling_rights() == board.clean_castling_rights()
        moves, root = board.move_stack, board.root()
        assert position.root().variation_san(position.move_stack) == root.variation_san(moves)
        assert position.unicode(invert_color=True, orientation=chess.BLACK) == board.unicode(invert_color=True, orientation=chess.BLACK)
        for color in chess.COLORS:
            for name in OF_SIDE:
                assert getattr(position, name)(color) == getattr(board, name)(color), (name, board.fen())
            for piece in chess.PIECE_TYPES:
                assert position.pieces_mask(piece, color) == board.pieces_mask(piece, color)
                assert set(position.pieces(piece, color)) == set(board.pieces(piece, color))
        for square, by_name in zip(chess.SQUARES, chess.SQUARE_NAMES):
            piece = board.piece_at(square)
            assert position.piece_at(square) == position.piece_at(by_name) == (piece and piece.symbol())
            assert set(position.attacks(square)) == set(board.attacks(square))
            for name in OF_SQUARE:
                assert getattr(position, name)(by_name) == getattr(board, name)(square), (name, board.fen())
            for color in chess.COLORS:
                assert set(position.attackers(color, square)) == set(board.attackers(color, square))
                assert set(position.pin(color, square)) == set(board.pin(color, square))
                for name in OF_SIDE_AND_SQUARE:
                    assert getattr(position, name)(color, by_name) == getattr(board, name)(color, square), (name, board.fen())
        for move in position.legal_moves:
            theirs = chess.Move.from_uci(move.uci(chess960=board.chess960))
            assert Move.from_uci(position.uci(move), position) == move
            assert (move.from_square, move.to_square) == (theirs.from_square, theirs.to_square)
            assert move.promotion == theirs.promotion
            for name in OF_MOVE:
                assert getattr(position, name)(move) == getattr(board, name)(theirs), (name, move, board.fen())
            assert (move.is_capture(), move.is_castling()) == (position.is_capture(move), position.is_castling(move))
        assert position.checkers_mask() == board.checkers_mask()


def test_games():
    """Repetitions and outcomes with history: games that shuffle."""
    choose = random.Random(5)
    for _ in range(20):
        board, position = chess.Board("4k3/8/8/8/8/8/8/R3K3 w - - 0 1"), Position("4k3/8/8/8/8/8/8/R3K3 w - - 0 1")
        while not board.is_game_over() and len(board.move_stack) < 200:
            move = choose.choice(sorted(board.legal_moves, key=str)[:2])
            board.push(move)
            position.push(move.uci())
            assert [str(m) for m in position.move_stack] == [str(m) for m in board.move_stack]
            assert position.is_repetition() == board.is_repetition()
            assert position.can_claim_threefold_repetition() == board.can_claim_threefold_repetition()
            assert position.can_claim_draw() == board.can_claim_draw() and position.result(claim_draw=True) == board.result(claim_draw=True)
            assert position.is_fivefold_repetition() == board.is_fivefold_repetition()
            assert position.is_game_over() == board.is_game_over()
            assert position.result() == board.result()
            ours, theirs = position.outcome(), board.outcome()
            assert (ours and ours.termination) == (theirs and theirs.termination.value)
        while board.move_stack:
            assert str(position.pop()) == str(board.pop())
        assert position.fen() == board.fen()


def test_outcome():
    position = Position("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1")
    outcome = position.outcome()
    assert outcome == (Termination.CHECKMATE, True) and outcome.result() == "1-0" == position.result()
    position = Position("4k3/8/8/8/8/8/3R4/4K3 w - - 100 90")
    assert position.outcome() is None and position.result() == "*" and not position.is_game_over()
    assert position.outcome(claim_draw=True).termination is Termination.FIFTY_MOVES
    assert position.result(claim_draw=True) == "1/2-1/2" and position.is_game_over(claim_draw=True)
    position = Position()
    for move in ["Nf3", "Nf6", "Ng1", "Ng8"] * 2:
        position.push_san(move)
    assert position.outcome(claim_draw=True).termination is Termination.THREEFOLD_REPETITION


def test_what_board_has():
    """The page names each public name of `chess.Board` once, and those under the first heading are names of `Position`, no others."""
    has, others = (re.findall(r"^(?:- .*?: |\| )((?:`\w+`(?:, )?)+)", part, re.MULTILINE) for part in PAGE.split("\n## ")[1:3])
    has, others = (sorted(name.strip("`") for row in rows for name in row.split(", ")) for rows in (has, others))
    assert sorted(has + others) == sorted(name for name in dir(chess.Board()) if not name.startswith("_"))
    assert len(has) >= 90 and all(hasattr(Position, name) for name in has)
    assert not any(hasattr(Position, name) for name in others)


def test_editing():
    """A changed board is what python-chess makes of it, or is refused, with the rules of FEN, and stays."""
    choose, refused = random.Random(12), 0
    for board in random_boards(300, seed=12):
        position, before, board = from_python_chess(board), (board.fen(), len(board.move_stack)), board.copy()
        square, letter = choose.randrange(64), choose.choice([None, *"PNBRQpnbrq"])
        board.set_piece_at(square, letter and chess.Piece.from_symbol(letter))
        try:
            expected = Position(board.fen())
        except FenError as error:
            with pytest.raises(FenError, match=re.escape(str(error))):
                position.set_piece_at(square, letter)
            assert (position.fen(), len(position.move_stack)) == before
            refused += 1
            continue
        position.set_piece_at(chess.square_name(square), letter)
        assert position.fen() == expected.fen() and position.move_stack == ()
        for edit, argument in (("set_piece_map", position.piece_map()), ("set_board_fen", position.board_fen())):
            other = Position(f"4k3/8/8/8/8/8/8/4K3 {'bw'[position.turn]} - - 0 1")
            getattr(other, edit)(argument)
            assert other.board_fen() == position.board_fen()
        with contextlib.suppress(FenError):
            assert position.remove_piece_at(square) == letter and position.piece_at(square) is None
    assert 10 < refused < 200
    position.set_fen(RARE[1])
    position.push(position.legal_moves[0])
    position.clear_stack()
    assert position.move_stack == () and position != Position(RARE[1]) and position.reset() is None and position == Position()


def test_moves_in_all_forms():
    e4 = Position().parse_san("e4")
    for form in (e4, "e2e4", int(e4), np.uint16(int(e4)), chess.Move.from_uci("e2e4")):
        position = Position()
        position.push(form)
        assert position.peek() == e4 and position.move_stack == (e4,)
        assert Position().is_legal(form) and not position.is_legal(form)
    for wrong in (1.5, None, [e4]):
        with pytest.raises(TypeError):
            Position().push(wrong)


ROOKS = "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1"


@pytest.mark.parametrize(
    ("error", "message", "call"),
    [
        (FenError, "king", lambda: Position("8/8/8/8/8/8/8/8 w - - 0 1")),
        (IllegalMoveError, "Rb2", lambda: Position(ROOKS).push_san("Rb2")),
        (MoveError, "what", lambda: Position(ROOKS).push_san("what")),
        (InvalidMoveError, "e9e4", lambda: Position(ROOKS).push_uci("e9e4")),
        (IllegalMoveError, "e1e3", lambda: Position(ROOKS).push_uci("e1e3")),
        (AmbiguousMoveError, "Rd2", lambda: Position("4k3/8/8/8/8/8/R6R/4K3 w - - 0 1").push_san("Rd2")),
        (InvalidMoveError, "0xa000", lambda: Move(0xA000)),
        (InvalidMoveError, "e9", lambda: Move.from_uci("e9", Position())),
        (IndexError, "no move", lambda: Position().pop()),
        (IndexError, "no move", lambda: Position().peek()),
        (ValueError, "square", lambda: Position().piece_at(-1)),
        (ValueError, "square", lambda: Position().piece_at("e9")),
        (TypeError, "a name such as", lambda: Position().piece_at(1.5)),
        (ValueError, "`x` is no piece", lambda: Position().set_piece_at("e4", "x")),
        (FenError, "king", lambda: Position().remove_piece_at("e1")),
        (TypeError, r'position.push\("e2e4"\)', lambda: Move.from_uci("e2e4")),
        (ValueError, "square", lambda: Position().attackers(True, 64)),
        (ValueError, "en_passant", lambda: Position().fen(en_passant="never")),
        (ValueError, "32 bytes", lambda: Position.from_packed(b"")),
        (PackedError, None, lambda: Position.from_packed(bytes(32))),
    ],
)
def test_errors(error, message, call):
    with pytest.raises(error, match=message):
        call()


def test_what_is_wrong_changes_nothing_and_tells_its_place():
    assert issubclass(ChessBatchError, ValueError)
    with pytest.raises(FenError) as caught:
        Position("8/8/8/8/8/8/8/9 w - - 0 1")
    assert caught.value.offset == 14
    position = Position()
    with pytest.raises(IllegalMoveError):
        position.push("e2e5")
    assert position == Position() and position.move_stack == ()


def test_copies_are_their_own():
    position = Position()
    position.push_san("e4")
    for other in (copy.copy(position), copy.deepcopy(position), position.copy()):
        assert other == position and other.move_stack == position.move_stack
        other.push_san("e5")
        assert other != position and len(position.move_stack) == 1
    assert position.copy(stack=False).move_stack == ()
    assert position.root() == Position() != position
    with pytest.raises(TypeError):
        hash(position)


def test_python_chess_and_back():
    for chess960 in (False, True):
        for board in random_boards(60, seed=7, chess960=chess960):
            position = from_python_chess(board)
            assert position.fen() == board.fen()
            theirs = position.to_python_chess()
            assert theirs.fen() == board.fen()
            assert [board.uci(m) for m in theirs.move_stack] == [board.uci(m) for m in board.move_stack]
    assert to_python_chess(Position().parse_san("e4")) == chess.Move.from_uci("e2e4")
    with pytest.raises(TypeError):
        to_python_chess(7)
    with pytest.raises(TypeError):
        from_python_chess(7)


def test_svg():
    position = Position()
    position.push_san("e4")
    svg = position._repr_svg_()
    assert svg.startswith("<svg ") and svg.endswith("</svg>") and "last move: e2 to e4" in svg
    assert "arrow: g1 to f3" in position.svg(arrows=[("g1", 21)], orientation=False, size=100, coordinates=False)
    with pytest.raises(ValueError, match="square"):
        position.svg(arrows=[(6, 64)])
    other = position.svg(squares=["d4"], fill={"a1": "#12345680"}, lastmove=position.parse_san("e5"), colors={"margin": "#456"})
    assert "last move: e7 to e5" in other and "filled: a1" in other and '#123456" fill-opacity=".5"' in other and "#456" in other
    for wrong in ({"fill": {"a1": "red"}}, {"colors": {"margin": "#12"}}, {"colors": {"frame": "#123"}}):
        with pytest.raises(ValueError, match="expected"):
            position.svg(**wrong)


def test_packed():
    for form in (Position().packed, np.frombuffer(Position().packed, np.uint8)):
        assert Position.from_packed(form) == Position()


def test_shredder():
    position = Position("1r2k1r1/8/8/8/8/8/6PP/1R2K1R1 w KQkq - 0 1")
    assert position.chess960 and position.fen(shredder=True).split()[2] == "GBgb"
    castling = position.parse_san("O-O")
    assert position.uci(castling) == "e1g1" == castling.uci(chess960=True) and castling.uci() == "e1g1"
    castling = Position("4k3/8/8/8/8/8/6PP/1R2K1R1 w Q - 0 1").parse_san("O-O-O")
    assert (castling.uci(), castling.uci(chess960=True), castling.to_square) == ("e1c1", "e1b1", chess.C1)


def test_books(tmp_path):
    record = bytes.fromhex("463b96181691fc9c031c000200000000")
    (tmp_path / "book.bin").write_bytes(record)
    book = Book(tmp_path / "book.bin")
    position = Position()
    assert len(book) == 1 and book.moves(position) == [(position.parse_san("e4"), 2)]
    position.push_san("e4")
    assert book.moves(position) == []
    for damaged, message in [(record + b"x", "byte 16 is cut off"), (record + bytes(16), "lower key")]:
        with pytest.raises(InputError, match=message):
            Book(damaged)
    with pytest.raises(FileNotFoundError):
        Book(tmp_path / "none.bin")
