use std::io::{self, Read};

use crate::fault::{Fault, ReadError};

/// The size of the buffer, in bytes. A window of [`fill`](Source::fill) is never larger.
const CAPACITY: usize = 1 << 16;

/// A stream that is read through a buffer of fixed size, which counts the bytes that have been taken.
#[derive(Debug)]
pub struct Source<R> {
    read: R,
    buffer: Box<[u8]>,
    start: usize,
    end: usize,
    has_ended: bool,
    /// The error that has ended the stream.
    failure: Option<io::Error>,
    /// The number of bytes of the stream before `start`.
    offset: u64,
    is_over: bool,
}

impl<R: Read> Source<R> {
    pub(crate) fn new(read: R) -> Self {
        let buffer = vec![0; CAPACITY].into_boxed_slice();
        Self { read, buffer, start: 0, end: 0, has_ended: false, failure: None, offset: 0, is_over: false }
    }

    /// The number of bytes that have been taken.
    #[inline]
    pub(crate) fn offset(&self) -> u64 {
        self.offset
    }

    /// True if nothing can be read any more: the stream has failed, or ended within a record.
    #[inline]
    pub(crate) fn is_over(&self) -> bool {
        self.is_over
    }

    /// Ends the stream here, whatever follows.
    #[cold]
    pub(crate) fn end(&mut self) {
        self.is_over = true;
    }

    /// The error of a stream that ends here: that of the stream, if it has failed, or else one of missing bytes.
    #[cold]
    pub(crate) fn ends_early(&mut self, missing: usize) -> ReadError {
        self.is_over = true;
        self.failure().unwrap_or(ReadError::new(self.offset, Fault::Truncated { missing }))
    }

    /// The error that has ended the stream, once.
    #[cold]
    pub(crate) fn failure(&mut self) -> Option<ReadError> {
        self.is_over |= self.failure.is_some();
        self.failure.take().map(|error| ReadError::new(self.offset, Fault::Io(error)))
    }

    /// The bytes that have been read and not yet taken. There are at least `count` of them unless the stream ends or fails
    /// before.
    #[inline]
    pub(crate) fn fill(&mut self, count: usize) -> &[u8] {
        if self.end - self.start < count {
            self.read_more(count);
        }
        &self.buffer[self.start..self.end]
    }

    /// Takes bytes that [`fill`](Self::fill) has shown.
    #[inline]
    pub(crate) fn consume(&mut self, count: usize) {
        self.start += count.min(self.end - self.start);
        self.offset += count as u64;
    }

    /// Takes the next `N` bytes; `None` at the end of the stream.
    ///
    /// # Errors
    /// The stream ends after fewer bytes, or fails.
    #[inline]
    pub(crate) fn take<const N: usize>(&mut self) -> Result<Option<[u8; N]>, ReadError> {
        let window = self.fill(N);
        if let Some(bytes) = window.first_chunk() {
            let bytes = *bytes;
            self.consume(N);
            return Ok(Some(bytes));
        }
        let missing = N - window.len();
        if missing < N {
            return Err(self.ends_early(missing));
        }
        self.failure().map_or(Ok(None), Err)
    }

    /// Reads up to `count` bytes to the end of `bytes`, whose memory grows with the available bytes and not with `count`.
    pub(crate) fn read_into(&mut self, mut count: usize, bytes: &mut Vec<u8>) {
        while count > 0 {
            let window = self.fill(1);
            let part = &window[..count.min(window.len())];
            if part.is_empty() {
                break;
            }
            bytes.extend_from_slice(part);
            let length = part.len();
            self.consume(length);
            count -= length;
        }
    }

    #[inline(never)]
    fn read_more(&mut self, count: usize) {
        self.buffer.copy_within(self.start..self.end, 0);
        self.end -= self.start;
        self.start = 0;
        while self.end < count && !self.has_ended {
            match self.read.read(&mut self.buffer[self.end..]) {
                Ok(0) => self.has_ended = true,
                Ok(length) => self.end = self.buffer.len().min(self.end + length),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => {
                    self.failure = Some(error);
                    self.has_ended = true;
                }
            }
        }
    }
}
