//! Files, ranks, squares and directions.

use core::fmt;
use core::str::FromStr;

use crate::piece::Color;
use crate::values::{ParseNameError, lettered, numbered};

/// The methods that files and ranks have in common.
macro_rules! line {
    ($line:ident, $noun:literal) => {
        impl $line {
            #[doc = concat!("Returns the ", $noun, " whose index is in the low three bits of `bits`; the other bits are ignored.")]
            ///
            /// Compiles to a single AND, where indexing [`ALL`](Self::ALL) would be a load.
            #[inline]
            pub const fn from_low_bits(bits: u8) -> Self {
                Self::numbered(bits & 7)
            }

            #[doc = concat!("Returns the ", $noun, " at the same distance from the opposite edge.")]
            #[inline]
            #[must_use]
            pub const fn flip(self) -> Self {
                Self::from_low_bits(self as u8 ^ 7)
            }

        }
    };
}

numbered! {
    /// A file of the board, numbered a = 0 to h = 7.
    ///
    /// # Examples
    ///
    /// ```
    /// use chess_types::File;
    ///
    /// let file: File = "c".parse()?;
    /// assert_eq!(file.flip(), File::F);
    /// # Ok::<(), chess_types::ParseNameError>(())
    /// ```
    pub enum File { A, B, C, D, E, F, G, H }
}

line!(File, "file");

impl File {
    /// Returns the file with this lower-case letter, `a` to `h`; `None` for any other byte.
    #[inline]
    pub const fn from_letter(byte: u8) -> Option<Self> {
        Self::from_index(byte.wrapping_sub(b'a') as usize)
    }

    /// Returns the lower-case letter, `a` to `h`.
    #[inline]
    pub const fn letter(self) -> char {
        (b'a' + self as u8) as char
    }
}

lettered!(File: "a file from a to h", letter, Self::from_letter);

numbered! {
    /// A rank of the board, numbered first = 0 to eighth = 7.
    ///
    /// # Examples
    ///
    /// ```
    /// use chess_types::{Color, Rank};
    ///
    /// let rank: Rank = "2".parse()?;
    /// assert_eq!(rank, Rank::Second);
    /// assert_eq!(rank.relative_to(Color::Black), Rank::Seventh);
    /// # Ok::<(), chess_types::ParseNameError>(())
    /// ```
    pub enum Rank { First, Second, Third, Fourth, Fifth, Sixth, Seventh, Eighth }
}

line!(Rank, "rank");

impl Rank {
    /// Returns the rank with this digit, `1` to `8`; `None` for any other byte.
    #[inline]
    pub const fn from_digit(byte: u8) -> Option<Self> {
        Self::from_index(byte.wrapping_sub(b'1') as usize)
    }

    /// Returns the digit, `1` to `8`.
    #[inline]
    pub const fn digit(self) -> char {
        (b'1' + self as u8) as char
    }

    /// Returns the rank from the point of view of `color`: the same for White, flipped for Black.
    #[inline]
    #[must_use]
    pub const fn relative_to(self, color: Color) -> Self {
        match color {
            Color::White => self,
            Color::Black => self.flip(),
        }
    }
}

lettered!(Rank: "a rank from 1 to 8", digit, Self::from_digit);

numbered! {
    /// A square of the board, numbered a1 = 0, b1 = 1 to h8 = 63 (little-endian rank-file mapping).
    ///
    /// # Examples
    ///
    /// ```
    /// use chess_types::{Color, File, Rank, Square};
    ///
    /// let square: Square = "e2".parse()?;
    /// assert_eq!(square, Square::new(File::E, Rank::Second));
    /// assert_eq!(square.index(), 12);
    /// assert_eq!(square.offset(1, 2), Some(Square::F4));
    /// assert_eq!(square.relative_to(Color::Black), Square::E7);
    /// assert_eq!(square.distance(Square::G8), 6);
    /// # Ok::<(), chess_types::ParseNameError>(())
    /// ```
    pub enum Square {
        A1, B1, C1, D1, E1, F1, G1, H1,
        A2, B2, C2, D2, E2, F2, G2, H2,
        A3, B3, C3, D3, E3, F3, G3, H3,
        A4, B4, C4, D4, E4, F4, G4, H4,
        A5, B5, C5, D5, E5, F5, G5, H5,
        A6, B6, C6, D6, E6, F6, G6, H6,
        A7, B7, C7, D7, E7, F7, G7, H7,
        A8, B8, C8, D8, E8, F8, G8, H8,
    }
}

impl Square {
    pub(crate) const EXPECTED: &'static str = "a square from a1 to h8";

    /// Returns the square on `file` and `rank`.
    #[inline]
    pub const fn new(file: File, rank: Rank) -> Self {
        Self::from_low_bits(((rank as u8) << 3) | file as u8)
    }

    /// Returns the square whose index is in the low six bits of `bits`; the other two bits are ignored.
    ///
    /// Compiles to a single AND, which the compiler drops where it knows the range, as after `trailing_zeros` of a
    /// set that is not empty.
    #[inline]
    pub const fn from_low_bits(bits: u8) -> Self {
        Self::numbered(bits & 63)
    }

    /// Returns the file of the square.
    #[inline]
    pub const fn file(self) -> File {
        File::from_low_bits(self as u8)
    }

