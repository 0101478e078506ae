//! The lookups against slow and obvious oracles.

mod attacks;
mod sliders;

use chess_testkit::Random;
use chess_types::{Bitboard, Square};

/// Any 64-bit words.
fn random_words() -> impl Iterator<Item = u64> {
    let mut random = Random::new(1);
    core::iter::repeat_with(move || random.word())
}

/// File and rank as numbers from 0 to 7.
fn coordinates(square: Square) -> (i32, i32) {
    (square as i32 % 8, square as i32 / 8)
}

/// The squares for which the condition holds.
fn squares(condition: impl Fn(Square) -> bool) -> Bitboard {
    Square::ALL.into_iter().filter(|&square| condition(square)).collect()
}
