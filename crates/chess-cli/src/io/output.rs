use std::fmt;
use std::io::{self, IsTerminal, Write};
use std::sync::{Arc, Mutex, PoisonError};

use serde::Serialize;

use crate::io::count::Grouping;
use crate::io::json;

/// Standard output, line by line.
///
/// A reader that has gone (`chess ... | head`) is no error: the rest of the output is dropped.
pub(crate) struct Output {
    out: Out,
    grouping: Grouping,
    is_closed: bool,
}

impl Output {
    pub(crate) fn stdout() -> Self {
        let out = io::stdout();
        let grouping = if out.is_terminal() { Grouping::Thousands } else { Grouping::Plain };
        Self { out: Out::Stdout(out), grouping, is_closed: false }
    }

    /// Collects the lines in memory instead. What is written to several of these, with clones of the same text, stands in it
    /// line by line in the order of time.
    pub(crate) fn in_memory(text: Arc<Mutex<Vec<u8>>>) -> Self {
        Self { out: Out::Memory(text), grouping: Grouping::Plain, is_closed: false }
    }

    /// Another writer of the same output, for another thread.
    pub(crate) fn another(&self) -> Self {
        let out = match &self.out {
            Out::Stdout(_) => Out::Stdout(io::stdout()),
            Out::Memory(text) => Out::Memory(Arc::clone(text)),
        };
        Self { out, grouping: self.grouping, is_closed: self.is_closed }
    }

    /// The spelling of counts: with thousands separators if stdout is a terminal, plain otherwise.
    pub(crate) fn grouping(&self) -> Grouping {
        self.grouping
    }

    /// Returns true if the reader has gone.
    pub(crate) fn is_closed(&self) -> bool {
        self.is_closed
    }

    /// Writes `text` and a line break.
    pub(crate) fn line(&mut self, text: impl fmt::Display) -> io::Result<()> {
        self.lines(format!("{text}\n").as_bytes())
    }

    /// Writes `record` as one line of [JSON](json).
    pub(crate) fn json(&mut self, record: &impl Serialize) -> io::Result<()> {
        let mut text = Vec::new();
        json::write(&mut text, record)?;
        text.push(b'\n');
        self.lines(&text)
    }

    /// Writes whole lines in one call. The buffer of `Stdout` keeps back nothing that ends in a line break.
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

enum Out {
    Stdout(io::Stdout),
    Memory(Arc<Mutex<Vec<u8>>>),
}

impl Out {
    fn write_all(&mut self, text: &[u8]) -> io::Result<()> {
        match self {
            Self::Stdout(out) => out.write_all(text),
            Self::Memory(lines) => {
                lines.lock().unwrap_or_else(PoisonError::into_inner).extend_from_slice(text);
                Ok(())
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Another reader may have come, as of a FIFO, who has not seen the lines before.
    #[test]
    fn nothing_is_written_after_the_reader_has_gone() {
        let text = Arc::default();
        let mut output = Output::in_memory(Arc::clone(&text));
        output.line("read").unwrap();
        output.is_closed = true;
        output.line("dropped").unwrap();
        output.another().line("dropped").unwrap();
        assert_eq!(*text.lock().unwrap(), b"read\n");
    }
}
