//! Every command of a program under every fault: full disks, closed pipes, no threads, no memory, signals, strange files.
//!
//! A [`Row`] is a command line, and a cell is one run of a row under a fault in a folder of its own. The same laws apply to each
//! cell: the exit code, one clear error, and no data lost, repeated or torn.

#![forbid(unsafe_code)]
#![cfg(target_os = "linux")]

mod cell;
pub mod chess;
mod fault;
mod folder;
mod judge;
mod kit;
mod machine;
mod row;
mod run;

pub use self::cell::Outcome;
pub use self::kit::{Cell, Choice, Kit, sum, uncovered, write_table};
pub use self::row::{Inputs, Row};
