//! The squares that a move concerns besides the two it names: those of castling and of a capture en passant.

use crate::bitboard::Bitboard;
use crate::castling::CastlingSide;
use crate::coordinates::Square;
use crate::moves::kind::MoveKind;
use crate::moves::word::Move;

/// The geometry of castling: the squares that king and rook leave and reach, and the squares that must be empty or
/// safe.
///
/// It is the same for chess and Chess960. It has no castling rights and no pieces.
///
/// # Examples
/// ```
/// use chess_types::{Castling, Square, bitboard};
///
/// let castling = Castling { king: Square::F1, rook: Square::B1 };
/// assert_eq!((castling.king_to(), castling.rook_to()), (Square::C1, Square::D1));
/// // The squares of king and rook themselves need not be empty.
/// let empty = bitboard! {
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . X X X . . .
/// };
/// assert_eq!(castling.empty(), empty);
/// assert_eq!(castling.safe(), empty | Square::F1);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Castling {
    /// The square of the king before castling.
    pub king: Square,
    /// The square of the rook before castling, another one of the same rank.
    pub rook: Square,
}

impl Castling {
    /// Returns the move word: from the king's square to the rook's square.
    #[inline(always)]
    pub const fn to_move(self) -> Move {
        Move::new(self.king, self.rook, MoveKind::castle(self.side()))
    }

    /// Returns the side to which the king castles: the king side if the rook is on a higher file than the king.
    #[inline(always)]
    pub const fn side(self) -> CastlingSide {
        if self.rook as u8 > self.king as u8 { CastlingSide::King } else { CastlingSide::Queen }
    }

    /// Returns the square of the king after castling: on the c-file or the g-file.
    #[inline(always)]
    pub const fn king_to(self) -> Square {
        self.side().king_square(self.king.rank())
    }

    /// Returns the square of the rook after castling: on the d-file or the f-file.
    #[inline(always)]
    pub const fn rook_to(self) -> Square {
        self.side().rook_square(self.king.rank())
    }

    /// Returns the squares that must not be attacked: those that the king leaves, passes over and arrives on.
    ///
    /// In Chess960 the castling rook may shield the king along the back rank and stop doing so by castling. Test the
    /// king's target with the occupancy of [`occupied_after`](Self::occupied_after) to see such a check.
    #[inline(always)]
    pub const fn safe(self) -> Bitboard {
        Self::king_way(self.king, self.side())
    }

    /// Returns the squares that must be empty: those that king or rook pass over or arrive on, without the two
    /// squares that they leave.
    #[inline(always)]
    pub const fn empty(self) -> Bitboard {
        self.safe().union(span(self.rook, self.rook_to())).difference(self.leaves())
    }

    /// Returns the occupied squares after castling on a board with the occupied squares `occupied`.
    #[inline(always)]
    pub const fn occupied_after(self, occupied: Bitboard) -> Bitboard {
        occupied.difference(self.leaves()).with(self.king_to()).with(self.rook_to())
    }

    /// Returns the squares from `king` to the king's target of castling to `side`, both included. They do not depend
    /// on the rook's square.
    #[inline(always)]
    pub const fn king_way(king: Square, side: CastlingSide) -> Bitboard {
        span(king, side.king_square(king.rank()))
    }

    /// Returns the squares that king and rook leave.
    #[inline(always)]
    const fn leaves(self) -> Bitboard {
        self.king.bitboard().with(self.rook)
    }
}

/// Returns all squares whose index is from `a` to `b`, both included. For two squares of one rank, it is the way
/// between them.
#[inline(always)]
const fn span(a: Square, b: Square) -> Bitboard {
    let (low, high) = if (a as u8) < b as u8 { (a, b) } else { (b, a) };
    Bitboard((2_u64 << high as u8).wrapping_sub(1 << low as u8))
}

impl Move {
    /// Returns the squares of castling; `None` if the move is not castling.
    ///
    /// # Examples
    /// ```
    /// use chess_types::{Castling, Move, MoveKind, Square};
    ///
    /// let castling = Castling { king: Square::E1, rook: Square::H1 };
    /// assert_eq!(castling.to_move().castling(), Some(castling));
    /// assert_eq!(Move::new(Square::E1, Square::F1, MoveKind::Quiet).castling(), None);
    /// ```
    #[inline]
    pub const fn castling(self) -> Option<Castling> {
        if self.is_castle() { Some(Castling { king: self.from(), rook: self.to() }) } else { None }
    }

    /// Returns the square of the piece that the move takes if it is a capture: its target, or en passant the square of the pawn next to
    /// the capturing one.
    ///
    /// # Examples
    /// ```
    /// use chess_types::{Move, MoveKind, Square};
    ///
    /// let capture = |kind| Move::new(Square::E5, Square::D6, kind);
    /// assert_eq!(capture(MoveKind::Capture).capture_square(), Square::D6);
    /// assert_eq!(capture(MoveKind::EnPassant).capture_square(), Square::D5);
    /// ```
    #[inline(always)]
    pub const fn capture_square(self) -> Square {
        if self.is_en_passant() { skipped_square(self.to()) } else { self.to() }
    }
}

/// Returns the square that a double push to `square` has passed over; and if `square` is that one, where a capture en passant ends, the
/// square of the pawn.
///
/// # Examples
/// ```
/// use chess_types::{Square, skipped_square};
///
/// assert_eq!(skipped_square(Square::D5), Square::D6);
/// assert_eq!(skipped_square(Square::D6), Square::D5);
/// assert_eq!(skipped_square(Square::D4), Square::D3);
/// ```
#[inline(always)]
pub const fn skipped_square(square: Square) -> Square {
    // Exchanges the third rank with the fourth and the fifth with the sixth.
    Square::from_low_bits(square as u8 ^ 8)
}
