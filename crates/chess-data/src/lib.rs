#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

pub mod chunks;
pub mod input;
pub mod training;
