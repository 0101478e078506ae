use chess_search::Refreshes;
use chess_types::{Color, File, Piece, Square};

use crate::POSITIONS;

fn row((piece, square): (Piece, Square)) -> u64 {
    (64 * piece as u64 + square as u64 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15)
}

#[test]
fn an_accumulator_brought_up_to_date_is_that_of_all_pieces() {
    let mut refreshes = Refreshes::<u64, { File::ALL.len() }>::new(3);
    for position in POSITIONS.iter() {
        for side in Color::ALL {
            let bucket = position.king(side).file() as usize;
            let (sum, differences) = refreshes.refresh(side, bucket, position.board());
            differences.removed().for_each(|piece| *sum = sum.wrapping_sub(row(piece)));
            differences.added().for_each(|piece| *sum = sum.wrapping_add(row(piece)));
            let expected = position.board().placements().map(row).fold(3, u64::wrapping_add);
            assert_eq!(*sum, expected, "{position} {side:?}");
        }
    }
}
