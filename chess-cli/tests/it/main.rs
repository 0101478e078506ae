//! The built program, as its users and their scripts see it.

mod bench;
mod completions;
#[cfg(unix)]
mod interrupt;
mod man;
mod perft;
mod run;
mod show;
mod suite;
mod svg;
mod uci;
mod units;
