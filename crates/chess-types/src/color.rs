use core::fmt;
use core::ops::Not;
use core::str::FromStr;

use crate::error::error_texts;

/// A side of the game.
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
#[must_use]
#[repr(u8)]
#[allow(missing_docs)]
pub enum Color {
    White,
    Black,
}

impl Color {
    /// White, then Black.
    pub const ALL: [Self; 2] = [Self::White, Self::Black];

    /// The side with this index, or `None` from 2 on.
    #[inline]
    pub const fn from_index(index: u8) -> Option<Self> {
        match index {
            0 => Some(Self::White),
            1 => Some(Self::Black),
            _ => None,
        }
    }

    /// 0 for White, 1 for Black.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The other side. `!color` is the same outside `const`.
    #[inline]
    pub const fn opponent(self) -> Self {
        match self {
            Self::White => Self::Black,
            Self::Black => Self::White,
        }
    }

    /// The letter of FEN: `w` or `b`.
    #[inline]
    pub const fn letter(self) -> char {
        match self {
            Self::White => 'w',
            Self::Black => 'b',
        }
    }
}

impl Not for Color {
    type Output = Self;

    #[inline]
    fn not(self) -> Self {
        self.opponent()
    }
}

impl fmt::Display for Color {
    /// Writes the letter of FEN: `w` or `b`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::White => "w",
            Self::Black => "b",
        })
    }
}

/// The text is neither `w` nor `b`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseColorError;

error_texts!(ParseColorError { Self => "a colour is w or b" });

impl FromStr for Color {
    type Err = ParseColorError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text {
            "w" => Ok(Self::White),
            "b" => Ok(Self::Black),
            _ => Err(ParseColorError),
        }
    }
}
