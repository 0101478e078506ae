//! The lookups against slow and obvious oracles.

mod attacks;
mod sliders;

use chess_types::{Bitboard, Square};

/// Any 64-bit words, the same on every run (xorshift64, Marsaglia 2003).
fn random_words() -> impl Iterator<Item = u64> {
    let mut state = 0x2545_f491_4f6c_dd1d_u64;
    core::iter::repeat_with(move || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state
    })
}

/// File and rank as numbers from 0 to 7.
fn coordinates(square: Square) -> (i32, i32) {
    (square as i32 % 8, square as i32 / 8)
}

/// The squares for which the condition holds.
fn squares(condition: impl Fn(Square) -> bool) -> Bitboard {
    Square::ALL.into_iter().filter(|&square| condition(square)).collect()
}
