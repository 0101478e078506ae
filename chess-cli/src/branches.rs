use chess_board::Position;
use chess_movegen::{Backend, PerftMode, legal_moves, perft_on};
use chess_types::Move;
use rayon::prelude::*;

use crate::error::CliError;
use crate::progress::Progress;

/// A position on the way down a perft tree, and the root's move it came from.
pub(crate) struct Branch {
    /// Which of the root's moves led here.
    root: usize,
    position: Position,
}

/// The top of a perft tree, cut into pieces of work that no two share a leaf.
pub(crate) struct Branches {
    root_moves: Vec<Move>,
    all: Vec<Branch>,
    /// Plies from each branch to the leaves.
    rest: u32,
}

/// The rest of a tree that is not cut further: smaller pieces cost more to hand out than to count.
const SMALLEST_REST: u32 = 2;

/// Pieces of work that each thread should get at least, since pieces differ in size.
const BRANCHES_PER_THREAD: usize = 64;

impl Branches {
    /// Cuts the tree of `depth` plies for this many threads. If there is a first ply, it is always cut.
    pub(crate) fn new(position: &Position, depth: u32, threads: usize) -> Self {
        let root = Branch { root: 0, position: *position };
        let Some(mut rest) = depth.checked_sub(1) else {
            return Self { root_moves: Vec::new(), all: vec![root], rest: 0 };
        };
        let root_moves: Vec<Move> = legal_moves(position).into_iter().collect();
        let mut branches: Vec<Branch> = root_moves
            .iter()
            .enumerate()
            .map(|(root, &mv)| Branch { root, position: position.after(mv) })
            .collect();
        while rest > SMALLEST_REST && branches.len() < BRANCHES_PER_THREAD * threads && !branches.is_empty() {
            branches = branches.iter().flat_map(Branch::children).collect();
            rest -= 1;
        }
        Self { root_moves, all: branches, rest }
    }

    pub(crate) fn len(&self) -> usize {
        self.all.len()
    }

    /// Counts the leaves of each branch on the threads of the pool this is called in.
    pub(crate) fn count(&self, mode: PerftMode, backend: Backend, progress: &Progress) -> Counts<'_> {
        let leaves = self
            .all
            .par_iter()
            .with_max_len(1)
            .map(|branch| {
                let leaves = perft_on(&branch.position, self.rest, mode, backend);
                progress.counted(leaves);
                leaves
            })
            .collect();
        Counts { branches: self, leaves }
    }
}

impl Branch {
    fn children(&self) -> impl Iterator<Item = Self> + use<> {
        let Self { root, position } = *self;
        legal_moves(&position).into_iter().map(move |mv| Self { root, position: position.after(mv) })
    }
}

/// The number of leaves of each branch.
pub(crate) struct Counts<'a> {
    branches: &'a Branches,
    leaves: Vec<u64>,
}

impl Counts<'_> {
    /// The number of all leaves.
    pub(crate) fn total(&self) -> Result<u64, CliError> {
        self.leaves
            .iter()
            .try_fold(0u64, |sum, &leaves| sum.checked_add(leaves))
            .ok_or(CliError::TooManyLeaves)
    }

    /// The number of leaves below each of the root's moves; all of them are there, be it with 0 leaves. Their sums
    /// fit wherever [`total`](Self::total) does.
    pub(crate) fn by_root_move(&self) -> impl Iterator<Item = (Move, u64)> {
        let mut sums = vec![0; self.branches.root_moves.len()];
        for (branch, leaves) in self.branches.all.iter().zip(&self.leaves) {
            if let Some(sum) = sums.get_mut(branch.root) {
                *sum += leaves;
            }
        }
        self.branches.root_moves.iter().copied().zip(sums)
    }
}
