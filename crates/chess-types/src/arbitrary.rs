//! The values of `arbitrary` for fuzzers: every value is made from some input.

use arbitrary::{Arbitrary, Result, Unstructured};

use crate::bitboard::Bitboard;
use crate::coordinates::Square;
use crate::moves::word::Move;

macro_rules! arbitrary {
    ($($type:ident: |$word:ident: $number:ident| $value:expr;)+) => {$(
        impl<'a> Arbitrary<'a> for $type {
            fn arbitrary(u: &mut Unstructured<'a>) -> Result<Self> {
                u.arbitrary().map(|$word: $number| $value)
            }

            fn size_hint(depth: usize) -> (usize, Option<usize>) {
                $number::size_hint(depth)
            }
        }
    )+};
}

arbitrary! {
    Square: |number: u8| Self::from_low_bits(number);
    Bitboard: |word: u64| Self(word);
    // An unused code becomes the code of a capture or of en passant, so that every input is used.
    Move: |word: u16| Self::from_raw(word).or(Self::from_raw(word & !(1 << 13))).unwrap_or_default();
}
