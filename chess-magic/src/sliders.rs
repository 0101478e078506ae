use chess_types::{Bitboard, Square};

/// The squares a rook on `square` hits: in each direction up to the first occupied square, which is hit too.
///
/// The rook's own square may be in `occupancy` or not. In a `const`, use [`chess_slider::rook_attacks`].
///
/// # Examples
///
/// ```
/// use chess_magic::rook_attacks;
/// use chess_types::{Square, bitboard};
///
/// let occupancy = bitboard! {
///     . . . . . . . .
///     . . . X . . . .
///     . . . X . . . .
///     . . . . . . . .
///     . X . X . . . X
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
#[inline]
pub fn rook_attacks(square: Square, occupancy: Bitboard) -> Bitboard {
    #[cfg(pext)]
    // SAFETY: build.rs sets the flag only if the target has BMI2, which the test
    // `pext_is_used_where_the_target_has_it` holds against the compiler's view.
    return unsafe { crate::pext::rook_attacks(square, occupancy) };
    #[cfg(not(pext))]
    crate::magic::rook_attacks(square, occupancy)
}

/// The squares a bishop on `square` hits: in each direction up to the first occupied square, which is hit too.
///
/// The bishop's own square may be in `occupancy` or not. In a `const`, use [`chess_slider::bishop_attacks`].
///
/// # Examples
///
/// ```
/// use chess_magic::bishop_attacks;
/// use chess_types::{Square, bitboard};
///
/// let occupancy = Square::F6.bitboard() | Square::B2.bitboard();
/// assert_eq!(
///     bishop_attacks(Square::D4, occupancy),
///     bitboard! {
///         . . . . . . . .
///         X . . . . . . .
///         . X . . . X . .
///         . . X . X . . .
///         . . . . . . . .
///         . . X . X . . .
///         . X . . . X . .
///         . . . . . . X .
///     },
/// );
/// ```
#[inline]
pub fn bishop_attacks(square: Square, occupancy: Bitboard) -> Bitboard {
    #[cfg(pext)]
    // SAFETY: build.rs sets the flag only if the target has BMI2, which the test
    // `pext_is_used_where_the_target_has_it` holds against the compiler's view.
    return unsafe { crate::pext::bishop_attacks(square, occupancy) };
    #[cfg(not(pext))]
    crate::magic::bishop_attacks(square, occupancy)
}

/// The squares a queen on `square` hits: those of a rook and those of a bishop.
///
/// In a `const`, use [`chess_slider::queen_attacks`].
#[inline]
pub fn queen_attacks(square: Square, occupancy: Bitboard) -> Bitboard {
    rook_attacks(square, occupancy) | bishop_attacks(square, occupancy)
}
