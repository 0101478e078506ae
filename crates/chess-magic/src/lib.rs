#![doc = include_str!("../README.md")]
#![cfg_attr(docsrs, feature(doc_cfg))]
//!
//! # Moveboards
//!
//! The attacks of a piece include the pieces of its own side. Set operations give the squares to which it can move, apart
//! from pins and checks:
//!
//! ```
//! use chess_magic::bishop_attacks;
//! use chess_types::{Square, bitboard};
//!
//! let ours = bitboard! {
//!     . . . . . . . .
//!     . . . . . . . .
//!     . . . . . . . .
//!     . . . . . . . .
//!     . . . X . . . .
//!     . . . . X . . .
//!     . . . . . X X X
//!     . . . . . . X .
//! };
//! let theirs = bitboard! {
//!     . . . . . . X .
//!     . . . . . X . X
//!     . X . . . . X .
//!     . . . . . . . .
//!     . . . . . . . .
//!     . . . . . . . .
//!     . . . . . . . .
//!     . . . . . . . .
//! };
//! // The bishop on d4 attacks the pawn on b6, its own pawn on e3, and the long diagonal from a1 to h8.
//! let attacks = bishop_attacks(Square::D4, ours | theirs);
//! assert_eq!(attacks, bitboard! {
//!     . . . . . . . X
//!     . . . . . . X .
//!     . X . . . X . .
//!     . . X . X . . .
//!     . . . . . . . .
//!     . . X . X . . .
//!     . X . . . . . .
//!     X . . . . . . .
//! });
//! let (captures, quiets) = (attacks & theirs, attacks - (ours | theirs));
//! assert_eq!(captures, Square::B6.bitboard());
//! assert_eq!(quiets, attacks - Square::B6 - Square::E3);
//! ```

#![no_std]

mod attacks;
pub mod hyperbola;
pub mod magic;
mod magics;
// The model of AVX-512 in chess-movegen replaces all that is compiled for x86-64.
#[cfg(all(feature = "tables", target_arch = "x86_64", not(avx512_model)))]
pub mod pext;
mod sliders;

use chess_types::{Bitboard, Square};

pub use attacks::{
    attacks, attacks_by, between, king_attacks, knight_attacks, line, on_empty_board, pawn_attacks,
    pawn_attacks_setwise, ray,
};
pub use chess_slider;
pub use sliders::{CHOSEN_SLIDERS, ChosenSliders, bishop_attacks, queen_attacks, rook_attacks};

/// A method of looking slider attacks up. A value of zero size proves that the processor has the instructions for it.
///
/// Each method is a module of this crate with a type `Lookup`. The functions of the crate, such as [`rook_attacks`], use
/// [`ChosenSliders`]. Code that is generic over this trait can be compiled for several methods and choose one at run time,
/// once for a whole piece of work.
///
/// # Examples
///
/// ```
/// use chess_magic::{Sliders, hyperbola};
/// use chess_types::{Bitboard, Square};
///
/// fn mobility(sliders: impl Sliders, occupancy: Bitboard) -> u32 {
///     Square::ALL.into_iter().map(|square| sliders.queen_attacks(square, occupancy).count()).sum()
/// }
/// assert_eq!(mobility(hyperbola::Lookup, Bitboard::EMPTY), 1456);
/// ```
pub trait Sliders: Copy {
    /// Returns the squares that a rook on `square` attacks; see [`rook_attacks`].
    fn rook_attacks(self, square: Square, occupancy: Bitboard) -> Bitboard;

    /// Returns the squares that a bishop on `square` attacks; see [`bishop_attacks`].
    fn bishop_attacks(self, square: Square, occupancy: Bitboard) -> Bitboard;

    /// Returns the squares that a queen on `square` attacks; see [`queen_attacks`].
    #[inline(always)]
    fn queen_attacks(self, square: Square, occupancy: Bitboard) -> Bitboard {
        self.rook_attacks(square, occupancy) | self.bishop_attacks(square, occupancy)
    }
}
