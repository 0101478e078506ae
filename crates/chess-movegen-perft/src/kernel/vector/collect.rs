//! The moves of a node as bytes, with the sets of their targets over all children.

use core::marker::PhantomData;
use core::ops::ControlFlow;

use arrayvec::ArrayVec;
use chess_board::{Castling, Position};
use chess_movegen::machine::Machine;
use chess_movegen::{PawnTargets, Selection, Side, Sink, visit_side};
use chess_types::{Bitboard, CastlingSide, Move, MoveKind, PieceType, Square};

use crate::scalar::replies_after_scalar;

/// Room for moves: more than a position has, and an overrun of the last store.
const ROOM: usize = 256 + 32;

/// Room for promotions: eight pawns with three targets and four pieces each, and eight more for the last load.
const PROMOTION_ROOM: usize = 96 + 8;

/// The moves of a node that are counted in lanes, and the number of replies to the others.
pub(super) struct Moves {
    pub(super) from: [u8; ROOM],
    pub(super) to: [u8; ROOM],
    pub(super) len: usize,
    pub(super) promotions: Promotions,
    pub(super) castlings: Castlings,
    /// The targets of double pushes that land beside a pawn of the other side.
    pub(super) landings: Bitboard,
    /// The targets, by the attacks of the piece that arrives there.
    pub(super) arrivals: Arrivals,
    /// The number of replies to moves that are not counted in lanes.
    pub(super) scalar_replies: u64,
}

pub(super) struct Promotions {
    pub(super) targets: Bitboard,
    pub(super) from: ArrayVec<u8, PROMOTION_ROOM>,
    pub(super) to: ArrayVec<u8, PROMOTION_ROOM>,
    pub(super) piece_type: ArrayVec<u8, PROMOTION_ROOM>,
}

/// Castlings in the list. They come last, and a rook moves with the king.
#[derive(Clone, Copy)]
pub(super) struct Castlings {
    /// The index of the first castling in the list.
    pub(super) start: usize,
    /// The squares between which the rook moves.
    pub(super) rook_squares: [Bitboard; 2],
}

#[derive(Clone, Copy)]
pub(super) struct Arrivals {
    pub(super) pawns: Bitboard,
    pub(super) knights: Bitboard,
    pub(super) diagonal: Bitboard,
    pub(super) orthogonal: Bitboard,
    pub(super) king: Bitboard,
}

/// The origins of a set of moves.
#[derive(Clone, Copy)]
pub(super) enum Origins {
    /// One square for all.
    Square(Square),
    /// For each move the square from which a step reaches the target. The step changes the square's index by this
    /// number.
    Step(i8),
}

/// A writer of moves as bytes.
pub(super) trait Append: Copy {
    /// Writes the squares of `targets` to the start of `to`, in rising order, and their origins to `from`. The bytes
    /// behind them have no meaning, and squares beyond the 32nd are not written.
    fn append(self, targets: Bitboard, origins: Origins, from: &mut [u8; 32], to: &mut [u8; 32]);
}

impl Arrivals {
    const NONE: Self = Self {
        pawns: Bitboard::EMPTY,
        knights: Bitboard::EMPTY,
        diagonal: Bitboard::EMPTY,
        orthogonal: Bitboard::EMPTY,
        king: Bitboard::EMPTY,
    };

    /// Adds promotions: a promoted pawn may be a knight, or a slider of either kind.
    #[inline(always)]
    pub(super) fn with_promotions(self, targets: Bitboard) -> Self {
        Self {
            knights: self.knights | targets,
            diagonal: self.diagonal | targets,
            orthogonal: self.orthogonal | targets,
            ..self
        }
    }

    #[inline(always)]
    pub(super) fn all(self) -> Bitboard {
        self.pawns | self.knights | self.diagonal | self.orthogonal | self.king
    }
}

impl Moves {
    #[inline(always)]
    pub(super) const fn none() -> Self {
        Self {
            from: [0; ROOM],
            to: [0; ROOM],
            len: 0,
            promotions: Promotions {
                targets: Bitboard::EMPTY,
                from: ArrayVec::new_const(),
                to: ArrayVec::new_const(),
                piece_type: ArrayVec::new_const(),
            },
            castlings: Castlings { start: usize::MAX, rook_squares: [Bitboard::EMPTY; 2] },
            landings: Bitboard::EMPTY,
            arrivals: Arrivals::NONE,
            scalar_replies: 0,
        }
    }

