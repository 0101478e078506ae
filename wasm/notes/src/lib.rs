//! Trees of games with their texts, JSON and errors, which the modules for JavaScript answer: a crate of its own, since it is compiled for
//! size, and what plays moves for speed.

#[cfg(feature = "pgn")]
mod annotations;
mod fault;
mod json;
mod moves;
#[cfg(feature = "pgn")]
mod texts;
#[cfg(feature = "pgn")]
mod tree;
#[cfg(feature = "pgn")]
mod values;

pub use fault::Fault;
pub use json::{Json, List, Object};
pub use moves::{Read, uci};
#[cfg(feature = "pgn")]
pub use texts::{ReadGame, Text};
#[cfg(feature = "pgn")]
pub use tree::{Kept, Notes, Step, Tree, add, missing};
