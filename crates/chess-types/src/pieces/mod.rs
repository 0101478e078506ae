//! Pieces and castling rights.

pub(crate) mod castling;
pub(crate) mod piece;
