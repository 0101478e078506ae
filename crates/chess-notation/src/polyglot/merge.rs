use core::error::Error;
use core::fmt;
use std::io::{self, Read, Seek, Write};
use std::vec::Vec;

use super::book_file::BookFile;
use super::builder::BookBuilder;
use super::entry::Entry;
use super::error::BookError;

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
/// use std::io::Cursor;
///
/// use chess_notation::Position;
/// use chess_notation::polyglot::{BookFile, Book, merge};
///
/// let bytes = *b"\x46\x3b\x96\x18\x16\x91\xfc\x9c\x03\x1c\x00\x02\x00\x00\x00\x00";
/// let mut books = [BookFile::new(Cursor::new(bytes))?, BookFile::new(Cursor::new(bytes))?];
/// let mut out = Vec::new();
/// assert_eq!(merge(&mut books, &mut out)?, 1);
/// assert_eq!(Book::new(out)?.moves(&Position::START)[0].weight, 4);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn merge<R: Read + Seek>(books: &mut [BookFile<R>], mut out: impl Write) -> Result<u64, MergeError> {
    let mut heads = Vec::with_capacity(books.len());
    for (book, file) in books.iter_mut().enumerate() {
        let entries = file.all_entries().map_err(|error| MergeError::Read { book, error })?;
        let mut head = Head { book, entries, index: 0, first: None };
        head.advance(0)?;
        heads.push(head);
    }
    let mut written = 0;
    while let Some(key) = heads.iter().filter_map(|head| head.first).map(|entry| entry.key).min() {
        let mut position = BookBuilder::new();
        for head in &mut heads {
            while let Some(entry) = head.first.filter(|entry| entry.key == key) {
                position.add_entry(entry);
                head.advance(key)?;
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

/// An error of merging books. Books are numbered from 0 in the order of the argument.
#[derive(Debug)]
#[non_exhaustive]
pub enum MergeError {
    /// A book could not be read.
    Read {
        /// The number of the book.
        book: usize,
        /// The error of the source.
        error: io::Error,
    },
    /// A book is not sorted.
    Unsorted {
        /// The number of the book.
        book: usize,
        /// The first record out of order.
        error: BookError,
    },
    /// The merged book could not be written.
    Write(io::Error),
}

/// A book that has been read up to the record `first`; `None` at its end.
struct Head<I> {
    book: usize,
    entries: I,
    index: u64,
    first: Option<Entry>,
}

impl<I: Iterator<Item = io::Result<Entry>>> Head<I> {
    /// Reads the next record, whose key must not be below `last`.
    fn advance(&mut self, last: u64) -> Result<(), MergeError> {
        let book = self.book;
        self.first = self.entries.next().transpose().map_err(|error| MergeError::Read { book, error })?;
        if let Some(first) = self.first {
            BookError::check_order(last, first.key, self.index)
                .map_err(|error| MergeError::Unsorted { book, error })?;
            self.index += 1;
        }
        Ok(())
    }
}

impl fmt::Display for MergeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Read { book, error } => write!(f, "book {book}: {error}"),
            Self::Unsorted { book, error } => write!(f, "book {book}: {error}"),
            Self::Write(error) => error.fmt(f),
        }
    }
}

impl Error for MergeError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Read { error, .. } => Some(error),
            Self::Unsorted { error, .. } => Some(error),
            Self::Write(error) => error.source(),
        }
    }
}
