//! A program that generates moves and counts them.

use std::hint::black_box;

use chess_board::Position;
use chess_movegen::PositionExt;

fn main() {
    let position = black_box(Position::START);
    let _ = black_box(position.legal_moves());
    black_box(position.legal_count());
}
