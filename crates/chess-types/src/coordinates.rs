//! Files, ranks and directions.

use crate::color::Color;
use crate::values::{lettered, named, numbered};

/// The methods that files and ranks have in common.
macro_rules! line {
    ($line:ident, $noun:literal) => {
        impl $line {
            #[doc = concat!("Returns the ", $noun, " whose index is in the low three bits of `bits`; the other bits are ignored.")]
            ///
            /// Optimised code is a single mask, where indexing [`ALL`](Self::ALL) would be a load.
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
    /// assert_eq!("NE".parse(), Ok(Direction::NorthEast));
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

    /// Returns the change of the square's index in one step: 8 for north, -9 for south-west.
    #[inline]
    pub const fn index_delta(self) -> i8 {
        let (files, ranks) = self.deltas();
        8 * ranks + files
    }

    /// Returns the abbreviated compass point: `N`, `NE`, `E`, `SE`, `S`, `SW`, `W` or `NW`.
    #[inline]
    pub const fn name(self) -> &'static str {
        ["N", "NE", "E", "SE", "S", "SW", "W", "NW"][self as usize]
    }

    /// Returns the opposite direction.
    #[inline]
    #[must_use]
    pub const fn opposite(self) -> Self {
        Self::numbered((self as u8 + 4) & 7)
    }

    /// Returns the direction from the point of view of `color`: the same for White, with north and south exchanged for
    /// Black.
    ///
    /// ```
    /// use chess_types::{Color, Direction};
    ///
    /// assert_eq!(Direction::NorthEast.relative_to(Color::Black), Direction::SouthEast);
    /// assert_eq!(Direction::West.relative_to(Color::Black), Direction::West);
    /// ```
    #[inline]
    #[must_use]
    pub const fn relative_to(self, color: Color) -> Self {
        match color {
            Color::White => self,
            // The flip reverses the clockwise order, and south (4) takes the place of north.
            Color::Black => Self::numbered((12 - self as u8) & 7),
        }
    }
}

named! {
    Direction: "one of N, NE, E, SE, S, SW, W and NW", name, |text| Self::ALL.into_iter().find(|it| it.name() == text)
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
