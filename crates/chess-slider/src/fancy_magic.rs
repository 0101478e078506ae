use chess_types::{Bitboard, Square};

use crate::fill::{FillError, fill};
use crate::slider::Slider;

/// The index formula of one square for "fancy" magics, in which every square has a shift of its own: mask, multiply,
/// shift, add.
///
/// Source: <https://www.chessprogramming.org/Magic_Bitboards#Fancy>. The squares follow each other in the table, each with
/// as many entries as its mask has subsets. This form serves comparisons; `chess-magic` looks up by [`Magic`](crate::Magic).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct FancyMagic {
    /// The relevant squares: [`Slider::mask`].
    pub mask: Bitboard,
    /// The magic number.
    pub factor: u64,
    /// The right shift of the product, 64 less the number of relevant squares.
    pub shift: u32,
    /// The index of the square's first entry in the table.
    pub offset: u32,
}

impl FancyMagic {
    /// The magic of `square` with this factor and offset.
    pub const fn new(slider: Slider, square: Square, factor: u64, offset: u32) -> Self {
        let mask = slider.mask(square);
        Self { mask, factor, shift: 64 - mask.count(), offset }
    }

    /// The magics of all squares, with the factors in the order of the squares, for a table of the rook's entries
    /// followed by the bishop's.
    pub const fn all(slider: Slider, factors: &[u64; 64]) -> [Self; 64] {
        let mut offset = slider.table_start() as u32;
        let mut magics = [Self::new(slider, Square::A1, factors[0], offset); 64];
        let mut i = 1;
        while i < 64 {
            offset += magics[i - 1].entries() as u32;
            magics[i] = Self::new(slider, Square::ALL[i], factors[i], offset);
            i += 1;
        }
        magics
    }

    /// The index of the table entry for `occupancy`. Squares outside the mask are ignored.
    #[inline]
    pub const fn index(&self, occupancy: Bitboard) -> usize {
        let product = occupancy.intersection(self.mask).0.wrapping_mul(self.factor);
        self.offset as usize + product.wrapping_shr(self.shift) as usize
    }

    /// The number of table entries of the square.
    #[inline]
    pub const fn entries(&self) -> usize {
        1 << self.mask.count()
    }

    /// Writes the attacks of `slider` on `square` to every entry of `table` that [`index`](Self::index) can return.
    ///
    /// # Errors
    ///
    /// Returns an error if two occupancies with different attacks share an entry, if an entry is outside the table, or if
    /// the mask is not that of the square. The table then has some of the square's entries.
    pub fn fill(&self, slider: Slider, square: Square, table: &mut [Bitboard]) -> Result<(), FillError> {
        fill(slider, square, self.mask, table, |occupancy| self.index(occupancy))
    }
}
