use chess_board::Position;
use chess_types::{Bitboard, Rank};

/// A subset of the legal moves, to be generated.
///
/// Every move is either noisy (it captures or promotes) or quiet. The captures are the noisy moves that capture.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Selection {
    /// Squares of the pieces that move.
    pub(crate) from: Bitboard,
    /// Targets of pieces, and of pawns that capture.
    pub(crate) targets: Bitboard,
    /// Targets of pawn pushes.
    pub(crate) pushes: Bitboard,
    /// Targets of the king in castling.
    pub(crate) castling: Bitboard,
    /// Targets of captures en passant.
    pub(crate) en_passant: Bitboard,
}

impl Selection {
    /// All legal moves.
    pub const ALL: Self = Self::to(Bitboard::FULL);

    /// Selects the moves of the pieces on `squares`. Castling is a move of the king.
    #[inline]
    pub const fn from(squares: Bitboard) -> Self {
        Self { from: squares, ..Self::ALL }
    }

    /// Selects moves that end on one of `squares`. Castling ends on the king's destination, en passant on the
    /// capturing pawn's.
    #[inline]
    pub const fn to(squares: Bitboard) -> Self {
        Self {
            from: Bitboard::FULL,
            targets: squares,
            pushes: squares,
            castling: squares,
            en_passant: squares,
        }
    }

    /// Selects moves that capture, en passant included.
    #[inline]
    pub const fn captures(position: &Position) -> Self {
        Self {
            from: Bitboard::FULL,
            targets: position.board().by_color(position.side_to_move().opponent()),
            pushes: Bitboard::EMPTY,
            castling: Bitboard::EMPTY,
            en_passant: Bitboard::FULL,
        }
    }

    /// Selects all moves if the side to move is in check, and none otherwise.
    #[inline]
    pub fn evasions(position: &Position) -> Self {
        if position.is_in_check() { Self::ALL } else { Self::to(Bitboard::EMPTY) }
    }

    /// Selects captures and promotions.
    #[inline]
    pub const fn noisy(position: &Position) -> Self {
        Self { pushes: PROMOTION_RANKS, ..Self::captures(position) }
    }

    /// Selects moves that neither capture nor promote.
    #[inline]
    pub const fn quiets(position: &Position) -> Self {
        Self {
            from: Bitboard::FULL,
            targets: Bitboard(!position.board().occupied().0),
            pushes: Bitboard(!PROMOTION_RANKS.0),
            castling: Bitboard::FULL,
            en_passant: Bitboard::EMPTY,
        }
    }
}

const PROMOTION_RANKS: Bitboard = Bitboard(Rank::First.bitboard().0 | Rank::Eighth.bitboard().0);
