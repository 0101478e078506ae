"""Positions, moves, notation and outcomes are those of python-chess."""

import chess
import numpy as np
import pytest
from samples import RARE, random_boards, random_fens

import chess_batch
from chess_batch import Termination


def boards():
    yield from (chess.Board(fen) for fen in RARE)
    yield from random_boards(8000, seed=20)
    yield from random_boards(2000, seed=21, chess960=True)


def slow_outcome(board):
    """Return the end of the game by the position alone, 0 if there is none.

    python-chess asks for insufficient material before stalemate; here a stalemate is one, whatever the material.
    """
    if not any(board.generate_legal_moves()):
        return Termination.CHECKMATE if board.is_check() else Termination.STALEMATE
    if board.is_insufficient_material():
        return Termination.INSUFFICIENT_MATERIAL
    return Termination.SEVENTYFIVE_MOVES if board.is_seventyfive_moves() else 0


def test_ten_thousand_positions():
    fens, expected, names = [], [], []
    for board in boards():
        moves = list(board.legal_moves)
        fens.append(board.fen(en_passant="fen"))
        expected.append((len(moves), len(board.checkers()), int(slow_outcome(board))))
        names.append(sorted((board.uci(move), board.san(move)) for move in moves))
    assert len(fens) >= 10_000

    p = chess_batch.positions(fens)
    assert p.valid.all() and {*p.outcomes.tolist()} == {0, 1, 2, 3, 4} and {*p.checks.tolist()} == {0, 1, 2}
    assert list(zip(p.counts.tolist(), p.checks.tolist(), p.outcomes.tolist())) == expected

    ucis = chess_batch.uci(p.packed, p.moves, p.offsets)
    sans = chess_batch.san(p.packed, p.moves, p.offsets)
    ends = p.offsets.tolist()
    for row, (start, end) in enumerate(zip(ends, ends[1:])):
        # Where only one spelling of castling exists, python-chess goes by the board's mode and we by the position.
        ours = sorted(zip(ucis[start:end], sans[start:end]))
        if ours != names[row]:
            assert sorted(sans[start:end]) == sorted(san for _, san in names[row]), fens[row]
            differing = set(ours) ^ set(names[row])
            assert all(san.startswith("O-O") for _, san in differing), fens[row]

    # And back.
    parsed = chess_batch.parse_san(p.packed, sans, p.offsets)
    assert not any(parsed.errors)
    assert np.array_equal(parsed.moves, p.moves)
    assert np.array_equal(chess_batch.parse_uci(p.packed, ucis, p.offsets).moves, p.moves)


@pytest.mark.parametrize("chess960", [False, True])
def test_fen_after_every_move(chess960):
    fens, moves, after = [], [], []
    for board in random_boards(500, seed=3, chess960=chess960):
        position = chess_batch.Position(board.fen(en_passant="fen"))
        for move in position.legal_moves:
            board.push(board.parse_uci(move.uci(chess960=chess960)))
            after.append(board.fen())
            board.pop()
            fens.append(board.fen(en_passant="fen"))
            moves.append(int(move))
    packed = chess_batch.positions(fens).packed
    assert chess_batch.fens(chess_batch.play(packed, np.array(moves, np.uint16))) == after


def test_planes():
    fens = random_fens()
    packed = chess_batch.positions(fens).packed
    planes = chess_batch.to_planes(packed)
    boards = chess_batch.to_planes(packed, bitboards=True)
    for row, fen in enumerate(fens):
        board = chess.Board(fen)
        for color in chess.COLORS:
            for piece in chess.PIECE_TYPES:
                plane = (0 if color == chess.WHITE else 6) + piece - 1
                assert boards[row, plane] == board.pieces_mask(piece, color)
                squares = {(chess.square_rank(s), chess.square_file(s)) for s in board.pieces(piece, color)}
                assert set(zip(*np.nonzero(planes[row, plane]))) == squares
    assert planes.max() == 1
