//! Tables of attacks: the index of an entry by magic multiplication or by PEXT, and the filling of a table.

use core::error::Error;
use core::fmt;

use chess_types::{Bitboard, Square};

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
    /// Returns the magic of `square` with this factor and offset.
    pub const fn new(slider: Slider, square: Square, factor: u64, offset: u32) -> Self {
        Self { irrelevant: Bitboard(!slider.mask(square).0), factor, offset }
    }

    /// Returns the index of the table entry for `occupancy`. Squares that are not relevant are ignored. `slider` is the piece for
    /// which the magic was made.
    #[inline]
    pub const fn index(&self, slider: Slider, occupancy: Bitboard) -> usize {
        let product = occupancy.union(self.irrelevant).0.wrapping_mul(self.factor);
        self.offset.wrapping_add((product >> (64 - slider.index_bits())) as u32) as usize
    }
}

/// Returns the magics of all squares, with the factors and offsets in the order of the squares.
pub const fn all_magics(slider: Slider, factors: &[u64; 64], offsets: &[u32; 64]) -> [Magic; 64] {
    let mut magics = [Magic::new(slider, Square::A1, factors[0], offsets[0]); 64];
    let mut i = 1;
    while i < 64 {
        magics[i] = Magic::new(slider, Square::ALL[i], factors[i], offsets[i]);
        i += 1;
    }
    magics
}

/// Writes the attacks of `slider` on `square` to every entry of `table` that [`Magic::index`] can return.
///
/// An empty entry counts as not written yet. An entry that already has the same attacks is shared.
///
/// # Errors
///
/// Returns an error if two occupancies with different attacks share an entry, if an entry of another square would be
/// overwritten, if an entry is outside the table, or if the irrelevant squares are not those of the square. The table
/// then has some of the square's entries.
pub fn fill_magic(
    magic: &Magic,
    slider: Slider,
    square: Square,
    table: &mut [Bitboard],
) -> Result<(), FillError> {
    fill(slider, square, !magic.irrelevant, table, |occupancy| magic.index(slider, occupancy))
}

/// Gathers the bits of `value` under the set bits of `mask` at the low end: the BMI2 instruction PEXT in portable code.
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

/// The number of entries of the rook's table by PEXT, one for each subset of each square's mask.
const ROOK_LEN: u32 = 102_400;

/// The number of entries of the rook's and the bishop's table by PEXT together.
pub const TABLE_LEN: usize = ROOK_LEN as usize + 5_248;

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
    /// Returns the formulas of all squares for a table of the rook's entries followed by the bishop's, each in the order of the
    /// squares.
    pub const fn all(slider: Slider) -> [Self; 64] {
        let start = match slider {
            Slider::Rook => 0,
            Slider::Bishop => ROOK_LEN,
        };
        let mut all = [Self { mask: slider.mask(Square::A1), offset: start }; 64];
        let mut i = 1;
        while i < 64 {
            let offset = all[i - 1].offset + all[i - 1].entries() as u32;
            all[i] = Self { mask: slider.mask(Square::ALL[i]), offset };
            i += 1;
        }
        all
    }

    /// Returns the index of the table entry for `occupancy`. Squares outside the mask are ignored.
    pub const fn index(&self, occupancy: Bitboard) -> usize {
        self.offset as usize + pext(occupancy.0, self.mask.0) as usize
    }

    /// Returns the number of table entries of the square.
    #[inline]
    pub const fn entries(&self) -> usize {
        1 << self.mask.count()
    }

    /// Fills the entries of a square as [`fill_magic`] does.
    ///
    /// # Errors
    ///
    /// Returns an error as [`fill_magic`] does. No entries are shared.
    pub fn fill(&self, slider: Slider, square: Square, table: &mut [Bitboard]) -> Result<(), FillError> {
        fill(slider, square, self.mask, table, |occupancy| self.index(occupancy))
    }
}

/// The reason why the entries of a square could not be filled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct FillError {
    /// The piece whose table was filled.
    pub slider: Slider,
    /// The square whose entries could not be filled.
    pub square: Square,
    /// The problem.
    pub problem: FillProblem,
}

/// A problem with the index formula of a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FillProblem {
    /// The mask is not [`Slider::mask`] of the square.
    Mask,
    /// An occupancy has an index that is not below the length of the table.
    OutOfTable {
        /// The index.
        index: usize,
    },
    /// An occupancy has the index of an entry that already has different attacks, of the same square or another one.
    Collision {
        /// The index.
        index: usize,
        /// The occupancy that was to be written to the entry.
        occupancy: Bitboard,
    },
}

/// Fills the entries of one square in the order of the subsets of its mask. Entries that are not empty are not overwritten.
fn fill(
    slider: Slider,
    square: Square,
    mask: Bitboard,
    table: &mut [Bitboard],
    index: impl Fn(Bitboard) -> usize,
) -> Result<(), FillError> {
    let refuse = |problem| Err(FillError { slider, square, problem });
    if mask != slider.mask(square) {
        return refuse(FillProblem::Mask);
    }
    // A slider attacks at least one square from everywhere, so that an empty entry has not been written yet.
    for occupancy in mask.subsets() {
        let index = index(occupancy);
        let attacks = slider.attacks(square, occupancy);
        match table.get_mut(index) {
            None => return refuse(FillProblem::OutOfTable { index }),
            Some(entry) if entry.is_empty() => *entry = attacks,
            Some(entry) if *entry == attacks => {}
            Some(_) => return refuse(FillProblem::Collision { index, occupancy }),
        }
    }
    Ok(())
}

impl fmt::Display for FillError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { slider, square, .. } = self;
        match self.problem {
            FillProblem::Mask => {
                write!(f, "{slider} entries of {square}: the mask is not the set of relevant squares")
            }
            FillProblem::OutOfTable { index } => {
                write!(f, "{slider} entries of {square}: the index {index} is outside the table")
            }
            FillProblem::Collision { index, occupancy } => write!(
                f,
                "{slider} entries of {square}: occupancy {:#x} has index {index}, whose entry has other attacks",
                occupancy.0
            ),
        }
    }
}

impl Error for FillError {}
