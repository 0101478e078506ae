use core::fmt;
use core::iter::FusedIterator;
use core::ops::{Deref, DerefMut};

use arrayvec::ArrayVec;

use crate::moves::word::Move;
use crate::pieces::piece::PieceType;

/// A list of up to 256 moves on the stack, 516 bytes, of which only those in use are ever written.
///
/// No position that a chess program accepts overflows it, as long as a side has at most 16 pieces and no more promoted
/// ones than it misses pawns. The most moves such a position is known to have are 218, composed by Nenad Petrović in
/// 1964 and shown by computation in 2024 to be the maximum of all reachable positions; 256 leaves room above it.
/// Source: <https://lichess.org/@/Tobs40/blog/why-a-reachable-position-cant-have-more-than-218-playable-moves/a5xdxeqs>.
///
/// It is a slice in all that does not change its length. Build it in place where speed counts, by pushing to a
/// `&mut MoveList`: a list that is returned may have to be copied whole.
///
/// # Examples
///
/// ```
/// use chess_types::{Move, MoveKind, MoveList, Square};
///
/// let mut moves = MoveList::new();
/// moves.push(Move::new(Square::G1, Square::F3, MoveKind::Quiet));
/// moves.push(Move::new(Square::E2, Square::E4, MoveKind::DoublePush));
/// assert_eq!(moves.len(), 2);
///
/// moves.sort_by_uci();
/// assert_eq!(moves[0].to_string(), "e2e4");
///
/// moves.retain(|mv| !mv.is_double_push());
/// assert!(moves.iter().all(|mv| mv.from() == Square::G1));
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Default)]
pub struct MoveList(ArrayVec<Move, { MoveList::CAPACITY }>);

impl MoveList {
    /// How many moves fit.
    pub const CAPACITY: usize = 256;

    /// The empty list.
    #[inline]
    pub const fn new() -> Self {
        Self(ArrayVec::new_const())
    }

    /// Number of moves.
    #[inline]
    pub const fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there is no move in the list.
    #[inline]
    pub const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether no other move fits.
    #[inline]
    pub const fn is_full(&self) -> bool {
        self.0.is_full()
    }

    /// How many other moves fit.
    #[inline]
    pub const fn remaining_capacity(&self) -> usize {
        self.0.remaining_capacity()
    }

    /// Appends a move.
    ///
    /// # Panics
    ///
    /// Panics if the list is full.
    #[inline]
    #[track_caller]
    pub fn push(&mut self, mv: Move) {
        self.0.push(mv);
    }

    /// Appends a move if it fits.
    ///
    /// # Errors
    ///
    /// [`ListFullError`] with the move in it, if the list is full.
    #[inline]
    pub fn try_push(&mut self, mv: Move) -> Result<(), ListFullError<Move>> {
        self.0.try_push(mv).map_err(|refused| ListFullError(refused.element()))
    }

    /// Appends all of `moves`.
    ///
    /// # Panics
    ///
    /// Panics if they do not fit; the list is then as it was.
    #[inline]
    #[track_caller]
    pub fn extend_from_slice(&mut self, moves: &[Move]) {
        self.0.try_extend_from_slice(moves).expect("the list has room");
    }

    /// Takes the last move out.
    #[inline]
    pub fn pop(&mut self) -> Option<Move> {
        self.0.pop()
    }

    /// Takes out the move at `index` and puts the last one in its place.
    ///
    /// # Panics
    ///
    /// Panics if there is no move at `index`.
    #[inline]
    #[track_caller]
    pub fn swap_remove(&mut self, index: usize) -> Move {
        self.0.swap_remove(index)
    }

    /// Takes out every move for which `keep` is false; the others stay in their order.
    #[inline]
    pub fn retain(&mut self, mut keep: impl FnMut(Move) -> bool) {
        self.0.retain(|mv| keep(*mv));
    }

    /// Shortens the list to `len` moves; a shorter list stays as it is.
    #[inline]
    pub fn truncate(&mut self, len: usize) {
        self.0.truncate(len);
    }

    /// Empties the list.
    #[inline]
    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// The moves as a slice.
    #[inline]
    pub fn as_slice(&self) -> &[Move] {
        &self.0
    }

    /// Sorts the moves like their text in UCI's Chess960 spelling, which is to say by file before rank.
    ///
    /// For output and comparisons that do not depend on the order of generation.
    pub fn sort_by_uci(&mut self) {
        self.0.sort_unstable_by_key(|mv| {
            let (from, to) = (mv.from(), mv.to());
            let promotion = mv.promotion().map(PieceType::letter);
            (from.file(), from.rank(), to.file(), to.rank(), promotion, mv.raw())
        });
    }
}

impl Deref for MoveList {
    type Target = [Move];

    #[inline]
    fn deref(&self) -> &[Move] {
        &self.0
    }
}

impl DerefMut for MoveList {
    #[inline]
    fn deref_mut(&mut self) -> &mut [Move] {
        &mut self.0
    }
}

impl fmt::Debug for MoveList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl Extend<Move> for MoveList {
    /// Appends all moves. Panics if they do not fit.
    fn extend<I: IntoIterator<Item = Move>>(&mut self, moves: I) {
        self.0.extend(moves);
    }
}

impl FromIterator<Move> for MoveList {
    /// Collects all moves. Panics if there are more than 256.
    fn from_iter<I: IntoIterator<Item = Move>>(moves: I) -> Self {
        Self(moves.into_iter().collect())
    }
}

impl IntoIterator for MoveList {
    type Item = Move;
    type IntoIter = IntoMoves;

    #[inline]
    fn into_iter(self) -> IntoMoves {
        IntoMoves(self.0.into_iter())
    }
}

impl<'a> IntoIterator for &'a MoveList {
    type Item = &'a Move;
    type IntoIter = core::slice::Iter<'a, Move>;

    #[inline]
    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl<'a> IntoIterator for &'a mut MoveList {
    type Item = &'a mut Move;
    type IntoIter = core::slice::IterMut<'a, Move>;

    #[inline]
    fn into_iter(self) -> Self::IntoIter {
        self.iter_mut()
    }
}

/// The moves of a list, by value.
#[derive(Clone, Debug)]
pub struct IntoMoves(arrayvec::IntoIter<Move, { MoveList::CAPACITY }>);

impl Iterator for IntoMoves {
    type Item = Move;

    #[inline]
    fn next(&mut self) -> Option<Move> {
        self.0.next()
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.0.size_hint()
    }
}

impl DoubleEndedIterator for IntoMoves {
    #[inline]
    fn next_back(&mut self) -> Option<Move> {
        self.0.next_back()
    }
}

impl ExactSizeIterator for IntoMoves {}
impl FusedIterator for IntoMoves {}

/// A list was full; what did not fit is inside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ListFullError<T>(pub T);

impl<T> fmt::Display for ListFullError<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad("the list is full")
    }
}

impl<T: fmt::Debug> core::error::Error for ListFullError<T> {}
