use super::Entry;

/// Why bytes are not a book: which byte, counted from 0, and which rule.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, thiserror::Error)]
pub enum BookError {
    /// The last record is cut off.
    #[error("a book has records of {size} bytes, and the one at byte {offset} is cut off", size = Entry::SIZE)]
    CutOff {
        /// Where the record begins.
        offset: u64,
    },
    /// A record is not in the order of keys.
    #[error("the record at byte {offset} has a lower key than the one before it")]
    Unsorted {
        /// Where the record begins.
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
