use chess_types::{Bitboard, Square};

use crate::Sliders;

/// The lookups that [`rook_attacks`], [`bishop_attacks`] and [`queen_attacks`] use, chosen when the crate is compiled: the
/// first of these whose needs are met.
///
/// | module | needs |
/// |---|---|
/// | `pext` | the feature `tables` and a target with a fast PEXT |
/// | `magic` | the feature `tables` |
/// | `hyperbola` | nothing |
///
/// The order is that of their speed in perft. The [crate](crate#slider-lookups) says which targets have a fast PEXT.
pub type ChosenSliders = chosen::Lookup;

#[cfg(slider = "hyperbola")]
use crate::hyperbola as chosen;
#[cfg(slider = "magic")]
use crate::magic as chosen;
#[cfg(slider = "pext")]
use crate::pext as chosen;

/// The value of [`ChosenSliders`], for code that is generic over [`Sliders`].
#[cfg(not(slider = "pext"))]
pub const CHOSEN_SLIDERS: ChosenSliders = chosen::Lookup;
/// The value of [`ChosenSliders`], for code that is generic over [`Sliders`].
#[cfg(slider = "pext")]
pub const CHOSEN_SLIDERS: ChosenSliders = chosen::OF_TARGET;

/// Returns the squares that a rook on `square` attacks: in each direction up to the first occupied square, which is included.
///
/// The rook's own square may be in `occupancy` or not. [`Slider::attacks`](chess_slider::Slider::attacks) does the same in `const`.
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
    CHOSEN_SLIDERS.rook_attacks(square, occupancy)
}

/// Returns the squares that a bishop on `square` attacks, each diagonal up to the first occupied square as with
/// [`rook_attacks`]. The [moveboards](crate#moveboards) show an example.
#[inline]
pub fn bishop_attacks(square: Square, occupancy: Bitboard) -> Bitboard {
    CHOSEN_SLIDERS.bishop_attacks(square, occupancy)
}

/// Returns the squares that a queen on `square` attacks: those of a rook and those of a bishop.
#[inline]
pub fn queen_attacks(square: Square, occupancy: Bitboard) -> Bitboard {
    CHOSEN_SLIDERS.queen_attacks(square, occupancy)
}
