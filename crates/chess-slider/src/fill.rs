use core::error::Error;
use core::fmt;

use chess_types::{Bitboard, Square};

use crate::slider::Slider;

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
pub(crate) fn fill(
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
