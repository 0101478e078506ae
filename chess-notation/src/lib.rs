#![doc = include_str!("../README.md")]
#![no_std]
#![forbid(unsafe_code)]

#[cfg(feature = "alloc")]
extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

pub mod pgn;
mod san;
mod uci;

pub use san::{
    Ambiguous, Figurine, LongAlgebraic, NotSan, San, SanError, SanRule, read_san, read_san_strict,
};
pub use uci::{IllegalUciMove, UciError, read_uci, resolve_uci};
