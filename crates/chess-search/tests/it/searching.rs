//! Searches as tests ask for them, and tables of endings that tests make up.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use chess_board::Position;
use chess_movegen::GameState;
use chess_search::engine::{EndgameTables, Engine, Finding, Limits, Signals, Wdl};

pub(crate) fn engine() -> Engine {
    Engine::new(1 << 20).unwrap()
}

pub(crate) fn depth(depth: u8) -> Limits {
    Limits { depth: Some(depth), ..Limits::default() }
}

pub(crate) fn nodes(nodes: u64) -> Limits {
    Limits { nodes: Some(nodes), ..Limits::default() }
}

pub(crate) fn search(engine: &mut Engine, fen: &str, limits: &Limits) -> Finding {
    engine.search(&GameState::new(fen.parse().unwrap()), limits, &Signals::new(), |_| ())
}

/// The value of every position with up to so many pieces; counts the questions and checks what they promise.
pub(crate) struct Says<F> {
    pieces: u32,
    say: F,
    pub(crate) asked: AtomicU64,
}

impl<F: Fn(&Position) -> Option<Wdl> + Send + Sync> EndgameTables for Says<F> {
    fn max_pieces(&self) -> u32 {
        self.pieces
    }

    fn probe_wdl(&self, position: &Position) -> Option<Wdl> {
        assert!(position.occupied().count() <= self.pieces, "{position}");
        assert!(position.castling_rights().is_empty(), "{position}");
        self.asked.fetch_add(1, Ordering::Relaxed);
        (self.say)(position)
    }
}

pub(crate) fn says<F>(pieces: u32, say: F) -> Arc<Says<F>>
where
    F: Fn(&Position) -> Option<Wdl> + Send + Sync,
{
    Arc::new(Says { pieces, say, asked: AtomicU64::new(0) })
}
