use core::fmt;

use bitflags::bitflags;
use chess_types::{Bitboard, CastlingSide, Color, PieceType, Rank, Square};

use crate::Setup;
use crate::en_passant::across_double_push;

bitflags! {
    /// Why a [`Setup`] is not a [`Position`](crate::Position): the complete list of what is refused.
    ///
    /// All else is accepted. That includes positions no game can reach but which are safe to play on: pawns that
    /// have passed each other, a double check by two knights, a check that no last move explains, an en passant
    /// square that nothing can capture on, any counters that fit.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
    pub struct Reason: u16 {
        /// A side has no king.
        const NO_KING = 1 << 0;
        /// A side has two kings or more.
        const MANY_KINGS = 1 << 1;
        /// A pawn stands on the first or the last rank.
        const PAWN_ON_BACK_RANK = 1 << 2;
        /// The side that has just moved is in check.
        const OPPONENT_IN_CHECK = 1 << 3;
        /// A castling right lacks its king on the back rank, its rook there, or has a second rook beside it on the
        /// same side of the king.
        const CASTLING = 1 << 4;
        /// No pawn can just have passed over the en passant square.
        const EN_PASSANT = 1 << 5;
        /// A side has more than 16 pieces or 8 pawns, or more promoted pieces than missing pawns.
        const MATERIAL = 1 << 6;
        /// The move number is 0.
        const MOVE_NUMBER = 1 << 7;
    }
}

/// Every [`Reason`] why a setup was refused, each with the squares it is about.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct InvalidSetup {
    reasons: Reason,
    squares: [Bitboard; Reason::all().bits().count_ones() as usize],
}

impl InvalidSetup {
    const NONE: Self = Self { reasons: Reason::empty(), squares: [Bitboard::EMPTY; _] };

    /// All reasons as a set.
    #[inline]
    pub const fn reasons(&self) -> Reason {
        self.reasons
    }

    /// The squares that the reasons in `reason` are about; a reason may be about no square.
    pub fn squares(&self, reason: Reason) -> Bitboard {
        reason.iter().fold(Bitboard::EMPTY, |squares, one| squares | self.squares[index(one)])
    }

    /// Each reason alone, with its squares, to be told apart from the others.
    pub fn each(&self) -> impl Iterator<Item = (Reason, Self)> {
        self.reasons.iter().map(|reason| {
            let mut alone = Self::NONE;
            alone.add(reason, self.squares(reason));
            (reason, alone)
        })
    }

    fn add(&mut self, reason: Reason, squares: Bitboard) {
        self.reasons |= reason;
        self.squares[index(reason)] |= squares;
    }

    fn add_if_any(&mut self, reason: Reason, squares: Bitboard) {
        if !squares.is_empty() {
            self.add(reason, squares);
        }
    }
}

const fn index(reason: Reason) -> usize {
    reason.bits().trailing_zeros() as usize
}

impl core::error::Error for InvalidSetup {}

impl fmt::Display for InvalidSetup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, reason) in self.reasons.iter().enumerate() {
            f.write_str(if i == 0 { "" } else { "; " })?;
            f.write_str(match reason {
                Reason::NO_KING => "a side has no king",
                Reason::MANY_KINGS => "a side has more than one king",
                Reason::PAWN_ON_BACK_RANK => "a pawn stands on the first or last rank",
                Reason::OPPONENT_IN_CHECK => "the side not to move is in check",
                Reason::CASTLING => "a castling right lacks its king or its rook on the back rank",
                Reason::EN_PASSANT => "no pawn can just have passed over the en passant square",
                Reason::MATERIAL => "a side has more material than a game can bring about",
                _ => "the move number is 0",
            })?;
            for (i, square) in self.squares(reason).into_iter().enumerate() {
                write!(f, "{}{square}", if i == 0 { ": " } else { " " })?;
            }
        }
        Ok(())
    }
}

impl Setup {
    /// Whether this is a position.
    ///
    /// # Errors
    /// All reasons why it is not, each with the squares it is about.
    pub fn validate(&self) -> Result<(), InvalidSetup> {
        let mut invalid = InvalidSetup::NONE;
        self.validate_kings(&mut invalid);
        self.validate_material(&mut invalid);
        self.validate_castling(&mut invalid);
        self.validate_en_passant(&mut invalid);
        if self.fullmove_number == 0 {
            invalid.add(Reason::MOVE_NUMBER, Bitboard::EMPTY);
        }
        if invalid.reasons.is_empty() { Ok(()) } else { Err(invalid) }
    }

    fn validate_kings(&self, invalid: &mut InvalidSetup) {
        for color in Color::ALL {
            let kings = self.board.pieces(color, PieceType::King);
            if kings.is_empty() {
                invalid.add(Reason::NO_KING, Bitboard::EMPTY);
            }
            if kings.has_many() {
                invalid.add(Reason::MANY_KINGS, kings);
            }
        }
        let waiting = !self.side_to_move;
        for king in self.board.pieces(waiting, PieceType::King) {
            let attackers = self.board.attackers_to(king, self.board.occupied());
            invalid.add_if_any(Reason::OPPONENT_IN_CHECK, attackers & self.board.by_color(self.side_to_move));
        }
    }

    fn validate_material(&self, invalid: &mut InvalidSetup) {
        let back_ranks = Color::White.back_rank().bitboard() | Color::Black.back_rank().bitboard();
        invalid.add_if_any(Reason::PAWN_ON_BACK_RANK, self.board.by_type(PieceType::Pawn) & back_ranks);
        for color in Color::ALL {
            let [pawns, knights, bishops, rooks, queens, _] =
                PieceType::ALL.map(|piece_type| self.board.pieces(color, piece_type));
            // What is left of each type without the pieces that were there from the start.
            let promoted = knights.without_first().without_first()
                | (bishops & Bitboard::LIGHT_SQUARES).without_first()
                | (bishops & Bitboard::DARK_SQUARES).without_first()
                | rooks.without_first().without_first()
                | queens.without_first();
            if self.board.by_color(color).count() > 16 || (pawns | promoted).count() > 8 {
                invalid.add(Reason::MATERIAL, self.board.by_color(color));
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
        invalid.add_if_any(Reason::CASTLING, unexplained);
    }

    fn validate_en_passant(&self, invalid: &mut InvalidSetup) {
        let Some(passed) = self.en_passant else { return };
        let them = !self.side_to_move;
        let arrived = across_double_push(passed).bitboard();
        let origin = self.side_to_move.push(passed.bitboard());
        let is_possible = passed.relative_to(them).rank() == Rank::Third
            && self.board.pieces(them, PieceType::Pawn).intersects(arrived)
            && self.board.occupied().is_disjoint(passed.bitboard() | origin);
        if !is_possible {
            invalid.add(Reason::EN_PASSANT, passed.bitboard());
        }
    }
}

/// Squares with a lower index than the king's for the queen side, a higher one for the king side.
pub(crate) const fn beside_king(king: Square, side: CastlingSide) -> Bitboard {
    let below = (1 << king as u8) - 1;
    Bitboard(match side {
        CastlingSide::Queen => below,
        CastlingSide::King => !below & !king.bitboard().0,
    })
}
