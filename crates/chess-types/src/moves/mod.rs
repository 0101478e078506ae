//! The move word, what is made of it (lists, lines, scores), and the other forms in which programs write moves.

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
