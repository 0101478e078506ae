//! Diagnostics on stderr.
//!
//! The macros of the standard library panic where nothing can be written, so that a full disk behind `2>` would end the
//! program. Here such a diagnostic is dropped: nobody is left to tell, and the exit code still says how the work went.

use std::fmt::Display;
use std::io::{self, Write};

use crate::io::visible::visible;

/// Writes `text` as one line. It may quote what came from outside.
pub(crate) fn tell(text: impl Display) {
    write(&format!("{}\n", visible(text)));
}

/// Writes an error as one line. It may quote what came from outside.
pub(crate) fn error(text: impl Display) {
    tell(format_args!("error: {text}"));
}

/// Writes the prompt for a line of input.
pub(crate) fn prompt() {
    write("> ");
}

/// Writes in one call, so that the lines of several threads stay whole. Stderr has no buffer to flush.
fn write(text: &str) {
    let _ = io::stderr().write_all(text.as_bytes());
}
