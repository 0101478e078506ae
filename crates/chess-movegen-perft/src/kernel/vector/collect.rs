//! The moves of a node as bytes, with the sets of their targets over all children.

use core::ops::ControlFlow;

use arrayvec::ArrayVec;
use chess_board::{Castling, Position};
use chess_movegen::internals::visit_side;
use chess_movegen::machine::{Avx512, Backend, Machine};
use chess_movegen::{PawnStep, Selection, Sink};
use chess_types::{Bitboard, Color, Move, MoveKind, PieceType, Square};

use super::bytes::{Origins, append};
use crate::kernel::single::CountLegal;
use crate::side::Side;

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

impl Arrivals {
    const NONE: Self = Self {
        pawns: Bitboard::EMPTY,
        knights: Bitboard::EMPTY,
        diagonal: Bitboard::EMPTY,
        orthogonal: Bitboard::EMPTY,
        king: Bitboard::EMPTY,
    };
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
        proof: Avx512,
        position: &Position,
    ) -> ControlFlow<()> {
        let mut collector = Collector { proof, position, moves: self };
        visit_side(machine, C::COLOR, position, Selection::ALL, &mut collector)
    }
}

struct Collector<'a> {
    proof: Avx512,
    position: &'a Position,
    moves: &'a mut Moves,
}

impl Collector<'_> {
    #[inline(always)]
    fn append(&mut self, targets: Bitboard, origins: Origins) -> ControlFlow<()> {
        let moves = &mut *self.moves;
        let room = moves.len..moves.len + 32;
        let (Some(from), Some(to)) = (moves.from.get_mut(room.clone()), moves.to.get_mut(room)) else {
            return ControlFlow::Break(());
        };
        let (Ok(from), Ok(to)) = (from.try_into(), to.try_into()) else { return ControlFlow::Break(()) };
        append(self.proof, targets, origins, from, to);
        moves.len += targets.count() as usize;
        ControlFlow::Continue(())
    }

    /// Counts the replies to a move that is awkward in lanes.
    #[inline(never)]
    fn add_replies(&mut self, us: Color, mv: Move, piece_type: PieceType) -> ControlFlow<()> {
        let child = self.position.after_piece(us, mv, piece_type);
        self.moves.scalar_replies += Backend::best().run_scalar(CountLegal(&child));
        ControlFlow::Continue(())
    }
}

impl Sink for Collector<'_> {
    /// Only promotions come one by one.
    #[inline(always)]
    fn mv(&mut self, _: Color, _: PieceType, mv: Move) -> ControlFlow<()> {
        let promotions = &mut self.moves.promotions;
        promotions.targets |= mv.to().bitboard();
        let promotion = mv.promotion().unwrap_or(PieceType::Queen);
        let has_room = promotions.from.try_push(mv.from() as u8).is_ok()
            && promotions.to.try_push(mv.to() as u8).is_ok()
            && promotions.piece_type.try_push(promotion as u8).is_ok();
        if has_room { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }

    #[inline(always)]
    fn piece(
        &mut self,
        _: Color,
        piece_type: PieceType,
        from: Square,
        targets: Bitboard,
        _: Bitboard,
    ) -> ControlFlow<()> {
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
    fn pawn_step(&mut self, us: Color, step: PawnStep) -> ControlFlow<()> {
        self.moves.arrivals.pawns |= step.targets;
        if step.kind == MoveKind::DoublePush {
            let pawns = self.position.pieces(us.opponent(), PieceType::Pawn);
            self.moves.landings = step.targets & beside(pawns);
        }
        self.append(step.targets, Origins::Step(step.delta))
    }

    #[inline(always)]
    fn en_passant(&mut self, us: Color, from: Square, to: Square) -> ControlFlow<()> {
        self.add_replies(us, Move::new(from, to, MoveKind::EnPassant), PieceType::Pawn)
    }

    #[inline(always)]
    fn castle(&mut self, us: Color, castling: Castling) -> ControlFlow<()> {
        let (king, rook) = (castling.king, castling.rook);
        let (king_to, rook_to) = (castling.king_to(), castling.rook_to());
        if (king | rook | king_to | rook_to).count() < 4 {
            return self.add_replies(us, castling.to_move(), PieceType::King);
        }
        let Moves { castlings, arrivals, len, .. } = &mut *self.moves;
        castlings.start = castlings.start.min(*len);
        // An `Undo` of another position may have opened a third castling.
        let Some(rook_squares) = castlings.rook_squares.get_mut(*len - castlings.start) else {
            return ControlFlow::Break(());
        };
        *rook_squares = rook | rook_to;
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
