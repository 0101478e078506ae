use core::iter::FusedIterator;

use crate::geometry::bitboard::Bitboard;
use crate::geometry::square::Square;

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

impl IntoIterator for Bitboard {
    type Item = Square;
    type IntoIter = Squares;

    #[inline]
    fn into_iter(self) -> Squares {
        Squares(self)
    }
}

/// The squares of a set in the order of their index, from either end.
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
pub struct Squares(Bitboard);

impl Iterator for Squares {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        let square = self.0.first()?;
        self.0 = self.0.without_first();
        Some(square)
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
        self.0 ^= square;
        Some(square)
    }
}

impl ExactSizeIterator for Squares {}
impl FusedIterator for Squares {}

impl Bitboard {
    /// The subsets of the set, the empty one first and the set itself last (carry-rippler).
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
    pub const fn subsets(self) -> Subsets {
        Subsets { set: self.0, next: Some(0) }
    }
}

/// The subsets of a set; see [`Bitboard::subsets`].
#[derive(Clone, Debug)]
pub struct Subsets {
    set: u64,
    next: Option<u64>,
}

impl Iterator for Subsets {
    type Item = Bitboard;

    #[inline]
    fn next(&mut self) -> Option<Bitboard> {
        let subset = self.next?;
        let following = subset.wrapping_sub(self.set) & self.set;
        self.next = (following != 0).then_some(following);
        Some(Bitboard(subset))
    }

    /// Exact as long as the number fits in a `usize`.
    fn size_hint(&self) -> (usize, Option<usize>) {
        let Some(next) = self.next else { return (0, Some(0)) };
        // A subset's place in the sequence is the number its bits form once those of the set are pushed together.
        let place = Bitboard(self.set)
            .into_iter()
            .enumerate()
            .fold(0u128, |place, (bit, square)| place | u128::from(next >> square as u8 & 1) << bit);
        let remaining = (1u128 << self.set.count_ones()) - place;
        usize::try_from(remaining).map_or((usize::MAX, None), |remaining| (remaining, Some(remaining)))
    }
}

impl FusedIterator for Subsets {}
