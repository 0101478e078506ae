#![doc = include_str!("../README.md")]
#![no_std]

mod attacks;
mod leapers;
mod lines;
#[cfg(not(pext))]
mod magic_index;
#[cfg(not(pext))]
mod magics;
mod pawns;
#[cfg(pext)]
mod pext_index;
mod sliders;

pub use attacks::attacks;
pub use chess_slider;
pub use leapers::{king_attacks, knight_attacks};
pub use lines::{aligned, between, bishop_rays, line, ray, rook_rays};
pub use pawns::{pawn_attacks, pawn_attacks_setwise, pawn_double_pushes, pawn_pushes};
pub use sliders::{bishop_attacks, queen_attacks, rook_attacks};
