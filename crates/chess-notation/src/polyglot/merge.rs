use core::error::Error;
use core::fmt;
use std::io::{self, BufReader, ErrorKind, Read, Write};
use std::vec::Vec;

use super::builder::BookBuilder;
use super::entry::{BookError, Entry};

/// Merges sorted books into one, position by position, and returns its number of records.
///
/// The rules are those of [`BookBuilder`]: weights are added up, the first `learn` that is not 0 is kept, and records of key 0
/// are left out. Only the moves of one position are in memory at a time. `out` should be buffered.
///
/// # Errors
/// [`MergeError`], after which `out` has the lower keys only.
///
/// # Examples
/// ```
/// use chess_notation::Position;
/// use chess_notation::polyglot::{Book, merge};
///
/// // Or `[std::fs::File::open("mine.bin")?, std::fs::File::open("yours.bin")?]`.
/// let book = b"\x46\x3b\x96\x18\x16\x91\xfc\x9c\x03\x1c\x00\x02\x00\x00\x00\x00";
/// let mut out = Vec::new();
/// assert_eq!(merge([&book[..], &book[..]], &mut out)?, 1);
/// assert_eq!(Book::new(out)?.moves(&Position::START)[0].weight, 4);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn merge<R: Read>(books: impl IntoIterator<Item = R>, mut out: impl Write) -> Result<u64, MergeError> {
    let mut heads: Vec<Head<R>> = books.into_iter().map(Head::new).collect();
    for (book, head) in heads.iter_mut().enumerate() {
        head.advance().map_err(|error| MergeError::Read { book, error })?;
    }
    let mut written = 0;
    while let Some(key) = heads.iter().filter_map(|head| head.first).map(|entry| entry.key).min() {
        let mut position = BookBuilder::new();
        for (book, head) in heads.iter_mut().enumerate() {
            while let Some(entry) = head.first.filter(|entry| entry.key == key) {
                position.add_entry(entry);
                head.advance().map_err(|error| MergeError::Read { book, error })?;
            }
        }
        for entry in position.into_entries() {
            out.write_all(&entry.to_bytes()).map_err(MergeError::Write)?;
            written += 1;
        }
    }
    out.flush().map_err(MergeError::Write)?;
    Ok(written)
}

/// An error of merging books.
#[derive(Debug)]
#[non_exhaustive]
pub enum MergeError {
    /// A book could not be read, or is not a sorted book: a [`BookError`] as [`ErrorKind::InvalidData`].
    Read {
        /// The number of the book, counted from 0 in the order of the argument.
        book: usize,
        /// The error of the source or of the book.
        error: io::Error,
    },
    /// The merged book could not be written.
    Write(io::Error),
}

impl fmt::Display for MergeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Read { book, error } => write!(f, "book {book}: {error}"),
            Self::Write(error) => error.fmt(f),
        }
    }
}

impl Error for MergeError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Read { error, .. } => Some(error),
            Self::Write(error) => error.source(),
        }
    }
}

/// A book that has been read up to the record `first`; `None` at its end.
struct Head<R> {
    source: BufReader<R>,
    record: Vec<u8>,
    /// The number of records that have been read.
    count: u64,
    first: Option<Entry>,
}

impl<R: Read> Head<R> {
    fn new(source: R) -> Self {
        let source = BufReader::with_capacity(1 << 16, source);
        Self { source, record: Vec::new(), count: 0, first: None }
    }

    /// Reads the next record, whose key must not be below that of the last one.
    fn advance(&mut self) -> io::Result<()> {
        let last = self.first.take().map_or(0, |entry| entry.key);
        self.record.clear();
        self.source.by_ref().take(Entry::SIZE as u64).read_to_end(&mut self.record)?;
        if self.record.is_empty() {
            return Ok(());
        }
        let invalid = |error| io::Error::new(ErrorKind::InvalidData, error);
        let offset = self.count * Entry::SIZE as u64;
        let record = self.record[..].try_into().map_err(|_| invalid(BookError::CutOff { offset }))?;
        let entry = Entry::from_bytes(record);
        BookError::check_order(last, entry.key, self.count).map_err(invalid)?;
        self.first = Some(entry);
        self.count += 1;
        Ok(())
    }
}
