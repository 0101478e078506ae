//! Files of games, puzzles, evaluations and training data.

pub(crate) mod batches;
pub(crate) mod cuts;
pub(crate) mod dumps;
pub(crate) mod notes;
pub(crate) mod read;
pub(crate) mod scan;
pub(crate) mod texts;
pub(crate) mod training;
pub(crate) mod tree;
