//! Input and output that several commands share.

#[cfg(feature = "full")]
pub(crate) mod data_out;
pub(crate) mod diagnostics;
pub(crate) mod out_file;
pub(crate) mod output;
pub(crate) mod progress;
pub(crate) mod record;
pub(crate) mod threads;
