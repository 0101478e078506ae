use std::error::Error;
use std::fmt;

use crate::statistics::Statistics;

/// What is counted below a branch, and added up: a number of leaves, for one.
pub trait Tally: Copy + Send + Sync {
    /// Nothing counted.
    const ZERO: Self;

    /// The sum.
    ///
    /// # Errors
    /// It does not fit.
    fn add(self, other: Self) -> Result<Self, TooManyLeaves>;

    /// The leaves among what is counted.
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

/// The number of leaves does not fit in 64 bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TooManyLeaves;

impl fmt::Display for TooManyLeaves {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the number of leaves does not fit in 64 bits")
    }
}

impl Error for TooManyLeaves {}
