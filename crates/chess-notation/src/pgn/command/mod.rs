//! Commands in comments, such as `[%clk 0:05:00]` and `[%eval 0.17]`.
//!
//! Sources: the PGN extension "Portable Game Notation Specification, Enhanced" for clocks and elapsed times, and the forms
//! that Lichess, chess.com and python-chess write for evaluations, arrows and marked squares.

mod arrow;
mod clock;
mod entry;
mod eval;
mod plain;

#[cfg(feature = "alloc")]
pub(super) use entry::places;

pub use arrow::{Arrow, ArrowColor, Arrows, ParseArrowError};
pub use entry::{Command, CommandError, CommandRule, Commands, commands};
pub use eval::{Eval, ParseEvalError, Score};
pub use plain::{WithoutCommands, without_commands};
