use core::fmt;
use core::iter::{self, FusedIterator};
use core::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Sub, SubAssign};

use crate::coordinates::{Direction, File, Rank, Square};
use crate::piece::Color;

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
/// use chess_types::{Bitboard, File, Square, bitboard};
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
/// assert_eq!(set, Bitboard(0x1010000001));
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

    /// Returns the set moved by one step in `direction`; squares that would leave the board are dropped.
    ///
    /// ```
    /// use chess_types::{Direction, Square};
    ///
    /// let set = Square::A1 | Square::D5 | Square::H7;
    /// assert_eq!(set.shift(Direction::NorthEast), Square::B2 | Square::E6);
    /// ```
    #[inline]
    pub const fn shift(self, direction: Direction) -> Self {
        let not_a = !File::A.bitboard().0;
        let not_h = !File::H.bitboard().0;
        let set = self.0;
        Self(match direction {
            Direction::North => set << 8,
            Direction::NorthEast => (set & not_h) << 9,
            Direction::East => (set & not_h) << 1,
            Direction::SouthEast => (set & not_h) >> 7,
            Direction::South => set >> 8,
            Direction::SouthWest => (set & not_a) >> 9,
            Direction::West => (set & not_a) >> 1,
            Direction::NorthWest => (set & not_a) << 7,
        })
    }

    /// Returns the set moved one rank forward as `color` sees it, as by pushes of pawns.
    ///
    /// ```
    /// use chess_types::{Color, Rank};
    ///
    /// assert_eq!(Rank::Seventh.bitboard().push(Color::Black), Rank::Sixth.bitboard());
    /// ```
    #[inline]
    pub const fn push(self, color: Color) -> Self {
        self.shift(color.forward())
    }

    /// Returns the set and all squares from it to the edge of the board in `direction`.
    ///
    /// North and south fills of pawns are the spans of an evaluation: `north | south` is all squares of their files.
    ///
    /// ```
    /// use chess_types::{Direction, Square, bitboard};
    ///
    /// let filled = bitboard! {
    ///     X . X . . . X .
    ///     X . X . . . X .
    ///     X . X . . . X .
    ///     X . X . . . . .
    ///     X . X . . . . .
    ///     X . X . . . . .
    ///     X . . . . . . .
    ///     X . . . . . . .
    /// };
    /// assert_eq!((Square::A1 | Square::C3 | Square::G6).fill(Direction::North), filled);
    /// ```
    #[inline]
    pub const fn fill(self, direction: Direction) -> Self {
        let mut filled = self;
        let mut steps = 1;
        while steps < 8 {
            filled = filled.union(filled.shift(direction));
            steps += 1;
        }
        filled
    }

    /// Returns the set of the squares that are true, in the order of a diagram: the eighth rank first, each from the a-file on.
    ///
    /// [`bitboard!`](crate::bitboard) writes such a diagram with dots and crosses.
    #[inline]
    pub const fn from_picture(squares: [bool; 64]) -> Self {
        let mut word = 0;
        let mut i = 0;
        while i < 64 {
            word |= (squares[i] as u64) << (i ^ 0o70);
            i += 1;
        }
        Self(word)
    }
}

/// Flips of the whole board. Two in a row make the rotations.
///
/// Source: <https://www.chessprogramming.org/Flipping_Mirroring_and_Rotating>.
///
/// ```
/// use chess_types::{Bitboard, Square};
///
/// let set = Square::B1.bitboard();
/// assert_eq!(set.flip_ranks(), Square::B8.bitboard());
/// assert_eq!(set.flip_files(), Square::G1.bitboard());
/// assert_eq!(set.flip_diagonal(), Square::A2.bitboard());
/// // Turned by 180 degrees and by 90 degrees clockwise, and mirrored at the diagonal from a8 to h1.
/// assert_eq!(set.flip_files().flip_ranks(), Square::G8.bitboard());
/// assert_eq!(set.flip_diagonal().flip_ranks(), Square::A7.bitboard());
/// assert_eq!(set.flip_diagonal().flip_files().flip_ranks(), Square::H7.bitboard());
/// ```
impl Bitboard {
    /// Returns the set with the order of the ranks reversed: the first becomes the eighth.
    #[inline]
    pub const fn flip_ranks(self) -> Self {
        Self(self.0.swap_bytes())
    }

    /// Returns the set with the order of the files reversed: the a-file becomes the h-file.
    #[inline]
    pub const fn flip_files(self) -> Self {
        Self(self.0.reverse_bits()).flip_ranks()
    }

