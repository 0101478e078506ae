use memchr::memchr_iter;

use super::error::PgnError;

/// A source of the bytes of a PGN file: [`Slice`], or with `std` a [`Stream`](crate::pgn::Stream).
///
/// The reader uses the bytes that the source has buffered, and keeps its own place in them. It requests more when it needs them.
pub trait Source: Sealed {
    /// The bytes at hand.
    fn bytes(&self) -> &[u8];

    /// Gets more bytes after those at hand. Bytes before `at` may be dropped, and `at` then counts from the new first byte.
    /// Returns false at the end of the bytes, or if the buffer is full.
    ///
    /// # Errors
    /// The error of the source.
    fn grow(&mut self, at: &mut usize) -> Result<bool, PgnError>;

    /// The place of the byte at `at`, which is not before that of the call before.
    fn place(&mut self, at: usize) -> Place;

    /// The number of bytes of the file before `at`, which is not before the last [`place`](Self::place). It takes constant time.
    fn offset(&self, at: usize) -> u64;
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
    bytes: &'a [u8],
    /// The first byte whose lines have not been counted.
    uncounted: usize,
    counter: PlaceCounter,
}

impl<'a> Slice<'a> {
    pub(crate) const fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, uncounted: 0, counter: PlaceCounter::START }
    }
}

impl Sealed for Slice<'_> {}

impl Source for Slice<'_> {
    #[inline(always)]
    fn bytes(&self) -> &[u8] {
        self.bytes
    }

    #[inline]
    fn grow(&mut self, _: &mut usize) -> Result<bool, PgnError> {
        Ok(false)
    }

    fn place(&mut self, at: usize) -> Place {
        self.counter.pass(self.bytes.get(self.uncounted..at).unwrap_or_default());
        self.uncounted = at;
        self.counter.place()
    }

    #[inline]
    fn offset(&self, at: usize) -> u64 {
        self.counter.offset + (at - self.uncounted) as u64
    }
}

/// The bytes of a source that have not been consumed.
#[derive(Clone, Debug)]
pub(crate) struct Window<S> {
    source: S,
    /// The window's first byte among those at hand.
    at: usize,
}

impl<S: Source> Window<S> {
    pub(crate) const fn new(source: S) -> Self {
        Self { source, at: 0 }
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
        self.source.grow(&mut self.at)
    }

    /// The place of the window's first byte.
    pub(crate) fn place(&mut self) -> Place {
        self.source.place(self.at)
    }

    /// The number of bytes of the file before the window's first byte.
    #[inline]
    pub(crate) fn offset(&self) -> u64 {
        self.source.offset(self.at)
    }
}

/// Counts bytes and lines.
#[derive(Clone, Debug)]
pub(crate) struct PlaceCounter {
    pub(crate) offset: u64,
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
            // It is half of a line end, which has been counted.
            self.line_ends += u64::from(bytes.get(at + 1) != Some(&b'\n'));
        }
        self.line_ends -= u64::from(self.last == b'\r' && bytes[0] == b'\n');
        self.last = last;
    }

    pub(crate) const fn place(&self) -> Place {
        Place { line: self.line_ends + 1, offset: self.offset }
    }
}
