use chess_magic::{king_attacks, knight_attacks};
use chess_types::{Bitboard, Square};

use crate::{coordinates, squares};

fn distances(a: Square, b: Square) -> (i32, i32) {
    let ((a_file, a_rank), (b_file, b_rank)) = (coordinates(a), coordinates(b));
    ((a_file - b_file).abs(), (a_rank - b_rank).abs())
}

#[test]
fn a_knight_goes_two_and_one() {
    for from in Square::ALL {
        assert_eq!(
            knight_attacks(from),
            squares(|to| matches!(distances(from, to), (1, 2) | (2, 1))),
            "{from}"
        );
    }
}

#[test]
fn a_king_goes_to_its_neighbours() {
    for from in Square::ALL {
        let neighbours = squares(|to| matches!(distances(from, to), (0, 1) | (1, 0 | 1)));
        assert_eq!(king_attacks(from), neighbours, "{from}");
    }
}

#[test]
fn lookups_can_be_constants() {
    const CORNER: Bitboard = knight_attacks(Square::A1).union(king_attacks(Square::A1));
    assert_eq!(CORNER.count(), 5);
}
