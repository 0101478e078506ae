use core::fmt;
use core::str::FromStr;

use crate::color::Color;
use crate::coordinates::{Direction, File, Rank};
use crate::values::{ParseNameError, numbered};

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
    /// Returns the square on `file` and `rank`.
    #[inline]
    pub const fn new(file: File, rank: Rank) -> Self {
        Self::from_low_bits(((rank as u8) << 3) | file as u8)
    }

    /// Returns the square whose index is in the low six bits of `bits`; the other two bits are ignored.
    ///
    /// Optimised code is a single mask, which the compiler drops where it knows the range, as after `trailing_zeros` of a
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

impl Square {
    pub(crate) const EXPECTED: &'static str = "a square from a1 to h8";
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
