//! The lookups that the slider benches repeat, and the expected sum of their results.

use chess_board::Setup;
use chess_slider::Slider;
use chess_types::{Bitboard, Square};

use crate::position::POSITIONS;

/// A lookup: the square of the slider, 0 (a1) to 63 (h8), and the occupancy.
pub type Lookup = (usize, u64);

/// Every square with the occupancy of each of [`POSITIONS`] and of its three mirror images, in an order without a
/// pattern: 1,536 lookups.
///
/// # Panics
///
/// If a FEN of [`POSITIONS`] cannot be read.
pub fn lookups() -> Vec<Lookup> {
    let boards =
        POSITIONS.iter().map(|position| Setup::from_fen(position.fen).expect("a FEN").board.occupied().0);
    let boards = boards.flat_map(|board| {
        [board, board.swap_bytes(), board.reverse_bits(), board.reverse_bits().swap_bytes()]
    });
    let mut lookups: Vec<_> = boards.flat_map(|board| (0..64).map(move |square| (square, board))).collect();
    shuffle(&mut lookups);
    lookups
}

/// Brings lookups into an order without a pattern, the same everywhere: it sorts by a mixed word.
pub fn shuffle(lookups: &mut [Lookup]) {
    lookups.sort_by_key(|&(square, board)| {
        (board ^ square as u64).wrapping_mul(0x9e3779b97f4a7c15).swap_bytes()
    });
}

/// The wrapping sum over `lookups` of the results of `attacks`, to which every lookup contributes.
#[inline]
pub fn checksum(lookups: &[Lookup], attacks: impl Fn(usize, u64) -> u64) -> u64 {
    lookups.iter().fold(0, |sum: u64, &(square, occupancy)| sum.wrapping_add(attacks(square, occupancy)))
}

/// The value that [`checksum`] must return, found by walking the rays.
pub fn expected_checksum(lookups: &[Lookup], slider: Slider) -> u64 {
    checksum(lookups, |square, occupancy| slider.attacks(Square::ALL[square], Bitboard(occupancy)).0)
}
