use core::arch::x86_64::_pext_u64;

use chess_slider::{Pext, Slider};
use chess_types::{Bitboard, Square};

use crate::table::{self, Table};

static TABLE: Table = table::from_bytes(include_bytes!(concat!(env!("OUT_DIR"), "/pext.bin")));

static ROOK: [Pext; 64] = Pext::all(Slider::Rook);
static BISHOP: [Pext; 64] = Pext::all(Slider::Bishop);

#[inline]
pub(crate) fn rook_attacks(square: Square, occupancy: Bitboard) -> Bitboard {
    TABLE[index(&ROOK[square.index()], occupancy)]
}

#[inline]
pub(crate) fn bishop_attacks(square: Square, occupancy: Bitboard) -> Bitboard {
    TABLE[index(&BISHOP[square.index()], occupancy)]
}

/// [`Pext::index`] by the instruction instead of the loop: rook and bishop together take 1.41 ns, by magics 1.67 ns
/// in the same build.
#[inline]
fn index(pext: &Pext, occupancy: Bitboard) -> usize {
    const { assert!(cfg!(target_feature = "bmi2"), "build.rs chose PEXT for a target that lacks it") };
    // SAFETY: the target has BMI2, by the assertion above.
    let gathered = unsafe { _pext_u64(occupancy.0, pext.mask.0) };
    pext.offset as usize + gathered as usize
}