    /// Adds the moves of `C`. Breaks if there are more than a valid position can have.
    #[inline(always)]
    pub(super) fn collect<C: Side>(
        &mut self,
        machine: impl Machine,
        writer: impl Append,
        position: &Position,
    ) -> ControlFlow<()> {
        let mut collector = Collector::<C, _> { writer, position, moves: self, side: PhantomData };
        visit_side::<C, _>(machine.sliders(), position, Selection::ALL, &mut collector)
    }
}

struct Collector<'a, C, A> {
    writer: A,
    position: &'a Position,
    moves: &'a mut Moves,
    side: PhantomData<C>,
}

impl<C: Side, A: Append> Collector<'_, C, A> {
    #[inline(always)]
    fn append(&mut self, targets: Bitboard, origins: Origins) -> ControlFlow<()> {
        let moves = &mut *self.moves;
        let room = moves.len..moves.len + 32;
        let (Some(from), Some(to)) = (moves.from.get_mut(room.clone()), moves.to.get_mut(room)) else {
            return ControlFlow::Break(());
        };
        let (Ok(from), Ok(to)) = (from.try_into(), to.try_into()) else { return ControlFlow::Break(()) };
        self.writer.append(targets, origins, from, to);
        moves.len += targets.count() as usize;
        ControlFlow::Continue(())
    }
}

impl<C: Side, A: Append> Sink for Collector<'_, C, A> {
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
        self.append(targets, Origins::Square(from))
    }

    #[inline(always)]
    fn pawns(&mut self, targets: PawnTargets) -> ControlFlow<()> {
        let push = C::COLOR.forward().index_delta();
        let PawnTargets { west_captures, east_captures, pushes, double_pushes, .. } = targets;
        self.moves.arrivals.pawns |= west_captures | east_captures | pushes | double_pushes;
        self.moves.landings = double_pushes & beside(self.position.pieces(C::Them::COLOR, PieceType::Pawn));
        self.append(west_captures, Origins::Step(push - 1))?;
        self.append(east_captures, Origins::Step(push + 1))?;
        self.append(pushes, Origins::Step(push))?;
        self.append(double_pushes, Origins::Step(2 * push))
    }

    #[inline(always)]
    fn promotions(&mut self, targets: PawnTargets) -> ControlFlow<()> {
        let PawnTargets { west_captures, east_captures, pushes, .. } = targets;
        self.moves.promotions.targets = west_captures | east_captures | pushes;
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
        self.moves.scalar_replies += replies_after_scalar::<C>(self.position, mv, PieceType::Pawn);
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn castle(&mut self, king: Square, rook: Square, _: CastlingSide) -> ControlFlow<()> {
        let castling = Castling::new(king, rook);
        let (mv, king_to, rook_to) = (castling.to_move(), castling.king_to(), castling.rook_to());
        if (king | rook | king_to | rook_to).count() < 4 {
            self.moves.scalar_replies += replies_after_scalar::<C>(self.position, mv, PieceType::King);
            return ControlFlow::Continue(());
        }
        let Moves { castlings, arrivals, len, .. } = &mut *self.moves;
        castlings.start = castlings.start.min(*len);
        castlings.rook_squares[*len - castlings.start] = rook | rook_to;
        arrivals.king |= king_to;
        arrivals.orthogonal |= rook_to;
        self.append(king_to.bitboard(), Origins::Square(king))
    }
}

/// Returns the squares to the left and right of `set`.
const fn beside(set: Bitboard) -> Bitboard {
    use chess_types::Direction::{East, West};
    set.shift(East).union(set.shift(West))
}

/// Returns eight bytes of a list from `start` on, with zeros beyond its end.
#[inline(always)]
pub(super) fn eight(bytes: &[u8], start: usize) -> u64 {
    if let Some(bytes) = bytes.get(start..).and_then(<[u8]>::first_chunk) {
        u64::from_le_bytes(*bytes)
    } else {
        let rest = bytes.get(start..).unwrap_or_default();
        rest.iter().rev().fold(0, |word, &byte| word << 8 | u64::from(byte))
    }
}
