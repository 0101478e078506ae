//! Readers of which little is compiled.

use std::io::{self, Read};

/// A reader of any type, of which nothing but `read` is compiled: a `Box<dyn Read>` has all methods of [`Read`], for each type.
pub(super) struct Plain(Box<dyn OnlyRead + Send>);

trait OnlyRead {
    fn only_read(&mut self, bytes: &mut [u8]) -> io::Result<usize>;
}

impl<R: Read> OnlyRead for R {
    fn only_read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        self.read(bytes)
    }
}

impl Plain {
    pub(super) fn new(read: impl Read + Send + 'static) -> Self {
        Self(Box::new(read))
    }
}

impl Read for Plain {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        self.0.only_read(bytes)
    }
}
