//! Common parts of the types: values numbered from 0, names, and the implementations of error types.

use core::error::Error;
use core::fmt;

/// Defines an enum whose values are numbered from 0 on, with the conversions between the values and their numbers.
macro_rules! numbered {
    ($(#[$docs:meta])* pub enum $type:ident { $($value:ident),+ $(,)? }) => {
        $(#[$docs])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(u8)]
        #[rustfmt::skip]
        #[allow(missing_docs)]
        pub enum $type { $($value),+ }

        impl $type {
            /// All values in the order of their index.
            pub const ALL: [Self; [$(Self::$value),+].len()] = [$(Self::$value),+];

            /// Returns the value with this index; `None` if the index is the number of values or more.
            #[inline]
            pub const fn from_index(index: usize) -> Option<Self> {
                if index < Self::ALL.len() { Some(Self::numbered(index as u8)) } else { None }
            }

            /// Returns the index, which is the place in [`ALL`](Self::ALL).
            #[inline]
            pub const fn index(self) -> usize {
                self as usize
            }

            /// Returns the value with this number. Every caller passes a number whose range the optimiser can prove. It then
            /// drops the arms, which are the identity; indexing `ALL` would be a load.
            #[inline]
            #[allow(non_upper_case_globals, reason = "a constant for each value, to be a pattern")]
            pub(crate) const fn numbered(number: u8) -> Self {
                $(const $value: u8 = $type::$value as u8;)+
                match number {
                    $($value => Self::$value,)+
                    _ => unreachable!(),
                }
            }
        }
    };
}

pub(crate) use numbered;

/// Implements `Display`, and `FromStr` with [`ParseNameError`], for a type whose values have one name each.
macro_rules! named {
    ($type:ident: $expected:literal, $to_name:ident, |$text:ident| $read:expr) => {
        impl $type {
            pub(crate) const EXPECTED: &'static str = $expected;
        }

        impl core::fmt::Display for $type {
            #[doc = concat!("Writes the [`", stringify!($to_name), "`](Self::", stringify!($to_name), ").")]
            /// Width and alignment of the format are heeded.
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                self.$to_name().fmt(f)
            }
        }

        impl core::str::FromStr for $type {
            type Err = $crate::values::ParseNameError;

            /// Reads what `Display` writes.
            fn from_str($text: &str) -> Result<Self, Self::Err> {
                $read.ok_or($crate::values::ParseNameError::new(Self::EXPECTED))
            }
        }
    };
}

pub(crate) use named;

/// Implements [`named`], and `TryFrom<char>`, for a type whose names are single letters.
macro_rules! lettered {
    ($type:ident: $expected:literal, $to_letter:ident, $from_letter:expr) => {
        $crate::values::named! {
            $type: $expected, $to_letter, |text| {
                let mut letters = text.chars();
                letters.next().filter(|_| letters.next().is_none()).and_then(|letter| Self::try_from(letter).ok())
            }
        }

        impl TryFrom<char> for $type {
            type Error = $crate::values::ParseNameError;

            /// Reads what `Display` writes.
            fn try_from(letter: char) -> Result<Self, Self::Error> {
                let byte = u8::try_from(letter).ok();
                byte.and_then($from_letter).ok_or($crate::values::ParseNameError::new(Self::EXPECTED))
            }
        }
    };
}

pub(crate) use lettered;

/// The error of a text that is not the name of any value of a type, as `z` for a [`File`](crate::File).
///
/// ```
/// let error = "z".parse::<chess_types::File>().unwrap_err();
/// assert_eq!(error.to_string(), "expected a file from a to h");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ParseNameError {
    expected: &'static str,
}

impl ParseNameError {
    /// Makes the error of a text that is not what is `expected`: a noun with the valid names, as "a file from a to h".
    pub const fn new(expected: &'static str) -> Self {
        Self { expected }
    }
}

impl fmt::Display for ParseNameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "expected {}", self.expected)
    }
}

impl Error for ParseNameError {}
