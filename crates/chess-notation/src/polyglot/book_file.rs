//! Books that stay in their files: looked up, and merged.

use core::error::Error;
use core::fmt;
use std::io::{self, BufReader, ErrorKind, Read, Seek, SeekFrom, Write};
use std::vec::Vec;

use chess_board::Position;

use super::builder::BookBuilder;
use super::entry::{BookError, BookMoves, Entry};
use super::key;

/// A book that stays in its file, or in any other source that implements `Read` and `Seek`. It takes constant memory.
///
/// [`Book`](super::Book) is the same for bytes in memory. The source should not be buffered, since each step of a search
/// reads at another place.
///
/// # Examples
/// ```
/// use std::io::Cursor;
///
/// use chess_notation::Position;
/// use chess_notation::polyglot::BookFile;
///
/// // Or `std::fs::File::open("book.bin")?`.
/// let source = Cursor::new(*b"\x46\x3b\x96\x18\x16\x91\xfc\x9c\x03\x1c\x00\x02\x00\x00\x00\x00");
/// let mut book = BookFile::new(source)?;
/// assert_eq!(book.moves(&Position::START)?.best().unwrap().mv.to_string(), "e2e4");
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct BookFile<R> {
    source: R,
    len: u64,
}

/// The number of records that are read together at the end of a search: 1 KiB.
const LAST_READ: usize = 64;

/// The number of records that are read together when all are read: 64 KiB.
const LONG_READ: usize = 4096;

impl<R: Read + Seek> BookFile<R> {
    /// Opens a book, which is all of `source`.
    ///
    /// # Errors
    /// Errors of `source`, and [`BookError::CutOff`] as [`ErrorKind::InvalidData`].
    pub fn new(mut source: R) -> io::Result<Self> {
        let length = source.seek(SeekFrom::End(0))?;
        BookError::check_length(length).map_err(invalid_data)?;
        Ok(Self { source, len: length / Entry::SIZE as u64 })
    }

    /// The source of the book.
    pub fn into_inner(self) -> R {
        self.source
    }

    /// Number of records.
    pub const fn len(&self) -> u64 {
        self.len
    }

    /// True if the book has no records.
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// All records, in the order of the book. The iterator ends after the first error.
    ///
    /// # Errors
    /// Errors of the source.
    pub fn all_entries(&mut self) -> io::Result<impl Iterator<Item = io::Result<Entry>>> {
        self.read(0, LONG_READ)
    }

    /// The records of this key, in the order of the book. The iterator ends after the first error.
    ///
    /// # Errors
    /// Errors of the source.
    pub fn entries(&mut self, key: u64) -> io::Result<impl Iterator<Item = io::Result<Entry>>> {
        // The first record that is not lower is one of low..=high.
        let (mut low, mut high) = (0, self.len);
        while high - low > LAST_READ as u64 {
            let middle = low + (high - low) / 2;
            if self.key_at(middle)? < key {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        let entries = self.read(low, LAST_READ)?;
        Ok(entries
            .skip_while(move |entry| entry.as_ref().is_ok_and(|entry| entry.key < key))
            .take_while(move |entry| entry.as_ref().map_or(true, |entry| entry.key == key)))
    }

    /// The moves of the book for `position`.
    ///
    /// # Errors
    /// Errors of the source.
    pub fn moves(&mut self, position: &Position) -> io::Result<BookMoves> {
        let mut moves = BookMoves::default();
        for entry in self.entries(key(position))? {
            moves.add(position, entry?);
        }
        Ok(moves)
    }

    /// Checks that the records are sorted by key.
    ///
    /// # Errors
    /// Errors of the source, and [`BookError::Unsorted`] as [`ErrorKind::InvalidData`].
    pub fn verify(&mut self) -> io::Result<()> {
        let mut last = 0;
        for (index, entry) in (0..).zip(self.all_entries()?) {
            let key = entry?.key;
            BookError::check_order(last, key, index).map_err(invalid_data)?;
            last = key;
        }
        Ok(())
    }

    fn key_at(&mut self, index: u64) -> io::Result<u64> {
        let mut key = [0; 8];
        self.source.seek(SeekFrom::Start(index * Entry::SIZE as u64))?;
        self.source.read_exact(&mut key)?;
        Ok(u64::from_be_bytes(key))
    }

    /// The records from this index on, `at_once` of them in each read.
    fn read(&mut self, index: u64, at_once: usize) -> io::Result<Records<'_, R>> {
        self.source.seek(SeekFrom::Start(index * Entry::SIZE as u64))?;
        let source = BufReader::with_capacity(at_once * Entry::SIZE, &mut self.source);
        Ok(Records { source, left: self.len.saturating_sub(index) })
    }
}

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

/// Records that are read one after another.
struct Records<'a, R> {
    source: BufReader<&'a mut R>,
    left: u64,
}

impl<R: Read> Iterator for Records<'_, R> {
    type Item = io::Result<Entry>;

    fn next(&mut self) -> Option<io::Result<Entry>> {
        self.left = self.left.checked_sub(1)?;
        let mut record = [0; Entry::SIZE];
        let read = self.source.read_exact(&mut record);
        if read.is_err() {
            self.left = 0;
        }
        Some(read.map(|()| Entry::from_bytes(record)))
    }
}

fn invalid_data(error: BookError) -> io::Error {
    io::Error::new(ErrorKind::InvalidData, error)
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
