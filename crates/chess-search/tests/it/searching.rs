//! Searches as tests ask for them.

use chess_movegen::GameState;
use chess_search::engine::{Engine, Finding, Limits, Signals};

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
