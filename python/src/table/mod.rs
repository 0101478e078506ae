//! Tables in memory.

pub(crate) mod column;
pub(crate) mod rows;
