//! Lists on the stack: of any items, of moves, of moves with scores, and lines of moves.

use core::fmt;
use core::iter::FusedIterator;
use core::mem::MaybeUninit;
use core::ops::{Deref, DerefMut};
use core::slice;

use arrayvec::ArrayVec;

use crate::moves::uci::UciMove;
use crate::moves::word::Move;

/// A list of up to `N` items on the stack, of which only those in use are ever written.
///
/// It dereferences to [`ArrayVec`], with the methods of a vector (`push`, which panics if the list is full, `try_push`,
/// `pop`, `retain`, `swap_remove`, `truncate`, `clear`), and so to a slice. Where speed counts, the caller passes a `&mut`
/// list to be filled, because a list that is returned may have to be copied as a whole.
/// [`MoveList`](crate::MoveList), [`ScoredMoveList`](crate::ScoredMoveList) and [`PvLine`](crate::PvLine) are such lists.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct List<T, const N: usize>(pub(crate) ArrayVec<T, N>);

impl<T, const N: usize> List<T, N> {
    /// The number of items that fit.
    pub const CAPACITY: usize = N;

    /// Returns the empty list.
    #[inline]
    pub fn new() -> Self {
        Self(ArrayVec::new())
    }

    /// Returns the spare capacity after the items, which the caller writes before it calls [`set_len`](ArrayVec::set_len).
    ///
    /// It is for vector stores that write more items than they keep. Generation that writes
    /// moves in place is 1.13 times as fast as copying blocks of moves into the list (Intel Xeon, model 167, AVX-512).
    #[inline]
    #[allow(unsafe_code, reason = "ArrayVec does not give access to its unused room")]
    pub fn spare_capacity_mut(&mut self) -> &mut [MaybeUninit<T>] {
        let (len, room) = (self.len(), self.remaining_capacity());
        // SAFETY: the array has `len` items followed by room for `room` items, initialised or not. Test:
        // `the_room_behind_the_items_is_all_that_is_left`. Gain: see above.
        unsafe { slice::from_raw_parts_mut(self.0.as_mut_ptr().add(len).cast(), room) }
    }
}

impl<T, const N: usize> Default for List<T, N> {
    fn default() -> Self {
        Self::new()
    }
}

impl<T, const N: usize> Deref for List<T, N> {
    type Target = ArrayVec<T, N>;

    #[inline]
    fn deref(&self) -> &ArrayVec<T, N> {
        &self.0
    }
}

impl<T, const N: usize> DerefMut for List<T, N> {
    #[inline]
    fn deref_mut(&mut self) -> &mut ArrayVec<T, N> {
        &mut self.0
    }
}

impl<T, const N: usize> AsRef<[T]> for List<T, N> {
    #[inline]
    fn as_ref(&self) -> &[T] {
        &self.0
    }
}

impl<T: fmt::Debug, const N: usize> fmt::Debug for List<T, N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl<T, const N: usize> FromIterator<T> for List<T, N> {
    /// Collects all items.
    ///
    /// # Panics
    ///
    /// Panics if they do not fit.
    fn from_iter<I: IntoIterator<Item = T>>(items: I) -> Self {
        Self(items.into_iter().collect())
    }
}

impl<T, const N: usize> IntoIterator for List<T, N> {
    type Item = T;
    type IntoIter = arrayvec::IntoIter<T, N>;

    #[inline]
    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

impl<'a, T, const N: usize> IntoIterator for &'a List<T, N> {
    type Item = &'a T;
    type IntoIter = slice::Iter<'a, T>;

    #[inline]
    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

/// A list of up to 256 moves on the stack, 516 bytes, of which only those in use are ever written.
///
/// No position in which each side has at most 16 pieces and no more promoted pieces than missing pawns overflows it. The greatest
/// number of moves of such a position is 218, in a composition by Nenad Petrović of 1964; a computation of 2024 has shown that no
/// reachable position has more. Source:
/// <https://lichess.org/@/Tobs40/blog/why-a-reachable-position-cant-have-more-than-218-playable-moves/a5xdxeqs>. Lenient reading accepts
/// more material only where the other 38 places are enough for it.
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
/// moves.sort_unstable_by_key(|mv| mv.uci960());
/// assert_eq!(moves[0].to_string(), "g1f3");
///
/// moves.retain(|mv| !mv.is_double_push());
/// assert!(moves.iter().all(|mv| mv.from() == Square::G1));
///
/// for mv in moves {
///     assert_eq!(mv.to_string(), "g1f3");
/// }
/// ```
pub type MoveList = List<Move, 256>;

impl<const N: usize> List<Move, N> {
    /// Formats the moves in UCI's Chess960 spelling, separated by blanks. `Display` writes the standard spelling.
    pub fn uci960(&self) -> impl fmt::Display + '_ {
        Uci960(self)
    }
}

struct Uci960<'a>(&'a [Move]);

impl fmt::Display for Uci960<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_line(f, self.0.iter().map(|mv| mv.uci960()))
    }
}

impl<const N: usize> fmt::Display for List<Move, N> {
    /// Writes the moves in UCI's standard spelling, separated by blanks.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_line(f, self.iter().map(|mv| mv.uci()))
    }
}

fn write_line(f: &mut fmt::Formatter<'_>, moves: impl Iterator<Item = UciMove>) -> fmt::Result {
    for (i, mv) in moves.enumerate() {
        let separator = if i == 0 { "" } else { " " };
        write!(f, "{separator}{mv}")?;
    }
    Ok(())
}

