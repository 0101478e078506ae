use chess_types::{Bitboard, Square};

use crate::fill::{FillError, fill};
use crate::slider::Slider;

/// How the occupancy around one square becomes an index into a slider table: fill up, multiply, shift, add.
///
/// These are "black" magics with a fixed shift: the squares that do not matter are all taken for occupied, and the
/// number of bits that the shift leaves is the piece's, [`Slider::index_bits`], not the square's. See
/// <https://www.chessprogramming.org/Magic_Bitboards>. A square need not use every entry between its first and its last,
/// so that the entries of other squares can stand in between.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Magic {
    /// All squares but the relevant ones: the complement of [`Slider::mask`].
    pub irrelevant: Bitboard,
    /// The magic number.
    pub factor: u64,
    /// What is added last, which moves all entries of the square to another place in the table. It may lie below the
    /// table, as a negative number in two's complement, if the square does not use its first entries.
    pub offset: u32,
}

impl Magic {
    /// The magic of a square with this factor and this offset.
    pub const fn new(slider: Slider, square: Square, factor: u64, offset: u32) -> Self {
        Self { irrelevant: slider.mask(square).complement(), factor, offset }
    }

    /// The magics of all squares, given their factors and offsets in the order of the squares.
    pub const fn all(slider: Slider, factors: &[u64; 64], offsets: &[u32; 64]) -> [Self; 64] {
        let mut magics = [Self::new(slider, Square::A1, factors[0], offsets[0]); 64];
        let mut i = 1;
        while i < 64 {
            magics[i] = Self::new(slider, Square::ALL[i], factors[i], offsets[i]);
            i += 1;
        }
        magics
    }

    /// A sum over the digits of factor and offset, to stand beside them in a file: almost any change of them changes
    /// it, where one such change in two leaves a factor that is still a magic.
    #[inline]
    pub const fn check_sum(&self) -> u16 {
        let digits = self.factor.wrapping_mul(0x9e3779b97f4a7c15).wrapping_add(self.offset as u64);
        (digits.wrapping_mul(0x9e3779b97f4a7c15) >> 48) as u16
    }

    /// The table entry for this occupancy; pieces that are not on relevant squares do not matter. `slider` is the piece
    /// that the magic was made for.
    #[inline]
    pub const fn index(&self, slider: Slider, occupancy: Bitboard) -> usize {
        let product = occupancy.union(self.irrelevant).0.wrapping_mul(self.factor);
        self.offset.wrapping_add((product >> (64 - slider.index_bits())) as u32) as usize
    }

    /// Writes what `slider` hits from `square` to every entry of `table` that [`index`](Self::index) can name.
    ///
    /// An empty entry is one that nobody has written yet; one with the right squares is shared.
    ///
    /// # Errors
    ///
    /// If two occupancies with different attacks share an entry, if the entry of another square would have to be
    /// overwritten, if an entry is not in the table, or if the irrelevant squares are not those of the square. The
    /// table then holds a part of the square's entries.
    pub fn fill(&self, slider: Slider, square: Square, table: &mut [Bitboard]) -> Result<(), FillError> {
        fill(slider, square, self.irrelevant.complement(), table, |occupancy| self.index(slider, occupancy))
    }
}
