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
mod features;
mod lanes;

use core::arch::x86_64::{
    __m512i, _mm256_set1_epi8, _mm256_storeu_si256, _mm256_sub_epi8, _mm512_castsi512_si256,
    _mm512_loadu_si512, _mm512_maskz_compress_epi8,
};

use chess_board::Position;
use chess_movegen::Side;
use chess_movegen::machine::{Avx512, Machine};
use chess_types::Bitboard;

use self::features::avx512;
use super::collect::{Append, Moves, Origins};
use super::node::Node;
use crate::scalar::count_each_called;

/// A writer of moves as bytes with AVX-512.
#[derive(Clone, Copy)]
struct Writer {
    _proof: Avx512,
}

avx512! {
    /// Returns 0, 1, .. 63. Compressed under a set, it gives the numbers of the set's squares.
    fn square_numbers() -> __m512i {
        // SAFETY: the load is as wide as the array. Test: `every_backend_counts_what_the_portable_one_counts`.
        unsafe { _mm512_loadu_si512(NUMBERS.as_ptr().cast()) }
    }
}

const NUMBERS: [u8; 64] = {
    let mut numbers = [0; 64];
    let mut i = 0;
    while i < 64 {
        numbers[i] = i as u8;
        i += 1;
    }
    numbers
};

impl Append for Writer {
    #[inline(always)]
    fn append(self, targets: Bitboard, origins: Origins, from: &mut [u8; 32], to: &mut [u8; 32]) {
        // SAFETY: `self` holds the proof of the instructions, and both stores are as wide as their arrays. Test:
        // `every_backend_counts_what_the_portable_one_counts`.
        unsafe {
            let numbers = _mm512_castsi512_si256(_mm512_maskz_compress_epi8(targets.0, square_numbers()));
            let origins = match origins {
                Origins::Square(square) => _mm256_set1_epi8(square as i8),
                Origins::Step(step) => _mm256_sub_epi8(numbers, _mm256_set1_epi8(step)),
            };
            _mm256_storeu_si256(to.as_mut_ptr().cast(), numbers);
            _mm256_storeu_si256(from.as_mut_ptr().cast(), origins);
        }
    }
}

avx512! {
    /// Returns the number of legal replies to all moves of `C`.
    pub(super) fn count_replies<C: Side, M: Machine>(
        proof: Avx512,
        machine: M,
        position: &Position,
    ) -> u64 {
        let mut moves = Moves::none();
        if moves.collect::<C>(machine, Writer { _proof: proof }, position).is_break() {
            return count_each_called::<C>(machine, position);
        }
        let node = Node::new::<C>(position);
        let activity = node.activity::<C>(&moves.arrivals, |sets, orthogonal, diagonal| {
            lanes::meeting(sets, orthogonal, diagonal)
        });
        let mut replies = moves.scalar_replies;
        replies += node.en_passant_replies::<C>(machine.sliders(), moves.landings);
        replies += children::count_moves::<C>(&node, &moves, activity);
        replies += children::count_promotions::<C>(&node, &moves);
        replies
    }
}
