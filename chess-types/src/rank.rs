use core::fmt;
use core::str::FromStr;

use crate::{Bitboard, Color};

/// A rank, numbered first = 0 .. eighth = 7.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
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
    #[inline]
    pub const fn from_low_bits(bits: u8) -> Self {
        Self::ALL[(bits & 7) as usize]
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

    /// The squares of the rank.
    #[inline]
    pub const fn bitboard(self) -> Bitboard {
        Bitboard(0xff << (8 * self as u8))
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
}

impl fmt::Display for Rank {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Write::write_char(f, char::from(b'1' + *self as u8))
    }
}

/// The text is not one digit from 1 to 8.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a rank is one digit from 1 to 8")]
pub struct ParseRankError;

impl FromStr for Rank {
    type Err = ParseRankError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text.as_bytes() {
            &[byte] => Self::from_digit(byte).ok_or(ParseRankError),
            _ => Err(ParseRankError),
        }
    }
}
