//! Rook and bishop attacks by the instruction PEXT of BMI2, for programs that choose at run time.
//!
//! A program should choose once for a whole piece of work, in a function that enables `bmi2` itself: a call from any other
//! function is not inlined and costs more than a magic.

use core::arch::x86_64::_pext_u64;

use chess_slider::Slider;
use chess_slider::internals::{Pext, TABLE_LEN};
use chess_types::{Bitboard, Square};

use crate::Sliders;
use crate::magic::{Table, from_bytes};

static TABLE: Table<TABLE_LEN> = from_bytes(include_bytes!(concat!(env!("OUT_DIR"), "/pext.bin")));

static ROOK: [Pext; 64] = Pext::all(Slider::Rook);
static BISHOP: [Pext; 64] = Pext::all(Slider::Bishop);

/// Proof of a processor with BMI2, and the lookups of this module as a [`Sliders`].
#[derive(Clone, Copy, Debug)]
pub struct Lookup(());

/// The proof, where the target that the crate is compiled for has BMI2.
#[cfg(slider = "pext")]
pub(crate) const OF_TARGET: Lookup = {
    assert!(cfg!(target_feature = "bmi2"), "build.rs chooses what the target has the instructions for");
    Lookup(())
};

impl Lookup {
    /// Returns the proof without a test.
    ///
    /// # Safety
    ///
    /// The processor has BMI2.
    #[inline]
    pub const unsafe fn assume() -> Self {
        Self(())
    }
}

impl Sliders for Lookup {
    #[inline(always)]
    fn rook_attacks(self, square: Square, occupancy: Bitboard) -> Bitboard {
        // SAFETY: `self` is the proof of BMI2. Test: `every_entry_of_every_backend_is_the_ray_walk`. Gain:
        // perft is 2 to 3 % faster than by magics (docs/figures/sliders.md).
        unsafe { entry(&ROOK[square.index()], occupancy) }
    }

    #[inline(always)]
    fn bishop_attacks(self, square: Square, occupancy: Bitboard) -> Bitboard {
        // SAFETY: as above. Test: `every_entry_of_every_backend_is_the_ray_walk`. Gain: as above.
        unsafe { entry(&BISHOP[square.index()], occupancy) }
    }
}

/// Returns the entry at [`Pext::index`], computed by the instruction. A rook and a bishop together take 1.41 ns; by magics they take
/// 1.67 ns in the same build.
#[inline]
#[target_feature(enable = "bmi2")]
fn entry(pext: &Pext, occupancy: Bitboard) -> Bitboard {
    let index = pext.offset as usize + _pext_u64(occupancy.0, pext.mask.0) as usize;
    // SAFETY: the index depends on the squares of the mask only. Test: `every_pext_index_is_in_the_table`, which goes
    // through all subsets of every mask. Gain: without the bounds check, perft of six positions is 3 % faster (1178 instead
    // of 1141 Mnps).
    unsafe { *TABLE.get_unchecked(index) }
}
