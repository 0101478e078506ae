use core::time::Duration;
use std::vec::Vec;

use chess_types::{Move, PvLine};

use crate::table::Bound;

/// A line of a search that has finished a depth.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Report<'a> {
    /// The depth of the search in plies, quiescence not counted. Of several threads, one may have searched the line deeper.
    pub depth: u8,
    /// The ply of the deepest node visited.
    pub selective_depth: u8,
    /// The rank of the line: 1 for the best one, 2 for the next one, and so on.
    pub multi_pv: usize,
    /// The score of the line for the side to move; see [`score`](crate::score).
    pub score: i32,
    /// The nodes visited by all threads.
    pub nodes: u64,
    /// The number of positions for which endgame tablebases had an answer, the root moves that they ranked included.
    pub tb_hits: u64,
    /// The time since the search began.
    pub time: Duration,
    /// The share of the table that this search has filled, in permille.
    pub full: u32,
    /// The number of threads that search: fewer than the engine was set to if the system does not start as many.
    pub threads: usize,
    /// The line; all of its moves are legal.
    pub line: &'a PvLine,
}

/// A message of a running search: see [`Engine::watch`](super::Engine::watch).
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Progress<'a> {
    /// A line of a depth that is finished.
    Line(Report<'a>),
    /// A line whose score is known to be at least or at most the reported one: the depth is being searched again.
    Bound(Report<'a>, Bound),
    /// A line of a search that was broken off, with the last finished depth: the line that the search returns.
    Last(Report<'a>),
    /// A root move that is searched next.
    Move(RootProgress),
}

/// The root move that a search has come to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct RootProgress {
    /// The move.
    pub mv: Move,
    /// Its number in the order of the search, counted from 1.
    pub number: usize,
    /// The depth that is being searched, in plies.
    pub depth: u8,
}

/// A line of play with its score.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ScoredLine {
    /// The moves, all of them legal.
    pub line: PvLine,
    /// The score for the side to move; see [`score`](crate::score).
    pub score: i32,
}

impl ScoredLine {
    pub(super) fn of_move(mv: Move) -> Self {
        let mut scored = Self::default();
        scored.line.set(mv, &PvLine::new());
        scored
    }

    pub(super) fn first(&self) -> Option<Move> {
        self.line.first().copied()
    }
}

/// The result of a search.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct Finding {
    /// The line to play; empty if there is no legal move. It is the best line unless the strength is limited.
    pub line: PvLine,
    /// The score of that line for the side to move; see [`score`](crate::score). Without a legal move it is that of a mate on
    /// the board, or of a draw.
    pub score: i32,
    /// The best lines, the best one first: as many as were asked for, or as there are moves.
    pub lines: Vec<ScoredLine>,
    /// The last depth that was finished, in plies.
    pub depth: u8,
    /// The nodes visited by all threads.
    pub nodes: u64,
    /// The number of times the first thread has probed the table.
    pub probes: u64,
    /// The number of those probes that found an entry.
    pub hits: u64,
    /// The number of positions for which endgame tablebases had an answer, the root moves that they ranked included.
    pub tb_hits: u64,
    /// The number of threads that have searched: fewer than the engine was set to if the system did not start as many; 0 if
    /// there was no move to search.
    pub threads: usize,
}

impl Finding {
    /// Returns the move to play; `None` if there is no legal one.
    pub fn best(&self) -> Option<Move> {
        self.line.first().copied()
    }

    /// Returns the expected reply, if the line has one.
    pub fn ponder(&self) -> Option<Move> {
        self.line.get(1).copied()
    }
}

/// Returns the chances of the side to move to win, to draw and to lose, in permille, at a score of the engine.
///
/// The chance to win is `1 / (1 + exp((A - score) / B))`, that to lose the same of the opposite score: the form of Stockfish's
/// model, <https://github.com/official-stockfish/WDL_model>, without its dependence on material. `A` and `B` are those under which
/// the results of 500 games of the engine against itself, at 3,000 to 12,000 nodes for a move, are the most probable.
///
/// # Examples
/// ```
/// use chess_search::engine::chances;
///
/// let [win, draw, loss] = chances(0);
/// assert!(win == loss && win + draw + loss == 1000);
/// assert_eq!(chances(166)[0], 500);
/// ```
pub fn chances(score: i32) -> [u32; 3] {
    const A: f64 = 166.0;
    const B: f64 = 165.0;
    let win = |score: i32| (1000.0 / (1.0 + ((A - f64::from(score)) / B).exp())).round() as u32;
    let (win, loss) = (win(score), win(-score));
    [win, 1000 - win - loss, loss]
}
