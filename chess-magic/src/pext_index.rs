//! The index of a table entry by the PEXT instruction.

use core::arch::x86_64::_pext_u64;

use chess_slider::{Pext, Slider};
use chess_types::{Bitboard, Square};

static ROOK: [Pext; 64] = Pext::all(Slider::Rook);
static BISHOP: [Pext; 64] = Pext::all(Slider::Bishop);

#[inline]
pub(crate) fn rook(square: Square, occupancy: Bitboard) -> usize {
    index(&ROOK[square.index()], occupancy)
}

#[inline]
pub(crate) fn bishop(square: Square, occupancy: Bitboard) -> usize {
    index(&BISHOP[square.index()], occupancy)
}

/// [`Pext::index`] with the instruction instead of the loop.
#[inline]
fn index(pext: &Pext, occupancy: Bitboard) -> usize {
    // SAFETY: build.rs compiles this module only for targets that have BMI2.
    let gathered = unsafe { _pext_u64(occupancy.0, pext.mask.0) };
    pext.offset as usize + gathered as usize
}
