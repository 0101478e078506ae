use memchr::memchr_iter;

use super::error::PgnError;

/// A source of the bytes of a PGN file: [`Slice`], or with `std` a [`Stream`](crate::pgn::Stream).
///
/// The reader uses the bytes that the source has buffered, and keeps its own place in them. It requests more when it needs them.
pub trait Source: Sealed {
    /// The bytes at hand.
    fn bytes(&self) -> &[u8];

    /// Gets more bytes after those at hand. Bytes before `at` may be dropped, after `counter` has counted them, and `at` then counts
    /// from the new first byte. Returns false at the end of the bytes, or if the buffer is full.
    ///
    /// # Errors
    /// The error of the source.
    fn grow(&mut self, at: &mut usize, counter: &mut PlaceCounter) -> Result<bool, PgnError>;
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
pub struct Slice<'a>(&'a [u8]);

impl<'a> Slice<'a> {
    pub(crate) const fn new(bytes: &'a [u8]) -> Self {
        Self(bytes)
    }
}

impl Sealed for Slice<'_> {}

impl Source for Slice<'_> {
    #[inline(always)]
    fn bytes(&self) -> &[u8] {
        self.0
    }

    #[inline]
    fn grow(&mut self, _: &mut usize, _: &mut PlaceCounter) -> Result<bool, PgnError> {
        Ok(false)
    }
}

/// The bytes of a source that have not been consumed.
#[derive(Clone, Debug)]
pub(crate) struct Window<S> {
    source: S,
    /// The window's first byte among those at hand.
    at: usize,
    counter: PlaceCounter,
}

impl<S: Source> Window<S> {
    pub(crate) const fn new(source: S) -> Self {
        Self { source, at: 0, counter: PlaceCounter::START }
    }

    /// The bytes that can be read now.
    #[inline(always)]
    pub(crate) fn window(&self) -> &[u8] {
        self.source.bytes().get(self.at..).unwrap_or_default()
    }

    /// Removes the first `count` bytes from the window, which has at least that many.
    #[inline(always)]
    pub(crate) fn consume(&mut self, count: usize) {
        debug_assert!(count <= self.window().len());
        self.at += count;
    }

    /// Makes the window longer at its end. Returns false at the end of the bytes, or if the window has its greatest length.
    pub(crate) fn grow(&mut self) -> Result<bool, PgnError> {
        self.source.grow(&mut self.at, &mut self.counter)
    }

    /// The byte before the window's first byte; 0 at the beginning of the file.
    pub(crate) fn previous(&self) -> u8 {
        let before = self.source.bytes().get(..self.at).unwrap_or_default();
        before.last().copied().unwrap_or(self.counter.last)
    }

    /// The place of the window's first byte.
    pub(crate) fn place(&mut self) -> Place {
        self.counter.pass(self.source.bytes(), self.at);
        Place { line: self.counter.line_ends + 1, offset: self.counter.offset }
    }

    /// The number of bytes of the file before the window's first byte.
    #[inline]
    pub(crate) fn offset(&self) -> u64 {
        self.counter.offset + (self.at - self.counter.counted) as u64
    }
}

/// A counter of the bytes of a file and of its lines.
#[derive(Clone, Debug)]
pub struct PlaceCounter {
    offset: u64,
    line_ends: u64,
    last: u8,
    /// The number of bytes at hand that have been counted.
    counted: usize,
}

impl PlaceCounter {
    const START: Self = Self { offset: 0, line_ends: 0, last: 0, counted: 0 };

    /// Counts the bytes at hand before `end`.
    fn pass(&mut self, bytes: &[u8], end: usize) {
        let bytes = bytes.get(self.counted..end).unwrap_or_default();
        let Some(&last) = bytes.last() else { return };
        self.counted = end;
        self.offset += bytes.len() as u64;
        self.line_ends += memchr_iter(b'\n', bytes).count() as u64;
        for at in memchr_iter(b'\r', bytes) {
            // It is half of a line end, which has been counted.
            self.line_ends += u64::from(bytes.get(at + 1) != Some(&b'\n'));
        }
        self.line_ends -= u64::from(self.last == b'\r' && bytes[0] == b'\n');
        self.last = last;
    }

    /// Counts the bytes at hand before `end`, which are then dropped.
    #[cfg(feature = "std")]
    pub(super) fn drop(&mut self, bytes: &[u8], end: usize) {
        self.pass(bytes, end);
        self.counted = 0;
    }
}
