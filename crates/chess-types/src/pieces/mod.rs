//! What stands on the board, and what it may still castle.

pub(crate) mod castling;
pub(crate) mod piece;
