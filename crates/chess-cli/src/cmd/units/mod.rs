//! One perft on many machines, in units of work.

pub(crate) mod emit;
pub(crate) mod merge;
pub(crate) mod run;
pub(crate) mod unit;
