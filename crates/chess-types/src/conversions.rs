//! What the types have in common: numbers of the variants of an enum, names, and the implementations of error types.

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
            type Error = $crate::conversions::IndexError;

            /// Returns the value with this index.
            #[inline]
            fn try_from(index: u8) -> Result<Self, Self::Error> {
                let refused = $crate::conversions::IndexError::new(index, Self::ALL.len());
                Self::from_index(usize::from(index)).ok_or(refused)
            }
        }
    };
}

pub(crate) use indexed;

/// Implements `Display` and `Error` for an error whose every case has a fixed text.
macro_rules! error_texts {
    ($error:ident { $($case:pat => $text:literal),+ $(,)? }) => {
        impl core::fmt::Display for $error {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                f.pad(match self {
                    $($case => $text),+
                })
            }
        }

        impl core::error::Error for $error {}
    };
}

pub(crate) use error_texts;

/// Implements `Display` and `FromStr` for an enum with `ALL` and `name`; only the exact name is read.
macro_rules! named_values {
    (
        $type:ident,
        $(#[$error_docs:meta])*
        error: $error:ident $error_text:literal $(,)?
    ) => {
        impl core::fmt::Display for $type {
            /// Writes the [`name`](Self::name); width and alignment of the format are heeded.
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                f.pad(self.name())
            }
        }

        $(#[$error_docs])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[non_exhaustive]
        pub struct $error;

        $crate::conversions::error_texts!($error { Self => $error_text });

        impl core::str::FromStr for $type {
            type Err = $error;

            /// Reads the [`name`](Self::name), and no other spelling.
            fn from_str(text: &str) -> Result<Self, Self::Err> {
                Self::ALL.into_iter().find(|value| value.name() == text).ok_or($error)
            }
        }
    };
}

pub(crate) use named_values;
