//! What is read and written, whatever the command.

pub(crate) mod answers;
pub(crate) mod diagnostics;
pub(crate) mod fen_fault;
pub(crate) mod json_lines;
pub(crate) mod lines;
pub(crate) mod out_file;
pub(crate) mod output;
pub(crate) mod progress;
pub(crate) mod record;
pub(crate) mod spelling;
