//! Rook and bishop attacks by magic multiplication, on every target, for programs that choose at run time.

use chess_slider::{Magic, Slider};
use chess_types::{Bitboard, Square};

use crate::Sliders;
use crate::magics::{BISHOP_FACTORS, BISHOP_OFFSETS, ROOK_FACTORS, ROOK_OFFSETS, TABLE_LEN};

static TABLE: Table<TABLE_LEN> = from_bytes(include_bytes!(concat!(env!("OUT_DIR"), "/magic.bin")));

static ROOK: [Magic; 64] = Magic::all(Slider::Rook, &ROOK_FACTORS, &ROOK_OFFSETS);
static BISHOP: [Magic; 64] = Magic::all(Slider::Bishop, &BISHOP_FACTORS, &BISHOP_OFFSETS);

/// The lookups of this module as a [`Sliders`].
#[derive(Clone, Copy, Debug)]
pub struct Lookup;

impl Sliders for Lookup {
    const NAME: &'static str = "magic";
    const BYTES: usize = size_of::<Table<TABLE_LEN>>() + 2 * size_of::<[Magic; 64]>();

    // The bounds checks stay: without them bulk-counted perft of four positions was 1.0 % faster (from -1.8 to +3.1 %),
    // executed 1.0 % fewer instructions, and a loop over lookups alone took as long as before.

    #[inline(always)]
    fn rook_attacks(self, square: Square, occupancy: Bitboard) -> Bitboard {
        TABLE[ROOK[square.index()].index(Slider::Rook, occupancy)]
    }

    #[inline(always)]
    fn bishop_attacks(self, square: Square, occupancy: Bitboard) -> Bitboard {
        TABLE[BISHOP[square.index()].index(Slider::Bishop, occupancy)]
    }
}

/// The attacks of a piece by the index that square and occupancy have.
pub(crate) type Table<const LEN: usize> = [Bitboard; LEN];

/// Reads the table in a file that build.rs has written.
///
/// Bytes take 0.17 s of CPU time to compile in all. The same words as generated source text took 0.30 s.
pub(crate) const fn from_bytes<const BYTES: usize, const LEN: usize>(bytes: &[u8; BYTES]) -> Table<LEN> {
    assert!(BYTES == size_of::<Table<LEN>>());
    // SAFETY: both types have the same size, the read needs no alignment, and a `Bitboard` is a transparent `u64`, for
    // which every bit pattern is valid. build.rs writes the byte order of the target. Test:
    // `every_entry_of_every_backend_is_the_ray_walk`. Gain: a table takes 0.05 s of CPU time to compile; with a loop over
    // `u64::from_ne_bytes`, which the compiler interprets, it takes 1.1 s.
    unsafe { bytes.as_ptr().cast::<Table<LEN>>().read_unaligned() }
}
