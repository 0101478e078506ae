//! Tests of the public interface.

mod any_move;
#[cfg(feature = "alloc")]
mod epd;
#[cfg(feature = "alloc")]
mod line;
mod packed;
#[cfg(feature = "serde")]
mod packed_serde;
#[cfg(feature = "std")]
mod pgn;
#[cfg(feature = "std")]
mod polyglot_book;
#[cfg(feature = "std")]
mod polyglot_build;
mod polyglot_key;
mod positions;
mod san;
mod san_castling;
mod san_errors;
#[cfg(all(feature = "alloc", feature = "serde"))]
mod serde;
mod uci;
