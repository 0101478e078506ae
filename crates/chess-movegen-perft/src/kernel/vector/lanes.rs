//! Eight bitboards in one register: the operations of the AVX-512 kernel.

pub(super) use chess_movegen::avx512_functions as lanes;
#[allow(clippy::wildcard_imports)] // The instructions are the vocabulary, and named as the processor's.
use chess_movegen::internals::avx512::*;
use chess_types::Bitboard;

/// Eight lanes of 64 bits.
pub(super) type Lanes = __m512i;

// Applying a function of three bits to these three bytes gives its truth table.
pub(super) const A: i32 = 0xF0;
pub(super) const B: i32 = 0xCC;
pub(super) const C: i32 = 0xAA;

/// A bit matrix for GF2P8AFFINEQB. As the matrix operand it reverses the bits of each byte; as the data operand it
/// yields the transpose of the matrix.
const REVERSE: u64 = 0x8040201008040201;
const IDENTITY: u64 = 0x0102040810204080;

lanes! {
    pub(super) fn zero() -> Lanes {
        _mm512_setzero_si512()
    }

    /// Returns the same word in every lane.
    pub(super) fn splat(set: Bitboard) -> Lanes {
        _mm512_set1_epi64(set.0 as i64)
    }

    /// Returns eight bytes, each widened to a lane.
    pub(super) fn widen(bytes: u64) -> Lanes {
        _mm512_cvtepu8_epi64(_mm_cvtsi64_si128(bytes as i64))
    }

    /// Returns the set of one square in each lane. The set is empty for numbers from 64 on.
    pub(super) fn square_sets(squares: Lanes) -> Lanes {
        _mm512_sllv_epi64(_mm512_set1_epi64(1), squares)
    }

    pub(super) fn and(a: Lanes, b: Lanes) -> Lanes {
        _mm512_and_si512(a, b)
    }

    pub(super) fn or(a: Lanes, b: Lanes) -> Lanes {
        _mm512_or_si512(a, b)
    }

    pub(super) fn xor(a: Lanes, b: Lanes) -> Lanes {
        _mm512_xor_si512(a, b)
    }

    /// Returns `a & !b`.
    pub(super) fn without(a: Lanes, b: Lanes) -> Lanes {
        _mm512_andnot_si512(b, a)
    }

    pub(super) fn add(a: Lanes, b: Lanes) -> Lanes {
        _mm512_add_epi64(a, b)
    }

    pub(super) fn sub(a: Lanes, b: Lanes) -> Lanes {
        _mm512_sub_epi64(a, b)
    }

    /// Returns the number of bits in each lane.
    pub(super) fn count(set: Lanes) -> Lanes {
        _mm512_popcnt_epi64(set)
    }

    pub(super) fn sum(counts: Lanes) -> u64 {
        _mm512_reduce_add_epi64(counts) as u64
    }

    /// Returns the lanes in which `a` and `b` share a bit.
    pub(super) fn intersect(a: Lanes, b: Lanes) -> __mmask8 {
        _mm512_test_epi64_mask(a, b)
    }

    /// Reverses the files: each rank is a byte, whose bits are reversed.
    pub(super) fn flip_files(set: Lanes) -> Lanes {
        _mm512_gf2p8affine_epi64_epi8::<0>(set, _mm512_set1_epi64(REVERSE as i64))
    }

    /// Turns files into bytes: bit `i` of byte `f` is the square of file `f` on rank `7 - i`.
    pub(super) fn files_to_bytes(set: Lanes) -> Lanes {
        _mm512_gf2p8affine_epi64_epi8::<0>(_mm512_set1_epi64(REVERSE as i64), set)
    }

    /// Undoes [`files_to_bytes`] but leaves the files reversed, which a last [`flip_files`] corrects.
    pub(super) fn bytes_to_flipped_files(set: Lanes) -> Lanes {
        _mm512_gf2p8affine_epi64_epi8::<0>(_mm512_set1_epi64(IDENTITY as i64), set)
    }

    /// Returns, in each byte, the squares that sliders of `from` reach towards higher bits, up to the first of
    /// `occupied`, included. `occupied` must include `from`. (Subtracting a slider twice borrows up to the next bit;
    /// the bits below stay as they are.)
    pub(super) fn slide_up_bytes(occupied: Lanes, from: Lanes) -> Lanes {
        xor(occupied, _mm512_sub_epi8(occupied, _mm512_add_epi8(from, from)))
    }

    /// Returns the highest square of `set` in each lane, or nothing for an empty set.
    pub(super) fn highest(set: Lanes) -> Lanes {
        _mm512_srlv_epi64(splat(Bitboard(1 << 63)), _mm512_lzcnt_epi64(set))
    }
}

lanes! {
    /// Returns the directions, as bits, whose set contains a slider that moves that way.
    pub(super) fn meeting(by_direction: &[Bitboard; 8], orthogonal: Bitboard, diagonal: Bitboard) -> u8 {
        // Every other direction is diagonal, starting with the second.
        let sliders = _mm512_mask_blend_epi64(0b1010_1010, splat(orthogonal), splat(diagonal));
        let [n, ne, e, se, s, sw, w, nw] = by_direction.map(|set| set.0 as i64);
        intersect(_mm512_set_epi64(nw, w, sw, s, se, e, ne, n), sliders)
    }

    /// Computes any function of three bits, given by its truth table: `ternary::<{ A & B | C }>(x, y, z)`.
    pub(super) fn ternary<const TABLE: i32>(a: Lanes, b: Lanes, c: Lanes) -> Lanes {
        _mm512_ternarylogic_epi64::<TABLE>(a, b, c)
    }

    /// Shifts by `BY` bits, upwards if `BY` is positive and downwards if it is negative.
    pub(super) fn shift<const BY: i32>(set: Lanes) -> Lanes {
        const { assert!(BY > -64 && BY < 64) };
        if BY > 0 {
            _mm512_sll_epi64(set, _mm_cvtsi32_si128(BY))
        } else {
            _mm512_srl_epi64(set, _mm_cvtsi32_si128(-BY))
        }
    }
}
