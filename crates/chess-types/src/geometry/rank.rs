use core::fmt;
use core::str::FromStr;

use crate::color::Color;
use crate::error::error_texts;

/// A rank, numbered first = 0 .. eighth = 7.
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[must_use]
#[repr(u8)]
#[rustfmt::skip]
#[allow(missing_docs)]
pub enum Rank { First, Second, Third, Fourth, Fifth, Sixth, Seventh, Eighth }

impl Rank {
    /// All ranks in the order of their index.
    #[rustfmt::skip]
    pub const ALL: [Self; 8] = [
        Self::First, Self::Second, Self::Third, Self::Fourth,
        Self::Fifth, Self::Sixth, Self::Seventh, Self::Eighth,
    ];

    /// The rank with this index, or `None` from 8 on.
    #[inline]
    pub const fn from_index(index: u8) -> Option<Self> {
        if index < 8 { Some(Self::from_low_bits(index)) } else { None }
    }

    /// The rank whose index stands in the low three bits of `bits`; the others are not read.
    ///
    /// Optimised code is that mask and nothing else; a look-up in [`Rank::ALL`] would be a load.
    #[inline]
    #[rustfmt::skip]
    pub const fn from_low_bits(bits: u8) -> Self {
        match bits & 7 {
            0 => Self::First, 1 => Self::Second, 2 => Self::Third, 3 => Self::Fourth,
            4 => Self::Fifth, 5 => Self::Sixth, 6 => Self::Seventh, _ => Self::Eighth,
        }
    }

    /// The rank a digit from `1` to `8` names.
    #[inline]
    pub const fn from_digit(byte: u8) -> Option<Self> {
        Self::from_index(byte.wrapping_sub(b'1'))
    }

    /// 0 for the first .. 7 for the eighth.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The digit from `1` to `8`.
    #[inline]
    pub const fn digit(self) -> char {
        (b'1' + self as u8) as char
    }

    /// The rank at the same distance from the other edge: first <-> eighth.
    #[inline]
    pub const fn flip(self) -> Self {
        Self::from_low_bits(self as u8 ^ 7)
    }

    /// The rank as `color` counts: itself for White, flipped for Black.
    #[inline]
    pub const fn relative_to(self, color: Color) -> Self {
        match color {
            Color::White => self,
            Color::Black => self.flip(),
        }
    }

    /// The rank `ranks` up, if it is on the board.
    #[inline]
    pub const fn offset(self, ranks: i8) -> Option<Self> {
        Self::from_index((self as u8).wrapping_add_signed(ranks))
    }

    /// Number of ranks from one to the other, 0 to 7.
    #[inline]
    pub const fn distance(self, other: Self) -> u8 {
        (self as u8).abs_diff(other as u8)
    }
}

impl Color {
    /// The rank this side's king starts on.
    #[inline]
    pub const fn back_rank(self) -> Rank {
        Rank::First.relative_to(self)
    }

    /// The rank this side's pawns start on.
    #[inline]
    pub const fn pawn_rank(self) -> Rank {
        Rank::Second.relative_to(self)
    }

    /// The rank this side's pawns promote on.
    #[inline]
    pub const fn promotion_rank(self) -> Rank {
        Rank::Eighth.relative_to(self)
    }
}

impl fmt::Display for Rank {
    /// Writes the digit from `1` to `8`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.digit().fmt(f)
    }
}

/// The text is not one digit from 1 to 8.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseRankError;

error_texts!(ParseRankError { Self => "a rank is one digit from 1 to 8" });

impl FromStr for Rank {
    type Err = ParseRankError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text.as_bytes() {
            &[byte] => Self::from_digit(byte).ok_or(ParseRankError),
            _ => Err(ParseRankError),
        }
    }
}
