use chess_types::{Bitboard, Square};

use crate::slider::Slider;

/// The squares that a rook on `square` attacks, found by walking its four rays.
///
/// Each ray ends at the first occupied square, which is attacked whatever the colour of its piece. `square` itself may be
/// in `occupancy` or not.
///
/// # Examples
///
/// ```
/// use chess_slider::rook_attacks;
/// use chess_types::{Square, bitboard};
///
/// // Pieces on d6 and b4, and on d7 behind the one on d6.
/// let occupancy = bitboard! {
///     . . . . . . . .
///     . . . X . . . .
///     . . . X . . . .
///     . . . . . . . .
///     . X . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
/// };
/// assert_eq!(
///     rook_attacks(Square::D4, occupancy),
///     bitboard! {
///         . . . . . . . .
///         . . . . . . . .
///         . . . X . . . .
///         . . . X . . . .
///         . X X . X X X X
///         . . . X . . . .
///         . . . X . . . .
///         . . . X . . . .
///     },
/// );
/// ```
pub const fn rook_attacks(square: Square, occupancy: Bitboard) -> Bitboard {
    Slider::Rook.attacks(square, occupancy)
}

/// The squares that a bishop on `square` attacks, found by walking its four rays as [`rook_attacks`] does.
pub const fn bishop_attacks(square: Square, occupancy: Bitboard) -> Bitboard {
    Slider::Bishop.attacks(square, occupancy)
}

/// The squares that a queen on `square` attacks: those of a rook and those of a bishop.
pub const fn queen_attacks(square: Square, occupancy: Bitboard) -> Bitboard {
    rook_attacks(square, occupancy).union(bishop_attacks(square, occupancy))
}
