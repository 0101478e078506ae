use chess_types::{Bitboard, CastlingSide, Color, PieceType, Rank};

use crate::captures::ep_victim;
use crate::castling::beside_king;
use crate::setup::Setup;
use crate::setup::invalid::{InvalidSetup, Reason};

impl Setup {
    /// Tests the setup for being a valid position.
    ///
    /// # Errors
    /// Every [`Reason`] why it is not, with the sides and squares it is about.
    pub fn validate(&self) -> Result<(), InvalidSetup> {
        let mut invalid = InvalidSetup::NONE;
        self.validate_kings(&mut invalid);
        self.validate_material(&mut invalid);
        self.validate_castling(&mut invalid);
        self.validate_en_passant(&mut invalid);
        if self.fullmove_number == 0 {
            invalid.add(Reason::MOVE_NUMBER, Bitboard::EMPTY);
        }
        if invalid.reasons().is_empty() { Ok(()) } else { Err(invalid) }
    }

    fn validate_kings(&self, invalid: &mut InvalidSetup) {
        for color in Color::ALL {
            let kings = self.board.pieces(color, PieceType::King);
            if kings.is_empty() {
                invalid.add_side(Reason::NO_KING, color, Bitboard::EMPTY);
            }
            if kings.has_many() {
                invalid.add_side(Reason::MANY_KINGS, color, kings);
            }
        }
        let waiting = !self.side_to_move;
        for king in self.board.pieces(waiting, PieceType::King) {
            let attackers =
                self.board.attackers_to(king, self.board.occupied()) & self.board.by_color(self.side_to_move);
            if !attackers.is_empty() {
                invalid.add_attacked_king(waiting, king, attackers);
            }
        }
    }

    fn validate_material(&self, invalid: &mut InvalidSetup) {
        let back_ranks = Color::White.back_rank().bitboard() | Color::Black.back_rank().bitboard();
        for color in Color::ALL {
            let misplaced = self.board.pieces(color, PieceType::Pawn) & back_ranks;
            if !misplaced.is_empty() {
                invalid.add_side(Reason::PAWN_ON_BACK_RANK, color, misplaced);
            }
            let [pawns, knights, bishops, rooks, queens, _] =
                PieceType::ALL.map(|piece_type| self.board.pieces(color, piece_type));
            // The pieces of each type beyond those of the start position.
            let promoted = knights.without_first().without_first()
                | (bishops & Bitboard::LIGHT_SQUARES).without_first()
                | (bishops & Bitboard::DARK_SQUARES).without_first()
                | rooks.without_first().without_first()
                | queens.without_first();
            if self.board.by_color(color).count() > 16 || (pawns | promoted).count() > 8 {
                invalid.add_side(Reason::MATERIAL, color, self.board.by_color(color));
            }
        }
    }

    fn validate_castling(&self, invalid: &mut InvalidSetup) {
        if self.castling_rooks.is_empty() {
            return;
        }
        let mut unexplained = self.castling_rooks;
        for color in Color::ALL {
            let back_rank = color.back_rank().bitboard();
            let Some(king) = (self.board.pieces(color, PieceType::King) & back_rank).first() else {
                continue;
            };
            for side in CastlingSide::ALL {
                let rooks = self.castling_rooks & back_rank & beside_king(king, side);
                if rooks.count() == 1 {
                    unexplained -= rooks & self.board.pieces(color, PieceType::Rook);
                }
            }
        }
        for color in Color::ALL {
            let lost = unexplained & color.back_rank().bitboard();
            if !lost.is_empty() {
                invalid.add_side(Reason::CASTLING, color, lost);
                unexplained -= lost;
            }
        }
        if !unexplained.is_empty() {
            invalid.add(Reason::CASTLING, unexplained);
        }
    }

    fn validate_en_passant(&self, invalid: &mut InvalidSetup) {
        let Some(passed) = self.en_passant else { return };
        let them = !self.side_to_move;
        let arrived = ep_victim(passed).bitboard();
        let origin = self.side_to_move.push(passed.bitboard());
        let is_possible = passed.relative_to(them).rank() == Rank::Third
            && self.board.pieces(them, PieceType::Pawn).intersects(arrived)
            && self.board.occupied().is_disjoint(passed.bitboard() | origin);
        if !is_possible {
            invalid.add(Reason::EN_PASSANT, passed.bitboard());
        }
    }
}
