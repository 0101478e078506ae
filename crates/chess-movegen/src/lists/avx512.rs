//! Moves written as vectors of words: a set of targets becomes a vector of square numbers by compression, and 32 moves
//! at once by a shift and an addition. No loop ends are mispredicted, since there are no loops.

use core::arch::x86_64::{
    __m512i, _mm512_add_epi16, _mm512_castsi512_si256, _mm512_cvtepu8_epi16, _mm512_loadu_si512,
    _mm512_mask_add_epi16, _mm512_maskz_compress_epi8, _mm512_set1_epi16, _mm512_slli_epi16,
    _mm512_storeu_si512, _pext_u64,
};
use core::ops::ControlFlow;

use chess_board::Position;
use chess_magic::SliderBackend;
use chess_types::{Bitboard, CastlingSide, Move, MoveKind, MoveList, PieceType, Square};

use crate::generator::{PawnTargets, Selection, Side, Sink, each_move, visit_side};
use crate::machine::Avx512;

/// Moves of one store.
const BLOCK: usize = 32;

/// Appends the legal moves of `selection`, `C` being to move.
#[inline]
#[target_feature(enable = "bmi1,bmi2,lzcnt,popcnt,avx2,avx512f,avx512bw,avx512dq,avx512vl,avx512cd")]
#[target_feature(enable = "avx512vbmi,avx512vbmi2,avx512vpopcntdq,avx512bitalg,gfni")]
pub(super) fn list<C: Side, S: SliderBackend>(
    proof: Avx512,
    sliders: S,
    position: &Position,
    selection: Selection,
    list: &mut MoveList,
) {
    let mut lister = Lister {
        _proof: proof,
        theirs: position.by_color(C::Them::COLOR),
        numbers: square_numbers(),
        moves: [Move::NULL; MoveList::CAPACITY + BLOCK],
        len: 0,
    };
    let flow = visit_side::<C, _>(sliders, position, selection, &mut lister);
    if flow.is_continue() {
        list.extend_from_slice(&lister.moves[..lister.len]);
    } else {
        // More moves than any position has: this is none. The list will say that it is full.
        let _ = each_move::<C, _>(sliders, position, selection, list);
    }
}

/// 0, 1, .. 63: compressed under a set, the numbers of its squares.
#[inline]
#[target_feature(enable = "avx512f")]
fn square_numbers() -> __m512i {
    // SAFETY: the load is as wide as the array. Test: `every_backend_lists_what_the_portable_one_lists`.
    unsafe { _mm512_loadu_si512(NUMBERS.as_ptr().cast()) }
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

struct Lister {
    _proof: Avx512,
    theirs: Bitboard,
    numbers: __m512i,
    /// The moves so far, and behind them what the last store wrote beyond its targets.
    moves: [Move; MoveList::CAPACITY + BLOCK],
    len: usize,
}

impl Lister {
    /// Appends a move to each of `targets`, at most [`BLOCK`] of them: `words` makes the moves of the targets' numbers.
    #[inline(always)]
    fn append(&mut self, targets: Bitboard, words: impl FnOnce(__m512i) -> __m512i) -> ControlFlow<()> {
        let Some(block) = self.moves.get_mut(self.len..self.len + BLOCK) else {
            return ControlFlow::Break(());
        };
        // SAFETY: `self` holds the proof of the instructions; the store fills a slice of 64 bytes with words whose
        // flags are of a kind, and those beyond the last target are overwritten or cut off. Tests:
        // `every_backend_counts_the_suites_in_every_mode`, `every_backend_lists_what_the_portable_one_lists`.
        unsafe {
            let numbers = _mm512_castsi512_si256(_mm512_maskz_compress_epi8(targets.0, self.numbers));
            _mm512_storeu_si512(block.as_mut_ptr().cast(), words(_mm512_cvtepu8_epi16(numbers)));
        }
        self.len += targets.count() as usize;
        ControlFlow::Continue(())
    }

    /// Pawns that make a step which changes the square's index so: `from` is `to - step`, and `to << 6 | from` is
    /// `65 * to - step`.
    #[inline(always)]
    fn append_pawns(&mut self, targets: Bitboard, step: i8, kind: MoveKind) -> ControlFlow<()> {
        let rest = ((kind as u16) << 12).wrapping_sub(i16::from(step) as u16);
        // SAFETY: `self` holds the proof of the instructions.
        self.append(targets, |to| unsafe {
            let both = _mm512_add_epi16(_mm512_slli_epi16::<6>(to), to);
            _mm512_add_epi16(both, _mm512_set1_epi16(rest as i16))
        })
    }

    #[inline(always)]
    fn push(&mut self, mv: Move) -> ControlFlow<()> {
        if self.len >= MoveList::CAPACITY {
            return ControlFlow::Break(());
        }
        self.moves[self.len] = mv;
        self.len += 1;
        ControlFlow::Continue(())
    }
}

impl Sink for Lister {
    #[inline(always)]
    fn piece(&mut self, _: PieceType, from: Square, targets: Bitboard) -> ControlFlow<()> {
        let theirs = self.theirs;
        // SAFETY: `self` holds the proof of the instructions.
        self.append(targets, |to| unsafe {
            let quiet = _mm512_add_epi16(_mm512_slli_epi16::<6>(to), _mm512_set1_epi16(from as i16));
            let captures = _pext_u64(theirs.0, targets.0) as u32;
            _mm512_mask_add_epi16(quiet, captures, quiet, _mm512_set1_epi16(i16::MIN))
        })
    }

    #[inline(always)]
    fn pawns(&mut self, targets: PawnTargets) -> ControlFlow<()> {
        let push = targets.color.forward().index_delta();
        self.append_pawns(targets.west_captures, push - 1, MoveKind::Capture)?;
        self.append_pawns(targets.east_captures, push + 1, MoveKind::Capture)?;
        self.append_pawns(targets.pushes, push, MoveKind::Quiet)?;
        self.append_pawns(targets.double_pushes, 2 * push, MoveKind::DoublePush)
    }

    #[inline(always)]
    fn promotions(&mut self, targets: PawnTargets) -> ControlFlow<()> {
        let mut flow = ControlFlow::Continue(());
        targets.for_each_promotion(|mv| {
            if flow.is_continue() {
                flow = self.push(mv);
            }
        });
        flow
    }

    #[inline(always)]
    fn en_passant(&mut self, from: Square, to: Square) -> ControlFlow<()> {
        self.push(Move::new(from, to, MoveKind::EnPassant))
    }

    #[inline(always)]
    fn castle(&mut self, king: Square, rook: Square, side: CastlingSide) -> ControlFlow<()> {
        self.push(Move::new(king, rook, MoveKind::castle(side)))
    }
}
