//! The index of a table entry by magic multiplication.

use chess_slider::{Magic, Slider};
use chess_types::{Bitboard, Square};

use crate::magics::{BISHOP_FACTORS, ROOK_FACTORS};

static ROOK: [Magic; 64] = Magic::all(Slider::Rook, &ROOK_FACTORS);
static BISHOP: [Magic; 64] = Magic::all(Slider::Bishop, &BISHOP_FACTORS);

#[inline]
pub(crate) fn rook(square: Square, occupancy: Bitboard) -> usize {
    ROOK[square.index()].index(occupancy)
}

#[inline]
pub(crate) fn bishop(square: Square, occupancy: Bitboard) -> usize {
    BISHOP[square.index()].index(occupancy)
}
