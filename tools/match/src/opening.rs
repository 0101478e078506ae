//! Openings by chance, which a seed and a number determine.

use std::collections::TryReserveError;

use chess_board::Position;
use chess_movegen::{GameState, PositionExt};
use chess_search::engine::{Engine, Limits, Signals};
use chess_types::SplitMix64;

/// The rules of the match.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Variant {
    /// Chess from its start position.
    #[default]
    Standard,
    /// Chess960 from one of its 960 start positions.
    Chess960,
}

/// A source of openings.
#[derive(Debug)]
pub struct Openings {
    variant: Variant,
    /// The number of random moves.
    plies: usize,
    seed: u64,
    /// Looks whether a side is lost.
    judge: Engine,
}

/// The greatest score of an opening for either side, in hundredths of a pawn.
const MAX_SCORE: i32 = 80;

/// The nodes that the judge searches.
const NODES: u64 = 3_000;

impl Openings {
    /// Openings of `plies` random moves.
    ///
    /// # Errors
    /// There is not enough memory for the engine that judges them.
    pub fn new(variant: Variant, plies: usize, seed: u64) -> Result<Self, TryReserveError> {
        Ok(Self { variant, plies, seed, judge: Engine::new(1 << 18)? })
    }

    /// An opening after which a short search sees neither side ahead by more than 0.8 pawns. The number determines it.
    pub fn opening(&mut self, number: u64) -> GameState {
        let mut chance = SplitMix64::new(self.seed ^ number.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let mut random = |limit: usize| (chance.next_u64() % limit as u64) as usize;
        loop {
            let start = match self.variant {
                Variant::Standard => Position::START,
                Variant::Chess960 => Position::chess960(random(960) as u16).unwrap_or_default(),
            };
            let mut game = GameState::new(start);
            while game.moves().len() < self.plies {
                let moves = game.position().legal_moves();
                if moves.is_empty() {
                    break;
                }
                game.play(moves[random(moves.len())]);
            }
            if game.moves().len() == self.plies && self.is_even(&game) {
                return game;
            }
        }
    }

    fn is_even(&mut self, game: &GameState) -> bool {
        let limits = Limits { nodes: Some(NODES), ..Limits::default() };
        // What was learnt of other openings must not decide.
        self.judge.new_game();
        let finding = self.judge.search(game, &limits, &Signals::new(), |_| ());
        finding.best().is_some() && finding.score.abs() <= MAX_SCORE
    }
}
