use std::hash::{BuildHasher, Hasher, RandomState};
use std::time::Duration;

use chess_movegen::{GameState, legal_moves};
use chess_search::engine::{Engine, Limits, Signals};
use chess_types::Move;

use crate::error::CliError;

/// The opponent of the person: the engine, or random moves. The engine gives the hints in either case.
pub(super) struct Player {
    engine: Engine,
    limits: Limits,
    is_random: bool,
    time: Duration,
    chance: RandomState,
}

const TABLE_BYTES: usize = 16 << 20;

impl Player {
    pub(super) fn new(is_random: bool, time: Duration) -> Result<Self, CliError> {
        let limits = Limits { move_time: Some(time), ..Limits::default() };
        Ok(Self { engine: Engine::new(TABLE_BYTES)?, limits, is_random, time, chance: RandomState::new() })
    }

    /// The opponent in words, for the greeting.
    pub(super) fn description(&self) -> String {
        if self.is_random {
            "random moves".to_owned()
        } else {
            format!("the engine, which thinks {} s about a move", self.time.as_secs_f64())
        }
    }

    /// The name in a PGN.
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

    /// The move that the engine would play; `None` if there is none.
    pub(super) fn advise(&mut self, game: &GameState) -> Option<Move> {
        self.engine.search(game, &self.limits, &Signals::new(), |_| ()).best()
    }
}
