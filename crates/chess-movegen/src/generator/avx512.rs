//! A list writer with AVX-512. It compresses a set of targets to a vector of square numbers, and forms all moves of a
//! piece at once by a shift and an addition. Without loops, no loop end can be mispredicted.
//!
//! The moves are stored straight into the spare capacity of the list, in blocks of eight, sixteen or thirty-two words, by
//! the greatest number of moves that the piece can have. Words of a block beyond the targets are overwritten by the
//! next block, or stay behind the end of the list.

use core::mem::MaybeUninit;
use core::ops::ControlFlow;

use chess_board::Position;
use chess_types::{Bitboard, Color, Move, MoveList, PieceType, Square};

use super::legal::{Checks, visit_checked};
use super::selection::Selection;
use super::sink::{PawnStep, Sink};
use crate::machine::avx512::{
    __m512i, _mm_add_epi16, _mm_cvtepu8_epi16, _mm_mask_add_epi16, _mm_set1_epi16, _mm_slli_epi16,
    _mm_storeu_si128, _mm256_add_epi16, _mm256_cvtepu8_epi16, _mm256_mask_add_epi16, _mm256_set1_epi16,
    _mm256_slli_epi16, _mm256_storeu_si256, _mm512_add_epi16, _mm512_castsi512_si128, _mm512_castsi512_si256,
    _mm512_cvtepu8_epi16, _mm512_mask_add_epi16, _mm512_maskz_compress_epi8, _mm512_set_epi64,
    _mm512_set1_epi16, _mm512_slli_epi16, _mm512_storeu_si512, _pext_u64,
};
use crate::machine::{Avx512, Machine};

/// The moves of the widest block.
const BLOCK: usize = 32;

crate::avx512_functions! {
    /// Appends the legal moves of `selection`.
    ///
    /// The colour is a parameter, because a function with instructions of its own is not inlined, and a value would not be a
    /// constant in it: lists take 4 to 6 % longer.
    pub(crate) fn list<const WHITE: bool, M: Machine>(
        proof: Avx512,
        machine: M,
        position: &Position,
        checks: Checks,
        selection: Selection,
        list: &mut MoveList,
    ) {
        let us = if WHITE { Color::White } else { Color::Black };
        // After an illegal move a side may have more than eight pawns, whose targets overflow a block.
        if position.pieces(us, PieceType::Pawn).count() <= 8 {
            let before = list.len();
            let mut lister = Lister {
                _proof: proof,
                numbers: square_numbers(),
                room: list.spare_capacity_mut(),
                len: 0,
            };
            let _ = visit_checked::<false>(machine, us, position, Some(checks), selection, &mut lister);
            let (len, room) = (lister.len, lister.room.len());
            if len + BLOCK <= room {
                // SAFETY: every block had room and held all its moves, so that `len` moves have been written. Tests:
                // `every_backend_lists_what_the_portable_one_lists`,
                // `positions_that_illegal_moves_have_ruined_are_listed_alike`. Gain: see `List::set_len`.
                unsafe { list.set_len(before + len) };
                return;
            }
        }
        // A block may have lacked room. The moves may still fit one by one; if they do not, the list panics as documented.
        let _ = visit_checked::<false>(machine, us, position, Some(checks), selection, list);
    }

    /// Returns 0, 1, .. 63. Compressed under a set, it gives the numbers of the set's squares.
    ///
    /// # Safety
    /// The processor must have the instructions of [`Avx512`].
    pub fn square_numbers() -> __m512i {
        const NUMBERS: [i64; 8] = {
            let mut numbers = [0; 8];
            let mut i = 0;
            while i < 64 {
                numbers[i / 8] |= (i as i64) << (8 * (i % 8));
                i += 1;
            }
            numbers
        };
        let [a, b, c, d, e, f, g, h] = NUMBERS;
        _mm512_set_epi64(h, g, f, e, d, c, b, a)
    }
}

struct Lister<'a> {
    _proof: Avx512,
    numbers: __m512i,
    room: &'a mut [MaybeUninit<Move>],
    /// The number of moves, including those that did not fit and were not written.
    len: usize,
}

