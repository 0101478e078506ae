//! Positions and setups as text in Forsyth-Edwards Notation.

mod board;
pub(crate) mod error;
mod lenient;
mod rank;
mod read;
pub(crate) mod text;
pub(crate) mod write;
