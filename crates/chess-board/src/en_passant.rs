use chess_magic::{bishop_attacks, king_attacks, knight_attacks, pawn_attacks, rook_attacks};
use chess_types::{Bitboard, Color, PieceType, Square};

use crate::{Board, Position, Setup};

impl Position {
    /// The pawns of the side to move that stand beside the pawn which has just gone two squares.
    ///
    /// This is the rule of Polyglot's keys: legal or not.
    #[inline]
    pub fn ep_capturers(&self) -> Bitboard {
        match self.state.passed_square {
            Some(to) => self.board.ep_capturers(self.state.side_to_move, to),
            None => Bitboard::EMPTY,
        }
    }

    /// Whether the king of the side to move is safe after its pawn on `from` has taken en passant on `to`.
    ///
    /// The occupancy that the capture leaves decides, so that rank, file and diagonals need no special case.
    #[inline]
    pub fn is_ep_capture_legal(&self, from: Square, to: Square) -> bool {
        self.board.is_ep_capture_legal(self.state.side_to_move, from, to)
    }
}

impl Setup {
    /// `en_passant`, if a pawn can legally be taken there; the setup must be valid.
    #[inline]
    pub(crate) fn legal_ep_square(&self) -> Option<Square> {
        self.board.legal_ep_square(self.side_to_move, self.en_passant?)
    }
}

impl Board {
    /// `to`, if a pawn of `us` can legally capture en passant there.
    pub(crate) fn legal_ep_square(&self, us: Color, to: Square) -> Option<Square> {
        self.ep_capturers(us, to).into_iter().any(|from| self.is_ep_capture_legal(us, from, to)).then_some(to)
    }

    #[inline]
    fn ep_capturers(&self, us: Color, to: Square) -> Bitboard {
        pawn_attacks(us.opponent(), to) & self.pieces(us, PieceType::Pawn)
    }

    #[inline]
    fn is_ep_capture_legal(&self, us: Color, from: Square, to: Square) -> bool {
        let them = us.opponent();
        let victim = across_double_push(to).bitboard();
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

/// From the square a double push passed over to the square it ended on, and back: ranks 3 and 4, 5 and 6 change
/// places.
#[inline]
pub(crate) const fn across_double_push(square: Square) -> Square {
    Square::from_low_bits(square as u8 ^ 8)
}
