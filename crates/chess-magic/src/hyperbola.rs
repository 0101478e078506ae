//! Rook and bishop attacks by subtraction (hyperbola quintessence), with 2 KiB of tables. They are the lookups of the crate
//! if it is compiled without the feature `tables`.
//!
//! On a line, `occupied - slider` borrows from the next piece above the slider, so that the bits that change are its attacks
//! upwards. The same subtraction on the board with its ranks reversed gives the attacks downwards. Reversing the ranks does
//! not reverse the squares of a rank, so that ranks have a table instead: one byte for each file and each set of the six
//! inner squares.
//!
//! Source: <https://www.chessprogramming.org/Hyperbola_Quintessence>.

use chess_slider::ray_attacks;
use chess_types::{Bitboard, Direction, Square};

use crate::Sliders;

/// The file, the diagonal and the antidiagonal through each square, without the square itself.
pub(crate) static LINES: [[Bitboard; 3]; 64] = {
    const DIRECTIONS: [Direction; 3] = [Direction::North, Direction::NorthEast, Direction::NorthWest];
    let mut lines = [[Bitboard::EMPTY; 3]; 64];
    let mut i = 0;
    while i < 3 * 64 {
        let (square, direction) = (Square::ALL[i / 3], DIRECTIONS[i % 3]);
        let up = ray_attacks(square, direction, Bitboard::EMPTY);
        lines[i / 3][i % 3] = up.union(ray_attacks(square, direction.opposite(), Bitboard::EMPTY));
        i += 1;
    }
    lines
};

/// The attacks of a rook along the first rank, by its file and the occupancy of the files b to g.
static FIRST_RANK: [[u8; 64]; 8] = {
    let mut table = [[0; 64]; 8];
    let mut file = 0;
    while file < 8 {
        let mut inner = 0;
        while inner < 64 {
            let (square, occupancy) = (Square::ALL[file], Bitboard((inner as u64) << 1));
            let east = ray_attacks(square, Direction::East, occupancy);
            table[file][inner] = east.union(ray_attacks(square, Direction::West, occupancy)).0 as u8;
            inner += 1;
        }
        file += 1;
    }
    table
};

/// The lookups of this module as a [`Sliders`].
#[derive(Clone, Copy, Debug)]
pub struct Lookup;

impl Sliders for Lookup {
    #[inline(always)]
    fn rook_attacks(self, square: Square, occupancy: Bitboard) -> Bitboard {
        along(square, LINES[square.index()][0], occupancy) | along_rank(square, occupancy)
    }

    #[inline(always)]
    fn bishop_attacks(self, square: Square, occupancy: Bitboard) -> Bitboard {
        let [_, diagonal, antidiagonal] = LINES[square.index()];
        along(square, diagonal, occupancy) | along(square, antidiagonal, occupancy)
    }
}

/// Returns the attacks of a slider along a line through it that has at most one square on each rank.
#[inline]
fn along(square: Square, line: Bitboard, occupancy: Bitboard) -> Bitboard {
    let pieces = occupancy.0 & line.0;
    let up = pieces.wrapping_sub(square.bitboard().0);
    let down = pieces.swap_bytes().wrapping_sub(square.flip_ranks().bitboard().0).swap_bytes();
    Bitboard((up ^ down) & line.0)
}

#[inline]
fn along_rank(square: Square, occupancy: Bitboard) -> Bitboard {
    let start = 8 * square.rank() as u32;
    let inner = (occupancy.0 >> start >> 1) as usize & 63;
    Bitboard((FIRST_RANK[square.file() as usize][inner] as u64) << start)
}
