use std::error::Error;
use std::fmt;
use std::sync::Arc;

use chess_board::Position;
use chess_movegen::machine::Backend;

use crate::mode::PerftMode;
use crate::perft::perft_on;
use crate::statistics::{Statistics, statistics_on};
use crate::table::PerftTable;

/// A way of counting the leaves below a position. Threads share it.
pub trait Counter: Send + Sync {
    /// The type of a count.
    type Tally: Tally;

    /// The least number of plies for which the counts of a position's children add up to its own. It is 1 where the last
    /// move matters, since a count of no plies does not know it.
    const LEAST_DEPTH: u32 = 0;

    /// Counts the leaves `depth` plies below `position`.
    ///
    /// # Errors
    /// The count does not fit.
    fn count(&self, position: &Position, depth: u32) -> Result<Self::Tally, TooManyLeaves>;
}

impl<C: Counter> Counter for Arc<C> {
    type Tally = C::Tally;

    const LEAST_DEPTH: u32 = C::LEAST_DEPTH;

    fn count(&self, position: &Position, depth: u32) -> Result<C::Tally, TooManyLeaves> {
        C::count(self, position, depth)
    }
}

/// A counter of leaves without their kinds.
#[derive(Debug)]
pub struct LeafCounter {
    /// The method of counting the last ply.
    pub mode: PerftMode,
    /// The backend that perft runs on.
    pub backend: Backend,
    /// The hash table for [`PerftMode::Count`]. No other mode uses one.
    pub table: Option<PerftTable>,
}

impl Counter for LeafCounter {
    type Tally = u64;

    /// Counts the leaves. Overflow is tested only with a table; without one, no count reaches 64 bits in a lifetime.
    fn count(&self, position: &Position, depth: u32) -> Result<u64, TooManyLeaves> {
        match &self.table {
            Some(table) if self.mode == PerftMode::Count => {
                table.perft(position, depth, self.backend).ok_or(TooManyLeaves)
            }
            _ => Ok(perft_on(position, depth, self.mode, self.backend)),
        }
    }
}

/// A counter of leaves by kind.
#[derive(Clone, Copy, Debug)]
pub struct StatisticsCounter {
    /// The backend that perft runs on.
    pub backend: Backend,
}

impl Counter for StatisticsCounter {
    type Tally = Statistics;

    const LEAST_DEPTH: u32 = 1;

    /// Counts the leaves by kind. Overflow is not tested, since no count reaches 64 bits in a lifetime.
    fn count(&self, position: &Position, depth: u32) -> Result<Statistics, TooManyLeaves> {
        Ok(statistics_on(position, depth, self.backend))
    }
}

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
