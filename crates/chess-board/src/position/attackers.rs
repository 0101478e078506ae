use chess_magic::between;
use chess_types::{Bitboard, Color, Square};

use crate::position::Position;

impl Position {
    /// All pieces of both colours that attack `square`, on a board occupied as `occupancy` says.
    ///
    /// Pieces missing from `occupancy` are still reported; intersect with it if they are gone.
    #[inline]
    pub fn attackers_to(&self, square: Square, occupancy: Bitboard) -> Bitboard {
        self.board.attackers_to(square, occupancy)
    }

    /// Whether a piece of `by` attacks `square`.
    #[inline]
    pub fn is_attacked(&self, square: Square, by: Color) -> bool {
        self.attackers_to(square, self.occupied()).intersects(self.by_color(by))
    }

    /// The pieces that give check to the side to move.
    #[inline]
    pub fn checkers(&self) -> Bitboard {
        self.board.checkers(self.side_to_move())
    }

    /// Whether the side to move is in check.
    #[inline]
    pub fn is_in_check(&self) -> bool {
        !self.checkers().is_empty()
    }

    /// The pieces of `color` that are pinned to their own king.
    #[inline]
    pub fn pinned(&self, color: Color) -> Bitboard {
        self.board.blockers(self.king(color), !color) & self.by_color(color)
    }

    /// The pieces that pin a piece of `color` to its king.
    #[inline]
    pub fn pinners(&self, color: Color) -> Bitboard {
        let king = self.king(color);
        let (occupied, own) = (self.occupied(), self.by_color(color));
        self.board
            .snipers(king, !color)
            .into_iter()
            .filter(|&sniper| {
                let between = between(king, sniper) & occupied;
                !between.is_empty() && !between.has_many() && between.intersects(own)
            })
            .collect()
    }
}
