use std::error::Error;
use std::fmt;

use crate::statistics::Statistics;

/// A count below a branch that can be added up, such as a number of leaves.
pub trait Tally: Copy + Send + Sync {
    /// The count of nothing.
    const ZERO: Self;

    /// Returns the sum.
    ///
    /// # Errors
    /// The sum does not fit.
    fn add(self, other: Self) -> Result<Self, TooManyLeaves>;

    /// Returns the number of leaves in the count.
    fn leaves(&self) -> u64;
}

impl Tally for u64 {
    const ZERO: Self = 0;

    fn add(self, other: Self) -> Result<Self, TooManyLeaves> {
        self.checked_add(other).ok_or(TooManyLeaves)
    }

    fn leaves(&self) -> u64 {
        *self
    }
}

impl Tally for Statistics {
    const ZERO: Self = Self::ZERO;

    fn add(self, other: Self) -> Result<Self, TooManyLeaves> {
        self.checked_add(other).ok_or(TooManyLeaves)
    }

    fn leaves(&self) -> u64 {
        self.nodes
    }
}

/// The error of a number of leaves that does not fit in 64 bits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub struct TooManyLeaves;

impl fmt::Display for TooManyLeaves {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the number of leaves does not fit in 64 bits")
    }
}

impl Error for TooManyLeaves {}
