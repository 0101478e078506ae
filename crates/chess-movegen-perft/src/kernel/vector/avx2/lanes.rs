//! Eight bitboards in two registers: the operations of the AVX2 kernel.

#[allow(clippy::wildcard_imports)] // The instructions are the vocabulary, and named as the processor's.
use core::arch::x86_64::*;

use chess_types::{Bitboard, File};

/// Compiles functions with the instructions of this backend.
macro_rules! lanes {
    ($($function:item)+) => {$(
        #[inline]
        #[target_feature(enable = "bmi1,bmi2,lzcnt,popcnt,avx2")]
        $function
    )+};
}
pub(super) use lanes;

/// The number of registers that are processed together. The instructions for two registers fill each other's gaps,
/// and share constants and branches.
const REGISTERS: usize = 2;

/// The number of lanes.
pub(super) const WIDTH: usize = 4 * REGISTERS;

/// Eight lanes of 64 bits.
#[derive(Clone, Copy)]
pub(super) struct Lanes([__m256i; REGISTERS]);

/// Evaluates an expression for every register.
macro_rules! each {
    ($($arg:ident),* => $result:expr) => {{
        let mut registers = [_mm256_setzero_si256(); REGISTERS];
        let mut i = 0;
        while i < REGISTERS {
            $(let $arg = $arg.0[i];)*
            registers[i] = $result;
            i += 1;
        }
        Lanes(registers)
    }};
}

lanes! {
    pub(super) fn zero() -> Lanes {
        Lanes([_mm256_setzero_si256(); REGISTERS])
    }

    /// Returns the same word in every lane.
    pub(super) fn splat(set: Bitboard) -> Lanes {
        Lanes([_mm256_set1_epi64x(set.0 as i64); REGISTERS])
    }

    /// Returns bytes, each widened to a lane.
    pub(super) fn widen(bytes: u64) -> Lanes {
        let mut registers = [_mm256_setzero_si256(); REGISTERS];
        let mut i = 0;
        while i < REGISTERS {
            registers[i] = _mm256_cvtepu8_epi64(_mm_cvtsi64_si128((bytes >> (32 * i)) as i64));
            i += 1;
        }
        Lanes(registers)
    }

    /// Returns all ones in the first `lanes` lanes.
    pub(super) fn first(lanes: usize) -> Lanes {
        let end = _mm256_set1_epi64x(lanes as i64);
        let mut registers = [_mm256_setzero_si256(); REGISTERS];
        let mut i = 0;
        while i < REGISTERS {
            let j = 4 * i as i64;
            registers[i] = _mm256_cmpgt_epi64(end, _mm256_set_epi64x(j + 3, j + 2, j + 1, j));
            i += 1;
        }
        Lanes(registers)
    }

    /// Returns the word in one lane, and zero in the others.
    pub(super) fn in_lane(set: Bitboard, lane: usize) -> Lanes {
        without(and(splat(set), first(lane + 1)), first(lane))
    }

    /// Returns the set of one square in each lane. The set is empty for numbers from 64 on.
    pub(super) fn square_sets(squares: Lanes) -> Lanes {
        each!(squares => _mm256_sllv_epi64(_mm256_set1_epi64x(1), squares))
    }

    pub(super) fn and(a: Lanes, b: Lanes) -> Lanes {
        each!(a, b => _mm256_and_si256(a, b))
    }

    pub(super) fn or(a: Lanes, b: Lanes) -> Lanes {
        each!(a, b => _mm256_or_si256(a, b))
    }

    pub(super) fn xor(a: Lanes, b: Lanes) -> Lanes {
        each!(a, b => _mm256_xor_si256(a, b))
    }

    /// Returns `a & !b`.
    pub(super) fn without(a: Lanes, b: Lanes) -> Lanes {
        each!(a, b => _mm256_andnot_si256(b, a))
    }

    pub(super) fn sub(a: Lanes, b: Lanes) -> Lanes {
        each!(a, b => _mm256_sub_epi64(a, b))
    }

    /// Subtracts one in each lane. This flips the bits up to the lowest one, included, or all bits of an empty set.
    pub(super) fn less(set: Lanes) -> Lanes {
        each!(set => _mm256_add_epi64(set, _mm256_set1_epi64x(-1)))
    }

    /// Returns all ones in the lanes that are equal.
    pub(super) fn equal(a: Lanes, b: Lanes) -> Lanes {
        each!(a, b => _mm256_cmpeq_epi64(a, b))
    }

    /// Returns all ones in the lanes in which `a` and `b` share no bit.
    pub(super) fn disjoint(a: Lanes, b: Lanes) -> Lanes {
        equal(and(a, b), zero())
    }

    /// Returns the board with ranks reversed.
    pub(super) fn flip_ranks(set: Lanes) -> Lanes {
        let order = _mm256_set_epi64x(0x08090A0B0C0D0E0F, 0x0001020304050607, 0x08090A0B0C0D0E0F, 0x0001020304050607);
        each!(set => _mm256_shuffle_epi8(set, order))
    }

    /// Returns, in each byte, the squares that sliders of `from` reach towards higher bits, up to the first of
    /// `occupied`, included. `occupied` must include `from`. (Subtracting a slider twice borrows up to the next bit;
    /// the bits below stay as they are.)
    pub(super) fn slide_up_bytes(occupied: Lanes, from: Lanes) -> Lanes {
        each!(occupied, from => {
            let rest = _mm256_sub_epi8(occupied, _mm256_add_epi8(from, from));
            _mm256_xor_si256(occupied, rest)
        })
    }

    /// Shifts by `BY` bits, upwards if `BY` is positive and downwards if it is negative.
    pub(super) fn shift<const BY: i32>(set: Lanes) -> Lanes {
        const { assert!(BY > -64 && BY < 64) };
        if BY > 0 {
            each!(set => _mm256_sll_epi64(set, _mm_cvtsi32_si128(BY)))
        } else {
            each!(set => _mm256_srl_epi64(set, _mm_cvtsi32_si128(-BY)))
        }
    }
}

