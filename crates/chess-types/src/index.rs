//! Conversions between the enums and the numbers of their variants.

use core::error::Error;
use core::fmt;

/// A number is not the index of any value of a type, as `u8` 64 for a [`Square`](crate::Square).
///
/// `TryFrom<u8>` of the enums returns it. `from_index` of each returns `None` in the same case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct IndexError {
    /// The number that was refused.
    pub index: u8,
    /// The number of values of the type: the valid indices are those below it.
    pub count: u8,
}

impl IndexError {
    pub(crate) const fn new(index: u8, count: usize) -> Self {
        Self { index, count: count as u8 }
    }
}

impl fmt::Display for IndexError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the index {} is not below {}", self.index, self.count)
    }
}

impl Error for IndexError {}

/// Implements the conversions between `u8` and an enum that has `from_index` and `ALL`.
macro_rules! indexed {
    ($type:ty) => {
        impl From<$type> for u8 {
            /// Returns the index.
            #[inline]
            fn from(value: $type) -> Self {
                value as Self
            }
        }

        impl TryFrom<u8> for $type {
            type Error = $crate::index::IndexError;

            /// Returns the value with this index.
            #[inline]
            fn try_from(index: u8) -> Result<Self, Self::Error> {
                let refused = $crate::index::IndexError::new(index, Self::ALL.len());
                Self::from_index(usize::from(index)).ok_or(refused)
            }
        }
    };
}

pub(crate) use indexed;
