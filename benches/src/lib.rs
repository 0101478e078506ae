//! Code that the benches of this workspace share: the programs to be measured, each behind the same trait, the positions
//! they are measured on, and the table of results.

#![forbid(unsafe_code)]

pub mod fancy;
pub mod notation;
mod ours;
#[cfg(feature = "peers")]
pub mod peers;
pub mod position;
mod program;
pub mod slider;
pub mod table;

pub use ours::Ours;
pub use program::Program;
