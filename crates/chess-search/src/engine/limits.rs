use core::sync::atomic::{AtomicBool, Ordering};
use core::time::Duration;

use chess_types::MoveList;

/// When a search is to end by itself; without any limit it ends at the greatest depth there is.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// Plies to search, quiescence not counted.
    pub depth: Option<u8>,
    /// Nodes to visit; one thread visits them to the last, several about so many together.
    pub nodes: Option<u64>,
    /// The search ends once it sees the side to move mate in at most so many moves.
    pub mate: Option<u32>,
    /// Time for this move.
    pub move_time: Option<Duration>,
    /// Time for the rest of the game, to be shared out.
    pub clock: Option<ClockLimit>,
    /// The moves to choose from, if there are any among the legal ones; all if the list is empty.
    pub moves: MoveList,
}

/// What the clock of the side to move shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ClockLimit {
    /// Time left.
    pub remaining: Duration,
    /// Added after each move.
    pub increment: Duration,
    /// Moves until the time is set anew; `None` if it has to last for the whole game.
    pub moves_to_go: Option<u32>,
}

/// What may be told to a search while it runs, from any thread.
#[derive(Debug, Default)]
pub struct Signals {
    stop: AtomicBool,
    ponder: AtomicBool,
}

impl Signals {
    /// Nothing is told yet.
    pub const fn new() -> Self {
        Self { stop: AtomicBool::new(false), ponder: AtomicBool::new(false) }
    }

    /// The search is to end at once.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Whether it has been told to end.
    #[inline]
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Whether limits of time are to be left aside, because it is the other side's time that is used.
    pub fn set_ponder(&self, ponder: bool) {
        self.ponder.store(ponder, Ordering::Relaxed);
    }

    /// Whether they are left aside.
    #[inline]
    pub fn is_pondering(&self) -> bool {
        self.ponder.load(Ordering::Relaxed)
    }
}
