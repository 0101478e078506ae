use core::fmt;
use core::str::FromStr;

use crate::error::error_texts;

/// A file, numbered a = 0 .. h = 7.
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[must_use]
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
    ///
    /// Optimised code is that mask and nothing else; a look-up in [`File::ALL`] would be a load.
    #[inline]
    #[rustfmt::skip]
    pub const fn from_low_bits(bits: u8) -> Self {
        match bits & 7 {
            0 => Self::A, 1 => Self::B, 2 => Self::C, 3 => Self::D,
            4 => Self::E, 5 => Self::F, 6 => Self::G, _ => Self::H,
        }
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

    /// The letter from `a` to `h`.
    #[inline]
    pub const fn letter(self) -> char {
        (b'a' + self as u8) as char
    }

    /// The file at the same distance from the other edge: a <-> h.
    #[inline]
    pub const fn flip(self) -> Self {
        Self::from_low_bits(self as u8 ^ 7)
    }

    /// The file `files` to the right, if it is on the board.
    #[inline]
    pub const fn offset(self, files: i8) -> Option<Self> {
        Self::from_index((self as u8).wrapping_add_signed(files))
    }

    /// Number of files from one to the other, 0 to 7.
    #[inline]
    pub const fn distance(self, other: Self) -> u8 {
        (self as u8).abs_diff(other as u8)
    }
}

impl fmt::Display for File {
    /// Writes the letter from `a` to `h`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.letter().fmt(f)
    }
}

/// The text is not one letter from a to h.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseFileError;

error_texts!(ParseFileError { Self => "a file is one letter from a to h" });

impl FromStr for File {
    type Err = ParseFileError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text.as_bytes() {
            &[byte] => Self::from_letter(byte).ok_or(ParseFileError),
            _ => Err(ParseFileError),
        }
    }
}
