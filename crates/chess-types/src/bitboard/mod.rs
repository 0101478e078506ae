mod flip;
pub(crate) mod iter;
mod picture;
mod shift;

use core::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Sub, SubAssign};

use crate::coordinates::{File, Rank};
use crate::square::Square;

/// A set of squares in a `u64`: bit 0 is a1, bit 63 is h8.
///
/// The operators `&`, `|`, `^`, `-` and `!` are set operations, some of which `const` code has as methods. They also take
/// a [`Square`] as their right operand; `&`, `|` and `^` take one as their left operand too. Sets are ordered as the
/// numbers that their words are.
///
/// `<<` and `>>` are not implemented: a shift of the word moves squares from one edge of the board to the other.
/// [`shift`](Self::shift) drops squares that leave the board, and the word itself is the public field.
///
/// # Examples
///
/// ```
/// use chess_types::{File, Square, bitboard};
///
/// let set = bitboard! {
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . . . X . . .
///     . . . . X . . .
///     . . . . . . . .
///     . . . . . . . .
///     X . . . . . . .
/// };
/// assert_eq!(set, Square::A1 | Square::E4 | Square::E5);
/// assert_eq!(set - File::E.bitboard(), Square::A1.bitboard());
/// assert!(set.iter().eq([Square::A1, Square::E4, Square::E5]));
///
/// let mut rest = set;
/// rest.insert(Square::H8);
/// while let Some(square) = rest.pop_first() {
///     assert!(set.contains(square) || square == Square::H8);
/// }
/// assert_eq!(format!("{set:#018x}"), "0x0000001010000001");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
#[must_use]
#[repr(transparent)]
pub struct Bitboard(pub u64);

impl Bitboard {
    /// The empty set.
    pub const EMPTY: Self = Self(0);
    /// The set of all squares.
    pub const FULL: Self = Self(!0);
    /// The 28 squares at the edge of the board.
    pub const EDGES: Self = Self(0xff818181818181ff);
    /// The four corner squares.
    pub const CORNERS: Self = Self(0x8100000000000081);
    /// The 32 light squares, among them h1 and a8.
    pub const LIGHT_SQUARES: Self = Self(0x55aa55aa55aa55aa);
    /// The 32 dark squares, among them a1 and h8.
    pub const DARK_SQUARES: Self = Self(0xaa55aa55aa55aa55);

    /// Tests whether the set has no square.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns the number of squares, 0 to 64.
    #[inline]
    pub const fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// Tests whether the set has two squares or more.
    #[inline]
    pub const fn has_many(self) -> bool {
        self.0 & self.0.wrapping_sub(1) != 0
    }

    /// Tests whether `square` is in the set.
    #[inline]
    pub const fn contains(self, square: Square) -> bool {
        self.0 >> square as u8 & 1 != 0
    }

    /// Tests whether the two sets share no square.
    #[inline]
    pub const fn is_disjoint(self, other: Self) -> bool {
        self.0 & other.0 == 0
    }

