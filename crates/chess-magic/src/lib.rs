#![doc = include_str!("../README.md")]
//!
//! # Moveboards
//!
//! A lookup says what a piece hits, pieces of its own side included. Where it can move to, pins and checks aside, is
//! set arithmetic:
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
//! // The bishop on d4 looks at b6, along the other diagonal to h8, at its own pawn on e3, and down to a1.
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

#![no_std]

mod attacks;
mod backend;
#[cfg(feature = "fancy")]
pub mod fancy;
#[cfg(feature = "fancy")]
mod fancy_magics;
#[cfg(feature = "hyperbola")]
pub mod hyperbola;
mod leapers;
mod lines;
pub mod magic;
#[allow(dead_code, reason = "the check sums are for the build script")]
mod magics;
mod pawns;
#[cfg(x86_backends)]
#[clippy::msrv = "1.89"]
pub mod pext;
#[cfg(all(feature = "pext-pdep", x86_backends))]
#[clippy::msrv = "1.89"]
pub mod pext_pdep;
mod sliders;
mod table;
#[cfg(all(feature = "vector", x86_backends))]
#[clippy::msrv = "1.89"]
pub mod vector;

pub use attacks::{attacks, hits};
pub use backend::SliderBackend;
pub use chess_slider;
pub use leapers::{king_attacks, knight_attacks};
pub use lines::{aligned, between, bishop_rays, line, ray, rook_rays};
pub use pawns::{pawn_attacks, pawn_attacks_setwise, pawn_double_pushes, pawn_pushes};
pub use sliders::{CHOSEN_SLIDERS, ChosenSliders, bishop_attacks, queen_attacks, rook_attacks};
