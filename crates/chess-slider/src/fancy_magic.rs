use chess_types::{Bitboard, Square};

use crate::fill::{FillError, fill};
use crate::slider::Slider;

/// How the occupancy around one square becomes an index into a slider table if every square has a shift of its own:
/// mask, multiply, shift, add.
///
/// These are "fancy" magics: <https://www.chessprogramming.org/Magic_Bitboards#Fancy>. The squares stand behind each
/// other in the table, each with as many entries as its mask has subsets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FancyMagic {
    /// The relevant squares: [`Slider::mask`].
    pub mask: Bitboard,
    /// The magic number.
    pub factor: u64,
    /// What leaves as many bits of the product as there are relevant squares.
    pub shift: u32,
    /// Where the entries of the square begin in the table.
    pub offset: u32,
}

impl FancyMagic {
    /// The magic of a square with this factor and this offset.
    pub const fn new(slider: Slider, square: Square, factor: u64, offset: u32) -> Self {
        let mask = slider.mask(square);
        Self { mask, factor, shift: 64 - mask.count(), offset }
    }

    /// The magics of all squares for a table that holds the rook's entries and then the bishop's, each in the order of
    /// the squares; so are the factors.
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

    /// The table entry for this occupancy; pieces that are not on relevant squares do not matter.
    #[inline]
    pub const fn index(&self, occupancy: Bitboard) -> usize {
        let product = occupancy.intersection(self.mask).0.wrapping_mul(self.factor);
        self.offset as usize + product.wrapping_shr(self.shift) as usize
    }

    /// The number of table entries that belong to the square.
    #[inline]
    pub const fn entries(&self) -> usize {
        1 << self.mask.count()
    }

    /// Writes what `slider` hits from `square` to every entry of `table` that [`index`](Self::index) can name.
    ///
    /// # Errors
    ///
    /// If two occupancies with different attacks share an entry, if an entry is not in the table, or if the mask is not
    /// that of the square. The table then holds a part of the square's entries.
    pub fn fill(&self, slider: Slider, square: Square, table: &mut [Bitboard]) -> Result<(), FillError> {
        fill(slider, square, self.mask, table, |occupancy| self.index(occupancy))
    }
}
