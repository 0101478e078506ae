#![doc = include_str!("../README.md")]
#![no_std]
#![forbid(unsafe_code)]

#[cfg(feature = "alloc")]
extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

#[cfg(feature = "alloc")]
pub mod epd;
#[cfg(feature = "alloc")]
mod line;
pub mod packed;
pub mod pgn;
pub mod polyglot;
mod san;
#[cfg(feature = "serde")]
mod serde;
mod uci;

#[cfg(feature = "alloc")]
pub use line::{IllegalMove, Line, ParseLineError};
pub use packed::PackedPosition;
pub use san::{
    Ambiguous, Figurine, LongAlgebraic, NotSan, San, SanError, SanRule, read_san, read_san_strict,
};
pub use uci::{IllegalUciMove, UciError, read_uci, resolve_uci};
