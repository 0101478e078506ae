use chess_types::{Bitboard, Color, PieceType};

use crate::position::Position;

impl Position {
    /// Whether neither side can ever give mate, by the material alone: bare kings, a single minor piece, or bishops
    /// that all stand on squares of one shade.
    #[inline]
    pub fn is_insufficient_material(&self) -> bool {
        Color::ALL.iter().all(|&color| self.has_insufficient_material(color))
    }

    /// Whether `color` can never give mate, however badly the other side plays, by the material alone.
    pub fn has_insufficient_material(&self, color: Color) -> bool {
        let own = |piece_type| self.pieces(color, piece_type);
        if !(own(PieceType::Pawn) | own(PieceType::Rook) | own(PieceType::Queen)).is_empty() {
            return false;
        }
        if !own(PieceType::Knight).is_empty() {
            // A lone knight mates only where a pawn, knight, bishop or rook of the other side takes a square from its
            // own king. A queen that could do so could always take the knight or stand between as well.
            let theirs = self.by_color(!color);
            let harmless = self.by_type(PieceType::King) | self.by_type(PieceType::Queen);
            return self.by_color(color).count() <= 2 && (theirs - harmless).is_empty();
        }
        if !own(PieceType::Bishop).is_empty() {
            let bishops = self.by_type(PieceType::Bishop);
            let one_shade =
                bishops.is_disjoint(Bitboard::DARK_SQUARES) || bishops.is_disjoint(Bitboard::LIGHT_SQUARES);
            let others = self.by_type(PieceType::Pawn) | self.by_type(PieceType::Knight);
            return one_shade && others.is_empty();
        }
        true
    }

    /// Whether fifty moves of each side have passed without a capture or a pawn move: a draw that may be claimed.
    #[inline]
    pub const fn is_fifty_move_draw(&self) -> bool {
        self.halfmove_clock() >= 100
    }

    /// Whether seventy-five such moves have passed, which ends the game unless the last one gave mate.
    #[inline]
    pub const fn is_seventy_five_move_draw(&self) -> bool {
        self.halfmove_clock() >= 150
    }
}
