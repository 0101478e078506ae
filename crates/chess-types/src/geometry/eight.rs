//! The macro that defines files and ranks, which have most of their methods in common.

/// Defines an enum of eight parallel lines of the board, its methods and conversions, and its parse error.
///
/// `first` and `last` name the first and the last line in the documentation; `text` are the functions that read and
/// write the one character of a line.
macro_rules! eight_in_a_row {
    (
        $(#[$docs:meta])*
        $line:ident: $a:ident $b:ident $c:ident $d:ident $e:ident $f:ident $g:ident $h:ident,
        noun: $noun:literal, first: $first:literal, last: $last:literal,
        text: $from_text:ident $to_text:ident,
        $(#[$error_docs:meta])*
        error: $error:ident $error_text:literal $(,)?
    ) => {
        $(#[$docs])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(u8)]
        #[rustfmt::skip]
        #[allow(missing_docs)]
        pub enum $line { $a, $b, $c, $d, $e, $f, $g, $h }

        impl $line {
            #[doc = concat!("All ", $noun, "s in the order of their index.")]
            #[rustfmt::skip]
            pub const ALL: [Self; 8] = [
                Self::$a, Self::$b, Self::$c, Self::$d,
                Self::$e, Self::$f, Self::$g, Self::$h,
            ];

            #[doc = concat!("The ", $noun, " with this index; `None` if the index is 8 or more.")]
            #[inline]
            pub const fn from_index(index: usize) -> Option<Self> {
                if index < 8 { Some(Self::from_low_bits(index as u8)) } else { None }
            }

            #[doc = concat!("The ", $noun, " whose index is in the low three bits of `bits`; the other bits are ignored.")]
            ///
            /// Optimised code is a single mask, where indexing [`ALL`](Self::ALL) would be a load.
            #[inline]
            #[rustfmt::skip]
            pub const fn from_low_bits(bits: u8) -> Self {
                match bits & 7 {
                    0 => Self::$a, 1 => Self::$b, 2 => Self::$c, 3 => Self::$d,
                    4 => Self::$e, 5 => Self::$f, 6 => Self::$g, _ => Self::$h,
                }
            }

            #[doc = concat!("The index: 0 for ", $first, " to 7 for ", $last, ".")]
            #[inline]
            pub const fn index(self) -> usize {
                self as usize
            }

            #[doc = concat!("The ", $noun, " at the same distance from the opposite edge: ", $first, " for ", $last, " and the reverse.")]
            #[inline]
            #[must_use]
            pub const fn flip(self) -> Self {
                Self::from_low_bits(self as u8 ^ 7)
            }

            #[doc = concat!("The ", $noun, " `steps` further on, or back if `steps` is negative; `None` if that is off the board.")]
            #[inline]
            pub const fn offset(self, steps: i8) -> Option<Self> {
                Self::from_index((self as u8).wrapping_add_signed(steps) as usize)
            }

            #[doc = concat!("The number of ", $noun, "s from one to the other, 0 to 7.")]
            #[inline]
            pub const fn distance(self, other: Self) -> u8 {
                (self as u8).abs_diff(other as u8)
            }
        }

        impl core::fmt::Display for $line {
            /// Writes the one character; width and alignment of the format are heeded.
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                self.$to_text().fmt(f)
            }
        }

        $(#[$error_docs])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[non_exhaustive]
        pub struct $error;

        crate::error::error_texts!($error { Self => $error_text });

        $crate::index::indexed!($line);

        impl core::str::FromStr for $line {
            type Err = $error;

            /// Reads the one character.
            fn from_str(text: &str) -> Result<Self, Self::Err> {
                match text.as_bytes() {
                    &[byte] => Self::$from_text(byte).ok_or($error),
                    _ => Err($error),
                }
            }
        }
    };
}

pub(crate) use eight_in_a_row;