/// Numbers of moves as bytes. No rank can reach 127 moves: on its own rank a slider moves up to the next piece; on
/// another rank a queen has three squares, a knight two, and a pawn at most three promotions.
#[derive(Clone, Copy)]
pub(super) struct Tally(__m256i);

lanes! {
    pub(super) fn empty_tally() -> Tally {
        Tally(_mm256_setzero_si256())
    }

    /// Adds the number of bits in each byte.
    pub(super) fn tally(tally: Tally, set: Lanes) -> Tally {
        let counts = _mm256_broadcastsi128_si256(_mm_set_epi8(4, 3, 3, 2, 3, 2, 2, 1, 3, 2, 2, 1, 2, 1, 1, 0));
        let nibble = _mm256_set1_epi8(15);
        let mut sum = tally.0;
        let mut i = 0;
        while i < REGISTERS {
            let low = _mm256_and_si256(set.0[i], nibble);
            let high = _mm256_and_si256(_mm256_srli_epi16::<4>(set.0[i]), nibble);
            sum = _mm256_add_epi8(sum, _mm256_shuffle_epi8(counts, low));
            sum = _mm256_add_epi8(sum, _mm256_shuffle_epi8(counts, high));
            i += 1;
        }
        Tally(sum)
    }

    /// Adds the number of bits times a small factor.
    pub(super) fn tally_times(factor: u8, to: Tally, set: Lanes) -> Tally {
        let mut to = to;
        let once = tally(empty_tally(), set).0;
        let mut i = 0;
        while i < factor {
            to = Tally(_mm256_add_epi8(to.0, once));
            i += 1;
        }
        to
    }

    /// Adds up the bytes of a tally in groups of eight.
    pub(super) fn add_up(sum: __m256i, tally: Tally) -> __m256i {
        _mm256_add_epi64(sum, _mm256_sad_epu8(tally.0, _mm256_setzero_si256()))
    }

    pub(super) fn total(sum: __m256i) -> u64 {
        let pair = _mm_add_epi64(_mm256_castsi256_si128(sum), _mm256_extracti128_si256::<1>(sum));
        (_mm_cvtsi128_si64(pair) + _mm_extract_epi64::<1>(pair)) as u64
    }
}

/// A set in halves: in each byte, the bits of the files a to d or those of the files e to h, as numbers below 16.
#[derive(Clone, Copy)]
pub(super) struct Halves {
    low: Lanes,
    high: Lanes,
}

lanes! {
    pub(super) fn halves(set: Lanes) -> Halves {
        let nibble = _mm256_set1_epi8(15);
        Halves {
            low: each!(set => _mm256_and_si256(set, nibble)),
            high: each!(set => _mm256_and_si256(_mm256_srli_epi16::<4>(set), nibble)),
        }
    }

    /// Returns, for each rank, the squares that a rook on `file` reaches along it. A square is reached if the pieces
    /// on neither half of the rank hide it.
    pub(super) fn along_ranks(file: File, occupied: Halves) -> Lanes {
        let [low_views, high_views] = &RANK_VIEWS[file as usize];
        let low_views = _mm256_set_epi64x(low_views[1], low_views[0], low_views[1], low_views[0]);
        let high_views = _mm256_set_epi64x(high_views[1], high_views[0], high_views[1], high_views[0]);
        let Halves { low, high } = occupied;
        each!(low, high => {
            _mm256_and_si256(_mm256_shuffle_epi8(low_views, low), _mm256_shuffle_epi8(high_views, high))
        })
    }
}

