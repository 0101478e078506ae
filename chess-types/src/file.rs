use core::fmt;
use core::str::FromStr;

use crate::Bitboard;

/// A file, numbered a = 0 .. h = 7.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
#[rustfmt::skip]
#[allow(missing_docs)]
pub enum File { A, B, C, D, E, F, G, H }

impl File {
    /// All files in the order of their index.
    #[rustfmt::skip]
    pub const ALL: [Self; 8] = [
        Self::A, Self::B, Self::C, Self::D,
        Self::E, Self::F, Self::G, Self::H,
    ];

    /// The file with this index, or `None` from 8 on.
    #[inline]
    pub const fn from_index(index: u8) -> Option<Self> {
        if index < 8 { Some(Self::from_low_bits(index)) } else { None }
    }

    /// The file whose index stands in the low three bits of `bits`; the others are not read.
    #[inline]
    pub const fn from_low_bits(bits: u8) -> Self {
        Self::ALL[(bits & 7) as usize]
    }

    /// The file a lower-case letter from `a` to `h` names.
    #[inline]
    pub const fn from_letter(byte: u8) -> Option<Self> {
        Self::from_index(byte.wrapping_sub(b'a'))
    }

    /// 0 for a .. 7 for h.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The squares of the file.
    #[inline]
    pub const fn bitboard(self) -> Bitboard {
        Bitboard(0x0101010101010101 << self as u8)
    }

    /// The file at the same distance from the other edge: a <-> h.
    #[inline]
    pub const fn flip(self) -> Self {
        Self::from_low_bits(self as u8 ^ 7)
    }
}

impl fmt::Display for File {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Write::write_char(f, char::from(b'a' + *self as u8))
    }
}

/// The text is not one letter from a to h.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a file is one letter from a to h")]
pub struct ParseFileError;

impl FromStr for File {
    type Err = ParseFileError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text.as_bytes() {
            &[byte] => Self::from_letter(byte).ok_or(ParseFileError),
            _ => Err(ParseFileError),
        }
    }
}
