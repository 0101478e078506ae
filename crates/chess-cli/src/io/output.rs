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
        self.lines(format!("{text}\n").as_bytes())
    }

    /// Writes `record` as one line of JSON.
    pub(crate) fn json(&mut self, record: &impl Serialize) -> io::Result<()> {
        let mut text = serde_json::to_vec(record)?;
        text.push(b'\n');
        self.lines(&text)
    }

    /// Writes whole lines at one stroke: the buffer of `Stdout` keeps back nothing that ends in a line break.
    pub(crate) fn lines(&mut self, text: &[u8]) -> io::Result<()> {
        if self.is_closed {
            return Ok(());
        }
        match self.out.write_all(text) {
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => {
                self.is_closed = true;
                Ok(())
            }
            result => result,
        }
    }
}
