use chess_types::{Bitboard, Square};

use crate::backend::SliderBackend;

/// What [`rook_attacks`] and its kin use, as the crate is compiled: the first of these that there is.
///
/// | | needs |
/// |---|---|
/// | `hyperbola` | the feature `hyperbola` |
/// | `vector` | the feature `vector` and a target with AVX-512 F, VL and CD |
/// | `pext_pdep` | the feature `pext-pdep` and a target with BMI2, without the feature `no-pext` |
/// | `pext` | a target with BMI2, without the feature `no-pext` |
/// | `fancy` | the feature `fancy` |
/// | `magic` | nothing |
///
/// `vector`, `pext_pdep` and `pext` are compiled from Rust 1.89 on.
pub type ChosenSliders = chosen::Lookup;

#[cfg(slider = "fancy")]
use crate::fancy as chosen;
#[cfg(slider = "hyperbola")]
use crate::hyperbola as chosen;
#[cfg(slider = "magic")]
use crate::magic as chosen;
#[cfg(slider = "pext")]
use crate::pext as chosen;
#[cfg(slider = "pext_pdep")]
use crate::pext_pdep as chosen;
#[cfg(slider = "vector")]
use crate::vector as chosen;

/// The value of [`ChosenSliders`], for code that is generic over [`SliderBackend`].
#[cfg(any(slider = "fancy", slider = "hyperbola", slider = "magic"))]
pub const CHOSEN_SLIDERS: ChosenSliders = chosen::Lookup;
/// The value of [`ChosenSliders`], for code that is generic over [`SliderBackend`].
#[cfg(any(slider = "pext", slider = "pext_pdep", slider = "vector"))]
pub const CHOSEN_SLIDERS: ChosenSliders =
    chosen::Lookup::of_target().expect("build.rs chooses what the target has the instructions for");

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
    CHOSEN_SLIDERS.rook_attacks(square, occupancy)
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
    CHOSEN_SLIDERS.bishop_attacks(square, occupancy)
}

/// The squares a queen on `square` hits: those of a rook and those of a bishop.
///
/// In a `const`, use [`chess_slider::queen_attacks`].
#[inline]
pub fn queen_attacks(square: Square, occupancy: Bitboard) -> Bitboard {
    CHOSEN_SLIDERS.queen_attacks(square, occupancy)
}
