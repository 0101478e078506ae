//! The geometry of the board: files, ranks, squares, directions, and sets of squares.

pub(crate) mod bitboard;
pub(crate) mod direction;
mod eight;
pub(crate) mod file;
pub(crate) mod rank;
pub(crate) mod square;
