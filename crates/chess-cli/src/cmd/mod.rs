//! The commands, each with its arguments and its `run`.

#[cfg_attr(not(feature = "full"), path = "small.rs")]
pub(crate) mod full;
pub(crate) mod inspect;
pub(crate) mod perft;
pub(crate) mod show;
pub(crate) mod suite;
pub(crate) mod units;
