use chess_magic::{
    between, bishop_attacks, bishop_rays, king_attacks, knight_attacks, pawn_attacks, rook_attacks, rook_rays,
};
use chess_types::{Bitboard, Color, PieceType, Square};

use crate::board::Board;

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
