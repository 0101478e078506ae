//! A perft on many threads, or on many machines.
//!
//! The top of the tree is cut into [`Branches`], which threads take one by one from a [`Work`]. A [`Counter`]
//! determines the counts below each. [`Units`] are the same cut for machines that share no memory: equal positions
//! are merged into one unit.

mod branches;
mod work;

pub use self::branches::{Branch, Branches};
pub use self::branches::{CutError, Unit, Units};
#[cfg(feature = "modes")]
pub use self::work::StatisticsCounter;
pub use self::work::{Counter, Counts, LeafCounter, Tally, TooManyLeaves, Work};
