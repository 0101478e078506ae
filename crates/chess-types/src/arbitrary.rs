//! The values of `arbitrary` for fuzzers: every value is made from some input.

use arbitrary::{Arbitrary, Result, Unstructured};

use crate::bitboard::Bitboard;
use crate::moves::word::Move;
use crate::square::Square;

impl<'a> Arbitrary<'a> for Square {
    fn arbitrary(u: &mut Unstructured<'a>) -> Result<Self> {
        u.arbitrary().map(Self::from_low_bits)
    }

    fn size_hint(_depth: usize) -> (usize, Option<usize>) {
        (1, Some(1))
    }
}

impl<'a> Arbitrary<'a> for Bitboard {
    fn arbitrary(u: &mut Unstructured<'a>) -> Result<Self> {
        u.arbitrary().map(Self)
    }

    fn size_hint(_depth: usize) -> (usize, Option<usize>) {
        (8, Some(8))
    }
}

impl<'a> Arbitrary<'a> for Move {
    fn arbitrary(u: &mut Unstructured<'a>) -> Result<Self> {
        let word = u.arbitrary()?;
        // An unused code becomes the capture or en passant beside it, so that no input is thrown away.
        Ok(Self::from_raw(word).or(Self::from_raw(word & !(1 << 13))).unwrap_or_default())
    }

    fn size_hint(_depth: usize) -> (usize, Option<usize>) {
        (2, Some(2))
    }
}
