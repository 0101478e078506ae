use core::ops::Deref;

use arrayvec::ArrayVec;
use chess_board::Position;
use chess_types::{Move, MoveList};
use static_assertions::assert_eq_size;

use super::entry::Entry;
use super::resolve;

/// A move that a book has for a position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct BookMove {
    /// The move, which is legal in the position.
    pub mv: Move,
    /// The weight of the move relative to the others: see [`Entry::weight`].
    pub weight: u16,
    /// The learn value: see [`Entry::learn`].
    pub learn: u32,
}

assert_eq_size!(BookMove, [u8; 8]);

/// The moves that a book has for a position, in the order of the book, which usually has the highest weight first.
///
/// All moves are legal, and each occurs once. Records whose word is not a legal move are left out. Records of the same move,
/// of which castling has two spellings, are combined: their weights are added up to at most 65,535, and `learn` is the first
/// value that is not 0.
///
/// # Examples
/// ```
/// use chess_notation::Position;
/// use chess_notation::polyglot::{self, Book, Entry};
/// use chess_notation::{Move, MoveKind, Square};
///
/// let e4 = Move::new(Square::E2, Square::E4, MoveKind::DoublePush);
/// let d4 = Move::new(Square::D2, Square::D4, MoveKind::DoublePush);
/// let key = polyglot::key(&Position::START);
/// let entries = [(e4, 3), (d4, 1)].map(|(mv, weight)| Entry { key, word: mv.to_polyglot(), weight, learn: 0 });
/// let bytes = entries.map(Entry::to_bytes);
///
/// let moves = Book::new(bytes.as_flattened())?.moves(&Position::START);
/// assert_eq!(moves.best().unwrap().mv, e4);
/// assert_eq!(moves.clone().into_iter().map(|it| it.weight).sum::<u16>(), 4);
/// // Three of four random numbers choose e4.
/// assert_eq!(moves.pick(3 * (u64::MAX / 4)).unwrap().mv, e4);
/// assert_eq!(moves.pick(u64::MAX).unwrap().mv, d4);
/// # Ok::<(), chess_notation::polyglot::BookError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct BookMoves(ArrayVec<BookMove, { MoveList::CAPACITY }>);

impl BookMoves {
    /// The first of the moves with the highest weight; `None` if no weight is above 0.
    pub fn best(&self) -> Option<BookMove> {
        self.iter()
            .filter(|it| it.weight > 0)
            .copied()
            .reduce(|best, it| if it.weight > best.weight { it } else { best })
    }

    /// A move chosen at random, with a probability in proportion to its weight. `None` if no weight is above 0.
    ///
    /// `random` is a random number, evenly distributed over all 64 bits.
    pub fn pick(&self, random: u64) -> Option<BookMove> {
        let sum: u32 = self.iter().map(|it| u32::from(it.weight)).sum();
        let mut left = ((u128::from(random) * u128::from(sum)) >> 64) as u32;
        self.iter().copied().find(|it| {
            let is_it = left < u32::from(it.weight);
            left = left.saturating_sub(it.weight.into());
            is_it
        })
    }

    /// Adds the record `entry`, if its word is a legal move of `position`.
    pub(super) fn add(&mut self, position: &Position, entry: Entry) {
        let Entry { word, weight, learn, .. } = entry;
        let Some(mv) = resolve(position, word) else { return };
        if let Some(known) = self.0.iter_mut().find(|known| known.mv == mv) {
            known.weight = known.weight.saturating_add(weight);
            known.learn = if known.learn == 0 { learn } else { known.learn };
        } else {
            // It fits: no position has more legal moves than a list of moves holds.
            let _ = self.0.try_push(BookMove { mv, weight, learn });
        }
    }
}

impl Deref for BookMoves {
    type Target = [BookMove];

    fn deref(&self) -> &[BookMove] {
        &self.0
    }
}

impl<'a> IntoIterator for &'a BookMoves {
    type Item = &'a BookMove;
    type IntoIter = core::slice::Iter<'a, BookMove>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl IntoIterator for BookMoves {
    type Item = BookMove;
    type IntoIter = IntoBookMoves;

    fn into_iter(self) -> IntoBookMoves {
        IntoBookMoves(self.0.into_iter())
    }
}

/// An iterator over the moves of a book by value, made from [`BookMoves`].
#[derive(Clone, Debug)]
pub struct IntoBookMoves(arrayvec::IntoIter<BookMove, { MoveList::CAPACITY }>);

impl Iterator for IntoBookMoves {
    type Item = BookMove;

    fn next(&mut self) -> Option<BookMove> {
        self.0.next()
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.0.size_hint()
    }
}

impl DoubleEndedIterator for IntoBookMoves {
    fn next_back(&mut self) -> Option<BookMove> {
        self.0.next_back()
    }
}

impl ExactSizeIterator for IntoBookMoves {}
