//! Many positions and moves at once.

pub(crate) mod forms;
pub(crate) mod lines;
pub(crate) mod notation;
pub(crate) mod packed;
pub(crate) mod planes;
pub(crate) mod positions;
pub(crate) mod probe;
pub(crate) mod search;
pub(crate) mod texts;
