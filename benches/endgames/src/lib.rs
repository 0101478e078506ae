//! Solves every ending of three and four men from scratch, by retrograde analysis: the result under the 50-move rule and
//! the distance to the next zeroing move.
//!
//! It reads no table. It shares the position and the move generator with the prober of Syzygy tables, whose values it
//! checks, and nothing else.
//!
//! [`Endings`] holds what is solved. [`Ending::in_order`] says in which order to call [`Endings::solve`].
//! [`Endings::value`] then gives the value of any position, and [`Endings::each`] all of an ending.

#![forbid(unsafe_code)]

mod ending;
mod endings;
mod layout;
mod solver;
mod statistics;
mod table;
mod value;

pub use self::ending::{Ending, MOST_MEN, ParseEndingError};
pub use self::endings::Endings;
pub use self::solver::{OrderError, work};
pub use self::statistics::Statistics;
pub use self::value::{FIFTY_MOVES, Value};
