//! Solves every ending of three and four men from scratch, by retrograde analysis: the result under the 50-move rule and
//! the distance to the next zeroing move.
//!
//! It reads no table. It shares the position and the move generator with the prober of Syzygy tables, whose values it
//! checks, and nothing else.
//!
//! [`Endings`] holds what is solved. A [`Plan`] says in which order to call [`Endings::solve`].
//! [`Endings::value`] then gives the value of any position, and [`Endings::each`] all of an ending. [`Endings::compare`]
//! compares them with tables.

#![forbid(unsafe_code)]

mod chunks;
mod compare;
mod ending;
mod endings;
mod forward;
mod layout;
mod plan;
mod samples;
mod solver;
mod statistics;
mod table;
mod value;
mod visit;

pub use self::chunks::Sum;
pub use self::compare::{Comparison, Difference, Images};
pub use self::ending::{Ending, MOST_MEN, ParseEndingError};
pub use self::endings::Endings;
pub use self::forward::Forward;
pub use self::plan::Plan;
pub use self::samples::{Sample, SampleError};
pub use self::solver::OrderError;
pub use self::statistics::Statistics;
pub use self::value::{FIFTY_MOVES, Value};
