use chess_types::{Bitboard, Square};

use crate::fill::{FillError, fill};
use crate::slider::Slider;

/// The bits of `value` at the set bits of `mask`, gathered at the low end: the BMI2 instruction PEXT in portable code.
///
/// It loops over the bits of the mask, so that tables can be filled where the instruction is missing.
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

/// The index formula of one square that gathers bits instead of multiplying by a magic factor.
///
/// No two subsets of a mask share an entry, so that no search is needed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Pext {
    /// The relevant squares: [`Slider::mask`].
    pub mask: Bitboard,
    /// The index of the square's first entry in the table.
    pub offset: u32,
}

impl Pext {
    /// The formulas of all squares for a table of the rook's entries followed by the bishop's, each in the order of the
    /// squares.
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

    /// The index of the table entry for `occupancy`. Squares outside the mask are ignored.
    pub const fn index(&self, occupancy: Bitboard) -> usize {
        self.offset as usize + pext(occupancy.0, self.mask.0) as usize
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
    /// Returns an error if an entry is outside the table, or if the mask is not that of the square. The table then has
    /// some of the square's entries.
    pub fn fill(&self, slider: Slider, square: Square, table: &mut [Bitboard]) -> Result<(), FillError> {
        fill(slider, square, self.mask, table, |occupancy| self.index(occupancy))
    }
}
