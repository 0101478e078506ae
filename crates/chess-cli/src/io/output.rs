use std::fmt;
use std::io::{self, Write};

use serde::Serialize;

/// Standard output, line by line.
///
/// A reader that has gone (`chess ... | head`) is no error: what is written after that is dropped.
pub(crate) struct Output {
    out: io::Stdout,
    is_closed: bool,
}

impl Output {
    pub(crate) fn stdout() -> Self {
        Self { out: io::stdout(), is_closed: false }
    }

    /// Whether the reader has gone.
    pub(crate) fn is_closed(&self) -> bool {
        self.is_closed
    }

    /// Writes `text` and a line break.
    pub(crate) fn line(&mut self, text: impl fmt::Display) -> io::Result<()> {
        self.write(|out| writeln!(out, "{text}"))
    }

    /// Writes `record` as one line of JSON.
    pub(crate) fn json(&mut self, record: &impl Serialize) -> io::Result<()> {
        self.line(serde_json::to_string(record)?)
    }

    /// Writes whole lines at one stroke.
    pub(crate) fn lines(&mut self, text: &[u8]) -> io::Result<()> {
        self.write(|out| out.write_all(text))
    }

    fn write(&mut self, write: impl FnOnce(&mut io::Stdout) -> io::Result<()>) -> io::Result<()> {
        if self.is_closed {
            return Ok(());
        }
        match write(&mut self.out) {
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => {
                self.is_closed = true;
                Ok(())
            }
            result => result,
        }
    }
}
