//! Rook and bishop attacks by the instructions PEXT and PDEP of BMI2, from a table of 16-bit entries.
//!
//! An entry says which of the squares that the piece hits on an empty board are left; PDEP puts them in their places. The
//! table is a quarter of that of [`pext`](crate::pext). As there, choose once for a whole piece of work, inside a function
//! that enables `bmi2` itself.

use core::arch::x86_64::{_pdep_u64, _pext_u64};

use chess_slider::{Pext, Slider, TABLE_LEN};
use chess_types::{Bitboard, Square};

use crate::backend::SliderBackend;
use crate::table;

static TABLE: [u16; TABLE_LEN] =
    table::u16_from_bytes(include_bytes!(concat!(env!("OUT_DIR"), "/pext_pdep.bin")));

static ROOK: [Entries; 64] = Entries::all(Slider::Rook);
static BISHOP: [Entries; 64] = Entries::all(Slider::Bishop);

/// The entries of a square.
#[derive(Clone, Copy)]
struct Entries {
    index: Pext,
    /// What the piece hits on an empty board: a bit of an entry for each of these squares.
    rays: Bitboard,
}

/// Proof of a processor with BMI2; the functions of this module as values.
#[derive(Clone, Copy, Debug)]
pub struct Lookup(());

impl Lookup {
    /// The proof, if the crate is compiled for processors with BMI2 only.
    #[inline]
    pub const fn of_target() -> Option<Self> {
        if cfg!(target_feature = "bmi2") { Some(Self(())) } else { None }
    }

    /// # Safety
    ///
    /// The processor has BMI2.
    #[inline]
    pub const unsafe fn assume() -> Self {
        Self(())
    }
}

impl SliderBackend for Lookup {
    const NAME: &'static str = "pext_pdep";
    const BYTES: usize = size_of::<[u16; TABLE_LEN]>() + 2 * size_of::<[Entries; 64]>();

    #[inline(always)]
    fn rook_attacks(self, square: Square, occupancy: Bitboard) -> Bitboard {
        // SAFETY: `self` is the proof of BMI2. Test: `every_entry_of_every_backend_is_the_ray_walk`.
        unsafe { rook_attacks(square, occupancy) }
    }

    #[inline(always)]
    fn bishop_attacks(self, square: Square, occupancy: Bitboard) -> Bitboard {
        // SAFETY: as above.
        unsafe { bishop_attacks(square, occupancy) }
    }
}

/// The squares a rook on `square` hits, as [`crate::rook_attacks`] says it.
///
/// # Safety
///
/// The processor has BMI2. A function that enables `bmi2` itself may call this one as a safe one.
#[inline]
#[target_feature(enable = "bmi2")]
pub fn rook_attacks(square: Square, occupancy: Bitboard) -> Bitboard {
    entry(&ROOK[square.index()], occupancy)
}

/// The squares a bishop on `square` hits, as [`crate::bishop_attacks`] says it.
///
/// # Safety
///
/// The processor has BMI2. A function that enables `bmi2` itself may call this one as a safe one.
#[inline]
#[target_feature(enable = "bmi2")]
pub fn bishop_attacks(square: Square, occupancy: Bitboard) -> Bitboard {
    entry(&BISHOP[square.index()], occupancy)
}

#[inline]
#[target_feature(enable = "bmi2")]
fn entry(entries: &Entries, occupancy: Bitboard) -> Bitboard {
    let Entries { index: Pext { mask, offset }, rays } = *entries;
    let index = offset as usize + _pext_u64(occupancy.0, mask.0) as usize;
    // SAFETY: as in `pext`, whose indices these are: the test `every_pext_index_is_in_the_table` goes through all of them.
    let left = unsafe { *TABLE.get_unchecked(index) };
    Bitboard(_pdep_u64(left as u64, rays.0))
}

impl Entries {
    const fn all(slider: Slider) -> [Self; 64] {
        let indices = Pext::all(slider);
        let mut all = [Self { index: indices[0], rays: Bitboard::EMPTY }; 64];
        let mut i = 0;
        while i < 64 {
            all[i] = Self { index: indices[i], rays: slider.attacks(Square::ALL[i], Bitboard::EMPTY) };
            i += 1;
        }
        all
    }
}
