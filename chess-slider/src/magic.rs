use chess_types::{Bitboard, Square};

use crate::Slider;
use crate::fill::{FillError, fill};

/// How the occupancy around one square becomes an index into a slider table: mask, multiply, shift, add.
///
/// See <https://www.chessprogramming.org/Magic_Bitboards>; every square has its own, natural size ("fancy").
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Magic {
    /// The relevant squares: [`Slider::mask`].
    pub mask: Bitboard,
    /// The magic number.
    pub factor: u64,
    /// How far the product is shifted right: 64 less the number of relevant squares, 52 to 59.
    pub shift: u32,
    /// Where the entries of the square begin in the table.
    pub offset: u32,
}

impl Magic {
    /// A magic of natural size: the square has one table entry for each subset of its relevant squares.
    pub const fn new(slider: Slider, square: Square, factor: u64, offset: u32) -> Self {
        let mask = slider.mask(square);
        Self { mask, factor, shift: 64 - mask.count(), offset }
    }

    /// The magics of all squares, given their factors, for a table that holds the rook's entries and then the
    /// bishop's, each in the order of the squares.
    pub const fn all(slider: Slider, factors: &[u64; 64]) -> [Self; 64] {
        let mut magics = [Self::new(slider, Square::A1, factors[0], slider.table_start() as u32); 64];
        let mut i = 1;
        while i < 64 {
            let offset = magics[i - 1].offset + magics[i - 1].entries() as u32;
            magics[i] = Self::new(slider, Square::ALL[i], factors[i], offset);
            i += 1;
        }
        magics
    }

    /// A sum over the digits of a factor, to stand beside it in a file: almost any change of the factor changes it,
    /// where one such change in two leaves a factor that is still a magic.
    #[inline]
    pub const fn check_sum(factor: u64) -> u16 {
        (factor.wrapping_mul(0x9e3779b97f4a7c15) >> 48) as u16
    }

    /// The table entry for this occupancy; pieces that are not on relevant squares do not matter.
    #[inline]
    pub const fn index(&self, occupancy: Bitboard) -> usize {
        let product = (occupancy.0 & self.mask.0).wrapping_mul(self.factor);
        self.offset as usize + (product >> self.shift) as usize
    }

    /// The number of table entries that belong to the square.
    #[inline]
    pub const fn entries(&self) -> usize {
        1 << (64 - self.shift)
    }

    /// Writes what `slider` hits from `square` to every entry of `table` that [`index`](Self::index) can name.
    ///
    /// # Errors
    ///
    /// If two occupancies with different attacks share an entry, if an entry is not in the table, or if the mask is
    /// not that of the square. The square's part of the table then holds anything.
    pub fn fill(&self, slider: Slider, square: Square, table: &mut [Bitboard]) -> Result<(), FillError> {
        fill(slider, square, self.mask, table, |occupancy| self.index(occupancy))
    }
}
