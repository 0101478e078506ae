//! A program that looks sliders up.

use std::hint::black_box;

use chess_types::{Bitboard, Square};

fn main() {
    let (square, occupancy) = (black_box(Square::D4), black_box(Bitboard(0x00ff_0000_0000_ff00)));
    let _ = black_box(chess_magic::rook_attacks(square, occupancy));
    let _ = black_box(chess_magic::bishop_attacks(square, occupancy));
    let _ = black_box(chess_magic::queen_attacks(square, occupancy));
}
