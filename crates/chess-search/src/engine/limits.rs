use core::sync::atomic::{AtomicBool, Ordering};
use core::time::Duration;

use chess_types::MoveList;

/// The limits at which a search ends by itself. Without any limit it ends at the greatest depth.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// The depth in plies, quiescence not counted.
    pub depth: Option<u8>,
    /// The number of nodes. One thread visits exactly as many; several threads visit about as many together.
    pub nodes: Option<u64>,
    /// The number of moves to a mate: the search ends once it sees the side to move mate in at most as many.
    pub mate: Option<u32>,
    /// The time for this move.
    pub move_time: Option<Duration>,
    /// The time for the rest of the game, which the engine shares out among its moves.
    pub clock: Option<ClockLimit>,
    /// The root moves to search. If none of them is legal, or the list is empty, all legal moves are searched.
    pub moves: MoveList,
}

/// The clock of the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ClockLimit {
    /// The time left.
    pub remaining: Duration,
    /// The time added after each move.
    pub increment: Duration,
    /// The number of moves until the next time control; `None` if the time is for the rest of the game.
    pub moves_to_go: Option<u32>,
}

/// Signals to a running search, which any thread may send.
#[derive(Debug, Default)]
pub struct Signals {
    stop: AtomicBool,
    ponder: AtomicBool,
}

impl Signals {
    /// Creates signals of which none is set.
    pub const fn new() -> Self {
        Self { stop: AtomicBool::new(false), ponder: AtomicBool::new(false) }
    }

    /// Tells the search to end at once.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Tests whether the search has been told to end.
    #[inline]
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Tells the search to ignore its limits of time, because it runs on the time of the other side; or, with `false`, to
    /// keep them from now on.
    pub fn set_ponder(&self, ponder: bool) {
        self.ponder.store(ponder, Ordering::Relaxed);
    }

    /// Tests whether the search ignores its limits of time.
    #[inline]
    pub fn is_pondering(&self) -> bool {
        self.ponder.load(Ordering::Relaxed)
    }
}
