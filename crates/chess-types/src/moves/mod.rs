//! The move word, lists and lines of moves, scored moves, and the other published encodings of moves.

mod encodings;
pub(crate) mod kind;
pub(crate) mod list;
pub(crate) mod squares;
pub(crate) mod uci;
pub(crate) mod word;
