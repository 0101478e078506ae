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

#[cfg(test)]
mod tests {
    use chess_types::{MoveKind, Square};

    use super::*;

    #[test]
    fn merging_leaves_one_weight_for_each_move() {
        let mut moves = BookMoves::default();
        let [e4, d4] = [[Square::E2, Square::E4], [Square::D2, Square::D4]]
            .map(|[from, to]| Move::new(from, to, MoveKind::DoublePush));
        for (mv, weight) in [(e4, 1), (d4, 2), (e4, 3), (d4, u32::MAX)] {
            moves.add(&Position::START, mv, weight);
        }
        moves.merge();
        let found: Vec<_> = moves.tallies.iter().map(|tally| (tally.word, tally.weight)).collect();
        assert_eq!(found, [(d4.to_polyglot(), u32::MAX), (e4.to_polyglot(), 4)]);
    }
}
