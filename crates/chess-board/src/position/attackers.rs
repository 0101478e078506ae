use chess_magic::between;
use chess_types::{Bitboard, Color, Square};

use crate::position::Position;

impl Position {
    /// Returns all pieces of both colours that attack `square`. Sliders are blocked by the squares of `occupancy`,
    /// which may differ from the pieces on the board.
    ///
    /// Pieces that are missing from `occupancy` are still reported. Intersect the result with it if they are gone.
    #[inline]
    pub fn attackers_to(&self, square: Square, occupancy: Bitboard) -> Bitboard {
        self.board.attackers_to(square, occupancy)
    }

    /// Tests for a piece of `by` that attacks `square`.
    #[inline]
    pub fn is_attacked(&self, square: Square, by: Color) -> bool {
        self.attackers_to(square, self.occupied()).intersects(self.by_color(by))
    }

    /// Returns the pieces that give check to the side to move.
    #[inline]
    pub fn checkers(&self) -> Bitboard {
        self.board.checkers(self.side_to_move())
    }

    /// Tests for the side to move being in check.
    #[inline]
    pub fn is_in_check(&self) -> bool {
        !self.checkers().is_empty()
    }

    /// Returns the pieces of `color` that are pinned to their own king.
    #[inline]
    pub fn pinned(&self, color: Color) -> Bitboard {
        self.board.blockers(self.king(color), !color) & self.by_color(color)
    }

    /// Returns the sliders that pin a piece of `color` to its king.
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
