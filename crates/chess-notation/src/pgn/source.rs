use memchr::memchr_iter;

use super::error::PgnError;

/// A source of the bytes of a PGN file: [`Slice`], or with `std` a [`Stream`](super::Stream).
///
/// The reader sees a window of the bytes that it has not consumed, and asks for a longer window when it needs one.
pub trait Source: Sealed {
    /// The bytes that can be read now.
    fn window(&self) -> &[u8];

    /// Removes the first `count` bytes from the window. The window has at least so many.
    fn consume(&mut self, count: usize);

    /// Makes the window longer at its end. Returns false at the end of the bytes, or if the window has its greatest length.
    ///
    /// # Errors
    /// The error of the source.
    fn grow(&mut self) -> Result<bool, PgnError>;

    /// The place of the window's first byte.
    fn place(&mut self) -> Place;
}

/// Keeps other crates from implementing [`Source`], since a source has to respect the limits of the reader.
pub trait Sealed {}

/// A place in a file.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Place {
    /// The line, counted from 1. Lines end with LF, CR or both.
    pub line: u64,
    /// Number of bytes before the place.
    pub offset: u64,
}

/// Bytes that are all in memory.
#[derive(Clone, Debug)]
pub struct Slice<'a> {
    rest: &'a [u8],
    /// The bytes whose lines have not been counted; they end with `rest`.
    uncounted: &'a [u8],
    counter: PlaceCounter,
}

impl<'a> Slice<'a> {
    pub(crate) const fn new(bytes: &'a [u8]) -> Self {
        Self { rest: bytes, uncounted: bytes, counter: PlaceCounter::START }
    }
}

impl Sealed for Slice<'_> {}

impl Source for Slice<'_> {
    #[inline]
    fn window(&self) -> &[u8] {
        self.rest
    }

    #[inline]
    fn consume(&mut self, count: usize) {
        self.rest = self.rest.get(count..).unwrap_or_default();
    }

    #[inline]
    fn grow(&mut self) -> Result<bool, PgnError> {
        Ok(false)
    }

    fn place(&mut self) -> Place {
        let (passed, rest) = self.uncounted.split_at(self.uncounted.len() - self.rest.len());
        self.counter.pass(passed);
        self.uncounted = rest;
        self.counter.place()
    }
}

/// Counts bytes and lines.
#[derive(Clone, Debug)]
pub(crate) struct PlaceCounter {
    offset: u64,
    line_ends: u64,
    last: u8,
}

impl PlaceCounter {
    pub(crate) const START: Self = Self { offset: 0, line_ends: 0, last: 0 };

    pub(crate) fn pass(&mut self, bytes: &[u8]) {
        let Some(&last) = bytes.last() else { return };
        self.offset += bytes.len() as u64;
        self.line_ends += memchr_iter(b'\n', bytes).count() as u64;
        for at in memchr_iter(b'\r', bytes) {
            // With what follows it is one end, which has been counted.
            self.line_ends += u64::from(bytes.get(at + 1) != Some(&b'\n'));
        }
        self.line_ends -= u64::from(self.last == b'\r' && bytes[0] == b'\n');
        self.last = last;
    }

    pub(crate) const fn place(&self) -> Place {
        Place { line: self.line_ends + 1, offset: self.offset }
    }
}
