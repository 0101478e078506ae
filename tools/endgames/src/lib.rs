//! Endings of few pieces: solved from scratch, compared with Syzygy tables, and probed by several libraries.
//!
//! [`Endings`] solves every ending of three and four pieces by retrograde analysis: the result under the 50-move rule and the
//! distance to the next zeroing move. It reads no table. It shares the position and the move generator with the prober of
//! Syzygy tables, whose values it checks, and nothing else.

// A panic here ends a measurement or a check whose result would be worthless.
#![allow(clippy::missing_panics_doc)]

mod examine;
mod numbering;
pub mod probers;
mod solver;
mod value;

pub use self::examine::Findings;
pub use self::solver::Endings;
pub use self::value::{FIFTY_MOVES, Value};
