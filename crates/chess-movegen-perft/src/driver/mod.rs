//! One perft on many threads, and on many machines.
//!
//! The top of the tree is cut into [`Branches`], which threads take one by one from a [`Work`]; a [`Counter`] says what is
//! counted below each. [`Units`] are the same cut for machines that share nothing: positions that are equal are one unit.

mod branches;
mod counter;
mod tally;
mod units;
mod work;

pub use self::branches::{Branch, Branches};
pub use self::counter::{Counter, LeafCounter, StatisticsCounter};
pub use self::tally::{Tally, TooManyLeaves};
pub use self::units::{CutError, Unit, Units};
pub use self::work::{Counts, Work};
