use std::hint::black_box;

use chess_board::Position;
use chess_movegen::legal_moves;

use crate::library::Library;

/// Perft whose every leaf is made, on a copy.
pub(crate) fn on_copies<L: Library>(position: &L::Position, depth: u32) -> u64 {
    if depth == 0 {
        black_box(position);
        return 1;
    }
    let mut leaves = 0;
    L::each_legal(position, |mv| {
        leaves += L::with_after(position, mv, |child| on_copies::<L>(child, depth - 1));
    });
    leaves
}

/// The same in place, every move made and taken back: ours alone can.
pub(crate) fn in_place(position: &mut Position, depth: u32) -> u64 {
    if depth == 0 {
        black_box(position);
        return 1;
    }
    let mut leaves = 0;
    for &mv in &legal_moves(position) {
        let undo = position.make(mv);
        leaves += in_place(position, depth - 1);
        position.unmake(undo);
    }
    leaves
}
