use std::boxed::Box;
use std::io::{self, Read};
use std::vec;

use super::error::PgnError;
use super::lexer::{LOOKAHEAD, MAX_TOKEN};
use super::source::{PlaceCounter, Sealed, Source};

/// The size of the buffer: it holds the longest token and the lookahead after it.
const CAPACITY: usize = 2 * (MAX_TOKEN + LOOKAHEAD);

/// The most bytes that are read at a time.
const CHUNK: usize = 1 << 15;

/// A source that reads a stream into a buffer of fixed size.
#[derive(Debug)]
pub struct Stream<R> {
    read: R,
    buffer: Box<[u8]>,
    /// The number of bytes that the buffer holds.
    end: usize,
    has_ended: bool,
}

impl<R: Read> Stream<R> {
    pub(crate) fn new(read: R) -> Self {
        Self { read, buffer: vec![0; CAPACITY].into_boxed_slice(), end: 0, has_ended: false }
    }
}

impl<R> Sealed for Stream<R> {}

impl<R: Read> Source for Stream<R> {
    #[inline(always)]
    fn bytes(&self) -> &[u8] {
        self.buffer.get(..self.end).unwrap_or_default()
    }

    #[cold]
    fn grow(&mut self, at: &mut usize, counter: &mut PlaceCounter) -> Result<bool, PgnError> {
        if self.end == self.buffer.len() || self.end - *at < LOOKAHEAD {
            counter.drop(&self.buffer, *at);
            self.buffer.copy_within(*at..self.end, 0);
            self.end -= *at;
            *at = 0;
        }
        while !self.has_ended && self.end < self.buffer.len() {
            let room = self.buffer.len().min(self.end + CHUNK);
            match self.read.read(&mut self.buffer[self.end..room]) {
                Ok(0) => self.has_ended = true,
                Ok(count) => {
                    self.end = self.buffer.len().min(self.end + count);
                    return Ok(true);
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error.into()),
            }
        }
        Ok(false)
    }
}
