use core::ops::ControlFlow;

use chess_board::Position;
use chess_types::{Bitboard, CastlingSide, Move, MoveKind, MoveList, PieceType, Square};

use crate::side::Side;
use crate::sink::origin;
use crate::{PawnTargets, Sink};

/// What takes in single moves. It is a trait, not a closure, because only a method can be told to be inlined: the
/// type of the piece is then a constant wherever a move is made.
pub(crate) trait MoveVisitor {
    fn visit(&mut self, piece_type: PieceType, mv: Move);

    /// Visits the moves from `from` to each of `targets`, of which those in `theirs` are captures.
    #[inline(always)]
    fn visit_targets(&mut self, piece_type: PieceType, from: Square, targets: Bitboard, theirs: Bitboard) {
        for to in targets & theirs {
            self.visit(piece_type, Move::new(from, to, MoveKind::Capture));
        }
        for to in targets - theirs {
            self.visit(piece_type, Move::new(from, to, MoveKind::Quiet));
        }
    }

    /// Visits the pawn moves of this kind to each of `targets`, by a step that changes the square's index so.
    #[inline(always)]
    fn visit_pawns(&mut self, targets: Bitboard, step: i8, kind: MoveKind) {
        for to in targets {
            self.visit(PieceType::Pawn, Move::new(origin(to, step), to, kind));
        }
    }
}

/// A sink that takes the sets apart and hands every single move to a [`MoveVisitor`].
pub(crate) struct EachMove<V> {
    theirs: Bitboard,
    pub(crate) visitor: V,
}

impl<V: MoveVisitor> EachMove<V> {
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

    /// One loop for captures and others, whose end is foreseen more often than those of two, and one change of the
    /// list's length.
    #[inline(always)]
    fn visit_targets(&mut self, _: PieceType, from: Square, targets: Bitboard, theirs: Bitboard) {
        self.extend(targets.into_iter().map(|to| {
            let kind = if theirs.contains(to) { MoveKind::Capture } else { MoveKind::Quiet };
            Move::new(from, to, kind)
        }));
    }

    #[inline(always)]
    fn visit_pawns(&mut self, targets: Bitboard, step: i8, kind: MoveKind) {
        self.extend(targets.into_iter().map(|to| Move::new(origin(to, step), to, kind)));
    }
}

impl<V: MoveVisitor> Sink for EachMove<V> {
    #[inline(always)]
    fn piece(&mut self, piece_type: PieceType, from: Square, targets: Bitboard) -> ControlFlow<()> {
        self.visitor.visit_targets(piece_type, from, targets, self.theirs);
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn pawns(&mut self, targets: PawnTargets) -> ControlFlow<()> {
        let push = targets.color.forward().index_delta();
        self.visitor.visit_pawns(targets.west_captures, push - 1, MoveKind::Capture);
        self.visitor.visit_pawns(targets.east_captures, push + 1, MoveKind::Capture);
        self.visitor.visit_pawns(targets.pushes, push, MoveKind::Quiet);
        self.visitor.visit_pawns(targets.double_pushes, 2 * push, MoveKind::DoublePush);
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
