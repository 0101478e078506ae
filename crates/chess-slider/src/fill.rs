use core::error::Error;
use core::fmt;

use chess_types::{Bitboard, Square};

use crate::slider::Slider;

/// Why the entries of a square could not be filled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FillError {
    /// Whose table it is.
    pub slider: Slider,
    /// The square that cannot be filled.
    pub square: Square,
    /// What is wrong with it.
    pub problem: FillProblem,
}

/// What is wrong with the index of a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FillProblem {
    /// The mask is not the set of relevant squares.
    Mask,
    /// An occupancy has an index beyond the table.
    OutOfTable {
        /// The index.
        index: usize,
    },
    /// An occupancy has the index of another one for which the piece hits different squares, or of another square.
    Collision {
        /// The index.
        index: usize,
        /// The occupancy that came second.
        occupancy: Bitboard,
    },
}

/// Fills the entries of one square, in the order of the subsets of its mask. Entries that are not empty are kept.
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
    // A slider hits at least one square from anywhere, so an empty entry is one that has not been written yet.
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
            FillProblem::Mask => write!(f, "{slider} mask of {square}: these are not the relevant squares"),
            FillProblem::OutOfTable { index } => {
                write!(f, "{slider} entries of {square}: entry {index} is not in the table")
            }
            FillProblem::Collision { index, occupancy } => write!(
                f,
                "{slider} entries of {square}: occupancy {:#x} falls on entry {index}, where other attacks are",
                occupancy.0
            ),
        }
    }
}

impl Error for FillError {}
