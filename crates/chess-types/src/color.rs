use core::fmt;
use core::ops::Not;
use core::str::FromStr;

use crate::conversions::{error_texts, indexed};

/// One of the two sides, White or Black.
///
/// # Examples
///
/// ```
/// use chess_types::{Color, Direction, Rank};
///
/// let us: Color = "b".parse()?;
/// assert_eq!(!us, Color::White);
/// assert_eq!(us.forward(), Direction::South);
/// assert_eq!(us.promotion_rank(), Rank::First);
/// # Ok::<(), chess_types::ParseColorError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
#[allow(missing_docs)]
pub enum Color {
    White,
    Black,
}

impl Color {
    /// White, then Black: the order of the index.
    pub const ALL: [Self; 2] = [Self::White, Self::Black];

    /// The side with this index; `None` if the index is 2 or more.
    #[inline]
    pub const fn from_index(index: usize) -> Option<Self> {
        match index {
            0 => Some(Self::White),
            1 => Some(Self::Black),
            _ => None,
        }
    }

    /// The index: 0 for White, 1 for Black.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The other side. Outside of `const`, `!color` is the same.
    #[inline]
    #[must_use]
    pub const fn opponent(self) -> Self {
        match self {
            Self::White => Self::Black,
            Self::Black => Self::White,
        }
    }

    /// The letter that FEN has for the side to move: `w` or `b`.
    #[inline]
    pub const fn letter(self) -> char {
        match self {
            Self::White => 'w',
            Self::Black => 'b',
        }
    }

    /// The name of the side: `White` or `Black`.
    #[inline]
    pub const fn name(self) -> &'static str {
        match self {
            Self::White => "White",
            Self::Black => "Black",
        }
    }
}

indexed!(Color);

impl Not for Color {
    type Output = Self;

    /// Returns the other side.
    #[inline]
    fn not(self) -> Self {
        self.opponent()
    }
}

impl fmt::Display for Color {
    /// Writes the [`letter`](Self::letter); width and alignment of the format are heeded.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::White => "w",
            Self::Black => "b",
        })
    }
}

/// A text is neither `w` nor `b`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ParseColorError;

error_texts!(ParseColorError { Self => "a colour is w or b" });

impl FromStr for Color {
    type Err = ParseColorError;

    /// Reads `w` or `b`.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text {
            "w" => Ok(Self::White),
            "b" => Ok(Self::Black),
            _ => Err(ParseColorError),
        }
    }
}
