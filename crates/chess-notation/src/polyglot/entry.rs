//! Records of a book, and the moves of a position that they name.

use core::error::Error;
use core::fmt;
use core::ops::Deref;

use arrayvec::ArrayVec;
use chess_board::Position;
use chess_types::{Move, MoveList, UciMove};
use static_assertions::assert_eq_size;

use crate::uci::resolve_uci;

/// A record of a book: a move in the position with this key.
///
/// In the file it takes 16 bytes, the highest byte of each number first.
///
/// | bytes | meaning |
/// |---|---|
/// | 0-7 | key |
/// | 8-9 | word of the move |
/// | 10-11 | weight |
/// | 12-15 | learn |
///
/// # Examples
/// ```
/// use chess_notation::polyglot::Entry;
///
/// let entry = Entry { key: 0x463b96181691fc9c, word: 0o001434, weight: 2, learn: 0 };
/// let bytes = *b"\x46\x3b\x96\x18\x16\x91\xfc\x9c\x03\x1c\x00\x02\x00\x00\x00\x00";
/// assert_eq!(entry.to_bytes(), bytes);
/// assert_eq!(Entry::from_bytes(bytes), entry);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Entry {
    /// The [`key`](super::key()) of the position. Some books begin with records of key 0 that hold text.
    pub key: u64,
    /// The move, as [`Move::to_polyglot`](chess_types::Move::to_polyglot) writes it.
    pub word: u16,
    /// The weight of the move relative to the other moves of the position. By convention it is 2 for each win with the move and
    /// 1 for each draw, scaled down if it does not fit. A move of weight 0 should not be played.
    pub weight: u16,
    /// A learning value, whose meaning depends on the program that wrote it; 0 if there is none.
    pub learn: u32,
}

impl Entry {
    /// Number of bytes of a record.
    pub const SIZE: usize = 16;

    /// Reads a record. Any bytes are a record.
    #[inline]
    pub const fn from_bytes(bytes: [u8; Self::SIZE]) -> Self {
        let word = u128::from_be_bytes(bytes);
        Self {
            key: (word >> 64) as u64,
            word: (word >> 48) as u16,
            weight: (word >> 32) as u16,
            learn: word as u32,
        }
    }

    /// The bytes of the record in a file.
    #[inline]
    pub const fn to_bytes(self) -> [u8; Self::SIZE] {
        let Self { key, word, weight, learn } = self;
        ((key as u128) << 64 | (word as u128) << 48 | (weight as u128) << 32 | learn as u128).to_be_bytes()
    }
}

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
/// assert_eq!(moves.iter().map(|it| it.weight).sum::<u16>(), 4);
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
            // It fits: a list holds the legal moves of any position.
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

/// Finds the legal move of `position` that the word of a record names; `None` if there is none. Word 0 names no move.
///
/// Castling is read in both spellings, as the king taking its own rook, which is that of the format, and as the king
/// going to its destination: see [`resolve_uci`].
///
/// # Examples
/// ```
/// use chess_notation::Position;
/// use chess_notation::polyglot::resolve;
/// use chess_notation::{Move, MoveKind, Square};
///
/// let position: Position = "4k3/8/8/8/8/8/8/4K2R w K - 0 1".parse()?;
/// let castling = Move::new(Square::E1, Square::H1, MoveKind::KingCastle);
/// assert_eq!(resolve(&position, 0o000407), Some(castling));
/// assert_eq!(resolve(&position, 0o000406), Some(castling));
/// assert_eq!(resolve(&position, 0o000402), None);
/// # Ok::<(), chess_notation::ParsePositionError>(())
/// ```
pub fn resolve(position: &Position, word: u16) -> Option<Move> {
    let uci = UciMove::from_polyglot(word).ok().filter(|uci| !uci.is_null())?;
    resolve_uci(position, uci).ok()
}

/// An error of bytes that are not a book: the rule that is broken, and the byte, counted from 0.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum BookError {
    /// The last record is cut off.
    CutOff {
        /// The first byte of the record.
        offset: u64,
    },
    /// A record has a lower key than the one before.
    Unsorted {
        /// The first byte of the record.
        offset: u64,
    },
}

impl BookError {
    /// Checks the length of a book in bytes.
    pub(super) const fn check_length(length: u64) -> Result<(), Self> {
        match length % Entry::SIZE as u64 {
            0 => Ok(()),
            cut => Err(Self::CutOff { offset: length - cut }),
        }
    }

    /// Checks that the record with this index may follow one of the key `last`.
    pub(super) const fn check_order(last: u64, next: u64, index: u64) -> Result<(), Self> {
        if last <= next { Ok(()) } else { Err(Self::Unsorted { offset: index * Entry::SIZE as u64 }) }
    }
}

impl fmt::Display for BookError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::CutOff { offset } => {
                let size = Entry::SIZE;
                write!(
                    f,
                    "a Polyglot book has records of {size} bytes, and the one at byte {offset} is cut off"
                )
            }
            Self::Unsorted { offset } => {
                write!(f, "the record at byte {offset} has a lower key than the one before it")
            }
        }
    }
}

impl Error for BookError {}

assert_eq_size!(Entry, [u8; Entry::SIZE]);

assert_eq_size!(BookMove, [u8; 8]);