    /// Returns the set mirrored at the diagonal from a1 to h8: b1 becomes a2.
    #[inline]
    pub const fn flip_diagonal(self) -> Self {
        // Three exchanges across the diagonal: 4x4 quarters, 2x2 blocks in each quarter, single squares in each block.
        let mut set = self.0;
        set = exchange(set, 28, 0x0f0f0f0f00000000);
        set = exchange(set, 14, 0x3333000033330000);
        set = exchange(set, 7, 0x5500550055005500);
        Self(set)
    }

    /// Returns the set from the point of view of `color`: the same for White, [`flip_ranks`](Self::flip_ranks) for Black.
    ///
    /// ```
    /// use chess_types::{Color, Rank};
    ///
    /// assert_eq!(Rank::Second.bitboard().relative_to(Color::Black), Rank::Seventh.bitboard());
    /// ```
    #[inline]
    pub const fn relative_to(self, color: Color) -> Self {
        match color {
            Color::White => self,
            Color::Black => self.flip_ranks(),
        }
    }
}

/// Exchanges the bits under `mask` with those `distance` places below them.
#[inline]
const fn exchange(set: u64, distance: u32, mask: u64) -> u64 {
    let differing = mask & (set ^ set << distance);
    set ^ differing ^ differing >> distance
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

    /// Returns the squares of the one or two adjacent files.
    ///
    /// ```
    /// use chess_types::File;
    ///
    /// assert_eq!(File::A.neighbours(), File::B.bitboard());
    /// assert_eq!(File::E.neighbours(), File::D.bitboard() | File::F.bitboard());
    /// ```
    #[inline]
    pub const fn neighbours(self) -> Bitboard {
        let file = self.bitboard();
        file.shift(Direction::West).union(file.shift(Direction::East))
    }
}

impl Rank {
    /// Returns the squares of the rank.
    #[inline]
    pub const fn bitboard(self) -> Bitboard {
        Bitboard(0xff << (8 * self as u8))
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

impl fmt::LowerHex for Bitboard {
    /// Writes the word in hexadecimal digits, with `0x` before them for `{:#x}`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::LowerHex::fmt(&self.0, f)
    }
}

impl FromIterator<Bitboard> for Bitboard {
    /// Returns the union of the sets.
    #[inline]
    fn from_iter<I: IntoIterator<Item = Self>>(sets: I) -> Self {
        sets.into_iter().fold(Self::EMPTY, Self::union)
    }
}

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

/// Conversions from words, squares, files and ranks.
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
    u64: |word| Self(word);
    Square: |square| square.bitboard();
    File: |file| file.bitboard();
    Rank: |rank| rank.bitboard();
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

/// A [`Bitboard`] written as a diagram from White's point of view: eight rows of eight squares, `X` for a square of the
/// set and `.` for any other.
///
/// The result is a constant expression. A diagram that does not have 64 squares does not compile.
///
/// # Examples
///
/// ```
/// use chess_types::{Bitboard, Square, bitboard};
///
/// const WHITE_CASTLE: Bitboard = bitboard! {
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . X X X
///     . . . . . X X .
/// };
/// assert!(WHITE_CASTLE.contains(Square::H2));
/// assert!(!WHITE_CASTLE.contains(Square::H1));
/// ```
///
/// ```compile_fail
/// # use chess_types::bitboard;
/// let a_row_only = bitboard! { . . . . . . . . };
/// ```
#[macro_export]
macro_rules! bitboard {
    (@square .) => { false };
    (@square X) => { true };
    (@square $other:tt) => { compile_error!("a square of a bitboard is drawn as `.` or `X`") };
    ($($square:tt)*) => { $crate::Bitboard::from_picture([$($crate::bitboard!(@square $square)),*]) };
}

impl fmt::Display for Bitboard {
    /// Writes the diagram that [`bitboard!`](crate::bitboard) reads: eight lines, each with a line break at its end.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in Rank::ALL.into_iter().rev() {
            for file in File::ALL {
                let sign = if self.contains(Square::new(file, rank)) { 'X' } else { '.' };
                let end = if file == File::H { '\n' } else { ' ' };
                write!(f, "{sign}{end}")?;
            }
        }
        Ok(())
    }
}

impl fmt::Debug for Bitboard {
    /// Writes the word, and with `{:#?}`, from the next line on, the diagram of `Display`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Bitboard({:#018x})", self.0)?;
        if f.alternate() { write!(f, "\n{self}") } else { Ok(()) }
    }
}
