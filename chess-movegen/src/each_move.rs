use core::ops::ControlFlow;

use chess_board::Position;
use chess_types::{Bitboard, CastlingSide, Move, MoveKind, MoveList, PieceType, Square};

use crate::side::Side;
use crate::{PawnTargets, Sink};

/// What takes in single moves. It is a trait, not a closure, because only a method can be told to be inlined: the
/// type of the piece is then a constant wherever a move is made.
pub(crate) trait MoveVisitor {
    fn visit(&mut self, piece_type: PieceType, mv: Move);
}

/// A sink that takes the sets apart and hands every single move to a [`MoveVisitor`].
pub(crate) struct EachMove<V> {
    theirs: Bitboard,
    pub(crate) visitor: V,
}

impl<V: MoveVisitor> EachMove<V> {
    #[inline(always)]
    pub(crate) fn new(position: &Position, visitor: V) -> Self {
        Self { theirs: position.by_color(!position.side_to_move()), visitor }
    }

    /// The same for a side to move that is known.
    #[inline(always)]
    pub(crate) fn of<C: Side>(position: &Position, visitor: V) -> Self {
        Self { theirs: position.by_color(C::Them::COLOR), visitor }
    }
}

impl MoveVisitor for &mut MoveList {
    #[inline(always)]
    fn visit(&mut self, _: PieceType, mv: Move) {
        self.push(mv);
    }
}

impl<V: MoveVisitor> Sink for EachMove<V> {
    #[inline(always)]
    fn piece(&mut self, piece_type: PieceType, from: Square, targets: Bitboard) -> ControlFlow<()> {
        for to in targets & self.theirs {
            self.visitor.visit(piece_type, Move::new(from, to, MoveKind::Capture));
        }
        for to in targets - self.theirs {
            self.visitor.visit(piece_type, Move::new(from, to, MoveKind::Quiet));
        }
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn pawns(&mut self, targets: PawnTargets) -> ControlFlow<()> {
        targets.for_each(|mv| self.visitor.visit(PieceType::Pawn, mv));
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn promotions(&mut self, targets: PawnTargets) -> ControlFlow<()> {
        targets.for_each_promotion(|mv| self.visitor.visit(PieceType::Pawn, mv));
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn en_passant(&mut self, from: Square, to: Square) -> ControlFlow<()> {
        self.visitor.visit(PieceType::Pawn, Move::new(from, to, MoveKind::EnPassant));
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn castle(&mut self, king: Square, rook: Square, side: CastlingSide) -> ControlFlow<()> {
        self.visitor.visit(PieceType::King, Move::new(king, rook, MoveKind::castle(side)));
        ControlFlow::Continue(())
    }
}
