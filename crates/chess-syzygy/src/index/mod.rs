//! The number of a position in a table: which pieces come first, and how placements are counted.

mod order;
mod squares;

pub(crate) use order::{Order, lead_file};
