//! The changes of a move, compared with the difference of the boards before and after it.

use chess_board::{Changes, Position};
use chess_movegen::PositionExt;
use chess_testkit::{POSITIONS, sample};
use chess_types::{Bitboard, Color, Move, PieceType};

/// Asserts that the changes of every legal move are the difference of the boards, and returns the number of moves.
fn check(position: &Position) -> u64 {
    let us = position.side_to_move();
    let moves = position.legal_moves();
    for &mv in &moves {
        let changes = position.changes(mv);
        let after = position.after(mv);
        assert_eq!(difference(position, &after), listed(position, &changes), "{position} {mv:?}");
        let mover = changes.removed()[0];
        if !mv.is_castle() {
            assert_eq!(mover, (position.piece_at(mv.from()).unwrap(), mv.from()));
            assert_eq!(changes.added()[0].1, mv.to());
        }
        assert!(changes.added().iter().all(|(piece, _)| piece.color() == us));
    }
    moves.len() as u64
}

/// For each piece, the squares that it left and those that it came to.
type Sets = [[[Bitboard; 6]; 2]; 2];

fn difference(before: &Position, after: &Position) -> Sets {
    let new = |old: &Position, new: &Position| {
        Color::ALL.map(|color| {
            PieceType::ALL.map(|piece_type| new.pieces(color, piece_type) - old.pieces(color, piece_type))
        })
    };
    [new(after, before), new(before, after)]
}

fn listed(before: &Position, changes: &Changes) -> Sets {
    [changes.removed(), changes.added()].map(|list| {
        let mut sets = [[Bitboard::EMPTY; 6]; 2];
        for &(piece, square) in list {
            let set = &mut sets[piece.color() as usize][piece.piece_type() as usize];
            assert!(!set.contains(square), "{before}: twice {square}");
            *set |= square.bitboard();
        }
        sets
    })
}

#[test]
fn changes_are_the_difference_of_the_boards() {
    let checked: u64 = POSITIONS.iter().map(check).sum();
    assert!(checked > 100_000, "{checked}");
}

#[test]
fn a_null_move_changes_nothing() {
    let changes = Position::START.changes(Move::NULL);
    assert_eq!((changes.removed(), changes.added()), (&[][..], &[][..]));
}

#[test]
fn words_that_are_no_moves_here_do_not_panic() {
    for position in sample(POSITIONS.iter(), 301) {
        for mv in (0..=u16::MAX).flat_map(Move::from_raw) {
            let changes = position.changes(mv);
            assert!(changes.removed().len() <= 2 && changes.added().len() <= 2);
        }
    }
}
