use core::error::Error;
use core::fmt;

use super::entry::Entry;

/// An error of bytes that are not a book: the rule that is broken, and the byte, counted from 0.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum BookError {
    /// The last record is cut off.
    CutOff {
        /// The first byte of the record.
        offset: u64,
    },
    /// A record has a lower key than the one before.
    Unsorted {
        /// The first byte of the record.
        offset: u64,
    },
}

impl BookError {
    /// Checks the length of a book in bytes.
    pub(super) const fn check_length(length: u64) -> Result<(), Self> {
        match length % Entry::SIZE as u64 {
            0 => Ok(()),
            cut => Err(Self::CutOff { offset: length - cut }),
        }
    }

    /// Checks that the record with this index may follow one of the key `last`.
    pub(super) const fn check_order(last: u64, next: u64, index: u64) -> Result<(), Self> {
        if last <= next { Ok(()) } else { Err(Self::Unsorted { offset: index * Entry::SIZE as u64 }) }
    }
}

impl fmt::Display for BookError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::CutOff { offset } => {
                let size = Entry::SIZE;
                write!(f, "a book has records of {size} bytes, and the one at byte {offset} is cut off")
            }
            Self::Unsorted { offset } => {
                write!(f, "the record at byte {offset} has a lower key than the one before it")
            }
        }
    }
}

impl Error for BookError {}
