#![doc = include_str!("../README.md")]
#![no_std]
#![forbid(unsafe_code)]

mod attacks;
mod fancy_magic;
mod fill;
mod magic;
mod pext;
mod ray;
mod slider;

pub use attacks::{bishop_attacks, queen_attacks, rook_attacks};
pub use fancy_magic::FancyMagic;
pub use fill::{FillError, FillProblem};
pub use magic::Magic;
pub use pext::{Pext, pext};
pub use ray::{ray, ray_attacks};
pub use slider::{Slider, TABLE_LEN};
