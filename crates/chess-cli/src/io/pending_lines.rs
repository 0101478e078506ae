use std::fmt::Display;
use std::io::{self, Write};

use serde::Serialize;

use crate::io::json;
use crate::io::output::Output;

/// The number of bytes after which lines are written.
const ENOUGH: usize = 1 << 16;

/// Lines of JSON or text that have not been written yet.
#[derive(Default)]
pub(crate) struct PendingLines {
    text: Vec<u8>,
}

impl PendingLines {
    pub(crate) fn add(&mut self, record: &impl Serialize) -> io::Result<()> {
        json::write(&mut self.text, record)?;
        self.text.push(b'\n');
        Ok(())
    }

    pub(crate) fn add_text(&mut self, text: impl Display) {
        // Writing to a vector does not fail.
        let _ = writeln!(self.text, "{text}");
    }

    pub(crate) fn are_enough(&self) -> bool {
        self.text.len() >= ENOUGH
    }

    /// Writes and removes all lines.
    pub(crate) fn write(&mut self, output: &mut Output) -> io::Result<()> {
        if !self.text.is_empty() {
            output.lines(&self.text)?;
            self.text.clear();
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_that_wait_to_be_written_are_enough_from_a_number_of_bytes_on() {
        // The line break is one more.
        for (len, are_enough) in [(0, false), ((1 << 16) - 2, false), ((1 << 16) - 1, true), (1 << 16, true)]
        {
            let mut pending = PendingLines::default();
            assert!(!pending.are_enough());
            pending.add_text("x".repeat(len));
            assert_eq!(pending.are_enough(), are_enough, "{len}");
        }
    }
}
