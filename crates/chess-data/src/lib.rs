#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

#[cfg(feature = "arrow")]
pub mod arrow;
pub mod book;
pub mod chunks;
pub mod columns;
pub mod dumps;
pub mod filter;
pub mod input;
pub mod json;
pub mod main_line;
#[cfg(feature = "parquet")]
pub mod parquet;
pub mod scores;
pub mod spelling;
mod tags;
pub mod units;

pub use chess_notation;
