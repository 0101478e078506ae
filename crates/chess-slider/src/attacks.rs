use chess_types::{Bitboard, Square};

use crate::slider::Slider;

/// The squares a rook on `square` hits; own pieces are not told apart.
///
/// # Examples
///
/// ```
/// use chess_slider::rook_attacks;
/// use chess_types::{Square, bitboard};
///
/// // Pieces on d6, b4 and, too far away to matter, d7.
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

/// The squares a bishop on `square` hits; own pieces are not told apart.
pub const fn bishop_attacks(square: Square, occupancy: Bitboard) -> Bitboard {
    Slider::Bishop.attacks(square, occupancy)
}

/// The squares a queen on `square` hits: those of a rook and of a bishop.
pub const fn queen_attacks(square: Square, occupancy: Bitboard) -> Bitboard {
    rook_attacks(square, occupancy).union(bishop_attacks(square, occupancy))
}
