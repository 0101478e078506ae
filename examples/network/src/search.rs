//! The search: alpha-beta with moves in stages, a table of moves, reductions, and a quiescence search.

use std::time::Instant;

use chess_movegen::machine::{Machine, Task};
use chess_movegen::{
    Color, KeyHistory, Move, Node, Outcome, Piece, PieceType, Position, PositionExt, ScoredMove,
    ScoredMoveList, Selection, see_value,
};

use crate::network::{Accumulator, Evaluate, Follow, Network};

const MATE: i32 = 30_000;
const DRAW: i32 = 0;
/// Accumulators of a line, from the root on.
const PLIES: usize = 128;
/// Entries of the table of moves, 256 KB.
const ENTRIES: usize = 1 << 14;
/// The greatest count of a history, which fits above the 16 bits of the move's word in a score.
const MAX_HISTORY: i32 = 0x7fff;

/// When a search ends.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Limits {
    pub(crate) depth: i32,
    pub(crate) nodes: u64,
    pub(crate) deadline: Option<Instant>,
}

impl Limits {
    pub(crate) const fn depth(depth: i32) -> Self {
        Self { depth, nodes: u64::MAX, deadline: None }
    }
}

/// A whole search: one ply deeper each time. It returns the number of nodes, and the score and the best move of the last depth that was
/// searched to its end.
pub(crate) struct Iterate<'a> {
    /// `None` counts material.
    pub(crate) network: Option<&'a Network>,
    pub(crate) position: &'a Position,
    /// The positions of the game before.
    pub(crate) history: KeyHistory,
    pub(crate) limits: Limits,
}

impl Task for Iterate<'_> {
    type Output = (u64, i32, Move);

    #[inline(always)]
    fn run(self, machine: impl Machine) -> Self::Output {
        let Self { network, position, history, limits } = self;
        let first = network.map_or_else(Accumulator::default, |network| Accumulator::new(network, position));
        let search = &mut Search {
            network,
            accumulators: vec![first; PLIES],
            table: vec![(0, Move::NULL); ENTRIES],
            counts: [[0; 64]; 12],
            nodes: 0,
            history,
            limits,
            is_over: false,
            best: None,
        };
        let (mut score, mut best) = (DRAW, None);
        for depth in 1..=limits.depth {
            let found = machine.run(Step { search, position, ply: 0, depth, alpha: -MATE, beta: MATE });
            if search.is_over {
                break;
            }
            (score, best) = (found, search.best);
        }
        (search.nodes, score, best.unwrap_or(Move::NULL))
    }
}

/// The state that the steps of a search share.
struct Search<'a> {
    network: Option<&'a Network>,
    /// The accumulators of the positions from the root to the current one.
    accumulators: Vec<Accumulator>,
    /// The best move of a position, with its key.
    table: Vec<(u64, Move)>,
    /// How often a quiet move was too good, by piece and target.
    counts: [[i32; 64]; 12],
    nodes: u64,
    /// The positions before the current one.
    history: KeyHistory,
    limits: Limits,
    is_over: bool,
    /// The best move of the root.
    best: Option<Move>,
}

impl Search<'_> {
    #[inline(always)]
    fn table_move(&self, key: u64) -> Option<Move> {
        let (found, mv) = self.table[key as usize % ENTRIES];
        (found == key).then_some(mv)
    }
}

/// A step of the search: the score of a node for the side to move.
///
/// As a task it is a call, compiled for the same machine as the step above it. Its callees are inlined into it, are tasks, or do
/// not depend on the machine.
struct Step<'a, 'b> {
    search: &'a mut Search<'b>,
    position: &'a Position,
    /// Moves from the root.
    ply: usize,
    depth: i32,
    alpha: i32,
    beta: i32,
}

impl Task for Step<'_, '_> {
    type Output = i32;

