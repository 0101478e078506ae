//! The kernel for processors with AVX-512. It counts the replies to eight moves at once, one position in each lane.
//!
//! The portable form makes every move and generates the replies to it. This kernel collects the moves of the node as
//! bytes, forms eight children at a time in registers, and counts the replies of all eight without a branch between
//! them. It departs from the portable form in these points:
//!
//! - The king of the replying side stands on the same square in all children, so that its rays, its neighbourhood and
//!   its castling squares are constants ([`Node`]).
//! - All sliders of a side are filled together, as a set ([`children`]). Fills of one direction never overlap, so
//!   that the number of bits is the number of moves.
//! - A pin is a bit in one of four sets, one for each line. Moves along another line leave out the pinned pieces, so
//!   that no piece needs a treatment of its own.
//! - Squares behind the king on a checking ray are added to the map of attacked squares, so that one occupancy serves
//!   all pieces.
//! - Directions and pieces that can matter to no child are skipped, by a mask computed once for the node.
//! - Rare moves that are awkward in lanes are counted as in the portable form: captures en passant, and castling of
//!   Chess960 in which king and rook cross or stand still.
//!
//! The children exist in lanes only, without keys, and are never built as a `Position`.

mod children;
mod lanes;
#[allow(clippy::duplicate_mod, reason = "compiled with the lanes of each kernel")]
#[path = "../steps.rs"]
mod steps;

use chess_board::Position;
use chess_movegen::Side;
use chess_movegen::machine::{Avx512, Machine};
use chess_types::Bitboard;

use self::lanes::lanes;
use super::collect::{Append, Moves, Origins};
use super::node::Node;
use crate::kernel::single::en_passant_replies;
use chess_movegen::machine::avx512::{
    __m256i, __m512i, _mm256_extract_epi64, _mm256_set1_epi8, _mm256_sub_epi8, _mm512_castsi512_si256,
    _mm512_maskz_compress_epi8, _mm512_set_epi64,
};

/// A writer of moves as bytes with AVX-512.
#[derive(Clone, Copy)]
struct Writer {
    _proof: Avx512,
}

lanes! {
    /// Returns 0, 1, .. 63. Compressed under a set, it gives the numbers of the set's squares.
    fn square_numbers() -> __m512i {
        let [a, b, c, d, e, f, g, h] = NUMBERS;
        _mm512_set_epi64(h, g, f, e, d, c, b, a)
    }

    /// Returns the numbers of the first 32 squares of `targets` in rising order, with zeros behind them, and the squares
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

/// The bytes 0, 1, .. 63.
const NUMBERS: [i64; 8] = {
    let mut numbers = [0; 8];
    let mut i = 0;
    while i < 64 {
        numbers[i / 8] |= (i as i64) << (8 * (i % 8));
        i += 1;
    }
    numbers
};

impl Append for Writer {
    #[inline(always)]
    fn append(self, targets: Bitboard, origins: Origins, from: &mut [u8; 32], to: &mut [u8; 32]) {
        // SAFETY: `self` holds the proof of the instructions. Test:
        // `every_backend_counts_the_leaves_of_each_move`. Gain: that of the kernel, see `replies`.
        unsafe { write(targets, origins, from, to) }
    }
}

lanes! {
    /// Returns the number of legal replies to all moves of `C`, or `None` if there are more moves than the kernel has room for.
    pub(super) fn replies<C: Side, M: Machine>(
        proof: Avx512,
        machine: M,
        position: &Position,
    ) -> Option<u64> {
        let mut moves = Moves::none();
        if moves.collect::<C>(machine, Writer { _proof: proof }, position).is_break() {
            return None;
        }
        let node = Node::new::<C>(position);
        let activity = node.activity::<C>(&moves.arrivals, |sets, orthogonal, diagonal| {
            lanes::meeting(sets, orthogonal, diagonal)
        });
        let mut replies = moves.scalar_replies;
        replies += en_passant_replies::<C>(machine.sliders(), position, moves.landings);
        replies += children::count_moves::<C>(&node, &moves, activity);
        replies += children::count_promotions::<C>(&node, &moves);
        Some(replies)
    }
}
