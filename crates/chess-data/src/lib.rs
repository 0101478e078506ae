#![cfg_attr(feature = "arrow", doc = include_str!("../README.md"))]
#![cfg_attr(not(feature = "arrow"), doc = "Chess games and positions in bulk.")]
#![forbid(unsafe_code)]
#![cfg_attr(not(feature = "arrow"), allow(dead_code, reason = "some functions serve tables only"))]

pub mod book;
pub mod chunks;
pub mod columns;
pub mod dumps;
pub mod filter;
pub mod input;
pub mod json;
pub mod main_line;
pub mod opening_names;
#[cfg(feature = "parquet")]
pub mod parquet;
pub mod scores;
pub mod spelling;
mod tags;
pub mod units;

pub use chess_notation;