    #[inline(always)]
    fn run(self, machine: impl Machine) -> i32 {
        let Self { search, position, ply, depth, mut alpha, beta } = self;
        search.nodes += 1;
        let is_late =
            || search.nodes % 1024 == 0 && search.limits.deadline.is_some_and(|it| Instant::now() >= it);
        if search.nodes > search.limits.nodes || is_late() {
            search.is_over = true;
        }
        if search.is_over
            || ply > 0 && (position.is_fifty_move_draw() || search.history.repetitions(position) > 0)
        {
            return DRAW;
        }
        let (network, us) = (search.network, position.side_to_move());
        let node = Node::on(machine, position);
        match node.outcome() {
            Some(Outcome::Checkmate { .. }) => return ply as i32 - MATE,
            Some(_) => return DRAW,
            None => {}
        }
        let is_last = ply + 1 == PLIES;
        let is_quiescent = depth <= 0 && !node.is_in_check();
        if is_quiescent || is_last {
            let accumulator = &search.accumulators[ply];
            let standing = match network {
                Some(network) => machine.run_wide(Evaluate { network, accumulator, side: us }),
                None => material(position, us) - material(position, !us),
            };
            if standing >= beta || is_last {
                return standing;
            }
            alpha = alpha.max(standing);
        }

        let table_move = if is_quiescent { None } else { search.table_move(node.key()) };
        let table_move = table_move.filter(|&mv| node.is_legal(mv));
        let checks = (!is_quiescent).then(|| node.check_squares());
        let (mut moves, mut searched, mut best) = (ScoredMoveList::new(), 0, None);
        search.history.push(position);
        'stages: for stage in [Stage::Table, Stage::Noisy, Stage::Quiets] {
            moves.clear();
            match stage {
                Stage::Table => moves.extend(table_move.map(|mv| ScoredMove { mv, score: 0 })),
                // The moves come with the piece that moves.
                Stage::Noisy => node.for_each_move(Selection::NOISY, |piece_type, mv| {
                    let victim = position.captured(mv).map_or(0, see_value);
                    moves.push(scored(mv, victim - piece_type.index() as i32));
                }),
                Stage::Quiets if is_quiescent => break,
                Stage::Quiets => node.for_each_move(Selection::QUIETS, |piece_type, mv| {
                    let history = &search.counts[Piece::new(us, piece_type).index()];
                    moves.push(scored(mv, history[mv.to().index()]));
                }),
            }
            for ScoredMove { mv, .. } in moves.best_first() {
                if stage != Stage::Table && Some(mv) == table_move {
                    continue;
                }
                searched += 1;
                let is_late = stage == Stage::Quiets && searched > 4 && depth >= 3 && !node.is_in_check();
                let is_reduced = is_late && !checks.is_some_and(|checks| checks.gives_check(mv));

                if let Some(network) = network {
                    let (above, below) = search.accumulators.split_at_mut(ply + 1);
                    let (before, after) = (&above[ply], &mut below[0]);
                    machine.run_wide(Follow { network, before, after, changes: &position.changes(mv) });
                }
                let position = &position.after(mv);
                let mut below = |depth: i32| {
                    let search = &mut *search;
                    -machine.run(Step { search, position, ply: ply + 1, depth, alpha: -beta, beta: -alpha })
                };
                let mut score = below(depth - 1 - i32::from(is_reduced));
                if is_reduced && score > alpha {
                    score = below(depth - 1);
                }
                if search.is_over {
                    break 'stages;
                }
                if score > alpha {
                    (alpha, best) = (score, Some(mv));
                }
                if alpha >= beta {
                    if stage == Stage::Quiets {
                        let piece = node.piece_at(mv.from()).map_or(0, Piece::index);
                        let count = &mut search.counts[piece][mv.to().index()];
                        *count = MAX_HISTORY.min(*count + depth * depth);
                    }
                    break 'stages;
                }
            }
        }
        search.history.pop();
        if search.is_over {
            return DRAW;
        }
        if ply == 0 {
            search.best = best;
        }
        if let (Some(mv), false) = (best, is_quiescent) {
            search.table[node.key() as usize % ENTRIES] = (node.key(), mv);
        }
        alpha
    }
}

/// The moves of a node, in the order in which they are searched.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    Table,
    Noisy,
    Quiets,
}

/// A move with its score. The word of the move breaks ties.
#[inline(always)]
fn scored(mv: Move, score: i32) -> ScoredMove {
    ScoredMove { mv, score: (score << 16) | i32::from(mv.raw()) }
}

/// The material of a side in hundredths of a pawn.
fn material(position: &Position, side: Color) -> i32 {
    let count = |piece_type| position.pieces(side, piece_type).count() as i32;
    let minors = count(PieceType::Knight) + count(PieceType::Bishop);
    100 * count(PieceType::Pawn) + 300 * minors + 500 * count(PieceType::Rook) + 900 * count(PieceType::Queen)
}
