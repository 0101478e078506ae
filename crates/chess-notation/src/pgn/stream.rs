use std::boxed::Box;
use std::io::{self, Read};
use std::vec;

use super::error::PgnError;
use super::lexer::{LOOKAHEAD, MAX_TOKEN};
use super::source::{Place, PlaceCounter, Sealed, Source};

/// The size of the buffer: it has room for the longest token and for the lookahead after it.
const CAPACITY: usize = 2 * (MAX_TOKEN + LOOKAHEAD);

/// A source that reads a stream into a buffer of fixed size.
#[derive(Debug)]
pub struct Stream<R> {
    read: R,
    buffer: Box<[u8]>,
    start: usize,
    end: usize,
    has_ended: bool,
    /// The first byte of the buffer whose lines have not been counted.
    uncounted: usize,
    counter: PlaceCounter,
}

impl<R: Read> Stream<R> {
    pub(crate) fn new(read: R) -> Self {
        Self {
            read,
            buffer: vec![0; CAPACITY].into_boxed_slice(),
            start: 0,
            end: 0,
            has_ended: false,
            uncounted: 0,
            counter: PlaceCounter::START,
        }
    }

    /// Moves the window to the front of the buffer.
    fn make_room(&mut self) {
        self.place();
        self.buffer.copy_within(self.start..self.end, 0);
        self.end -= self.start;
        self.start = 0;
        self.uncounted = 0;
    }
}

impl<R> Sealed for Stream<R> {}

impl<R: Read> Source for Stream<R> {
    #[inline]
    fn window(&self) -> &[u8] {
        self.buffer.get(self.start..self.end).unwrap_or_default()
    }

    #[inline]
    fn consume(&mut self, count: usize) {
        self.start = self.end.min(self.start + count);
    }

    fn grow(&mut self) -> Result<bool, PgnError> {
        if self.end == self.buffer.len() {
            self.make_room();
        }
        while !self.has_ended && self.end < self.buffer.len() {
            match self.read.read(&mut self.buffer[self.end..]) {
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

    fn place(&mut self) -> Place {
        self.counter.pass(&self.buffer[self.uncounted..self.start]);
        self.uncounted = self.start;
        self.counter.place()
    }
}
