//! The move word, lists and lines of moves, scored moves, and the other published encodings of moves.

mod classic;
pub(crate) mod kind;
pub(crate) mod list;
pub(crate) mod move_list;
mod polyglot;
pub(crate) mod pv;
pub(crate) mod rich;
pub(crate) mod scored;
pub(crate) mod uci;
pub(crate) mod word;
