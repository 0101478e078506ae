#![doc = include_str!("../README.md")]
#![no_std]
#![forbid(unsafe_code)]

mod ray;
mod slider;
mod tables;

pub use ray::{ray, ray_attacks};
pub use slider::{Slider, TABLE_LEN, bishop_attacks, queen_attacks, rook_attacks};
pub use tables::{FancyMagic, FillError, FillProblem, Magic, Pext, pext};
