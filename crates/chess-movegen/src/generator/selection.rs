use chess_board::Position;
use chess_types::{Bitboard, Rank};

/// Which of the legal moves to generate.
///
/// Every move is of exactly one sort: noisy (it takes or promotes) or quiet. Captures are the noisy moves that take.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Selection {
    /// Where pieces may go and pawns may capture.
    pub(crate) targets: Bitboard,
    /// Where pawns may be pushed.
    pub(crate) pushes: Bitboard,
    /// Where the king may castle to.
    pub(crate) castling: Bitboard,
    /// Where pawns may capture en passant.
    pub(crate) en_passant: Bitboard,
}

impl Selection {
    /// All legal moves.
    pub const ALL: Self = Self::to(Bitboard::FULL);

    /// Moves that end on one of `squares`: of castling, the king's; of en passant, the capturing pawn's.
    #[inline]
    pub const fn to(squares: Bitboard) -> Self {
        Self { targets: squares, pushes: squares, castling: squares, en_passant: squares }
    }

    /// Moves that take a piece, en passant included.
    #[inline]
    pub const fn captures(position: &Position) -> Self {
        Self {
            targets: position.by_color(position.side_to_move().opponent()),
            pushes: Bitboard::EMPTY,
            castling: Bitboard::EMPTY,
            en_passant: Bitboard::FULL,
        }
    }

    /// Captures and promotions.
    #[inline]
    pub const fn noisy(position: &Position) -> Self {
        Self { pushes: PROMOTION_RANKS, ..Self::captures(position) }
    }

    /// Moves that neither take nor promote.
    #[inline]
    pub const fn quiets(position: &Position) -> Self {
        Self {
            targets: Bitboard(!position.occupied().0),
            pushes: Bitboard(!PROMOTION_RANKS.0),
            castling: Bitboard::FULL,
            en_passant: Bitboard::EMPTY,
        }
    }
}

const PROMOTION_RANKS: Bitboard = Bitboard(Rank::First.bitboard().0 | Rank::Eighth.bitboard().0);
