use chess_board::Position;
use chess_notation::polyglot::key;
use chess_types::Move;

use super::tally::{Tally, merge};

/// Moves of a book, with their weights.
#[derive(Clone, Default, Debug)]
pub struct BookMoves {
    pub(super) tallies: Vec<Tally>,
}

impl BookMoves {
    /// Adds `weight` to the weight of `mv` in `position`: by convention 2 for a game that the side to move won, and 1 for a draw.
    pub fn add(&mut self, position: &Position, mv: Move, weight: u32) {
        self.tallies.push(Tally { key: key(position), weight, word: mv.to_polyglot() });
    }

    /// Adds up the weights of the same moves. A thread that has counted a chunk calls this, so that the thread that makes the book
    /// has less to do.
    pub fn merge(&mut self) {
        merge(&mut self.tallies);
    }
}