/// Defines a function that appends the moves of the piece on `from` to each of `targets`, at most `$len`. It widens the numbers of the
/// targets to 16 bits, and forms words from them by a shift and an addition; those of captures then get their flag.
macro_rules! append {
    ($name:ident: $len:literal $captures:ty, $low:expr,
        $widen:ident $shift:ident $add:ident $mask_add:ident $set:ident $store:ident) => {
        #[inline(always)]
        fn $name(&mut self, from: Square, targets: Bitboard, theirs: Bitboard) {
            if let Some(block) = self.room.get_mut(self.len..self.len + $len) {
                // SAFETY: `self` holds the proof of the instructions, and the store fills the slice. The words of the targets are
                // valid moves. The words beyond them, which need be no moves, are never read: they are overwritten or stay behind
                // the list's end. Tests: `every_backend_counts_the_suites_in_every_mode`,
                // `every_backend_lists_what_the_portable_one_lists`. Gain: see `Generate` and `List::set_len`.
                unsafe {
                    let to = $widen($low(_mm512_maskz_compress_epi8(targets.0, self.numbers)));
                    let quiet = $add($shift::<6>(to), $set(from as i16));
                    let captures = _pext_u64(theirs.0, targets.0) as $captures;
                    let moves = $mask_add(quiet, captures, quiet, $set(i16::MIN));
                    $store(block.as_mut_ptr().cast(), moves);
                }
            }
            self.len += targets.count() as usize;
        }
    };
}

// The moves of a piece are formed in the narrowest of three registers that has room for them. A wide register costs more: on all
// moves of Kiwipete, three widths are a tenth faster than the widest alone (Intel Xeon, model 167).
impl Lister<'_> {
    append! {
        append_8: 8 u8, _mm512_castsi512_si128,
        _mm_cvtepu8_epi16 _mm_slli_epi16 _mm_add_epi16 _mm_mask_add_epi16 _mm_set1_epi16 _mm_storeu_si128
    }

    append! {
        append_16: 16 u16, _mm512_castsi512_si128,
        _mm256_cvtepu8_epi16 _mm256_slli_epi16 _mm256_add_epi16 _mm256_mask_add_epi16 _mm256_set1_epi16 _mm256_storeu_si256
    }

    append! {
        append_32: 32 u32, _mm512_castsi512_si256,
        _mm512_cvtepu8_epi16 _mm512_slli_epi16 _mm512_add_epi16 _mm512_mask_add_epi16 _mm512_set1_epi16 _mm512_storeu_si512
    }
}

impl Sink for Lister<'_> {
    #[inline(always)]
    fn mv(&mut self, _: Color, _: PieceType, mv: Move) -> ControlFlow<()> {
        if let Some(place) = self.room.get_mut(self.len) {
            place.write(mv);
        }
        self.len += 1;
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn piece(
        &mut self,
        _: Color,
        piece_type: PieceType,
        from: Square,
        targets: Bitboard,
        theirs: Bitboard,
    ) -> ControlFlow<()> {
        match piece_type {
            PieceType::Pawn | PieceType::Knight | PieceType::King => self.append_8(from, targets, theirs),
            PieceType::Bishop | PieceType::Rook => self.append_16(from, targets, theirs),
            PieceType::Queen => self.append_32(from, targets, theirs),
        }
        ControlFlow::Continue(())
    }

    /// Appends the moves of pawns. `from` is `to - delta`, and `to << 6 | from` is `65 * to - delta`.
    #[inline(always)]
    fn pawn_step(&mut self, _: Color, step: PawnStep) -> ControlFlow<()> {
        let rest = ((step.kind as u16) << 12).wrapping_sub(i16::from(step.delta) as u16);
        if let Some(block) = self.room.get_mut(self.len..self.len + 8) {
            // SAFETY: as for the moves of a piece. Tests: `every_backend_lists_what_the_portable_one_lists`,
            // `positions_that_illegal_moves_have_ruined_are_listed_alike`. Gain: as there.
            unsafe {
                let numbers =
                    _mm512_castsi512_si128(_mm512_maskz_compress_epi8(step.targets.0, self.numbers));
                let to = _mm_cvtepu8_epi16(numbers);
                let both = _mm_add_epi16(_mm_slli_epi16::<6>(to), to);
                _mm_storeu_si128(block.as_mut_ptr().cast(), _mm_add_epi16(both, _mm_set1_epi16(rest as i16)));
            }
        }
        self.len += step.targets.count() as usize;
        ControlFlow::Continue(())
    }
}
