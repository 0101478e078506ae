use chess_magic::{
    between, bishop_attacks, bishop_rays, king_attacks, knight_attacks, pawn_attacks, rook_attacks, rook_rays,
};
use chess_types::{Bitboard, Color, PieceType, Square};

use crate::{Board, Position};

impl Board {
    /// All pieces of both colours that attack `square`, on a board occupied as `occupancy` says.
    #[inline]
    pub fn attackers_to(&self, square: Square, occupancy: Bitboard) -> Bitboard {
        let [pawns, knights, bishops, rooks, queens, kings] = PieceType::ALL.map(|piece| self.by_type(piece));
        (pawn_attacks(Color::Black, square) & pawns & self.by_color(Color::White))
            | (pawn_attacks(Color::White, square) & pawns & self.by_color(Color::Black))
            | (knight_attacks(square) & knights)
            | (king_attacks(square) & kings)
            | (bishop_attacks(square, occupancy) & (bishops | queens))
            | (rook_attacks(square, occupancy) & (rooks | queens))
    }

    /// Pieces of either colour that stand alone between `square` and a slider of `color` that would attack it.
    #[inline]
    pub fn blockers(&self, square: Square, color: Color) -> Bitboard {
        let occupied = self.occupied();
        self.snipers(square, color).into_iter().fold(Bitboard::EMPTY, |blockers, sniper| {
            let between = between(square, sniper) & occupied;
            if between.has_many() { blockers } else { blockers | between }
        })
    }

    /// Sliders of `color` that would attack `square` on an empty board.
    #[inline]
    pub(crate) fn snipers(&self, square: Square, color: Color) -> Bitboard {
        (bishop_rays(square) & self.diagonal_sliders(color))
            | (rook_rays(square) & self.orthogonal_sliders(color))
    }
}

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
        let us = self.state.side_to_move;
        self.attackers_to(self.king(us), self.occupied()) & self.by_color(!us)
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
