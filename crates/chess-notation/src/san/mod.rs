//! Standard algebraic notation (Edwards, "Portable Game Notation Specification", 8.2.3), and its relatives.

mod error;
mod figurine;
mod long;
mod not_san;
pub(crate) mod quick;
mod read;
mod syntax;
mod write;

pub use error::{Ambiguous, SanError};
pub use figurine::Figurine;
pub use long::LongAlgebraic;
pub use not_san::{NotSan, SanRule};
pub(crate) use read::read_any_san;
pub use read::{read_san, read_san_strict};
pub(crate) use syntax::without_marks;
pub use write::San;
