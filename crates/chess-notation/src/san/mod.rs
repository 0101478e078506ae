//! Standard algebraic notation (Edwards, "Portable Game Notation Specification", 8.2.3), and its relatives.

pub(crate) mod quick;
mod read;
mod syntax;
mod write;

pub use read::{Ambiguous, SanError, read_move, read_san, read_san_strict};
pub(crate) use read::{read_any_san, read_capital_move};
pub use syntax::{NotSan, SanRule};
pub(crate) use syntax::{Spoken, without_marks};
pub use write::{Figurine, LongAlgebraic, NumberedMoves, San};
