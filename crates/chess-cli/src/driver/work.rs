use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};

use chess_types::Move;

use crate::driver::branches::Branches;
use crate::driver::counter::{Counter, TooManyLeaves};
use crate::io::progress::Progress;

/// Branches to count, and the counts of those that are done. Threads share it.
pub(crate) struct Work {
    branches: Branches,
    counter: Arc<Counter>,
    progress: Progress,
    /// The first branch that nobody has begun.
    next: AtomicUsize,
    leaves: Vec<OnceLock<Result<u64, TooManyLeaves>>>,
}

impl Work {
    pub(crate) fn new(branches: Branches, counter: Arc<Counter>, progress: Progress) -> Self {
        let leaves = branches.all.iter().map(|_| OnceLock::new()).collect();
        Self { branches, counter, progress, next: AtomicUsize::new(0), leaves }
    }

    /// Counts one branch after the other until none is left. Any number of threads may do so at once.
    ///
    /// They begin in the order of the root's moves, so that few moves are half done whenever it is interrupted.
    pub(crate) fn run(&self) {
        loop {
            let i = self.next.fetch_add(1, Ordering::Relaxed);
            let Some((branch, slot)) = self.branches.all.get(i).zip(self.leaves.get(i)) else { return };
            let leaves = self.counter.leaves(&branch.position, self.branches.rest);
            self.progress.counted(leaves.unwrap_or(0));
            // Each branch is taken once, so the slot is empty.
            let _ = slot.set(leaves);
        }
    }

    /// What has been counted by now, and is not looked at again.
    pub(crate) fn counts(&self) -> Counts<'_> {
        self.progress.finish();
        Counts {
            branches: &self.branches,
            leaves: self.leaves.iter().map(|slot| slot.get().copied()).collect(),
        }
    }
}

/// The number of leaves of each branch, as far as they are counted.
pub(crate) struct Counts<'a> {
    branches: &'a Branches,
    leaves: Vec<Option<Result<u64, TooManyLeaves>>>,
}

impl Counts<'_> {
    pub(crate) fn are_complete(&self) -> bool {
        self.leaves.iter().all(Option::is_some)
    }

    /// The number of all leaves that are counted.
    pub(crate) fn total(&self) -> Result<u64, TooManyLeaves> {
        self.leaves
            .iter()
            .flatten()
            .try_fold(0u64, |sum, &leaves| sum.checked_add(leaves?).ok_or(TooManyLeaves))
    }

    /// The number of leaves below each of the root's moves, be it 0; `None` if some are not counted. Their sums fit
    /// wherever [`total`](Self::total) does.
    pub(crate) fn by_root_move(&self) -> impl Iterator<Item = (Move, Option<u64>)> {
        let mut sums = vec![Some(0); self.branches.root_moves.len()];
        for (branch, leaves) in self.branches.all.iter().zip(&self.leaves) {
            if let Some(sum) = sums.get_mut(branch.root) {
                *sum = sum.zip(leaves.and_then(Result::ok)).map(|(sum, leaves)| sum + leaves);
            }
        }
        self.branches.root_moves.iter().copied().zip(sums)
    }
}
