//! Files, ranks and directions.

use crate::color::Color;
use crate::conversions::{indexed, named_values};

/// Defines an enum of eight parallel lines of the board, its methods and conversions, and its parse error.
///
/// `first` and `last` name the first and the last line in the documentation; `text` are the functions that read and
/// write the one character of a line.
macro_rules! eight_in_a_row {
    (
        $(#[$docs:meta])*
        $line:ident: $a:ident $b:ident $c:ident $d:ident $e:ident $f:ident $g:ident $h:ident,
        noun: $noun:literal, first: $first:literal, last: $last:literal,
        text: $from_text:ident $to_text:ident,
        $(#[$error_docs:meta])*
        error: $error:ident $error_text:literal $(,)?
    ) => {
        $(#[$docs])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(u8)]
        #[rustfmt::skip]
        #[allow(missing_docs)]
        pub enum $line { $a, $b, $c, $d, $e, $f, $g, $h }

        impl $line {
            #[doc = concat!("All ", $noun, "s in the order of their index.")]
            #[rustfmt::skip]
            pub const ALL: [Self; 8] = [
                Self::$a, Self::$b, Self::$c, Self::$d,
                Self::$e, Self::$f, Self::$g, Self::$h,
            ];

            #[doc = concat!("The ", $noun, " with this index; `None` if the index is 8 or more.")]
            #[inline]
            pub const fn from_index(index: usize) -> Option<Self> {
                if index < 8 { Some(Self::from_low_bits(index as u8)) } else { None }
            }

            #[doc = concat!("The ", $noun, " whose index is in the low three bits of `bits`; the other bits are ignored.")]
            ///
            /// Optimised code is a single mask, where indexing [`ALL`](Self::ALL) would be a load.
            #[inline]
            #[rustfmt::skip]
            pub const fn from_low_bits(bits: u8) -> Self {
                match bits & 7 {
                    0 => Self::$a, 1 => Self::$b, 2 => Self::$c, 3 => Self::$d,
                    4 => Self::$e, 5 => Self::$f, 6 => Self::$g, _ => Self::$h,
                }
            }

            #[doc = concat!("The index: 0 for ", $first, " to 7 for ", $last, ".")]
            #[inline]
            pub const fn index(self) -> usize {
                self as usize
            }

            #[doc = concat!("The ", $noun, " at the same distance from the opposite edge: ", $first, " for ", $last, " and the reverse.")]
            #[inline]
            #[must_use]
            pub const fn flip(self) -> Self {
                Self::from_low_bits(self as u8 ^ 7)
            }

            #[doc = concat!("The ", $noun, " `steps` further on, or back if `steps` is negative; `None` if that is off the board.")]
            #[inline]
            pub const fn offset(self, steps: i8) -> Option<Self> {
                Self::from_index((self as u8).wrapping_add_signed(steps) as usize)
            }

            #[doc = concat!("The number of ", $noun, "s from one to the other, 0 to 7.")]
            #[inline]
            pub const fn distance(self, other: Self) -> u8 {
                (self as u8).abs_diff(other as u8)
            }
        }

        impl core::fmt::Display for $line {
            /// Writes the one character; width and alignment of the format are heeded.
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                self.$to_text().fmt(f)
            }
        }

        $(#[$error_docs])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[non_exhaustive]
        pub struct $error;

        crate::conversions::error_texts!($error { Self => $error_text });

        $crate::conversions::indexed!($line);

        impl core::str::FromStr for $line {
            type Err = $error;

            /// Reads the one character.
            fn from_str(text: &str) -> Result<Self, Self::Err> {
                match text.as_bytes() {
                    &[byte] => Self::$from_text(byte).ok_or($error),
                    _ => Err($error),
                }
            }
        }
    };
}

eight_in_a_row! {
    /// A file of the board, numbered a = 0 to h = 7.
    ///
    /// # Examples
    ///
    /// ```
    /// use chess_types::File;
    ///
    /// let file: File = "c".parse()?;
    /// assert_eq!(file.offset(2), Some(File::E));
    /// assert_eq!(file.offset(-3), None);
    /// assert_eq!(file.flip(), File::F);
    /// assert_eq!(File::ALL.into_iter().filter(|&other| file.distance(other) == 1).count(), 2);
    /// # Ok::<(), chess_types::ParseFileError>(())
    /// ```
    File: A B C D E F G H,
    noun: "file", first: "a", last: "h",
    text: from_letter letter,
    /// A text is not one letter from a to h.
    error: ParseFileError "a file is one letter from a to h",
}

impl File {
    /// The file with this lower-case letter, `a` to `h`; `None` for any other byte.
    #[inline]
    pub const fn from_letter(byte: u8) -> Option<Self> {
        Self::from_index(byte.wrapping_sub(b'a') as usize)
    }

    /// The lower-case letter, `a` to `h`.
    #[inline]
    pub const fn letter(self) -> char {
        (b'a' + self as u8) as char
    }
}

eight_in_a_row! {
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
    /// assert_eq!(rank.offset(2), Some(Rank::Fourth));
    /// assert_eq!(rank.offset(-2), None);
    /// # Ok::<(), chess_types::ParseRankError>(())
    /// ```
    Rank: First Second Third Fourth Fifth Sixth Seventh Eighth,
    noun: "rank", first: "the first", last: "the eighth",
    text: from_digit digit,
    /// A text is not one digit from 1 to 8.
    error: ParseRankError "a rank is one digit from 1 to 8",
}

impl Rank {
    /// The rank with this digit, `1` to `8`; `None` for any other byte.
    #[inline]
    pub const fn from_digit(byte: u8) -> Option<Self> {
        Self::from_index(byte.wrapping_sub(b'1') as usize)
    }

    /// The digit, `1` to `8`.
    #[inline]
    pub const fn digit(self) -> char {
        (b'1' + self as u8) as char
    }

    /// The rank from the point of view of `color`: the same for White, flipped for Black.
    #[inline]
    #[must_use]
    pub const fn relative_to(self, color: Color) -> Self {
        match color {
            Color::White => self,
            Color::Black => self.flip(),
        }
    }
}

impl Color {
    /// The rank on which this side's king starts.
    #[inline]
    pub const fn back_rank(self) -> Rank {
        Rank::First.relative_to(self)
    }

    /// The rank on which this side's pawns start.
    #[inline]
    pub const fn pawn_rank(self) -> Rank {
        Rank::Second.relative_to(self)
    }

    /// The rank on which this side's pawns promote.
    #[inline]
    pub const fn promotion_rank(self) -> Rank {
        Rank::Eighth.relative_to(self)
    }
}

/// One of the eight compass directions in which a queen moves; White's side of the board is south.
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
#[allow(missing_docs)]
pub enum Direction {
    North,
    NorthEast,
    East,
    SouthEast,
    South,
    SouthWest,
    West,
    NorthWest,
}

impl Direction {
    /// All directions in clockwise order from north: the order of the index.
    pub const ALL: [Self; 8] = [
        Self::North,
        Self::NorthEast,
        Self::East,
        Self::SouthEast,
        Self::South,
        Self::SouthWest,
        Self::West,
        Self::NorthWest,
    ];

    /// The four directions of the rook.
    pub const ORTHOGONAL: [Self; 4] = [Self::North, Self::East, Self::South, Self::West];

    /// The four directions of the bishop.
    pub const DIAGONAL: [Self; 4] = [Self::NorthEast, Self::SouthEast, Self::SouthWest, Self::NorthWest];

    /// The direction with this index; `None` if the index is 8 or more.
    #[inline]
    pub const fn from_index(index: usize) -> Option<Self> {
        if index < 8 { Some(Self::from_low_bits(index as u8)) } else { None }
    }

    /// The direction whose index is in the low three bits of `bits`; the other bits are ignored.
    #[inline]
    pub const fn from_low_bits(bits: u8) -> Self {
        match bits & 0b111 {
            0 => Self::North,
            1 => Self::NorthEast,
            2 => Self::East,
            3 => Self::SouthEast,
            4 => Self::South,
            5 => Self::SouthWest,
            6 => Self::West,
            _ => Self::NorthWest,
        }
    }

    /// The index: 0 for north, then clockwise to 7 for north-west.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The change of file and the change of rank in one step, each -1, 0 or 1.
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

    /// The change of the square's index in one step: 8 for north, -9 for south-west.
    #[inline]
    pub const fn index_delta(self) -> i8 {
        let (files, ranks) = self.deltas();
        8 * ranks + files
    }

    /// Tests whether a bishop moves in this direction. A rook moves in the others.
    #[inline]
    pub const fn is_diagonal(self) -> bool {
        self as u8 & 1 != 0
    }

    /// The abbreviated compass point: `N`, `NE`, `E`, `SE`, `S`, `SW`, `W` or `NW`.
    #[inline]
    pub const fn name(self) -> &'static str {
        match self {
            Self::North => "N",
            Self::NorthEast => "NE",
            Self::East => "E",
            Self::SouthEast => "SE",
            Self::South => "S",
            Self::SouthWest => "SW",
            Self::West => "W",
            Self::NorthWest => "NW",
        }
    }

    /// The opposite direction.
    #[inline]
    #[must_use]
    pub const fn opposite(self) -> Self {
        Self::from_low_bits(self as u8 + 4)
    }

    /// The direction from the point of view of `color`: the same for White, with north and south exchanged for Black.
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
            Color::Black => Self::from_low_bits(12 - self as u8),
        }
    }
}

indexed!(Direction);

named_values! {
    Direction,
    /// A text is not one of `N`, `NE`, `E`, `SE`, `S`, `SW`, `W` and `NW`.
    error: ParseDirectionError "a direction is N, NE, E, SE, S, SW, W or NW",
}

impl Color {
    /// The direction in which this side's pawns advance.
    #[inline]
    pub const fn forward(self) -> Direction {
        match self {
            Self::White => Direction::North,
            Self::Black => Direction::South,
        }
    }
}
