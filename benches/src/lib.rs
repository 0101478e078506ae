//! Code that the benches of this workspace share: the libraries that are measured, each behind the same trait, the positions they
//! are measured on, and the driver of programs that compare them.

#![forbid(unsafe_code)]

pub mod driver;
mod libraries;
pub mod position;

#[cfg(feature = "peer-chess")]
pub use libraries::Chess;
#[cfg(feature = "peers")]
pub use libraries::{Cozy, Player, Shakmaty, index as shakmaty_index};
pub use libraries::{Library, Notation, Ours, PAWN};
