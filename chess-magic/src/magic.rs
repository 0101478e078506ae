//! Rook and bishop attacks by magic multiplication, whatever the target has.
//!
//! [`rook_attacks`](crate::rook_attacks) and its kin choose between this and PEXT at compile time; this is for
//! programs that choose at run time.

use chess_slider::{Magic, Slider};
use chess_types::{Bitboard, Square};

use crate::magics::{BISHOP_FACTORS, ROOK_FACTORS};
use crate::table::{self, Table};

static TABLE: Table = table::from_bytes(include_bytes!(concat!(env!("OUT_DIR"), "/magic.bin")));

static ROOK: [Magic; 64] = Magic::all(Slider::Rook, &ROOK_FACTORS);
static BISHOP: [Magic; 64] = Magic::all(Slider::Bishop, &BISHOP_FACTORS);

// The bounds checks stay. Without them a lookup has two instructions less of 15, but no time was gained: rook and
// bishop together took 1.80-1.84 ns with and 1.84-1.90 ns without them.

/// The squares a rook on `square` hits, as [`crate::rook_attacks`] says it.
#[inline]
pub fn rook_attacks(square: Square, occupancy: Bitboard) -> Bitboard {
    TABLE[ROOK[square.index()].index(occupancy)]
}

/// The squares a bishop on `square` hits, as [`crate::bishop_attacks`] says it.
#[inline]
pub fn bishop_attacks(square: Square, occupancy: Bitboard) -> Bitboard {
    TABLE[BISHOP[square.index()].index(occupancy)]
}
