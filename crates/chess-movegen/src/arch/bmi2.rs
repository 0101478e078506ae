//! Processors with BMI2: sliders by PEXT, and population counts by an instruction.

use chess_board::Position;
#[cfg(not(feature = "pext-pdep"))]
use chess_magic::pext;
#[cfg(feature = "pext-pdep")]
use chess_magic::pext_pdep as pext;
use chess_types::{Bitboard, Square};

use super::{Arch, Task};
use crate::side::Side;
use crate::sliders::Sliders;

/// Proof of a processor with BMI1, BMI2, LZCNT and POPCNT.
#[derive(Clone, Copy)]
pub(crate) struct Bmi2(());

impl Bmi2 {
    /// # Safety
    ///
    /// The processor has BMI1, BMI2, LZCNT and POPCNT.
    #[inline]
    pub(super) const unsafe fn assume() -> Self {
        Self(())
    }
}

impl Sliders for Bmi2 {
    #[inline(always)]
    fn rook_attacks(self, square: Square, occupancy: Bitboard) -> Bitboard {
        // SAFETY: `self` is the proof of BMI2. Test: `every_backend_counts_what_the_portable_one_counts`.
        unsafe { pext::rook_attacks(square, occupancy) }
    }

    #[inline(always)]
    fn bishop_attacks(self, square: Square, occupancy: Bitboard) -> Bitboard {
        // SAFETY: as above.
        unsafe { pext::bishop_attacks(square, occupancy) }
    }
}

impl Arch for Bmi2 {
    #[inline(always)]
    fn run<T: Task>(self, task: T) -> T::Output {
        #[target_feature(enable = "bmi1,bmi2,lzcnt,popcnt")]
        #[inline(never)]
        fn compiled<T: Task>(arch: Bmi2, task: T) -> T::Output {
            task.run(arch)
        }
        // SAFETY: `self` is the proof of the features. Test: `every_backend_counts_what_the_portable_one_counts`.
        unsafe { compiled(self, task) }
    }

    #[inline(always)]
    fn count_replies<C: Side>(self, position: &Position) -> u64 {
        crate::replies::count_each::<C>(self, position)
    }
}
