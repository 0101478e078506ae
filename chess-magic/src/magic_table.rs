use chess_slider::{Magic, Slider};
use chess_types::{Bitboard, Square};

use crate::magics::{BISHOP_FACTORS, ROOK_FACTORS};
use crate::table::{self, Table};

static TABLE: Table = table::from_bytes(include_bytes!(concat!(env!("OUT_DIR"), "/magic.bin")));

static ROOK: [Magic; 64] = Magic::all(Slider::Rook, &ROOK_FACTORS);
static BISHOP: [Magic; 64] = Magic::all(Slider::Bishop, &BISHOP_FACTORS);

// The bounds checks stay: without them bulk-counted perft of four positions was 1.0 % faster (from -1.8 to +3.1 %),
// executed 1.0 % fewer instructions, and a loop over lookups alone took as long as before.

#[inline]
pub(crate) fn rook_attacks(square: Square, occupancy: Bitboard) -> Bitboard {
    TABLE[ROOK[square.index()].index(occupancy)]
}

#[inline]
pub(crate) fn bishop_attacks(square: Square, occupancy: Bitboard) -> Bitboard {
    TABLE[BISHOP[square.index()].index(occupancy)]
}
