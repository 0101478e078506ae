//! What several commands of the full build share.

pub(crate) mod args;
pub(crate) mod board;
pub(crate) mod data_out;
pub(crate) mod endgames;
pub(crate) mod games;
pub(crate) mod paths;
pub(crate) mod summary;
#[cfg(feature = "arrow")]
pub(crate) mod table_file;
