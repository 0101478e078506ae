//! Input and output that several commands share.

pub(crate) mod diagnostics;
pub(crate) mod interrupts;
pub(crate) mod out_file;
pub(crate) mod output;
pub(crate) mod progress;
pub(crate) mod record;
pub(crate) mod threads;
