use std::collections::BTreeSet;

use chess_board::Position;
use chess_movegen::PositionExt;
use chess_testkit::POSITIONS;
use chess_types::{Move, Square};

fn moves(position: &Position, flip: fn(Square) -> Square) -> BTreeSet<u16> {
    let flipped = |mv: &Move| Move::new(flip(mv.from()), flip(mv.to()), mv.kind()).raw();
    position.legal_moves().iter().map(flipped).collect()
}

fn same(square: Square) -> Square {
    square
}

#[test]
fn the_moves_of_a_flipped_position_are_the_flipped_moves() {
    for position in POSITIONS.iter() {
        assert_eq!(moves(&position.flip_colors(), same), moves(position, Square::flip_ranks), "{position}");
        if position.castling_rooks().is_empty() {
            assert_eq!(
                moves(&position.flip_files(), same),
                moves(position, Square::flip_files),
                "{position}"
            );
        }
    }
}

#[test]
fn a_flipped_position_after_a_move_is_the_position_after_the_flipped_move() {
    for position in POSITIONS.iter().step_by(5) {
        for &mv in &position.legal_moves() {
            let flipped = Move::new(mv.from().flip_ranks(), mv.to().flip_ranks(), mv.kind());
            let (one, other) = (position.after(mv).flip_colors(), position.flip_colors().after(flipped));
            assert_eq!(one.board(), other.board(), "{position} {mv:?}");
            assert_eq!(one.key(), other.key(), "{position} {mv:?}");
        }
    }
}
