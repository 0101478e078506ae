//! What is said on stderr.
//!
//! The macros of the standard library panic where nothing can be written, and so a full disk behind `2>` would end the
//! program. Here it is a word unsaid: there is nobody left to tell, and the exit code still says how it went.

use std::fmt::Display;
use std::io::{self, Write};

/// Says `text` in a line of its own.
pub(crate) fn tell(text: impl Display) {
    write(&format!("{text}\n"));
}

/// Says that something is wrong, in a line of its own.
pub(crate) fn error(text: impl Display) {
    tell(format_args!("error: {text}"));
}

/// Asks for a line of input.
pub(crate) fn prompt() {
    write("> ");
}

/// Writes at one stroke, so that the lines of several threads stay whole. Stderr has no buffer to flush.
fn write(text: &str) {
    let _ = io::stderr().write_all(text.as_bytes());
}
