use chess_types::{Bitboard, Move, PieceType, Square};

use crate::position::Position;

impl Position {
    /// What `mv` takes, a move of the piece that stands on its origin; `None` if it is no capture.
    #[inline]
    pub fn captured(&self, mv: Move) -> Option<PieceType> {
        if mv.is_en_passant() {
            Some(PieceType::Pawn)
        } else if mv.is_capture() {
            self.piece_type_at(mv.to())
        } else {
            None
        }
    }

    /// The pawns of the side to move that stand beside the pawn which has just gone two squares.
    ///
    /// This is the rule of Polyglot's keys: legal or not.
    #[inline]
    pub fn ep_capturers(&self) -> Bitboard {
        match self.passed_square() {
            Some(to) => self.board.ep_capturers(self.side_to_move(), to),
            None => Bitboard::EMPTY,
        }
    }

    /// Whether the king of the side to move is safe after its pawn on `from` has taken en passant on `to`.
    ///
    /// The occupancy that the capture leaves decides, so that rank, file and diagonals need no special case.
    #[inline]
    pub fn is_ep_capture_legal(&self, from: Square, to: Square) -> bool {
        self.board.is_ep_capture_legal(self.side_to_move(), from, to)
    }
}
