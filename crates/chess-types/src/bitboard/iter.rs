use core::iter::{self, FusedIterator};

use crate::bitboard::Bitboard;
use crate::square::Square;

impl FromIterator<Square> for Bitboard {
    #[inline]
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Self {
        squares.into_iter().fold(Self::EMPTY, Self::with)
    }
}

impl Extend<Square> for Bitboard {
    #[inline]
    fn extend<I: IntoIterator<Item = Square>>(&mut self, squares: I) {
        *self = squares.into_iter().fold(*self, Self::with);
    }
}

impl<const N: usize> From<[Square; N]> for Bitboard {
    /// Returns the set of these squares; a square may be given more than once.
    ///
    /// ```
    /// use chess_types::{Bitboard, Square};
    ///
    /// assert_eq!(Bitboard::from([Square::A1, Square::B2]), Square::A1 | Square::B2);
    /// ```
    #[inline]
    fn from(squares: [Square; N]) -> Self {
        squares.into_iter().collect()
    }
}

impl IntoIterator for Bitboard {
    type Item = Square;
    type IntoIter = Squares;

    #[inline]
    fn into_iter(self) -> Squares {
        self.iter()
    }
}

impl IntoIterator for &Bitboard {
    type Item = Square;
    type IntoIter = Squares;

    #[inline]
    fn into_iter(self) -> Squares {
        self.iter()
    }
}

impl Bitboard {
    /// Returns an iterator over the squares of the set in the order of their index. `for square in set` does the same.
    ///
    /// The iterator has a copy of the set, which may be changed meanwhile.
    ///
    /// ```
    /// use chess_types::{Bitboard, Square};
    ///
    /// let mut set = Bitboard::CORNERS;
    /// for square in set.iter().filter(|square| square.shade() == chess_types::Color::Black) {
    ///     set.remove(square);
    /// }
    /// assert_eq!(set, Bitboard::from([Square::H1, Square::A8]));
    /// ```
    #[inline]
    pub const fn iter(self) -> Squares {
        Squares(self)
    }

    /// Removes the square with the lowest index from the set and returns it; `None` if the set is empty.
    ///
    /// ```
    /// use chess_types::{Bitboard, Square};
    ///
    /// let mut set = Bitboard::from([Square::C3, Square::A1]);
    /// assert_eq!(set.pop_first(), Some(Square::A1));
    /// assert_eq!(set.pop_first(), Some(Square::C3));
    /// assert_eq!(set.pop_first(), None);
    /// ```
    #[inline]
    pub const fn pop_first(&mut self) -> Option<Square> {
        let square = self.first();
        *self = self.without_first();
        square
    }

    /// Returns an iterator over all subsets of the set, from the empty set to the set itself (carry-rippler enumeration).
    ///
    /// Source: <https://www.chessprogramming.org/Traversing_Subsets_of_a_Set>.
    ///
    /// ```
    /// use chess_types::{Bitboard, Square};
    ///
    /// let subsets = (Square::A1 | Square::B1).subsets();
    /// assert!(subsets.eq([0b00, 0b01, 0b10, 0b11].map(Bitboard)));
    /// assert_eq!(Bitboard::CORNERS.subsets().count(), 16);
    /// ```
    #[inline]
    pub fn subsets(self) -> impl FusedIterator<Item = Self> + Clone {
        iter::successors(Some(Self::EMPTY), move |subset| {
            let next = Self(subset.0.wrapping_sub(self.0) & self.0);
            (!next.is_empty()).then_some(next)
        })
    }
}

/// An iterator over the squares of a set in the order of their index, from either end; see [`Bitboard::iter`].
///
/// ```
/// use chess_types::{Bitboard, Square};
///
/// let mut squares = Bitboard::CORNERS.into_iter();
/// assert_eq!(squares.len(), 4);
/// assert_eq!(squares.next(), Some(Square::A1));
/// assert_eq!(squares.next_back(), Some(Square::H8));
/// assert!(squares.eq([Square::H1, Square::A8]));
/// ```
#[derive(Clone, Debug)]
#[must_use = "iterators are lazy"]
pub struct Squares(Bitboard);

impl Iterator for Squares {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        self.0.pop_first()
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let count = self.0.count() as usize;
        (count, Some(count))
    }

    #[inline]
    fn count(self) -> usize {
        self.len()
    }
}

impl DoubleEndedIterator for Squares {
    #[inline]
    fn next_back(&mut self) -> Option<Square> {
        let square = self.0.last()?;
        self.0.remove(square);
        Some(square)
    }
}

impl ExactSizeIterator for Squares {}
impl FusedIterator for Squares {}
