#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]

pub mod analysis;
pub mod date;
pub mod engine;
pub mod games_file;
pub mod matches;
pub mod own;

// Crates whose items the signatures of this crate name, so that a dependent needs no second dependency.
pub use {chess_movegen, chess_notation, chess_syzygy, chess_uci};
