use core::mem;

use chess_slider::TABLE_LEN;
use chess_types::{Bitboard, Square};

#[cfg(not(pext))]
use crate::magic_index as index;
#[cfg(pext)]
use crate::pext_index as index;

static TABLE: [Bitboard; TABLE_LEN] = {
    let bytes = *include_bytes!(concat!(env!("OUT_DIR"), "/sliders.bin"));
    // SAFETY: a `Bitboard` is a transparent `u64`, for which any eight bytes are valid. The copy is aligned as the
    // static is, and build.rs wrote the words in the byte order of the target.
    unsafe { mem::transmute::<[u8; 8 * TABLE_LEN], [Bitboard; TABLE_LEN]>(bytes) }
};

/// The squares a rook on `square` hits; own pieces are not told apart.
#[inline]
pub fn rook_attacks(square: Square, occupancy: Bitboard) -> Bitboard {
    TABLE[index::rook(square, occupancy)]
}

/// The squares a bishop on `square` hits; own pieces are not told apart.
#[inline]
pub fn bishop_attacks(square: Square, occupancy: Bitboard) -> Bitboard {
    TABLE[index::bishop(square, occupancy)]
}

/// The squares a queen on `square` hits: those of a rook and of a bishop.
#[inline]
pub fn queen_attacks(square: Square, occupancy: Bitboard) -> Bitboard {
    rook_attacks(square, occupancy) | bishop_attacks(square, occupancy)
}
