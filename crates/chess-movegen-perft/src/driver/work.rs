use std::error::Error;
use std::fmt;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};

use chess_board::Position;
use chess_movegen::machine::Backend;
use chess_types::Move;

use super::branches::Branches;
use crate::mode::PerftMode;
use crate::perft::perft_on;
#[cfg(feature = "modes")]
use crate::statistics::{Statistics, statistics_on};
use crate::table::PerftTable;

/// The branches of a perft, and the counts of those that are done. Threads share it.
///
/// # Examples
/// ```
/// use std::thread;
///
/// use chess_board::Position;
/// use chess_movegen::machine::Backend;
/// use chess_movegen_perft::driver::{LeafCounter, Work};
/// use chess_movegen_perft::PerftMode;
///
/// let counter = LeafCounter { mode: PerftMode::Count, backend: Backend::best(), table: None };
/// let work = Work::new(&Position::START, 5, 2, counter);
/// thread::scope(|scope| {
///     scope.spawn(|| work.run(|_| {}));
///     scope.spawn(|| work.run(|_| {}));
/// });
/// assert_eq!(work.counts().total(), Ok(4_865_609));
/// assert_eq!(work.counts().by_root_move().count(), 20);
/// ```
#[derive(Debug)]
pub struct Work<C: Counter> {
    branches: Branches,
    counter: C,
    /// The first branch that no thread has taken.
    next: AtomicUsize,
    tallies: Vec<OnceLock<Result<C::Tally, TooManyLeaves>>>,
}

impl<C: Counter> Work<C> {
    /// Creates the work of counting the leaves `depth` plies below `position`, cut for this many threads. The first ply is
    /// cut if [`Counter::LEAST_DEPTH`] allows it. Nothing is counted yet.
    pub fn new(position: &Position, depth: u32, threads: usize, counter: C) -> Self {
        let branches = Branches::cut(position, depth, C::LEAST_DEPTH, threads);
        let tallies = branches.all.iter().map(|_| OnceLock::new()).collect();
        Self { branches, counter, next: AtomicUsize::new(0), tallies }
    }

    /// Counts branches one after the other until none is left, and calls `counted` with the number of leaves of each.
    /// Any number of threads may call this at the same time.
    ///
    /// Branches are taken in the order of the root's moves, so that few moves are half done when the program is
    /// interrupted.
    pub fn run(&self, counted: impl Fn(u64)) {
        loop {
            let i = self.next.fetch_add(1, Ordering::Relaxed);
            let Some((branch, slot)) = self.branches.all.get(i).zip(self.tallies.get(i)) else { return };
            let tally = self.counter.count(&branch.position, self.branches.rest);
            counted(tally.map_or(0, |tally| tally.leaves()));
            // Each branch is taken once, so that the slot is empty.
            let _ = slot.set(tally);
        }
    }

    /// Returns the branches.
    pub fn branches(&self) -> &Branches {
        &self.branches
    }

    /// Returns the counts so far.
    pub fn counts(&self) -> Counts<'_, C::Tally> {
        Counts {
            branches: &self.branches,
            tallies: self.tallies.iter().map(|slot| slot.get().copied()).collect(),
        }
    }
}

/// The counts of the branches that are done.
#[derive(Clone, Debug)]
pub struct Counts<'a, T> {
    branches: &'a Branches,
    tallies: Vec<Option<Result<T, TooManyLeaves>>>,
}

impl<T: Tally> Counts<'_, T> {
    /// Tests whether every branch is counted.
    pub fn are_complete(&self) -> bool {
        self.tallies.iter().all(Option::is_some)
    }

    /// Returns the sum of all counts so far.
    ///
    /// # Errors
    /// The sum does not fit.
    pub fn total(&self) -> Result<T, TooManyLeaves> {
        self.tallies.iter().flatten().try_fold(T::ZERO, |sum, &tally| sum.add(tally?))
    }

    /// Returns the count below each root move. It is zero for a move without branches, and `None` if a branch is not
    /// counted yet or the sum does not fit.
    pub fn by_root_move(&self) -> impl Iterator<Item = (Move, Option<T>)> {
        let mut sums = vec![Some(T::ZERO); self.branches.root_moves.len()];
        for (branch, tally) in self.branches.all.iter().zip(&self.tallies) {
            if let Some(sum) = sums.get_mut(branch.root) {
                *sum = sum.zip(tally.and_then(Result::ok)).and_then(|(sum, tally)| sum.add(tally).ok());
            }
        }
        self.branches.root_moves.iter().copied().zip(sums)
    }
}

/// A way of counting the leaves below a position. Threads share it.
pub trait Counter: Send + Sync {
    /// The type of a count.
    type Tally: Tally;

    /// The least number of plies for which the counts of a position's children add up to its own. It is 1 where the last move
    /// matters, since a count of no plies has no last move.
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
#[cfg(feature = "modes")]
#[derive(Clone, Copy, Debug)]
pub struct StatisticsCounter {
    /// The backend that perft runs on.
    pub backend: Backend,
}

#[cfg(feature = "modes")]
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

#[cfg(feature = "modes")]
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
