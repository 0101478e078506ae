//! The moves of a node as bytes, and what their targets say of all children together.

use core::arch::x86_64::{
    __m256i, __m512i, _mm256_set1_epi8, _mm256_storeu_si256, _mm256_sub_epi8, _mm512_castsi512_si256,
    _mm512_maskz_compress_epi8,
};
use core::ops::ControlFlow;

use arrayvec::ArrayVec;
use chess_board::Position;
use chess_types::{Bitboard, CastlingSide, Move, MoveKind, PieceType, Square};

use super::{Avx512, avx512};
use crate::generate::visit_side;
use crate::replies::replies_after;
use crate::side::Side;
use crate::{PawnTargets, Selection, Sink};

/// Room for moves: more than a position has, and for the last store to run over.
const ROOM: usize = 256 + 32;

/// Room for promotions: of eight pawns, three targets each, four pieces each; eight more for the last load.
const PROMOTION_ROOM: usize = 96 + 8;

/// The moves of a node that are counted in lanes, and the replies to those that are not.
pub(super) struct Moves {
    pub(super) from: [u8; ROOM],
    pub(super) to: [u8; ROOM],
    pub(super) len: usize,
    pub(super) promotions: Promotions,
    pub(super) castlings: Castlings,
    /// The targets of double pushes that land beside a pawn of the other side.
    pub(super) landings: Bitboard,
    /// Where pieces arrive, by what they may attack from there.
    pub(super) arrivals: Arrivals,
    /// Replies to the moves that are not counted in lanes.
    pub(super) scalar_replies: u64,
}

#[derive(Default)]
pub(super) struct Promotions {
    pub(super) from: ArrayVec<u8, PROMOTION_ROOM>,
    pub(super) to: ArrayVec<u8, PROMOTION_ROOM>,
    pub(super) piece_type: ArrayVec<u8, PROMOTION_ROOM>,
}

/// Castlings in the list: they come last, and a rook moves with the king.
#[derive(Clone, Copy)]
pub(super) struct Castlings {
    /// Where the first of them stands in the list.
    pub(super) start: usize,
    /// The squares between which the rook moves.
    pub(super) rook_squares: [Bitboard; 2],
}

#[derive(Clone, Copy, Default)]
pub(super) struct Arrivals {
    pub(super) pawns: Bitboard,
    pub(super) knights: Bitboard,
    pub(super) diagonal: Bitboard,
    pub(super) orthogonal: Bitboard,
    pub(super) king: Bitboard,
}

avx512! {
    /// The moves of `C`; `None` if there are more than a position can have, which takes one that is none.
    pub(super) fn collect<C: Side>(arch: Avx512, position: &Position) -> Option<Moves> {
        let mut collector = Collector::<C> {
            arch,
            position,
            numbers: square_numbers(),
            moves: Moves {
                from: [0; ROOM],
                to: [0; ROOM],
                len: 0,
                promotions: Promotions::default(),
                castlings: Castlings { start: usize::MAX, rook_squares: [Bitboard::EMPTY; 2] },
                landings: Bitboard::EMPTY,
                arrivals: Arrivals::default(),
                scalar_replies: 0,
            },
            side: core::marker::PhantomData,
        };
        let flow = visit_side::<C, _>(arch, position, Selection::ALL, &mut collector);
        flow.is_continue().then_some(collector.moves)
    }
}

/// 0, 1, .. 63: compressed under a set, the numbers of its squares.
#[inline(always)]
pub(super) const fn square_numbers() -> __m512i {
    // SAFETY: any 64 bytes are a register.
    unsafe { core::mem::transmute::<[u8; 64], __m512i>(NUMBERS) }
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

struct Collector<'a, C> {
    arch: Avx512,
    position: &'a Position,
    numbers: __m512i,
    moves: Moves,
    side: core::marker::PhantomData<C>,
}

