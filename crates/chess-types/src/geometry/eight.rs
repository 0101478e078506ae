//! What files and ranks have in common: there are eight of them in a row.

/// Defines an enum of eight lines in a row, its error, and how it is counted, written and read.
///
/// `first` and `last` name the ends of the row in the documentation; `text` are the functions that read and write the
/// one character of a line.
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
        #[must_use]
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

            #[doc = concat!("The ", $noun, " with this index, or `None` from 8 on.")]
            #[inline]
            pub const fn from_index(index: u8) -> Option<Self> {
                if index < 8 { Some(Self::from_low_bits(index)) } else { None }
            }

            #[doc = concat!("The ", $noun, " whose index stands in the low three bits of `bits`; the others are not read.")]
            ///
            /// Optimised code is that mask and nothing else; a look-up in [`ALL`](Self::ALL) would be a load.
            #[inline]
            #[rustfmt::skip]
            pub const fn from_low_bits(bits: u8) -> Self {
                match bits & 7 {
                    0 => Self::$a, 1 => Self::$b, 2 => Self::$c, 3 => Self::$d,
                    4 => Self::$e, 5 => Self::$f, 6 => Self::$g, _ => Self::$h,
                }
            }

            #[doc = concat!("0 for ", $first, " .. 7 for ", $last, ".")]
            #[inline]
            pub const fn index(self) -> usize {
                self as usize
            }

            #[doc = concat!("The ", $noun, " at the same distance from the other edge: ", $first, " <-> ", $last, ".")]
            #[inline]
            pub const fn flip(self) -> Self {
                Self::from_low_bits(self as u8 ^ 7)
            }

            #[doc = concat!("The ", $noun, " that is `steps` further on, for negative numbers back, if it is on the board.")]
            #[inline]
            pub const fn offset(self, steps: i8) -> Option<Self> {
                Self::from_index((self as u8).wrapping_add_signed(steps))
            }

            #[doc = concat!("Number of ", $noun, "s from one to the other, 0 to 7.")]
            #[inline]
            pub const fn distance(self, other: Self) -> u8 {
                (self as u8).abs_diff(other as u8)
            }
        }

        impl core::fmt::Display for $line {
            /// Writes its one character.
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                self.$to_text().fmt(f)
            }
        }

        $(#[$error_docs])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct $error;

        crate::error::error_texts!($error { Self => $error_text });

        impl core::str::FromStr for $line {
            type Err = $error;

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
