//! Standard algebraic notation (Edwards, "Portable Game Notation Specification", 8.2.3), and its relatives.

mod error;
mod long;
mod read;
mod syntax;
mod write;

pub use error::{Ambiguous, NotSan, SanError, SanRule};
pub use long::{Figurine, LongAlgebraic};
pub use read::{read_san, read_san_strict};
pub use write::San;
