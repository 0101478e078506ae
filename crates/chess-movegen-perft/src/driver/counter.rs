use std::sync::Arc;

use chess_board::Position;
use chess_movegen::machine::Backend;

use super::tally::{Tally, TooManyLeaves};
use crate::mode::PerftMode;
use crate::perft::perft_on;
use crate::statistics::{Statistics, statistics_on};
use crate::table::PerftTable;

/// What is counted below a position, and how. Threads share it.
pub trait Counter: Send + Sync {
    /// What is counted.
    type Tally: Tally;

    /// What there is this many plies below the position.
    ///
    /// # Errors
    /// There are more leaves than can be counted.
    fn count(&self, position: &Position, depth: u32) -> Result<Self::Tally, TooManyLeaves>;
}

impl<C: Counter> Counter for Arc<C> {
    type Tally = C::Tally;

    fn count(&self, position: &Position, depth: u32) -> Result<C::Tally, TooManyLeaves> {
        C::count(self, position, depth)
    }
}

/// Counts leaves, and nothing else of them.
#[derive(Debug)]
pub struct LeafCounter {
    /// How the leaves are come by.
    pub mode: PerftMode,
    /// What the perft runs on.
    pub backend: Backend,
    /// A table for [`PerftMode::Count`]; no other mode uses one.
    pub table: Option<PerftTable>,
}

impl Counter for LeafCounter {
    type Tally = u64;

    /// Without a table nobody lives to see a count that is too large.
    fn count(&self, position: &Position, depth: u32) -> Result<u64, TooManyLeaves> {
        match &self.table {
            Some(table) if self.mode == PerftMode::Count => {
                table.perft(position, depth, self.backend).ok_or(TooManyLeaves)
            }
            _ => Ok(perft_on(position, depth, self.mode, self.backend)),
        }
    }
}

/// Counts leaves by kind.
#[derive(Clone, Copy, Debug)]
pub struct StatisticsCounter {
    /// What the perft runs on.
    pub backend: Backend,
}

impl Counter for StatisticsCounter {
    type Tally = Statistics;

    /// Nobody lives to see a count that is too large.
    fn count(&self, position: &Position, depth: u32) -> Result<Statistics, TooManyLeaves> {
        Ok(statistics_on(position, depth, self.backend))
    }
}
