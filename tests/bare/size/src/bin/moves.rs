//! A program that generates moves and counts them.

use std::hint::black_box;

use chess_board::Position;

fn main() {
    let position = black_box(Position::START);
    let _ = black_box(chess_movegen::legal_moves(&position));
    black_box(chess_movegen::legal_count(&position));
}
