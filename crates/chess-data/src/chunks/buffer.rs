use std::io::{self, ErrorKind, Read};

/// A text that grows by reading. The memory is used again for the next text, without being written before.
#[derive(Default)]
pub(crate) struct Buffer {
    /// The text, and room behind it.
    bytes: Vec<u8>,
    length: usize,
}

impl Buffer {
    pub(crate) fn text(&self) -> &[u8] {
        self.bytes.get(..self.length).unwrap_or_default()
    }

    /// Replaces the text.
    pub(crate) fn set(&mut self, text: &[u8]) {
        self.length = 0;
        self.push(text);
    }

    /// Appends to the text.
    pub(crate) fn push(&mut self, text: &[u8]) {
        let start = self.length;
        self.reserve(start + text.len());
        self.bytes[start..start + text.len()].copy_from_slice(text);
        self.length += text.len();
    }

    /// Keeps the first bytes only.
    pub(crate) fn truncate(&mut self, length: usize) {
        self.length = self.length.min(length);
    }

    /// Gives back memory beyond `size` bytes, which a long game has needed.
    pub(crate) fn shrink(&mut self, size: usize) {
        self.length = 0;
        if self.bytes.len() > size {
            self.bytes = Vec::new();
        }
    }

    /// Reads once, so that the text has at most `goal` bytes; the number of bytes read is 0 at the end.
    pub(crate) fn read(&mut self, read: &mut impl Read, goal: usize) -> io::Result<usize> {
        self.reserve(goal);
        loop {
            match read.read(&mut self.bytes[self.length..goal]) {
                Ok(count) => {
                    let count = count.min(goal - self.length);
                    self.length += count;
                    return Ok(count);
                }
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
    }

    fn reserve(&mut self, length: usize) {
        if self.bytes.len() < length {
            self.bytes.resize(length, 0);
        }
    }
}
