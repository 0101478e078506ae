//! Rook and bishop attacks by magic multiplication with a shift for each square.
//!
//! The table has an entry for each set of relevant squares. It is longer than that of [`magic`](crate::magic), and a lookup
//! loads a mask and a shift besides.

use chess_slider::{FancyMagic, Slider, TABLE_LEN};
use chess_types::{Bitboard, Square};

use crate::backend::SliderBackend;
use crate::fancy_magics::{BISHOP_FACTORS, ROOK_FACTORS};
use crate::table::{self, Table};

static TABLE: Table<TABLE_LEN> = table::from_bytes(include_bytes!(concat!(env!("OUT_DIR"), "/fancy.bin")));

static ROOK: [FancyMagic; 64] = FancyMagic::all(Slider::Rook, &ROOK_FACTORS);
static BISHOP: [FancyMagic; 64] = FancyMagic::all(Slider::Bishop, &BISHOP_FACTORS);

/// The functions of this module as values.
#[derive(Clone, Copy, Debug)]
pub struct Lookup;

impl SliderBackend for Lookup {
    const NAME: &'static str = "fancy";
    const BYTES: usize = size_of::<Table<TABLE_LEN>>() + 2 * size_of::<[FancyMagic; 64]>();

    #[inline(always)]
    fn rook_attacks(self, square: Square, occupancy: Bitboard) -> Bitboard {
        rook_attacks(square, occupancy)
    }

    #[inline(always)]
    fn bishop_attacks(self, square: Square, occupancy: Bitboard) -> Bitboard {
        bishop_attacks(square, occupancy)
    }
}

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
