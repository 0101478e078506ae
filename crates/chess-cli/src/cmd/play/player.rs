use std::hash::{BuildHasher, Hasher, RandomState};
use std::time::Duration;

use chess_movegen::{GameState, PositionExt};
use chess_search::engine::{Engine, Limits, Signals};
use chess_types::Move;

use crate::outcome::CliError;

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
        let moves = game.position().legal_moves();
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

#[cfg(test)]
mod tests {
    use super::*;

    use chess_board::Position;

    fn player(is_random: bool) -> Player {
        Player::new(is_random, Duration::from_millis(20)).unwrap()
    }

    fn play(game: &mut GameState, moves: &[&str]) {
        for text in moves {
            let mv = chess_notation::read_uci(game.position(), text).unwrap();
            game.try_play(mv).unwrap();
        }
    }

    /// The numbers of the moves that a player chooses in some games, in each of which it has as many.
    fn choices(player: &mut Player, games: &[GameState]) -> Vec<Option<usize>> {
        let mut choice = |game: &GameState| {
            let mv = player.choose(game)?;
            game.position().legal_moves().iter().position(|&other| other == mv)
        };
        games.iter().map(&mut choice).collect()
    }

    #[test]
    fn chance_depends_on_the_position_and_on_the_number_of_moves() {
        // Twenty answers are legal after each first move, and in the start position after any number of moves back and forth.
        let firsts = Position::START.legal_moves();
        let positions: Vec<_> = firsts.iter().map(|&mv| GameState::new(Position::START.after(mv))).collect();
        let mut game = GameState::default();
        let mut lengths = Vec::new();
        for _ in 0..20 {
            lengths.push(game.clone());
            play(&mut game, &["g1f3", "g8f6", "f3g1", "f6g8"]);
        }
        for games in [positions, lengths] {
            let mut player = player(true);
            let found = choices(&mut player, &games);
            assert!(found.iter().all(Option::is_some));
            // The chance that all are equal is 20 to the power of minus 19.
            assert!(found.iter().any(|choice| *choice != found[0]), "{found:?}");
            assert_eq!(choices(&mut player, &games), found);
        }
    }

    #[test]
    fn the_engine_plays_what_it_advises() {
        let mate = GameState::new("7k/8/6K1/8/8/8/8/R7 w - - 0 1".parse().unwrap());
        for _ in 0..8 {
            let mut player = player(false);
            assert_eq!(player.choose(&mate).map(|mv| mv.to_string()).as_deref(), Some("a1a8"));
        }
    }

    #[test]
    fn without_a_legal_move_none_is_chosen() {
        let stalemate = GameState::new("7k/5K2/6Q1/8/8/8/8/8 b - - 0 1".parse().unwrap());
        for is_random in [false, true] {
            assert_eq!(player(is_random).choose(&stalemate), None);
        }
    }
}
