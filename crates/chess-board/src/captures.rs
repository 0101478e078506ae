//! The square of a captured piece, which differs from the target only en passant.

use chess_types::{Move, Square};

/// Returns the square of the piece that the capture `mv` takes: its target, or en passant the square of the pawn
/// beside the capturing one.
///
/// # Examples
/// ```
/// use chess_board::capture_square;
/// use chess_types::{Move, MoveKind, Square};
///
/// let capture = |kind| Move::new(Square::E5, Square::D6, kind);
/// assert_eq!(capture_square(capture(MoveKind::Capture)), Square::D6);
/// assert_eq!(capture_square(capture(MoveKind::EnPassant)), Square::D5);
/// ```
#[inline(always)]
pub const fn capture_square(mv: Move) -> Square {
    if mv.is_en_passant() { ep_victim(mv.to()) } else { mv.to() }
}

/// Returns the square of the pawn that is captured en passant on `ep_square`, a square of the third or the sixth
/// rank.
///
/// # Examples
/// ```
/// use chess_board::{ep_victim, passed_square};
/// use chess_types::Square;
///
/// assert_eq!(ep_victim(Square::D6), Square::D5);
/// assert_eq!(ep_victim(Square::D3), Square::D4);
/// assert_eq!(passed_square(Square::D4), Square::D3);
/// ```
#[inline(always)]
pub const fn ep_victim(ep_square: Square) -> Square {
    // Exchanges the third rank with the fourth and the fifth with the sixth.
    Square::from_low_bits(ep_square as u8 ^ 8)
}

/// Returns the square that a double push to `landed` has passed over. `landed` is a square of the fourth or the fifth
/// rank. This is the inverse of [`ep_victim`].
#[inline(always)]
pub const fn passed_square(landed: Square) -> Square {
    Square::from_low_bits(landed as u8 ^ 8)
}
