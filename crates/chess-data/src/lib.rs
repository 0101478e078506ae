#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

pub mod book;
pub mod chunks;
pub mod columns;
pub mod filter;
pub mod input;
mod notes;
mod tag_slots;
pub mod training;
mod values;
