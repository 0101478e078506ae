use core::slice::ChunksExact;

use chess_board::Position;

use super::entry::Entry;
use super::error::BookError;
use super::key;
use super::moves::BookMoves;

/// A book in memory: a slice, a vector, a mapped file.
///
/// A book is a sequence of [`Entry`] records, sorted by key. Only its length is checked beforehand; what it says about a
/// position is checked when it is asked for. In a book that is not sorted, records may be missed, and nothing worse.
/// [`BookFile`](super::BookFile) reads what shall not be in memory.
///
/// # Examples
/// ```
/// use chess_board::Position;
/// use chess_notation::polyglot::Book;
///
/// let bytes = *b"\x46\x3b\x96\x18\x16\x91\xfc\x9c\x03\x1c\x00\x02\x00\x00\x00\x00";
/// let book = Book::new(bytes)?;
/// let moves = book.moves(&Position::START);
/// assert_eq!(moves.len(), 1);
/// assert_eq!(moves[0].mv.to_string(), "e2e4");
/// assert_eq!(moves[0].weight, 2);
/// # Ok::<(), chess_notation::polyglot::BookError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Book<B>(B);

impl<B: AsRef<[u8]>> Book<B> {
    /// The book that these bytes are.
    ///
    /// # Errors
    /// [`BookError::CutOff`] if their number is not a multiple of 16.
    pub fn new(bytes: B) -> Result<Self, BookError> {
        BookError::check_length(bytes.as_ref().len() as u64)?;
        Ok(Self(bytes))
    }

    /// The bytes of the book.
    pub fn into_inner(self) -> B {
        self.0
    }

    /// Number of records.
    pub fn len(&self) -> usize {
        self.records(0).len()
    }

    /// Whether there is no record.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// All records, in the order of the book.
    pub fn all_entries(&self) -> impl DoubleEndedIterator<Item = Entry> + ExactSizeIterator + Clone {
        self.records(0).map(entry)
    }

    /// The records of this key, in the order of the book.
    pub fn entries(&self, key: u64) -> impl Iterator<Item = Entry> + Clone {
        // Everything before `first` has a lower key, and nothing from `end` on.
        let (mut first, mut end) = (0, self.len());
        while first < end {
            let middle = first.midpoint(end);
            if self.records(middle).map(entry).next().is_some_and(|entry| entry.key < key) {
                first = middle + 1;
            } else {
                end = middle;
            }
        }
        self.records(first).map(entry).take_while(move |entry| entry.key == key)
    }

    /// The moves of the book for `position`.
    pub fn moves(&self, position: &Position) -> BookMoves {
        let mut moves = BookMoves::default();
        for entry in self.entries(key(position)) {
            moves.add(position, entry);
        }
        moves
    }

    /// Checks that the records are sorted by key.
    ///
    /// # Errors
    /// [`BookError::Unsorted`] with the first record that is not.
    pub fn verify(&self) -> Result<(), BookError> {
        let mut last = 0;
        for (index, entry) in self.all_entries().enumerate() {
            BookError::check_order(last, entry.key, index as u64)?;
            last = entry.key;
        }
        Ok(())
    }

    /// The bytes of each record from this index on.
    fn records(&self, first: usize) -> ChunksExact<'_, u8> {
        self.0.as_ref()[first * Entry::SIZE..].chunks_exact(Entry::SIZE)
    }
}

fn entry(record: &[u8]) -> Entry {
    Entry::from_bytes(record.try_into().expect("a chunk is as long as a record"))
}
