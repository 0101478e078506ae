use core::fmt;

use bitflags::bitflags;
use chess_types::Bitboard;

bitflags! {
    /// Why a [`Setup`](crate::Setup) is not a [`Position`](crate::Position): the complete list of what is refused.
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
    squares: [Bitboard; REASONS],
}

impl InvalidSetup {
    pub(super) const NONE: Self = Self { reasons: Reason::empty(), squares: [Bitboard::EMPTY; REASONS] };

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

    pub(super) fn add(&mut self, reason: Reason, squares: Bitboard) {
        self.reasons |= reason;
        self.squares[index(reason)] |= squares;
    }

    pub(super) fn add_if_any(&mut self, reason: Reason, squares: Bitboard) {
        if !squares.is_empty() {
            self.add(reason, squares);
        }
    }
}

/// Number of different reasons.
const REASONS: usize = Reason::all().bits().count_ones() as usize;

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
