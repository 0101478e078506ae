//! Positions and setups as text in Forsyth-Edwards Notation.

mod board;
pub(crate) mod error;
mod read;
pub(crate) mod write;
