//! Sources of bytes as the system can make them.

use std::io::{self, ErrorKind, Read};

/// A source that gives one byte at a time, interrupted in between.
pub(crate) struct Slow<R> {
    source: R,
    is_interrupted: bool,
}

impl<R> Slow<R> {
    pub(crate) const fn new(source: R) -> Self {
        Self { source, is_interrupted: false }
    }
}

impl<R: Read> Read for Slow<R> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        self.is_interrupted = !self.is_interrupted;
        if self.is_interrupted {
            return Err(ErrorKind::Interrupted.into());
        }
        let count = bytes.len().min(1);
        self.source.read(&mut bytes[..count])
    }
}

/// A source that fails in this way.
pub(crate) struct Failing(pub(crate) ErrorKind);

impl Read for Failing {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        Err(self.0.into())
    }
}
