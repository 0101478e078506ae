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
//! let captures = attacks & theirs;
//! assert_eq!(captures, bitboard! {
//!     . . . . . . . .
//!     . . . . . . . .
//!     . X . . . . . .
//!     . . . . . . . .
//!     . . . . . . . .
//!     . . . . . . . .
//!     . . . . . . . .
//!     . . . . . . . .
//! });
//! let quiets = attacks & !(ours | theirs);
//! assert_eq!(quiets, bitboard! {
//!     . . . . . . . X
//!     . . . . . . X .
//!     . . . . . X . .
//!     . . X . X . . .
//!     . . . . . . . .
//!     . . X . . . . .
//!     . X . . . . . .
//!     X . . . . . . .
//! });
//! ```
#![doc = include_str!("../README.md")]
#![no_std]

mod attacks;
mod backend;
#[cfg(feature = "steps")]
mod fancy_magics;
pub mod hyperbola;
#[cfg(feature = "tables")]
pub mod magic;
#[cfg(any(feature = "tables", feature = "steps"))]
#[allow(dead_code, reason = "the check sums are for the build script")]
mod magics;
#[cfg(all(feature = "tables", x86_backends))]
#[clippy::msrv = "1.89"]
pub mod pext;
#[cfg(all(feature = "pext-pdep", x86_backends))]
#[clippy::msrv = "1.89"]
pub mod pext_pdep;
mod sliders;
#[cfg(feature = "steps")]
pub mod steps;
#[cfg(all(feature = "vector", x86_backends))]
#[clippy::msrv = "1.89"]
pub mod vector;

pub use attacks::{
    aligned, attacks, between, bishop_rays, hits, king_attacks, knight_attacks, line, pawn_attacks,
    pawn_attacks_setwise, pawn_double_pushes, pawn_pushes, ray, rook_rays,
};
pub use backend::SliderBackend;
pub use chess_slider;
pub use sliders::{CHOSEN_SLIDERS, ChosenSliders, bishop_attacks, queen_attacks, rook_attacks};
