use chess_types::{Bitboard, Color, PieceType};

use crate::position::Position;

impl Position {
    /// Tests for any piece of `color` besides its king and pawns. Without one, zugzwang is common, and searches do not try a null
    /// move.
    #[inline]
    pub fn has_non_pawn_material(&self, color: Color) -> bool {
        let plain = self.by_type(PieceType::Pawn) | self.by_type(PieceType::King);
        !(self.by_color(color) - plain).is_empty()
    }

    /// Tests for material with which neither side can ever give mate: bare kings, a single minor piece, or bishops
    /// that all stand on squares of one shade.
    #[inline]
    pub fn is_insufficient_material(&self) -> bool {
        Color::ALL.iter().all(|&color| self.has_insufficient_material(color))
    }

    /// Tests for material with which `color` can never give mate, however badly the other side plays.
    pub fn has_insufficient_material(&self, color: Color) -> bool {
        let own = |piece_type| self.pieces(color, piece_type);
        if !(own(PieceType::Pawn) | own(PieceType::Rook) | own(PieceType::Queen)).is_empty() {
            return false;
        }
        if !own(PieceType::Knight).is_empty() {
            // A lone knight mates only where a pawn, knight, bishop or rook of the other side takes a square from its
            // own king. A queen in that place could always capture the knight or interpose.
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

    /// Tests for a halfmove clock of 100 or more: fifty moves of each side without a capture or a pawn move, a draw
    /// that a player may claim.
    #[inline]
    pub const fn is_fifty_move_draw(&self) -> bool {
        self.halfmove_clock() >= 100
    }

    /// Tests for a halfmove clock of 150 or more: seventy-five moves of each side without a capture or a pawn move,
    /// which ends the game unless the last move gave mate.
    #[inline]
    pub const fn is_seventy_five_move_draw(&self) -> bool {
        self.halfmove_clock() >= 150
    }
}
