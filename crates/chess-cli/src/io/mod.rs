//! Input and output that several commands share.

pub(crate) mod answers;
pub(crate) mod count;
pub(crate) mod diagnostics;
pub(crate) mod fen;
pub(crate) mod fen_fault;
pub(crate) mod interrupts;
pub(crate) mod json;
pub(crate) mod lines;
pub(crate) mod out_file;
pub(crate) mod output;
pub(crate) mod part_file;
pub(crate) mod pending_lines;
pub(crate) mod progress;
pub(crate) mod record;
pub(crate) mod spelling;
pub(crate) mod visible;
