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

    /// The pieces that give check to the king of `us`: no king does, which leaves less to look up than
    /// [`attackers_to`](Self::attackers_to).
    #[inline]
    pub(crate) fn checkers(&self, us: Color) -> Bitboard {
        let (king, them, occupied) = (self.king(us), us.opponent(), self.occupied());
        (pawn_attacks(us, king) & self.pieces(them, PieceType::Pawn))
            | (knight_attacks(king) & self.pieces(them, PieceType::Knight))
            | (bishop_attacks(king, occupied) & self.diagonal_sliders(them))
            | (rook_attacks(king, occupied) & self.orthogonal_sliders(them))
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
    ///
    /// Only they can give check from afar, and what stands between them and a king decides whether they do.
    #[inline(always)]
    pub fn snipers(&self, square: Square, color: Color) -> Bitboard {
        self.diagonal_snipers(square, color) | self.orthogonal_snipers(square, color)
    }

    /// Bishops and queens of `color` on a diagonal of `square`.
    #[inline(always)]
    pub fn diagonal_snipers(&self, square: Square, color: Color) -> Bitboard {
        bishop_rays(square) & self.diagonal_sliders(color)
    }

    /// Rooks and queens of `color` on the rank or the file of `square`.
    #[inline(always)]
    pub fn orthogonal_snipers(&self, square: Square, color: Color) -> Bitboard {
        rook_rays(square) & self.orthogonal_sliders(color)
    }
}
