use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};

use chess_types::Move;

use super::branches::Branches;
use super::counter::Counter;
use super::tally::{Tally, TooManyLeaves};

/// Branches to count, and the counts of those that are done. Threads share it.
///
/// # Examples
/// ```
/// use std::thread;
///
/// use chess_board::Position;
/// use chess_movegen::machine::Backend;
/// use chess_movegen_perft::driver::{Branches, LeafCounter, Work};
/// use chess_movegen_perft::PerftMode;
///
/// let counter = LeafCounter { mode: PerftMode::Count, backend: Backend::best(), table: None };
/// let work = Work::new(Branches::new(&Position::START, 5, 2), counter);
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
    /// The first branch that nobody has begun.
    next: AtomicUsize,
    tallies: Vec<OnceLock<Result<C::Tally, TooManyLeaves>>>,
}

impl<C: Counter> Work<C> {
    /// All of `branches`, of which none is counted.
    pub fn new(branches: Branches, counter: C) -> Self {
        let tallies = branches.all.iter().map(|_| OnceLock::new()).collect();
        Self { branches, counter, next: AtomicUsize::new(0), tallies }
    }

    /// Counts one branch after the other until none is left, and calls `counted` with the leaves of each. Any number of
    /// threads may do so at once.
    ///
    /// They begin in the order of the root's moves, so that few moves are half done whenever it is interrupted.
    pub fn run(&self, counted: impl Fn(u64)) {
        loop {
            let i = self.next.fetch_add(1, Ordering::Relaxed);
            let Some((branch, slot)) = self.branches.all.get(i).zip(self.tallies.get(i)) else { return };
            let tally = self.counter.count(&branch.position, self.branches.rest);
            counted(tally.map_or(0, |tally| tally.leaves()));
            // Each branch is taken once, so the slot is empty.
            let _ = slot.set(tally);
        }
    }

    /// The branches that there are.
    pub fn branches(&self) -> &Branches {
        &self.branches
    }

    /// What has been counted by now.
    pub fn counts(&self) -> Counts<'_, C::Tally> {
        Counts {
            branches: &self.branches,
            tallies: self.tallies.iter().map(|slot| slot.get().copied()).collect(),
        }
    }
}

/// What is counted of each branch, as far as it is counted.
#[derive(Clone, Debug)]
pub struct Counts<'a, T> {
    branches: &'a Branches,
    tallies: Vec<Option<Result<T, TooManyLeaves>>>,
}

impl<T: Tally> Counts<'_, T> {
    /// Whether every branch is counted.
    pub fn are_complete(&self) -> bool {
        self.tallies.iter().all(Option::is_some)
    }

    /// The sum of all that is counted.
    ///
    /// # Errors
    /// It does not fit.
    pub fn total(&self) -> Result<T, TooManyLeaves> {
        self.tallies.iter().flatten().try_fold(T::ZERO, |sum, &tally| sum.add(tally?))
    }

    /// What is counted below each of the root's moves, be it nothing; `None` if some of it is not counted, or does not
    /// fit.
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
