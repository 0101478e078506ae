//! The built program, as its users and their scripts see it.

#[cfg(unix)]
mod interrupt;
mod perft;
mod run;
mod show;
mod suite;
mod svg;
mod units;
