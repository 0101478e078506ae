#![cfg_attr(feature = "arrow", doc = include_str!("../README.md"))]
#![cfg_attr(not(feature = "arrow"), doc = "Chess games and positions in bulk.")]
#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]

#[cfg(feature = "games")]
pub mod book;
#[cfg(feature = "games")]
pub mod chunks;
#[cfg(feature = "games")]
pub mod columns;
#[cfg(feature = "games")]
pub mod dumps;
#[cfg(feature = "games")]
mod ending;
#[cfg(feature = "games")]
pub mod filter;
pub mod input;
pub mod json;
#[cfg(feature = "games")]
pub mod main_line;
pub mod memory;
pub mod opening_names;
#[cfg(feature = "arrow")]
mod ordered;
#[cfg(feature = "parquet")]
pub mod parquet;
#[cfg(feature = "games")]
mod runs;
pub mod scores;
pub mod spelling;
#[cfg(feature = "games")]
mod tags;
#[cfg(feature = "games")]
pub mod tree;
pub mod units;

pub use chess_notation;
