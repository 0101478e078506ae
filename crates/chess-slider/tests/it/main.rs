//! The ray walk against coordinate arithmetic, and the tables against the ray walk.

mod fill;
mod index;
mod ray;

use chess_types::Bitboard;

/// Sets of about 16 squares, the same on every run (xorshift64, Marsaglia 2003).
fn random_occupancies() -> impl Iterator<Item = Bitboard> {
    let mut state = 0x2545_f491_4f6c_dd1d_u64;
    let mut next = move || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state
    };
    core::iter::repeat_with(move || Bitboard(next() & next()))
}
