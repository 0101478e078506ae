use chess_magic::{bishop_attacks, king_attacks, knight_attacks, pawn_attacks, rook_attacks};
use chess_types::{Bitboard, Color, PieceType, Square};

use crate::board::Board;
use crate::captures::ep_victim;

impl Board {
    /// Returns `to` if a pawn of `us` can legally capture en passant there.
    pub(crate) fn legal_ep_square(&self, us: Color, to: Square) -> Option<Square> {
        self.ep_capturers(us, to).into_iter().any(|from| self.is_ep_capture_legal(us, from, to)).then_some(to)
    }

    /// Returns the pawns of `us` that could capture en passant on `to`, legally or not.
    #[inline]
    pub(crate) fn ep_capturers(&self, us: Color, to: Square) -> Bitboard {
        pawn_attacks(us.opponent(), to) & self.pieces(us, PieceType::Pawn)
    }

    /// Tests for a safe king of `us` after its pawn on `from` has captured en passant on `to`.
    #[inline]
    pub(crate) fn is_ep_capture_legal(&self, us: Color, from: Square, to: Square) -> bool {
        let them = us.opponent();
        let victim = ep_victim(to).bitboard();
        let occupancy = (self.occupied() - from.bitboard() - victim) | to.bitboard();
        let king = self.king(us);
        let pawns = self.pieces(them, PieceType::Pawn) - victim;
        bishop_attacks(king, occupancy).is_disjoint(self.diagonal_sliders(them))
            && rook_attacks(king, occupancy).is_disjoint(self.orthogonal_sliders(them))
            && knight_attacks(king).is_disjoint(self.pieces(them, PieceType::Knight))
            && pawn_attacks(us, king).is_disjoint(pawns)
            && king_attacks(king).is_disjoint(self.pieces(them, PieceType::King))
    }
}
