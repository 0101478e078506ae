use chess_types::{Bitboard, Square};

use crate::fill::{FillError, fill};
use crate::slider::Slider;

/// The bits of `value` that stand under `mask`, moved together at the low end: what the BMI2 instruction does.
///
/// A loop over the bits of the mask, for tables that are filled where the instruction may be missing.
pub const fn pext(value: u64, mask: u64) -> u64 {
    let mut gathered = 0;
    let mut rest = mask;
    let mut place = 0;
    while rest != 0 {
        if value & rest & rest.wrapping_neg() != 0 {
            gathered |= 1 << place;
        }
        rest &= rest - 1;
        place += 1;
    }
    gathered
}

/// How the occupancy around one square becomes an index into a slider table by gathering bits instead of by a
/// magic factor. No two subsets of a mask share an entry, so nothing has to be searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pext {
    /// The relevant squares: [`Slider::mask`].
    pub mask: Bitboard,
    /// Where the entries of the square begin in the table.
    pub offset: u32,
}

impl Pext {
    /// The indices of all squares for a table that holds the rook's entries and then the bishop's, each in the
    /// order of the squares.
    pub const fn all(slider: Slider) -> [Self; 64] {
        let start = slider.table_start() as u32;
        let mut all = [Self { mask: slider.mask(Square::A1), offset: start }; 64];
        let mut i = 1;
        while i < 64 {
            let offset = all[i - 1].offset + all[i - 1].entries() as u32;
            all[i] = Self { mask: slider.mask(Square::ALL[i]), offset };
            i += 1;
        }
        all
    }

    /// The table entry for this occupancy; pieces that are not on relevant squares do not matter.
    pub const fn index(&self, occupancy: Bitboard) -> usize {
        self.offset as usize + pext(occupancy.0, self.mask.0) as usize
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
    /// If an entry is not in the table, or if the mask is not that of the square. The square's part of the table
    /// then holds anything.
    pub fn fill(&self, slider: Slider, square: Square, table: &mut [Bitboard]) -> Result<(), FillError> {
        fill(slider, square, self.mask, table, |occupancy| self.index(occupancy))
    }
}