/// By file and by half of the rank, 16 bytes: the squares that a rook reaches when these are the pieces on that half,
/// with none on the other.
static RANK_VIEWS: [[[i64; 2]; 2]; 8] = {
    let mut views = [[[0; 2]; 2]; 8];
    let mut file = 0;
    while file < 8 {
        let mut half = 0;
        while half < 2 {
            let mut pieces = 0;
            while pieces < 16 {
                let view = rank_view(file, pieces << (4 * half)) as i64;
                views[file][half][pieces / 8] |= view << (8 * (pieces % 8));
                pieces += 1;
            }
            half += 1;
        }
        file += 1;
    }
    views
};

const fn rank_view(file: usize, occupied: usize) -> u8 {
    let mut view = 0;
    let mut i = file + 1;
    while i < 8 {
        view |= 1 << i;
        if occupied >> i & 1 != 0 {
            break;
        }
        i += 1;
    }
    let mut i = file;
    while i > 0 {
        i -= 1;
        view |= 1 << i;
        if occupied >> i & 1 != 0 {
            break;
        }
    }
    view
}

/// Squares seen from a set of squares, one lane for each direction. The rising directions are in one register, their
/// opposites in the other.
#[derive(Clone, Copy)]
struct Sights {
    /// North, north-east, east, north-west.
    up: __m256i,
    /// South, south-west, west, south-east.
    down: __m256i,
}

lanes! {
    /// Returns the directions, as bits, in which a slider that moves that way stands on a square seen from a square
    /// of `from` over at most `over` pieces.
    pub(super) fn seen_over(
        over: u8,
        from: Bitboard,
        occupied: Bitboard,
        orthogonal: Bitboard,
        diagonal: Bitboard,
    ) -> u8 {
        let splat = |set: Bitboard| _mm256_set1_epi64x(set.0 as i64);
        let (o, d) = (orthogonal.0 as i64, diagonal.0 as i64);
        let sliders = _mm256_set_epi64x(d, o, d, o);
        let occupied = splat(occupied);
        let mut sights = look(Sights { up: splat(from), down: splat(from) }, occupied);
        let mut seen = sights;
        let mut i = 0;
        while i < over {
            let pieces =
                Sights { up: _mm256_and_si256(sights.up, occupied), down: _mm256_and_si256(sights.down, occupied) };
            sights = look(pieces, occupied);
            seen.up = _mm256_or_si256(seen.up, sights.up);
            seen.down = _mm256_or_si256(seen.down, sights.down);
            i += 1;
        }
        let misses = |seen| {
            let is_zero = _mm256_cmpeq_epi64(_mm256_and_si256(seen, sliders), _mm256_setzero_si256());
            _mm256_movemask_pd(_mm256_castsi256_pd(is_zero)) as u8
        };
        let (up, down) = (!misses(seen.up), !misses(seen.down));
        // In the order of the directions, clockwise from the north.
        up & 7 | down & 8 | (down & 7) << 4 | (up & 8) << 4
    }

    /// Returns the squares seen from a set of squares in each direction, by Kogge-Stone fills.
    fn look(from: Sights, occupied: __m256i) -> Sights {
        let (not_a, not_h) = (!File::A.bitboard().0 as i64, !File::H.bitboard().0 as i64);
        let steps = _mm256_set_epi64x(7, 1, 9, 8);
        let (twice, four) = (_mm256_slli_epi64::<1>(steps), _mm256_slli_epi64::<2>(steps));
        macro_rules! fill {
            ($from:expr, $shift:ident, $inside:expr) => {{
                let (from, inside) = ($from, $inside);
                let one = _mm256_andnot_si256(occupied, inside);
                let from = _mm256_or_si256(from, _mm256_and_si256(one, $shift(from, steps)));
                let two = _mm256_and_si256(one, $shift(one, steps));
                let from = _mm256_or_si256(from, _mm256_and_si256(two, $shift(from, twice)));
                let four_times = _mm256_and_si256(two, $shift(two, twice));
                let from = _mm256_or_si256(from, _mm256_and_si256(four_times, $shift(from, four)));
                _mm256_and_si256(inside, $shift(from, steps))
            }};
        }
        Sights {
            up: fill!(from.up, _mm256_sllv_epi64, _mm256_set_epi64x(not_h, not_a, not_a, -1)),
            down: fill!(from.down, _mm256_srlv_epi64, _mm256_set_epi64x(not_a, not_h, not_h, -1)),
        }
    }
}
