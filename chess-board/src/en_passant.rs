use chess_magic::{bishop_attacks, king_attacks, knight_attacks, pawn_attacks, rook_attacks};
use chess_types::{Bitboard, PieceType, Square};

use crate::Position;

impl Position {
    /// The pawns of the side to move that stand beside the pawn which has just gone two squares.
    ///
    /// This is the rule of Polyglot's keys: legal or not.
    #[inline]
    pub fn ep_capturers(&self) -> Bitboard {
        match self.state.passed_square {
            Some(to) => {
                pawn_attacks(!self.state.side_to_move, to)
                    & self.pieces(self.state.side_to_move, PieceType::Pawn)
            }
            None => Bitboard::EMPTY,
        }
    }

    /// Whether the king of the side to move is safe after its pawn on `from` has taken en passant on `to`.
    ///
    /// The occupancy that the capture leaves decides, so that rank, file and diagonals need no special case.
    #[inline]
    pub fn is_ep_capture_legal(&self, from: Square, to: Square) -> bool {
        let us = self.state.side_to_move;
        let them = us.opponent();
        let victim = across_double_push(to).bitboard();
        let occupancy = (self.occupied() - from.bitboard() - victim) | to.bitboard();
        let king = self.king(us);
        let pawns = self.pieces(them, PieceType::Pawn) - victim;
        bishop_attacks(king, occupancy).is_disjoint(self.board.diagonal_sliders(them))
            && rook_attacks(king, occupancy).is_disjoint(self.board.orthogonal_sliders(them))
            && knight_attacks(king).is_disjoint(self.pieces(them, PieceType::Knight))
            && pawn_attacks(us, king).is_disjoint(pawns)
            && king_attacks(king).is_disjoint(self.pieces(them, PieceType::King))
    }

    /// `passed_square`, if a pawn can legally be taken there.
    pub(crate) fn legal_ep_square(&self) -> Option<Square> {
        let to = self.state.passed_square?;
        self.ep_capturers().into_iter().any(|from| self.is_ep_capture_legal(from, to)).then_some(to)
    }
}

/// From the square a double push passed over to the square it ended on, and back: ranks 3 and 4, 5 and 6 change
/// places.
#[inline]
pub(crate) const fn across_double_push(square: Square) -> Square {
    Square::from_low_bits(square as u8 ^ 8)
}
