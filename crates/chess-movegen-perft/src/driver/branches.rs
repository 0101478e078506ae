use chess_board::Position;
use chess_movegen::legal_moves;
use chess_types::Move;

/// A position of a perft tree, with the root move that led to it.
#[derive(Clone, Copy, Debug)]
pub struct Branch {
    /// The root move: an index into [`Branches::root_moves`].
    pub root: usize,
    /// The position.
    pub position: Position,
}

/// The top of a perft tree, cut into branches that share no leaf.
#[derive(Clone, Debug)]
pub struct Branches {
    /// The legal moves of the root; none if the root is the only branch.
    pub root_moves: Vec<Move>,
    /// The branches. Those of one root move stand together, in the order of the moves.
    pub all: Vec<Branch>,
    /// The plies from each branch to the leaves.
    pub rest: u32,
}

/// The depth below which a tree is not cut further. Smaller pieces are not looked up in a hash table, and cost more
/// to hand out than to count.
const SMALLEST_REST: u32 = 3;

/// The least number of branches for each thread. Branches differ in size, and at the end some threads wait for the
/// last ones. Of the 8902 branches of the start position's 7 plies, each takes 0.2 ms.
const BRANCHES_PER_THREAD: usize = 512;

impl Branches {
    /// Cuts the tree of `depth` plies for this many threads, and leaves at least `least_rest` plies below each branch.
    /// The first ply is always cut if that allows it.
    pub(super) fn cut(position: &Position, depth: u32, least_rest: u32, threads: usize) -> Self {
        let root = Branch { root: 0, position: *position };
        if depth <= least_rest {
            return Self { root_moves: Vec::new(), all: vec![root], rest: depth };
        }
        let mut rest = depth - 1;
        let root_moves: Vec<Move> = legal_moves(position).into_iter().collect();
        let mut all: Vec<Branch> = root_moves
            .iter()
            .enumerate()
            .map(|(root, &mv)| Branch { root, position: position.after(mv) })
            .collect();
        let wanted = BRANCHES_PER_THREAD.saturating_mul(threads);
        while rest > SMALLEST_REST.max(least_rest) && all.len() < wanted && !all.is_empty() {
            all = all.iter().flat_map(Branch::children).collect();
            rest -= 1;
        }
        Self { root_moves, all, rest }
    }
}

impl Branch {
    fn children(&self) -> impl Iterator<Item = Self> + use<> {
        let Self { root, position } = *self;
        legal_moves(&position).into_iter().map(move |mv| Self { root, position: position.after(mv) })
    }
}
