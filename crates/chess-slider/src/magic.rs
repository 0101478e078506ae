use chess_types::{Bitboard, Square};

use crate::fill::{FillError, fill};
use crate::slider::Slider;

/// The index formula of one square for "black" magics with a fixed shift: union, multiply, shift, add.
///
/// All irrelevant squares are treated as occupied, and the number of bits that the shift leaves is that of the piece,
/// [`Slider::index_bits`], instead of one for each square. A square need not use every entry between its first and its
/// last one, so that the entries of other squares can lie in the gaps.
///
/// Source: <https://www.chessprogramming.org/Magic_Bitboards>.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Magic {
    /// The squares that are not relevant: the complement of [`Slider::mask`].
    pub irrelevant: Bitboard,
    /// The magic number.
    pub factor: u64,
    /// The offset that is added last: the place of the square's entries in the table. It may be a negative number in two's
    /// complement if the square does not use its first entries.
    pub offset: u32,
}

impl Magic {
    /// The magic of `square` with this factor and offset.
    pub const fn new(slider: Slider, square: Square, factor: u64, offset: u32) -> Self {
        Self { irrelevant: slider.mask(square).complement(), factor, offset }
    }

    /// The magics of all squares, with the factors and offsets in the order of the squares.
    pub const fn all(slider: Slider, factors: &[u64; 64], offsets: &[u32; 64]) -> [Self; 64] {
        let mut magics = [Self::new(slider, Square::A1, factors[0], offsets[0]); 64];
        let mut i = 1;
        while i < 64 {
            magics[i] = Self::new(slider, Square::ALL[i], factors[i], offsets[i]);
            i += 1;
        }
        magics
    }

    /// A check sum of factor and offset, which a file has beside them. Almost every change of a digit changes it, whereas
    /// one such change in two leaves a factor that is still a magic.
    #[inline]
    pub const fn check_sum(&self) -> u16 {
        let digits = self.factor.wrapping_mul(0x9e3779b97f4a7c15).wrapping_add(self.offset as u64);
        (digits.wrapping_mul(0x9e3779b97f4a7c15) >> 48) as u16
    }

    /// The index of the table entry for `occupancy`. Squares that are not relevant are ignored. `slider` is the piece for
    /// which the magic was made.
    #[inline]
    pub const fn index(&self, slider: Slider, occupancy: Bitboard) -> usize {
        let product = occupancy.union(self.irrelevant).0.wrapping_mul(self.factor);
        self.offset.wrapping_add((product >> (64 - slider.index_bits())) as u32) as usize
    }

    /// Writes the attacks of `slider` on `square` to every entry of `table` that [`index`](Self::index) can return.
    ///
    /// An empty entry counts as not written yet. An entry that already has the same attacks is shared.
    ///
    /// # Errors
    ///
    /// Returns an error if two occupancies with different attacks share an entry, if an entry of another square would be
    /// overwritten, if an entry is outside the table, or if the irrelevant squares are not those of the square. The table
    /// then has some of the square's entries.
    pub fn fill(&self, slider: Slider, square: Square, table: &mut [Bitboard]) -> Result<(), FillError> {
        fill(slider, square, self.irrelevant.complement(), table, |occupancy| self.index(slider, occupancy))
    }
}
