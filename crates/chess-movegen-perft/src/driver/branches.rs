use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::error::Error;
use std::fmt;
use std::hash::{Hash, Hasher};

use chess_board::Position;
use chess_movegen::PositionExt;
use chess_types::Move;

use crate::planes::bare;

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
    /// The branches. Those of one root move are adjacent, in the order of the moves.
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
        let root_moves: Vec<Move> = position.legal_moves().into_iter().collect();
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
        position.legal_moves().into_iter().map(move |mv| Self { root, position: position.after(mv) })
    }
}

/// A perft cut into units that machines can count independently.
///
/// The count below a unit times its multiplicity is its share of the perft. The same root, depth and number of plies
/// give the same units in the same order everywhere, so that a program that adds them up can derive them again and
/// compare.
///
/// # Examples
/// ```
/// use chess_board::Position;
/// use chess_movegen_perft::driver::Units;
/// use chess_movegen_perft::perft;
///
/// let units = Units::cut(&Position::START, 5, 3, usize::MAX)?;
/// assert_eq!(units.all.len(), 5362);
/// let leaves: u64 = units.all.iter().map(|unit| unit.multiplicity * perft(&unit.position, units.rest)).sum();
/// assert_eq!(leaves, 4_865_609);
/// # Ok::<(), chess_movegen_perft::driver::CutError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Units {
    /// The units, in the order in which their positions are first reached.
    pub all: Vec<Unit>,
    /// The plies from each unit to the leaves.
    pub rest: u32,
}

/// A position of a perft tree, which represents all equal positions of the same ply.
///
/// Two positions are equal if everything that perft depends on is equal: pieces, side to move, castling rooks and the
/// target of a legal capture en passant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Unit {
    /// The position, with its counters set to 0 and 1.
    pub position: Position,
    /// The number of move sequences that lead from the root to the position.
    pub multiplicity: u64,
}

/// The error of cutting a perft into units.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum CutError {
    /// The number of move sequences to a position does not fit in 64 bits.
    TooManyWays,
    /// A ply down to the units has more positions than the caller's limit, which is given.
    TooManyPositions(usize),
}

impl fmt::Display for CutError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooManyWays => {
                f.write_str("the number of move sequences to a position does not fit in 64 bits")
            }
            Self::TooManyPositions(limit) => {
                write!(f, "a ply above the units has more than {limit} positions: cut at an earlier ply")
            }
        }
    }
}

impl Error for CutError {}

impl Units {
    /// Cuts the perft of `depth` plies at `plies` plies below `root`. If the perft is less deep, the leaves are the
    /// units.
    ///
    /// # Errors
    /// A ply has more than `limit` positions, or more move sequences lead to one of them than fit in 64 bits.
    pub fn cut(root: &Position, depth: u32, plies: u32, limit: usize) -> Result<Self, CutError> {
        let plies = plies.min(depth);
        let mut all = vec![Unit { position: bare(root), multiplicity: 1 }];
        for _ in 0..plies {
            all = below(&all, limit)?;
        }
        Ok(Self { all, rest: depth - plies })
    }
}

/// A position in a map, found by its Zobrist key and compared as a whole: two positions may have the same key.
#[derive(PartialEq, Eq)]
struct Exact(Position);

impl Hash for Exact {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.0.key());
    }
}

/// Returns the units one ply further down.
fn below(units: &[Unit], limit: usize) -> Result<Vec<Unit>, CutError> {
    let mut places = HashMap::new();
    let mut below: Vec<Unit> = Vec::new();
    for unit in units {
        for mv in unit.position.legal_moves() {
            let child = Unit { position: bare(&unit.position.after(mv)), ..*unit };
            match places.entry(Exact(child.position)) {
                Entry::Vacant(place) => {
                    if below.len() == limit {
                        return Err(CutError::TooManyPositions(limit));
                    }
                    place.insert(below.len());
                    below.push(child);
                }
                Entry::Occupied(place) => {
                    let sum = &mut below[*place.get()].multiplicity;
                    *sum = sum.checked_add(unit.multiplicity).ok_or(CutError::TooManyWays)?;
                }
            }
        }
    }
    Ok(below)
}
