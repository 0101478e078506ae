use core::fmt;
use core::ops::Deref;

use crate::moves::list::{IntoItems, List};
use crate::moves::uci::UciMove;
use crate::moves::word::Move;

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
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct PvLine(List<Move, { PvLine::CAPACITY }>);

impl PvLine {
    /// The number of moves that fit.
    pub const CAPACITY: usize = 128;

    /// The empty line.
    #[inline]
    pub const fn new() -> Self {
        Self(List::new())
    }

    /// The number of moves.
    #[inline]
    pub const fn len(&self) -> usize {
        self.0.len()
    }

    /// Tests whether the line has no move.
    #[inline]
    pub const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Removes all moves.
    #[inline]
    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// Sets the line to `mv` followed by `child`. The last move of a child of 128 moves does not fit and is dropped.
    #[inline]
    pub fn set(&mut self, mv: Move, child: &Self) {
        let kept = child.len().min(Self::CAPACITY - 1);
        self.0.clear();
        self.0.push(mv);
        self.0.extend(child[..kept].iter().copied());
    }

    #[cfg(feature = "serde")]
    pub(crate) const fn from_list(moves: List<Move, { Self::CAPACITY }>) -> Self {
        Self(moves)
    }

    /// The moves as a slice.
    #[inline]
    pub fn as_slice(&self) -> &[Move] {
        &self.0
    }

    /// Formats the moves in UCI's Chess960 spelling, separated by blanks.
    pub fn uci960(&self) -> impl fmt::Display + '_ {
        Uci960(self)
    }
}

struct Uci960<'a>(&'a PvLine);

impl fmt::Display for Uci960<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_line(f, self.0.iter().map(|mv| mv.uci960()))
    }
}

impl fmt::Display for PvLine {
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

impl Deref for PvLine {
    type Target = [Move];

    #[inline]
    fn deref(&self) -> &[Move] {
        &self.0
    }
}

impl fmt::Debug for PvLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromIterator<Move> for PvLine {
    /// Collects the first 128 moves and drops the rest.
    fn from_iter<I: IntoIterator<Item = Move>>(moves: I) -> Self {
        Self(moves.into_iter().take(Self::CAPACITY).collect())
    }
}

impl IntoIterator for PvLine {
    type Item = Move;
    type IntoIter = IntoItems<Move, { PvLine::CAPACITY }>;

    /// Returns the moves by value.
    ///
    /// ```
    /// use chess_types::{Move, MoveKind, PvLine, Square};
    ///
    /// let mv = Move::new(Square::E2, Square::E4, MoveKind::DoublePush);
    /// let line: PvLine = [mv].into_iter().collect();
    /// let moves: Vec<Move> = line.into_iter().collect();
    /// assert_eq!(moves, [mv]);
    /// ```
    #[inline]
    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

impl<'a> IntoIterator for &'a PvLine {
    type Item = &'a Move;
    type IntoIter = core::slice::Iter<'a, Move>;

    #[inline]
    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}
