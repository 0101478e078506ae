use alloc::vec::Vec;
use core::cmp::Reverse;

use chess_board::Position;
use chess_types::Move;

use super::entry::Entry;
use super::key;

/// A book that is being made. Moves are added one by one, or all records of another book.
///
/// - The weights of the same move of a position add up, and `learn` is the first that is not 0.
/// - If a sum does not fit in 16 bits, all weights of its position are scaled down in proportion, so that the highest becomes
///   65,535. They are rounded, but not to 0.
/// - Records are sorted by key, those of a position by weight from the highest on, those of the same weight by their word.
/// - Records of key 0 are left out, since some books use them for text.
/// - Records with different words are different moves. A castling that books spell in two ways stays two records, which
///   [`BookMoves`](super::BookMoves) combines.
///
/// Memory grows with the number of different moves, not with the number of additions.
///
/// # Examples
/// ```
/// use chess_notation::Position;
/// use chess_notation::polyglot::{Book, BookBuilder};
/// use chess_notation::{Move, MoveKind, Square};
///
/// let e4 = Move::new(Square::E2, Square::E4, MoveKind::DoublePush);
/// let c5 = Move::new(Square::C7, Square::C5, MoveKind::DoublePush);
///
/// // A game won by White, and one drawn.
/// let mut builder = BookBuilder::new();
/// for (white, black) in [(2, 0), (1, 1)] {
///     let mut position = Position::START;
///     for (mv, weight) in [(e4, white), (c5, black)] {
///         builder.add(&position, mv, weight);
///         position.play_unchecked(mv);
///     }
/// }
/// let book = Book::new(builder.into_bytes())?;
/// assert_eq!(book.moves(&Position::START)[0].weight, 3);
/// assert_eq!(book.moves(&Position::START.after(e4))[0].weight, 1);
///
/// // Books are merged by adding up their records.
/// let mut merged = BookBuilder::new();
/// merged.extend(book.all_entries());
/// merged.extend(book.all_entries());
/// assert_eq!(Book::new(merged.into_bytes())?.moves(&Position::START)[0].weight, 6);
/// # Ok::<(), chess_notation::polyglot::BookError>(())
/// ```
#[derive(Clone, Default, Debug)]
pub struct BookBuilder {
    tallies: Vec<Tally>,
    /// The number of tallies at which those of the same move are taken together again.
    limit: usize,
}

/// A record with a wider weight.
#[derive(Clone, Copy, Debug)]
struct Tally {
    key: u64,
    weight: u64,
    learn: u32,
    word: u16,
}

impl BookBuilder {
    /// An empty book.
    pub const fn new() -> Self {
        Self { tallies: Vec::new(), limit: 0 }
    }

    /// Adds `weight` to the weight of `mv` in `position`. By convention it is 2 for a game that the side to move won, and 1 for
    /// a draw.
    ///
    /// `mv` should be legal in `position`. Readers of the book leave out other moves.
    pub fn add(&mut self, position: &Position, mv: Move, weight: u32) {
        self.push(Tally { key: key(position), weight: weight.into(), learn: 0, word: mv.to_polyglot() });
    }

    /// Adds a record of another book.
    pub fn add_entry(&mut self, entry: Entry) {
        let Entry { key, word, weight, learn } = entry;
        if key != 0 {
            self.push(Tally { key, weight: weight.into(), learn, word });
        }
    }

    /// Adds `weight` to the weight of the move with this [word](chess_types::Move::to_polyglot) in the positions of this
    /// [key](super::key()), such as a sum that does not fit in an [`Entry`].
    pub fn add_weight(&mut self, key: u64, word: u16, weight: u64) {
        self.push(Tally { key, weight, learn: 0, word });
    }

    /// The records, sorted.
    pub fn into_entries(mut self) -> impl ExactSizeIterator<Item = Entry> {
        self.finish();
        self.tallies.into_iter().map(Tally::entry)
    }

    /// The bytes of the book, as in a file.
    pub fn into_bytes(self) -> Vec<u8> {
        let entries = self.into_entries();
        let mut bytes = Vec::with_capacity(entries.len() * Entry::SIZE);
        bytes.extend(entries.flat_map(Entry::to_bytes));
        bytes
    }

    fn push(&mut self, tally: Tally) {
        if self.tallies.len() >= self.limit {
            self.merge();
            self.limit = (2 * self.tallies.len()).max(4096);
        }
        self.tallies.push(tally);
    }

    /// Sorts the tallies by key and word, and takes those of the same move together.
    fn merge(&mut self) {
        // A stable sort, for the first `learn` counts.
        self.tallies.sort_by_key(|tally| (tally.key, tally.word));
        self.tallies.dedup_by(|later, first| {
            let is_same = (later.key, later.word) == (first.key, first.word);
            if is_same {
                first.weight = first.weight.saturating_add(later.weight);
                first.learn = if first.learn == 0 { later.learn } else { first.learn };
            }
            is_same
        });
    }

    /// Turns the tallies into the records to be written.
    fn finish(&mut self) {
        self.merge();
        for tallies in self.tallies.chunk_by_mut(|a, b| a.key == b.key) {
            scale(tallies);
            // A stable sort: those of the same weight stay in the order of their words.
            tallies.sort_by_key(|tally| Reverse(tally.weight));
        }
    }
}

impl Extend<Entry> for BookBuilder {
    fn extend<I: IntoIterator<Item = Entry>>(&mut self, entries: I) {
        for entry in entries {
            self.add_entry(entry);
        }
    }
}

impl Tally {
    /// The record, the weight of which has been scaled.
    fn entry(self) -> Entry {
        let Self { key, weight, learn, word } = self;
        Entry { key, word, weight: u16::try_from(weight).unwrap_or(u16::MAX), learn }
    }
}

/// Scales the weights of a position so that they fit in 16 bits.
fn scale(tallies: &mut [Tally]) {
    let highest = tallies.iter().map(|tally| tally.weight).max().unwrap_or(0);
    if highest <= u16::MAX.into() {
        return;
    }
    for tally in tallies.iter_mut().filter(|tally| tally.weight > 0) {
        let rounded =
            (u128::from(tally.weight) * u128::from(u16::MAX) + u128::from(highest / 2)) / u128::from(highest);
        tally.weight = (rounded as u64).max(1);
    }
}