    /// Returns the rank of the square.
    #[inline]
    pub const fn rank(self) -> Rank {
        Rank::from_low_bits(self as u8 >> 3)
    }

    /// Returns the square on the same file with the ranks reversed: e7 for e2.
    #[inline]
    #[must_use]
    pub const fn flip_ranks(self) -> Self {
        Self::from_low_bits(self as u8 ^ 0o70)
    }

    /// Returns the square on the same rank with the files reversed: h4 for a4.
    #[inline]
    #[must_use]
    pub const fn flip_files(self) -> Self {
        Self::from_low_bits(self as u8 ^ 0o07)
    }

    /// Returns the square from the point of view of `color`: the same for White, with the ranks reversed for Black.
    #[inline]
    #[must_use]
    pub const fn relative_to(self, color: Color) -> Self {
        match color {
            Color::White => self,
            Color::Black => self.flip_ranks(),
        }
    }

    /// Returns the square `files` further to the east and `ranks` further to the north; `None` if that is off the board.
    ///
    /// Negative numbers go west and south.
    #[inline]
    pub const fn offset(self, files: i8, ranks: i8) -> Option<Self> {
        let file = (self as i8 & 7).saturating_add(files);
        let rank = (self as i8 >> 3).saturating_add(ranks);
        if file < 0 || file > 7 || rank < 0 || rank > 7 {
            return None;
        }
        Some(Self::from_low_bits((rank * 8 + file) as u8))
    }

    /// Returns the adjacent square in `direction`; `None` if that is off the board.
    #[inline]
    pub const fn step(self, direction: Direction) -> Option<Self> {
        let (files, ranks) = direction.deltas();
        self.offset(files, ranks)
    }

    /// Returns the number of king moves between two squares, 0 to 7 (Chebyshev distance).
    #[inline]
    pub const fn distance(self, other: Self) -> u8 {
        let files = self.file().index().abs_diff(other.file().index()) as u8;
        let ranks = self.rank().index().abs_diff(other.rank().index()) as u8;
        if files > ranks { files } else { ranks }
    }

    /// Returns the colour of the square itself: `Black` for dark squares such as a1, `White` for light ones.
    #[inline]
    pub const fn shade(self) -> Color {
        if (self as u8 ^ (self as u8 >> 3)) & 1 == 0 { Color::Black } else { Color::White }
    }
}

impl fmt::Display for Square {
    /// Writes the algebraic name, as `e4`; width and alignment of the format are heeded.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = [b'a' + (*self as u8 & 7), b'1' + (*self as u8 >> 3)];
        f.pad(core::str::from_utf8(&name).unwrap_or_default())
    }
}

impl FromStr for Square {
    type Err = ParseNameError;

    /// Reads a lower-case file and a rank, as `e4`.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let square = match *text.as_bytes() {
            [file, rank] => File::from_letter(file).zip(Rank::from_digit(rank)),
            _ => None,
        };
        square.map(|(file, rank)| Self::new(file, rank)).ok_or(ParseNameError::new(Self::EXPECTED))
    }
}

numbered! {
    /// One of the eight compass directions in which a queen moves, clockwise from north = 0; White's side of the board is
    /// south.
    ///
    /// # Examples
    ///
    /// ```
    /// use chess_types::{Direction, Square};
    ///
    /// assert_eq!(Direction::NorthEast.deltas(), (1, 1));
    /// assert_eq!(Direction::NorthEast.opposite(), Direction::SouthWest);
    /// assert_eq!(Square::E4.step(Direction::NorthEast), Some(Square::F5));
    /// assert_eq!(Square::H4.step(Direction::NorthEast), None);
    /// ```
    pub enum Direction { North, NorthEast, East, SouthEast, South, SouthWest, West, NorthWest }
}

impl Direction {
    /// The four directions of the rook.
    pub const ORTHOGONAL: [Self; 4] = [Self::North, Self::East, Self::South, Self::West];

    /// The four directions of the bishop.
    pub const DIAGONAL: [Self; 4] = [Self::NorthEast, Self::SouthEast, Self::SouthWest, Self::NorthWest];

    /// Returns the change of file and the change of rank in one step, each -1, 0 or 1.
    #[inline]
    pub const fn deltas(self) -> (i8, i8) {
        match self {
            Self::North => (0, 1),
            Self::NorthEast => (1, 1),
            Self::East => (1, 0),
            Self::SouthEast => (1, -1),
            Self::South => (0, -1),
            Self::SouthWest => (-1, -1),
            Self::West => (-1, 0),
            Self::NorthWest => (-1, 1),
        }
    }

    /// Returns the opposite direction.
    #[inline]
    #[must_use]
    pub const fn opposite(self) -> Self {
        Self::numbered((self as u8 + 4) & 7)
    }
}

impl Color {
    /// Returns the direction in which this side's pawns advance.
    #[inline]
    pub const fn forward(self) -> Direction {
        match self {
            Self::White => Direction::North,
            Self::Black => Direction::South,
        }
    }

    /// Returns the rank on which this side's king starts.
    #[inline]
    pub const fn back_rank(self) -> Rank {
        Rank::First.relative_to(self)
    }

    /// Returns the rank on which this side's pawns promote.
    #[inline]
    pub const fn promotion_rank(self) -> Rank {
        Rank::Eighth.relative_to(self)
    }
}
