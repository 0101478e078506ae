//! A list writer with AVX-512. It compresses a set of targets to a vector of square numbers, and forms all moves of a
//! piece at once by a shift and an addition. Without loops, no loop end can be mispredicted.
//!
//! The moves are stored straight into the free room of the list, in blocks of eight, sixteen or thirty-two words, by
//! the greatest number of moves that the piece can have. Words of a block beyond the targets are overwritten by the
//! next block, or stay behind the end of the list.

#[cfg(not(avx512_model))]
use core::arch::x86_64 as arch;
use core::mem::MaybeUninit;
use core::ops::ControlFlow;

use chess_board::Position;
use chess_magic::SliderBackend;
use chess_types::{Bitboard, CastlingSide, Move, MoveKind, MoveList, PieceType, Square};

use self::arch::{
    __m512i, _mm_add_epi16, _mm_cvtepu8_epi16, _mm_mask_add_epi16, _mm_set1_epi16, _mm_slli_epi16,
    _mm_storeu_si128, _mm256_add_epi16, _mm256_cvtepu8_epi16, _mm256_mask_add_epi16, _mm256_set1_epi16,
    _mm256_slli_epi16, _mm256_storeu_si256, _mm512_add_epi16, _mm512_castsi512_si128, _mm512_castsi512_si256,
    _mm512_cvtepu8_epi16, _mm512_mask_add_epi16, _mm512_maskz_compress_epi8, _mm512_set_epi64,
    _mm512_set1_epi16, _mm512_slli_epi16, _mm512_storeu_si512, _pext_u64,
};
use crate::generator::{PawnTargets, Selection, Side, Sink, each_move, visit_side};
use crate::machine::Avx512;
#[cfg(avx512_model)]
use crate::machine::model::intrinsics as arch;

/// The moves of the widest block.
const BLOCK: usize = 32;

