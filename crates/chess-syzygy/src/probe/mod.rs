//! The value of a position: that of its table, and of the captures that the table leaves out.

mod distance;
mod outcome;
mod root;

pub use self::root::{RankedMove, RootRules};
