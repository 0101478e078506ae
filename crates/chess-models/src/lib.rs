//! Models of the synchronisation that the crates have written by hand.
//!
//! With `--cfg loom`, the tests of a crate take the types of `atomic` and `sync` in place of core's. `Models::prove`
//! then runs scenarios in all interleavings of their threads, with Loom. Afterwards it weakens the code under test in one place
//! after another, and demands that a scenario fails each time. The places are found while the scenarios run, by the lines
//! of their callers: a new ordering needs no entry in a list.
#![cfg(loom)]

pub mod atomic;
mod model;
mod place;
pub mod sync;

pub use loom::thread;

pub use self::model::Models;
pub use self::place::is_without;

#[cfg(test)]
mod self_test;
