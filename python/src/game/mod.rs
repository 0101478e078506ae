//! Moves, positions and games, one at a time.

pub(crate) mod board;
pub(crate) mod mv;
pub(crate) mod perft;
pub(crate) mod picture;
pub(crate) mod position;
pub(crate) mod tree;
