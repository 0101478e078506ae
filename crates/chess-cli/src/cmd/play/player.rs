use std::hash::{BuildHasher, Hasher, RandomState};
use std::time::Duration;

use chess_movegen::{GameState, legal_moves};
use chess_search::engine::{Engine, Limits, Signals};
use chess_types::Move;

use crate::error::CliError;

/// Who plays against the person: the engine, or chance. The engine gives advice in either case.
pub(super) struct Player {
    engine: Engine,
    limits: Limits,
    is_random: bool,
    chance: RandomState,
}

const TABLE_BYTES: usize = 16 << 20;

impl Player {
    pub(super) fn new(is_random: bool, time: Duration) -> Result<Self, CliError> {
        let limits = Limits { move_time: Some(time), ..Limits::default() };
        Ok(Self { engine: Engine::new(TABLE_BYTES)?, limits, is_random, chance: RandomState::new() })
    }

    /// What it is called in a PGN.
    pub(super) fn name(&self) -> &'static str {
        if self.is_random { "random" } else { "chess" }
    }

    /// The move it plays; `None` if there is none.
    pub(super) fn choose(&mut self, game: &GameState) -> Option<Move> {
        if !self.is_random {
            return self.advise(game);
        }
        let moves = legal_moves(game.position());
        // The hash of the standard library has a key of its own in each run, and needs no other crate.
        let mut hasher = self.chance.build_hasher();
        hasher.write_u64(game.position().key());
        hasher.write_usize(game.moves().len());
        let index = hasher.finish().checked_rem(moves.len() as u64)?;
        moves.get(index as usize).copied()
    }

    /// What the engine would play.
    pub(super) fn advise(&mut self, game: &GameState) -> Option<Move> {
        self.engine.search(game, &self.limits, &Signals::new(), |_| ()).best()
    }
}
