//! Every command of a program under every fault: full disks, closed pipes, no threads, no memory, signals, strange files.
//!
//! A [`Row`] is a command line, a [`Fault`] is what goes wrong, and a cell is one run of a row under a fault in a folder of its
//! own. Each cell is judged by the same laws: the exit code, one clear error, nothing lost, nothing doubled, nothing torn.

#![forbid(unsafe_code)]
#![cfg(target_os = "linux")]

mod cell;
pub mod chess;
mod clock;
mod commands;
mod expect;
pub mod fault;
mod folder;
mod inputs;
mod judge;
mod kit;
mod means;
mod outcome;
mod process;
pub mod report;
mod resume;
mod row;
mod seed;
mod start;
mod tools;
mod usual;
mod usually;

pub use self::commands::uncovered;
pub use self::inputs::Inputs;
pub use self::kit::{Cell, Choice, Kit};
pub use self::outcome::Outcome;
pub use self::row::Row;