impl<C: Side> Collector<'_, C> {
    /// Appends a move to each of `targets`, at most 32 of them, from what `origins` makes of the targets' numbers.
    #[inline(always)]
    fn append(&mut self, targets: Bitboard, origins: impl FnOnce(__m256i) -> __m256i) -> ControlFlow<()> {
        let moves = &mut self.moves;
        let room = moves.len..moves.len + 32;
        let (Some(from), Some(to)) = (moves.from.get_mut(room.clone()), moves.to.get_mut(room)) else {
            return ControlFlow::Break(());
        };
        // SAFETY: `self.arch` is the proof of the instructions, and each store fills a slice of 32 bytes. Test:
        // `every_backend_counts_what_the_portable_one_counts`.
        unsafe {
            let numbers = _mm512_castsi512_si256(_mm512_maskz_compress_epi8(targets.0, self.numbers));
            _mm256_storeu_si256(to.as_mut_ptr().cast(), numbers);
            _mm256_storeu_si256(from.as_mut_ptr().cast(), origins(numbers));
        }
        moves.len += targets.count() as usize;
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn append_step(&mut self, targets: Bitboard, step: i8) -> ControlFlow<()> {
        // SAFETY: `self.arch` is the proof of the instructions.
        self.append(targets, |to| unsafe { _mm256_sub_epi8(to, _mm256_set1_epi8(step)) })
    }
}

impl<C: Side> Sink for Collector<'_, C> {
    #[inline(always)]
    fn piece(&mut self, piece_type: PieceType, from: Square, targets: Bitboard) -> ControlFlow<()> {
        let arrivals = &mut self.moves.arrivals;
        match piece_type {
            PieceType::Knight => arrivals.knights |= targets,
            PieceType::Bishop => arrivals.diagonal |= targets,
            PieceType::Rook => arrivals.orthogonal |= targets,
            PieceType::Queen => {
                arrivals.diagonal |= targets;
                arrivals.orthogonal |= targets;
            }
            PieceType::King | PieceType::Pawn => arrivals.king |= targets,
        }
        // SAFETY: `self.arch` is the proof of the instructions.
        self.append(targets, |_| unsafe { _mm256_set1_epi8(from as i8) })
    }

    #[inline(always)]
    fn pawns(&mut self, targets: PawnTargets) -> ControlFlow<()> {
        let push = C::COLOR.forward().index_delta();
        let PawnTargets { west_captures, east_captures, pushes, double_pushes, .. } = targets;
        self.moves.arrivals.pawns |= west_captures | east_captures | pushes | double_pushes;
        self.moves.landings = double_pushes & beside(self.position.pieces(C::Them::COLOR, PieceType::Pawn));
        self.append_step(west_captures, push - 1)?;
        self.append_step(east_captures, push + 1)?;
        self.append_step(pushes, push)?;
        self.append_step(double_pushes, 2 * push)
    }

    #[inline(always)]
    fn promotions(&mut self, targets: PawnTargets) -> ControlFlow<()> {
        let mut has_room = true;
        targets.for_each_promotion(|mv| {
            let promotions = &mut self.moves.promotions;
            let promotion = mv.promotion().unwrap_or(PieceType::Queen);
            has_room &= promotions.from.try_push(mv.from() as u8).is_ok()
                && promotions.to.try_push(mv.to() as u8).is_ok()
                && promotions.piece_type.try_push(promotion as u8).is_ok();
        });
        if has_room { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }

    #[inline(always)]
    fn en_passant(&mut self, from: Square, to: Square) -> ControlFlow<()> {
        let mv = Move::new(from, to, MoveKind::EnPassant);
        self.moves.scalar_replies += replies_after::<C>(self.arch, self.position, mv, PieceType::Pawn);
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn castle(&mut self, king: Square, rook: Square, side: CastlingSide) -> ControlFlow<()> {
        let mv = Move::new(king, rook, MoveKind::castle(side));
        let king_to = mv.destination();
        let rook_to = Square::new(side.rook_file(), C::COLOR.back_rank());
        if (king | rook | king_to | rook_to).count() < 4 {
            self.moves.scalar_replies += replies_after::<C>(self.arch, self.position, mv, PieceType::King);
            return ControlFlow::Continue(());
        }
        let Moves { castlings, arrivals, len, .. } = &mut self.moves;
        castlings.start = castlings.start.min(*len);
        castlings.rook_squares[*len - castlings.start] = rook | rook_to;
        arrivals.king |= king_to;
        arrivals.orthogonal |= rook_to;
        // SAFETY: `self.arch` is the proof of the instructions.
        self.append(king_to.bitboard(), |_| unsafe { _mm256_set1_epi8(king as i8) })
    }
}

/// The squares to the left and right of `set`.
const fn beside(set: Bitboard) -> Bitboard {
    use chess_types::Direction::{East, West};
    set.shift(East).union(set.shift(West))
}
