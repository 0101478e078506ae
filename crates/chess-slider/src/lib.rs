#![doc = include_str!("../README.md")]
#![no_std]
#![forbid(unsafe_code)]

#[doc(hidden)]
pub mod internals;
mod ray;
mod slider;
mod tables;

pub use ray::ray_attacks;
pub use slider::Slider;
pub use tables::Magic;
