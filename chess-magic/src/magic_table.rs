use chess_slider::{Magic, Slider};
use chess_types::{Bitboard, Square};

use crate::magics::{BISHOP_FACTORS, ROOK_FACTORS};
use crate::table::{self, Table};

static TABLE: Table = table::from_bytes(include_bytes!(concat!(env!("OUT_DIR"), "/magic.bin")));

static ROOK: [Magic; 64] = Magic::all(Slider::Rook, &ROOK_FACTORS);
static BISHOP: [Magic; 64] = Magic::all(Slider::Bishop, &BISHOP_FACTORS);

// The bounds checks stay. Without them a lookup has two instructions less of 15, but no time was gained: rook and
// bishop together took 1.80-1.84 ns with and 1.84-1.90 ns without them.

#[inline]
pub(crate) fn rook_attacks(square: Square, occupancy: Bitboard) -> Bitboard {
    TABLE[ROOK[square.index()].index(occupancy)]
}

#[inline]
pub(crate) fn bishop_attacks(square: Square, occupancy: Bitboard) -> Bitboard {
    TABLE[BISHOP[square.index()].index(occupancy)]
}
