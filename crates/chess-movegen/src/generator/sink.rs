use core::ops::ControlFlow;

use chess_types::{Bitboard, CastlingSide, Color, Move, MoveKind, PieceType, Square};

/// What takes in the moves of the generator: sets of target squares, not single moves.
///
/// Each method may end the generation by breaking. All calls of one generation are disjoint: no move comes twice.
pub trait Sink {
    /// The `piece_type` on `from`, which is no pawn, can go to each of `targets`; the king by a step.
    fn piece(&mut self, piece_type: PieceType, from: Square, targets: Bitboard) -> ControlFlow<()>;

    /// Pawns can go to these squares without promotion.
    fn pawns(&mut self, targets: PawnTargets) -> ControlFlow<()>;

    /// Pawns can go to these squares, and promote there to any of four pieces; none of them by a double push.
    fn promotions(&mut self, targets: PawnTargets) -> ControlFlow<()>;

    /// The pawn on `from` can take en passant on `to`.
    fn en_passant(&mut self, from: Square, to: Square) -> ControlFlow<()>;

    /// The king can castle to `side` with the rook on `rook`.
    fn castle(&mut self, king: Square, rook: Square, side: CastlingSide) -> ControlFlow<()>;
}

/// The target squares of all pawns of a side, by the step that leads there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PawnTargets {
    /// The side whose pawns they are.
    pub color: Color,
    /// Captures towards the a-file.
    pub west_captures: Bitboard,
    /// Captures towards the h-file.
    pub east_captures: Bitboard,
    /// Single pushes.
    pub pushes: Bitboard,
    /// Double pushes.
    pub double_pushes: Bitboard,
}

impl PawnTargets {
    /// Whether no pawn can go anywhere.
    #[inline(always)]
    pub const fn is_empty(&self) -> bool {
        (self.west_captures.0 | self.east_captures.0 | self.pushes.0 | self.double_pushes.0) == 0
    }

    /// Number of moves, a promotion counted once.
    ///
    /// Captures to the one side are no pushes, so that three of the four sets share a population count.
    #[inline(always)]
    pub const fn count(&self) -> u32 {
        let disjoint = self.east_captures.0 | self.pushes.0 | self.double_pushes.0;
        self.west_captures.count() + disjoint.count_ones()
    }

    /// Calls `f` with every move that these squares stand for without promotion.
    #[inline(always)]
    pub fn for_each(&self, mut f: impl FnMut(Move)) {
        let push = self.color.forward().index_delta();
        let mut each = |targets: Bitboard, step: i8, kind| {
            for to in targets {
                f(Move::new(origin(to, step), to, kind));
            }
        };
        each(self.west_captures, push - 1, MoveKind::Capture);
        each(self.east_captures, push + 1, MoveKind::Capture);
        each(self.pushes, push, MoveKind::Quiet);
        each(self.double_pushes, 2 * push, MoveKind::DoublePush);
    }

    /// Calls `f` with every promotion that these squares stand for, the queen first.
    #[inline(always)]
    pub fn for_each_promotion(&self, mut f: impl FnMut(Move)) {
        let push = self.color.forward().index_delta();
        let mut each = |targets: Bitboard, step: i8, kinds: [MoveKind; 4]| {
            for to in targets {
                for kind in kinds {
                    f(Move::new(origin(to, step), to, kind));
                }
            }
        };
        each(self.west_captures, push - 1, CAPTURE_PROMOTIONS);
        each(self.east_captures, push + 1, CAPTURE_PROMOTIONS);
        each(self.pushes, push, PROMOTIONS);
    }
}

const PROMOTIONS: [MoveKind; 4] =
    [MoveKind::QueenPromotion, MoveKind::RookPromotion, MoveKind::BishopPromotion, MoveKind::KnightPromotion];

const CAPTURE_PROMOTIONS: [MoveKind; 4] = [
    MoveKind::QueenCapturePromotion,
    MoveKind::RookCapturePromotion,
    MoveKind::BishopCapturePromotion,
    MoveKind::KnightCapturePromotion,
];

/// The square from which a step that changes the index by `step` leads to `to`: where the pawns of
/// [`MoveVisitor::visit_pawns`](super::MoveVisitor::visit_pawns) come from.
#[inline(always)]
pub const fn origin(to: Square, step: i8) -> Square {
    Square::from_low_bits((to as u8).wrapping_sub(step as u8))
}