    /// Tests whether the two sets share a square.
    #[inline]
    pub const fn intersects(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// Tests whether every square of this set is in `other` too. A set is a subset of itself.
    ///
    /// ```
    /// use chess_types::Bitboard;
    ///
    /// assert!(Bitboard::CORNERS.is_subset(Bitboard::EDGES));
    /// assert!(!Bitboard::EDGES.is_subset(Bitboard::CORNERS));
    /// ```
    #[inline]
    pub const fn is_subset(self, other: Self) -> bool {
        self.0 & !other.0 == 0
    }

    /// Returns the square with the lowest index; `None` if the set is empty.
    #[inline]
    pub const fn first(self) -> Option<Square> {
        if self.0 == 0 { None } else { Some(Square::from_low_bits(self.0.trailing_zeros() as u8)) }
    }

    /// Returns the square with the highest index; `None` if the set is empty.
    #[inline]
    pub const fn last(self) -> Option<Square> {
        if self.0 == 0 { None } else { Some(Square::from_low_bits(self.0.ilog2() as u8)) }
    }

    /// Returns the only square of the set; `None` if the set has none or more than one.
    ///
    /// ```
    /// use chess_types::{Bitboard, Square};
    ///
    /// assert_eq!(Square::C3.bitboard().single(), Some(Square::C3));
    /// assert_eq!(Bitboard::CORNERS.single(), None);
    /// assert_eq!(Bitboard::EMPTY.single(), None);
    /// ```
    #[inline]
    pub const fn single(self) -> Option<Square> {
        if self.has_many() { None } else { self.first() }
    }

    /// Returns the set without the square of the lowest index; the empty set stays empty.
    #[inline]
    pub const fn without_first(self) -> Self {
        Self(self.0 & self.0.wrapping_sub(1))
    }

    /// Returns the squares that are in at least one of the sets: `|`.
    #[inline]
    pub const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Returns the squares that are in both sets: `&`.
    #[inline]
    pub const fn intersection(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// Returns the squares of this set that are not in `other`: `-`.
    #[inline]
    pub const fn difference(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// Returns a copy of the set with `square` in it.
    #[inline]
    pub const fn with(self, square: Square) -> Self {
        self.union(square.bitboard())
    }

    /// Inserts `square` into the set; returns true if it was not in the set before, as the sets of `std` do.
    ///
    /// ```
    /// use chess_types::{Bitboard, Square};
    ///
    /// let mut set = Bitboard::EMPTY;
    /// assert!(set.insert(Square::E4));
    /// assert!(!set.insert(Square::E4));
    /// assert!(set.remove(Square::E4));
    /// assert!(!set.remove(Square::E4));
    /// ```
    #[inline]
    pub const fn insert(&mut self, square: Square) -> bool {
        let is_new = !self.contains(square);
        *self = self.with(square);
        is_new
    }

    /// Removes `square` from the set; returns true if it was in the set before, as the sets of `std` do.
    #[inline]
    pub const fn remove(&mut self, square: Square) -> bool {
        let was_present = self.contains(square);
        *self = self.difference(square.bitboard());
        was_present
    }
}

impl Square {
    /// Returns the set of only this square.
    #[inline]
    pub const fn bitboard(self) -> Bitboard {
        Bitboard(1 << self as u8)
    }
}

impl File {
    /// Returns the squares of the file.
    #[inline]
    pub const fn bitboard(self) -> Bitboard {
        Bitboard(0x0101010101010101 << self as u8)
    }
}

impl Rank {
    /// Returns the squares of the rank.
    #[inline]
    pub const fn bitboard(self) -> Bitboard {
        Bitboard(0xff << (8 * self as u8))
    }
}

/// Conversions from squares, files and ranks.
macro_rules! from {
    ($($source:ty: |$value:ident| $set:expr;)+) => {$(
        impl From<$source> for Bitboard {
            #[inline]
            fn from($value: $source) -> Self {
                $set
            }
        }
    )+};
}

from! {
    Square: |square| square.bitboard();
    File: |file| file.bitboard();
    Rank: |rank| rank.bitboard();
    u64: |word| Self(word);
}

impl From<Bitboard> for u64 {
    #[inline]
    fn from(set: Bitboard) -> Self {
        set.0
    }
}

/// An operator between sets, and between sets and squares, with its assigning form.
macro_rules! operator {
    ($trait:ident $method:ident, $assign_trait:ident $assign_method:ident: |$a:ident, $b:ident| $word:expr;
        $($left:ident $right:ident),+) => {
        $(impl $trait<$right> for $left {
            type Output = Bitboard;

            #[inline]
            fn $method(self, other: $right) -> Bitboard {
                let ($a, $b) = (Bitboard::from(self).0, Bitboard::from(other).0);
                Bitboard($word)
            }
        })+

        impl<T> $assign_trait<T> for Bitboard
        where
            Self: $trait<T, Output = Self>,
        {
            #[inline]
            fn $assign_method(&mut self, other: T) {
                *self = self.$method(other);
            }
        }
    };
}

operator!(BitAnd bitand, BitAndAssign bitand_assign: |a, b| a & b; Bitboard Bitboard, Bitboard Square, Square Bitboard);
operator!(BitOr bitor, BitOrAssign bitor_assign: |a, b| a | b;
    Bitboard Bitboard, Bitboard Square, Square Bitboard, Square Square);
operator!(BitXor bitxor, BitXorAssign bitxor_assign: |a, b| a ^ b;
    Bitboard Bitboard, Bitboard Square, Square Bitboard);
operator!(Sub sub, SubAssign sub_assign: |a, b| a & !b; Bitboard Bitboard, Bitboard Square);

impl Not for Bitboard {
    type Output = Self;

    #[inline]
    fn not(self) -> Self {
        Self(!self.0)
    }
}
