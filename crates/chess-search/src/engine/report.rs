use core::time::Duration;

use chess_types::{Move, PvLine};

/// How a search stands after an iteration.
#[derive(Clone, Copy, Debug)]
pub struct Report<'a> {
    /// Plies searched, quiescence not counted.
    pub depth: u8,
    /// The ply of the deepest node visited.
    pub selective_depth: u8,
    /// The score of the best line, for the side to move; see [`score`](crate::score).
    pub score: i32,
    /// Nodes visited by all threads.
    pub nodes: u64,
    /// Time since the search began.
    pub time: Duration,
    /// How full the table is, in permille.
    pub full: u32,
    /// The best line, all moves of which are legal.
    pub line: &'a PvLine,
}

/// What a search has found.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Finding {
    /// The best line, beginning with the move to be played; empty if there is no legal move.
    pub line: PvLine,
    /// The score of it, for the side to move; see [`score`](crate::score).
    pub score: i32,
    /// The last depth that was finished, in plies.
    pub depth: u8,
    /// Nodes visited by all threads.
    pub nodes: u64,
    /// How often the first thread has asked the table.
    pub probes: u64,
    /// How often the table knew something then.
    pub hits: u64,
}

impl Finding {
    /// The move to be played; `None` if there is no legal one.
    pub fn best(&self) -> Option<Move> {
        self.line.first().copied()
    }

    /// The answer that is expected.
    pub fn ponder(&self) -> Option<Move> {
        self.line.get(1).copied()
    }
}
