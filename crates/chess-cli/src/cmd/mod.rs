//! The commands, each with its arguments and its `run`.

pub(crate) mod analyse;
pub(crate) mod bench;
pub(crate) mod book;
pub(crate) mod convert;
pub(crate) mod dump;
pub(crate) mod inspect;
pub(crate) mod r#match;
pub(crate) mod packaging;
pub(crate) mod perft;
pub(crate) mod pgn;
pub(crate) mod play;
pub(crate) mod show;
pub(crate) mod suite;
pub(crate) mod tables;
pub(crate) mod uci;
pub(crate) mod units;
