//! Rook, bishop and queen attacks by rays in the lanes of AVX-512 registers, almost without tables.
//!
//! Each lane has one ray. On rays that go up the board, the lowest piece and all squares below it are
//! `pieces ^ (pieces - 1)`. On rays that go down, the number of leading zeros is the distance of a shift. A queen takes
//! hardly longer than a rook.
//!
//! This was the fastest of the forms that were tried: a queen takes 1.33 ns. Hyperbola quintessence in lanes took 1.74 ns
//! with bits reversed by GFNI, 2.06 ns with bytes swapped and ranks from a table, and 2.87 ns with bits reversed by two
//! lookups in a register; downward rays filled by shifts took 1.70 ns. The last three of those need AVX2 only, but none of
//! them, compiled for AVX2, was faster than the scalar [`hyperbola`](crate::hyperbola). The module therefore needs AVX-512.
//!
//! As in the module `pext`, the choice should be made once for a whole piece of work, in a function that enables the
//! instructions itself.

use core::arch::x86_64::{
    __m128i, __m256i, _mm_add_epi64, _mm_and_si128, _mm_cvtsi128_si64, _mm_lzcnt_epi64, _mm_or_si128,
    _mm_set_epi64x, _mm_set1_epi64x, _mm_srav_epi64, _mm_ternarylogic_epi64, _mm_unpackhi_epi64,
    _mm256_add_epi64, _mm256_and_si256, _mm256_castsi256_si128, _mm256_extracti128_si256, _mm256_lzcnt_epi64,
    _mm256_set_epi64x, _mm256_set1_epi64x, _mm256_srav_epi64, _mm256_ternarylogic_epi64,
};

use chess_slider::ray;
use chess_types::{Bitboard, Direction, Square};

use crate::SliderBackend;

static RAYS: [Rays; 64] = {
    let mut all = [const { Rays::of(Square::A1) }; 64];
    let mut i = 1;
    while i < 64 {
        all[i] = Rays::of(Square::ALL[i]);
        i += 1;
    }
    all
};

/// The rays from a square in one cache line: the rook's, then the bishop's.
#[repr(align(64))]
struct Rays {
    /// The rays on which the index of the squares increases.
    up: [i64; 4],
    /// The opposite rays.
    down: [i64; 4],
}

/// Proof of a processor with AVX-512 F, VL and CD, and the lookups of this module as a [`SliderBackend`].
#[derive(Clone, Copy, Debug)]
pub struct Lookup(());

impl Lookup {
    /// The proof, if the target that the crate is compiled for has AVX-512 F, VL and CD; otherwise `None`.
    #[inline]
    pub const fn of_target() -> Option<Self> {
        if cfg!(all(target_feature = "avx512f", target_feature = "avx512vl", target_feature = "avx512cd")) {
            Some(Self(()))
        } else {
            None
        }
    }

    /// Returns the proof on the caller's word.
    ///
    /// # Safety
    ///
    /// The processor has AVX-512 F, VL and CD.
    #[inline]
    pub const unsafe fn assume() -> Self {
        Self(())
    }
}

impl SliderBackend for Lookup {
    const NAME: &'static str = "vector";
    const BYTES: usize = size_of::<[Rays; 64]>();

    #[inline(always)]
    fn rook_attacks(self, square: Square, occupancy: Bitboard) -> Bitboard {
        // SAFETY: `self` is the proof of the features. Test: `every_entry_of_every_backend_is_the_ray_walk`. Gain: perft is
        // 1.23 times as fast as by `hyperbola`, the other form without tables (docs/sliders.md).
        unsafe { rook_attacks(square, occupancy) }
    }

    #[inline(always)]
    fn bishop_attacks(self, square: Square, occupancy: Bitboard) -> Bitboard {
        // SAFETY: as above. Test: `every_entry_of_every_backend_is_the_ray_walk`. Gain: as above.
        unsafe { bishop_attacks(square, occupancy) }
    }

    #[inline(always)]
    fn queen_attacks(self, square: Square, occupancy: Bitboard) -> Bitboard {
        // SAFETY: as above. Test: `every_entry_of_every_backend_is_the_ray_walk`. Gain: as above.
        unsafe { queen_attacks(square, occupancy) }
    }
}

/// The squares that a rook on `square` attacks; see [`crate::rook_attacks`].
///
/// # Safety
///
/// The processor has AVX-512 F, VL and CD. In a function that enables them itself, the call is safe.
#[inline]
#[target_feature(enable = "avx512f,avx512vl,avx512cd")]
pub fn rook_attacks(square: Square, occupancy: Bitboard) -> Bitboard {
    let Rays { up: [up0, up1, ..], down: [down0, down1, ..] } = RAYS[square.index()];
    two_lines(_mm_set_epi64x(up1, up0), _mm_set_epi64x(down1, down0), occupancy)
}

