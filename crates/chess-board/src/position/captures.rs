use chess_types::{Bitboard, Move, PieceType, Square};

use crate::position::Position;

impl Position {
    /// Returns the type of the piece that `mv` captures, or `None` if it is no capture. The piece on the origin of
    /// `mv` must be the one that moves.
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

    /// Returns the pawns of the side to move that stand beside a pawn which has just made a double push, and so could
    /// capture it en passant. The capture need not be legal: this is the rule of Polyglot's keys.
    #[inline]
    pub fn ep_capturers(&self) -> Bitboard {
        match self.passed_square() {
            Some(to) => self.board.ep_capturers(self.side_to_move(), to),
            None => Bitboard::EMPTY,
        }
    }

    /// Tests for a safe king of the side to move after its pawn on `from` has captured en passant on `to`.
    ///
    /// The test looks at the occupancy after the capture, so that checks along ranks, files and diagonals need no
    /// special case.
    #[inline]
    pub fn is_ep_capture_legal(&self, from: Square, to: Square) -> bool {
        self.board.is_ep_capture_legal(self.side_to_move(), from, to)
    }
}
