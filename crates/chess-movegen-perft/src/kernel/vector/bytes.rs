//! Moves written as bytes, by compression of a register under the set of their targets.

use chess_movegen::internals::avx512::{
    __m256i, _mm256_extract_epi64, _mm256_set1_epi8, _mm256_sub_epi8, _mm512_castsi512_si256,
    _mm512_maskz_compress_epi8,
};
use chess_movegen::internals::square_numbers;
use chess_movegen::machine::Avx512;
use chess_types::{Bitboard, Square};

use super::lanes::lanes;

/// The origins of a set of moves.
#[derive(Clone, Copy)]
pub(super) enum Origins {
    /// One square for all.
    Square(Square),
    /// For each move the square from which a step reaches the target. The step changes the square's index by this
    /// number.
    Step(i8),
}

lanes! {
    /// Returns the numbers of the first 32 squares of `targets` in rising order, with zeros after them, and the squares
    /// that the moves start from.
    fn numbers(targets: Bitboard, origins: Origins) -> (__m256i, __m256i) {
        let to = _mm512_castsi512_si256(_mm512_maskz_compress_epi8(targets.0, square_numbers()));
        let from = match origins {
            Origins::Square(square) => _mm256_set1_epi8(square as i8),
            Origins::Step(step) => _mm256_sub_epi8(to, _mm256_set1_epi8(step)),
        };
        (to, from)
    }

    /// Writes the bytes of a register. It is compiled to one store.
    fn store(register: __m256i, bytes: &mut [u8; 32]) {
        let words = [
            _mm256_extract_epi64::<0>(register),
            _mm256_extract_epi64::<1>(register),
            _mm256_extract_epi64::<2>(register),
            _mm256_extract_epi64::<3>(register),
        ];
        for (bytes, word) in bytes.chunks_exact_mut(8).zip(words) {
            bytes.copy_from_slice(&word.to_le_bytes());
        }
    }

    fn write(targets: Bitboard, origins: Origins, from: &mut [u8; 32], to: &mut [u8; 32]) {
        let (to_numbers, from_numbers) = numbers(targets, origins);
        store(to_numbers, to);
        store(from_numbers, from);
    }
}

/// Writes the squares of `targets` to the start of `to`, in rising order, and their origins to `from`. The bytes after them
/// have no meaning, and squares beyond the 32nd are not written.
#[inline(always)]
pub(super) fn append(
    _proof: Avx512,
    targets: Bitboard,
    origins: Origins,
    from: &mut [u8; 32],
    to: &mut [u8; 32],
) {
    // SAFETY: `_proof` proves the instructions. Test: `every_backend_counts_the_leaves_of_each_move`. Gain: that of the
    // kernel, see `replies`.
    unsafe { write(targets, origins, from, to) }
}