/// Appends the legal moves of `selection`. `C` must be the side to move.
#[inline]
#[cfg_attr(
    not(avx512_model),
    target_feature(enable = "bmi1,bmi2,lzcnt,popcnt,avx2,avx512f,avx512bw,avx512dq,avx512vl,avx512cd")
)]
#[cfg_attr(
    not(avx512_model),
    target_feature(enable = "avx512vbmi,avx512vbmi2,avx512vpopcntdq,avx512bitalg,gfni")
)]
pub(super) fn list<C: Side, S: SliderBackend>(
    proof: Avx512,
    sliders: S,
    position: &Position,
    selection: Selection,
    list: &mut MoveList,
) {
    // Illegal moves can ruin a position so that a set of pawns' targets is larger than its block.
    if position.pieces(C::COLOR, PieceType::Pawn).count() <= 8 {
        let before = list.len();
        let mut lister = Lister {
            _proof: proof,
            theirs: position.by_color(C::Them::COLOR),
            numbers: square_numbers(),
            room: list.spare_capacity_mut(),
            len: 0,
        };
        let _ = visit_side::<C, _>(sliders, position, selection, &mut lister);
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
    let _ = each_move::<C, _>(sliders, position, selection, list);
}

/// Returns 0, 1, .. 63. Compressed under a set, it gives the numbers of the set's squares.
#[inline]
#[cfg_attr(not(avx512_model), target_feature(enable = "avx512f"))]
fn square_numbers() -> __m512i {
    let [a, b, c, d, e, f, g, h] = NUMBERS;
    _mm512_set_epi64(h, g, f, e, d, c, b, a)
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

struct Lister<'a> {
    _proof: Avx512,
    theirs: Bitboard,
    numbers: __m512i,
    room: &'a mut [MaybeUninit<Move>],
    /// The number of moves, including those that had no room and were not written.
    len: usize,
}

/// Defines a method that appends the moves of the piece on `from` to each of `targets`, for one of three register
/// widths. A wide register costs more than one that suffices for few moves: on all moves of Kiwipete, three widths
/// are a tenth faster than the widest alone (Intel Xeon, model 167).
macro_rules! append_piece {
    ($name:ident, $moves:literal, $captures:ty, $low:ident, $words:ident, $shift:ident, $add:ident, $mask_add:ident, $all:ident, $store:ident) => {
        #[inline(always)]
        fn $name(&mut self, from: Square, targets: Bitboard) {
            if let Some(block) = self.room.get_mut(self.len..self.len + $moves) {
                // SAFETY: `self` holds the proof of the instructions, and the store fills the slice. The words of the
                // targets are valid moves. The words beyond them, which need be no moves, are never read: they are
                // overwritten or stay behind the list's end. Tests: `every_backend_counts_the_suites_in_every_mode`,
                // `every_backend_lists_what_the_portable_one_lists`. Gain: see `generate_side` and `List::set_len`.
                unsafe {
                    let to = $words($low(_mm512_maskz_compress_epi8(targets.0, self.numbers)));
                    let quiet = $add($shift::<6>(to), $all(from as i16));
                    let captures = _pext_u64(self.theirs.0, targets.0) as $captures;
                    $store(block.as_mut_ptr().cast(), $mask_add(quiet, captures, quiet, $all(i16::MIN)));
                }
            }
            self.len += targets.count() as usize;
        }
    };
}

impl Lister<'_> {
    append_piece!(
        append_8,
        8,
        u8,
        _mm512_castsi512_si128,
        _mm_cvtepu8_epi16,
        _mm_slli_epi16,
        _mm_add_epi16,
        _mm_mask_add_epi16,
        _mm_set1_epi16,
        _mm_storeu_si128
    );
    append_piece!(
        append_16,
        16,
        u16,
        _mm512_castsi512_si128,
        _mm256_cvtepu8_epi16,
        _mm256_slli_epi16,
        _mm256_add_epi16,
        _mm256_mask_add_epi16,
        _mm256_set1_epi16,
        _mm256_storeu_si256
    );
    append_piece!(
        append_32,
        32,
        u32,
        _mm512_castsi512_si256,
        _mm512_cvtepu8_epi16,
        _mm512_slli_epi16,
        _mm512_add_epi16,
        _mm512_mask_add_epi16,
        _mm512_set1_epi16,
        _mm512_storeu_si512
    );

    /// Appends the moves of pawns whose step changes the square's index by `step`: `from` is `to - step`, and `to <<
    /// 6 | from` is `65 * to - step`.
    #[inline(always)]
    fn append_pawns(&mut self, targets: Bitboard, step: i8, kind: MoveKind) {
        let rest = ((kind as u16) << 12).wrapping_sub(i16::from(step) as u16);
        if let Some(block) = self.room.get_mut(self.len..self.len + 8) {
            // SAFETY: as for the moves of a piece. Tests: `every_backend_lists_what_the_portable_one_lists`,
            // `positions_that_illegal_moves_have_ruined_are_listed_alike`. Gain: as there.
            unsafe {
                let numbers = _mm512_castsi512_si128(_mm512_maskz_compress_epi8(targets.0, self.numbers));
                let to = _mm_cvtepu8_epi16(numbers);
                let both = _mm_add_epi16(_mm_slli_epi16::<6>(to), to);
                _mm_storeu_si128(block.as_mut_ptr().cast(), _mm_add_epi16(both, _mm_set1_epi16(rest as i16)));
            }
        }
        self.len += targets.count() as usize;
    }

    #[inline(always)]
    fn push(&mut self, mv: Move) {
        if let Some(place) = self.room.get_mut(self.len) {
            place.write(mv);
        }
        self.len += 1;
    }
}

impl Sink for Lister<'_> {
    #[inline(always)]
    fn piece(&mut self, piece_type: PieceType, from: Square, targets: Bitboard) -> ControlFlow<()> {
        match piece_type {
            PieceType::Pawn | PieceType::Knight | PieceType::King => self.append_8(from, targets),
            PieceType::Bishop | PieceType::Rook => self.append_16(from, targets),
            PieceType::Queen => self.append_32(from, targets),
        }
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn pawns(&mut self, targets: PawnTargets) -> ControlFlow<()> {
        let push = targets.color.forward().index_delta();
        self.append_pawns(targets.west_captures, push - 1, MoveKind::Capture);
        self.append_pawns(targets.east_captures, push + 1, MoveKind::Capture);
        self.append_pawns(targets.pushes, push, MoveKind::Quiet);
        self.append_pawns(targets.double_pushes, 2 * push, MoveKind::DoublePush);
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn promotions(&mut self, targets: PawnTargets) -> ControlFlow<()> {
        targets.for_each_promotion(|mv| self.push(mv));
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn en_passant(&mut self, from: Square, to: Square) -> ControlFlow<()> {
        self.push(Move::new(from, to, MoveKind::EnPassant));
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn castle(&mut self, king: Square, rook: Square, side: CastlingSide) -> ControlFlow<()> {
        self.push(Move::new(king, rook, MoveKind::castle(side)));
        ControlFlow::Continue(())
    }
}
