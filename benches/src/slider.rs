//! The lookups that the slider benches repeat, and what their results must add up to.

use crate::position::POSITIONS;

/// A lookup: the square of the slider and the occupancy.
pub type Lookup = (usize, u64);

/// Rook or bishop steps in files and ranks.
type Steps = [(i8, i8); 4];

const ROOK: Steps = [(0, 1), (1, 0), (0, -1), (-1, 0)];
const BISHOP: Steps = [(1, 1), (1, -1), (-1, -1), (-1, 1)];

/// Every square with the occupancy of each of [`POSITIONS`] and of its three mirror images, in an order without a
/// pattern: 1,536 lookups.
pub fn lookups() -> Vec<Lookup> {
    let boards = POSITIONS.iter().map(|position| occupancy(position.fen));
    let boards = boards.flat_map(|board| {
        [board, board.swap_bytes(), board.reverse_bits(), board.reverse_bits().swap_bytes()]
    });
    let mut lookups: Vec<_> = boards.flat_map(|board| (0..64).map(move |square| (square, board))).collect();
    // Sorting by a mixed word is a shuffle that is the same everywhere.
    lookups.sort_by_key(|&(square, board)| {
        (board ^ square as u64).wrapping_mul(0x9e3779b97f4a7c15).swap_bytes()
    });
    lookups
}

/// The sum over `lookups` of what `attacks` answers, wrapping: a sum that every lookup goes into.
#[inline]
pub fn checksum(lookups: &[Lookup], attacks: impl Fn(usize, u64) -> u64) -> u64 {
    lookups.iter().fold(0, |sum: u64, &(square, occupancy)| sum.wrapping_add(attacks(square, occupancy)))
}

/// What [`checksum`] must give for rooks.
pub fn rook_checksum(lookups: &[Lookup]) -> u64 {
    checksum(lookups, |square, occupancy| walk(square, occupancy, &ROOK))
}

/// What [`checksum`] must give for bishops.
pub fn bishop_checksum(lookups: &[Lookup]) -> u64 {
    checksum(lookups, |square, occupancy| walk(square, occupancy, &BISHOP))
}

/// The squares that hold a piece in the first field of a FEN.
fn occupancy(fen: &str) -> u64 {
    let board = fen.split(' ').next().unwrap_or_default();
    let ranks = board.split('/').rev().enumerate();
    ranks.fold(0, |occupied, (rank, row)| {
        let mut file = 0;
        row.chars().fold(occupied, |occupied, letter| match letter.to_digit(10) {
            Some(empty) => {
                file += empty as usize;
                occupied
            }
            None => {
                file += 1;
                occupied | 1 << (8 * rank + file - 1)
            }
        })
    })
}

/// Attacks by walking each ray to the first piece.
fn walk(square: usize, occupancy: u64, steps: &Steps) -> u64 {
    let mut attacks = 0;
    for (files, ranks) in steps {
        let (mut file, mut rank) = ((square % 8) as i8, (square / 8) as i8);
        loop {
            file += files;
            rank += ranks;
            if !(0..8).contains(&file) || !(0..8).contains(&rank) {
                break;
            }
            let bit = 1 << (8 * rank + file);
            attacks |= bit;
            if occupancy & bit != 0 {
                break;
            }
        }
    }
    attacks
}