/// A move with the score by which it is ordered. A greater score is better; its unit is the caller's.
///
/// It has no `Ord`, because scores alone do not make an order that agrees with `==`. `max_by_key(|scored| scored.score)`
/// finds the best of several.
///
/// `S` is the type of the scores. One that contains the word of the move decides between moves of equal value, so that the order of a
/// search does not depend on that of the generator.
///
/// # Examples
/// ```
/// use chess_types::{List, Move, MoveKind, ScoredMove, Square};
///
/// let mut moves = List::<ScoredMove<(i32, u16)>, 256>::new();
/// for to in [Square::H1, Square::B1, Square::C1] {
///     let mv = Move::new(Square::A1, to, MoveKind::Quiet);
///     moves.push(ScoredMove { mv, score: (7, mv.raw()) });
/// }
/// assert!(moves.best_first().map(|scored| scored.mv.to()).eq([Square::H1, Square::C1, Square::B1]));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct ScoredMove<S = i32> {
    /// The move.
    pub mv: Move,
    /// Its score.
    pub score: S,
}

impl<S: Copy + Ord> ScoredMove<S> {
    /// Swaps the best of `moves` with the first and returns it; `None` if there are none. Among equal scores it takes the earliest.
    ///
    /// It takes one pass over the moves. Calls with the moves from place 0 on, from 1 on and so on return them by descending score. Later
    /// moves of equal score need not come in the order in which they were pushed, since each swap can carry the first move past others of
    /// its score.
    ///
    /// ```
    /// use chess_types::{Move, MoveKind, ScoredMove, ScoredMoveList, Square};
    ///
    /// let scored = |to, score| ScoredMove { mv: Move::new(Square::A1, to, MoveKind::Quiet), score };
    /// let (a, b, c) = (scored(Square::B1, 1), scored(Square::C1, 1), scored(Square::D1, 2));
    ///
    /// let mut moves: ScoredMoveList = [a, b, c].into_iter().collect();
    /// assert_eq!(ScoredMove::pick_best(&mut moves), Some(c));
    /// assert_eq!(moves[..], [c, b, a]);
    /// assert_eq!(ScoredMove::pick_best(&mut moves[1..]), Some(b));
    /// assert_eq!(ScoredMove::pick_best(&mut moves[3..]), None);
    /// ```
    #[inline]
    pub fn pick_best(moves: &mut [Self]) -> Option<Self> {
        // Two passes, of which the first has no branch that is hard to predict: 0.7 to 0.8 of the time of one pass over scores and places in
        // plain, v3 and native builds (lists of 1 to 45 moves, AMD Zen 5).
        let score = moves.iter().map(|scored| scored.score).max()?;
        let best = moves.iter().position(|scored| scored.score == score)?;
        moves.swap(0, best);
        moves.first().copied()
    }
}

/// A list of up to 256 scored moves on the stack; [`MoveList`] says why that is enough.
///
/// A search seldom needs all moves of a node in order, because one of the first often causes a cutoff.
/// [`best_first`](Self::best_first) and [`ScoredMove::pick_best`] therefore select the best remaining move on demand.
///
/// # Examples
///
/// ```
/// use chess_types::{Move, MoveKind, ScoredMove, ScoredMoveList, Square};
///
/// let mut moves = ScoredMoveList::new();
/// moves.push(ScoredMove { mv: Move::new(Square::A2, Square::A3, MoveKind::Quiet), score: 5 });
/// moves.push(ScoredMove { mv: Move::new(Square::E2, Square::E4, MoveKind::DoublePush), score: 40 });
/// moves.push(ScoredMove { mv: Move::new(Square::G1, Square::F3, MoveKind::Quiet), score: 30 });
///
/// let mut best_first = moves.best_first();
/// assert_eq!(best_first.next().unwrap().mv.to_string(), "e2e4");
/// assert_eq!(best_first.next().unwrap().mv.to_string(), "g1f3");
/// ```
pub type ScoredMoveList = List<ScoredMove, { MoveList::CAPACITY }>;

impl<S: Copy + Ord + Default, const N: usize> List<ScoredMove<S>, N> {
    /// Returns an iterator over the moves by descending score, each selected by [`ScoredMove::pick_best`] on demand.
    ///
    /// Returned moves end up at the front of the list, in that order.
    #[inline]
    pub fn best_first(&mut self) -> impl ExactSizeIterator<Item = ScoredMove<S>> + FusedIterator {
        // There is a move at each of these places.
        (0..self.len()).map(|start| ScoredMove::pick_best(&mut self[start..]).unwrap_or_default())
    }
}

/// A principal variation: the line of best play that a search has found, at most 128 moves long.
///
/// Each ply of a search owns one. When a move raises alpha, the line of the ply becomes that move followed by the line of
/// the next ply. It dereferences to a slice of moves.
///
/// # Examples
///
/// ```
/// use chess_types::{Move, MoveKind, PvLine, Square};
///
/// let reply = Move::new(Square::G8, Square::F6, MoveKind::Quiet);
/// let castling = Move::new(Square::E1, Square::H1, MoveKind::KingCastle);
///
/// let mut child = PvLine::new();
/// child.set(reply, &PvLine::new());
/// let mut line = PvLine::new();
/// line.set(castling, &child);
///
/// assert_eq!(line.to_string(), "e1g1 g8f6");
/// assert_eq!(line.uci960().to_string(), "e1h1 g8f6");
/// assert_eq!(line.first(), Some(&castling));
/// ```
pub type PvLine = List<Move, 128>;

impl PvLine {
    /// Sets the line to `mv` followed by `child`. The last move of a child of 128 moves does not fit and is dropped.
    #[inline]
    pub fn set(&mut self, mv: Move, child: &Self) {
        let kept = child.len().min(Self::CAPACITY - 1);
        self.clear();
        self.push(mv);
        self.extend(child[..kept].iter().copied());
    }
}