/// The squares that a bishop on `square` attacks; see [`crate::bishop_attacks`].
///
/// # Safety
///
/// The processor has AVX-512 F, VL and CD. In a function that enables them itself, the call is safe.
#[inline]
#[target_feature(enable = "avx512f,avx512vl,avx512cd")]
pub fn bishop_attacks(square: Square, occupancy: Bitboard) -> Bitboard {
    let Rays { up: [.., up2, up3], down: [.., down2, down3] } = RAYS[square.index()];
    two_lines(_mm_set_epi64x(up3, up2), _mm_set_epi64x(down3, down2), occupancy)
}

/// The squares that a queen on `square` attacks; see [`crate::queen_attacks`].
///
/// # Safety
///
/// The processor has AVX-512 F, VL and CD. In a function that enables them itself, the call is safe.
#[inline]
#[target_feature(enable = "avx512f,avx512vl,avx512cd")]
pub fn queen_attacks(square: Square, occupancy: Bitboard) -> Bitboard {
    let Rays { up, down } = RAYS[square.index()];
    let (up, down) = (lanes(up), lanes(down));
    let occupied = _mm256_set1_epi64x(occupancy.0 as i64);

    let pieces = _mm256_and_si256(occupied, up);
    let below = _mm256_add_epi64(pieces, _mm256_set1_epi64x(-1));
    let hit_up = _mm256_ternarylogic_epi64::<A_AND_B_XOR_C>(up, pieces, below);

    let pieces = _mm256_ternarylogic_epi64::<A_OR_B_AND_C>(_mm256_set1_epi64x(1), occupied, down);
    let above = _mm256_srav_epi64(_mm256_set1_epi64x(i64::MIN), _mm256_lzcnt_epi64(pieces));
    let hit = _mm256_ternarylogic_epi64::<A_OR_B_AND_C>(hit_up, above, down);
    union(_mm_or_si128(_mm256_castsi256_si128(hit), _mm256_extracti128_si256::<1>(hit)))
}

/// Does what `queen_attacks` does with half of the lanes.
#[inline]
#[target_feature(enable = "avx512f,avx512vl,avx512cd")]
fn two_lines(up: __m128i, down: __m128i, occupancy: Bitboard) -> Bitboard {
    let occupied = _mm_set1_epi64x(occupancy.0 as i64);

    let pieces = _mm_and_si128(occupied, up);
    let below = _mm_add_epi64(pieces, _mm_set1_epi64x(-1));
    let hit_up = _mm_ternarylogic_epi64::<A_AND_B_XOR_C>(up, pieces, below);

    // A ray without a piece is stopped by the lowest square of the board, which is attacked if it is on the ray.
    let pieces = _mm_ternarylogic_epi64::<A_OR_B_AND_C>(_mm_set1_epi64x(1), occupied, down);
    let above = _mm_srav_epi64(_mm_set1_epi64x(i64::MIN), _mm_lzcnt_epi64(pieces));
    union(_mm_ternarylogic_epi64::<A_OR_B_AND_C>(hit_up, above, down))
}

#[inline]
#[target_feature(enable = "avx512f,avx512vl,avx512cd")]
fn lanes([a, b, c, d]: [i64; 4]) -> __m256i {
    _mm256_set_epi64x(d, c, b, a)
}

/// The union of both lanes.
#[inline]
#[target_feature(enable = "avx512f,avx512vl,avx512cd")]
fn union(lanes: __m128i) -> Bitboard {
    Bitboard(_mm_cvtsi128_si64(_mm_or_si128(lanes, _mm_unpackhi_epi64(lanes, lanes))) as u64)
}

/// Truth tables for operations on three sets.
const A_AND_B_XOR_C: i32 = 0b0110_0000;
const A_OR_B_AND_C: i32 = 0b1111_1000;

impl Rays {
    const fn of(square: Square) -> Self {
        const UP: [Direction; 4] =
            [Direction::North, Direction::East, Direction::NorthEast, Direction::NorthWest];
        let mut rays = Self { up: [0; 4], down: [0; 4] };
        let mut i = 0;
        while i < 4 {
            rays.up[i] = ray(square, UP[i]).0 as i64;
            rays.down[i] = ray(square, UP[i].opposite()).0 as i64;
            i += 1;
        }
        rays
    }
}
