use core::ops::ControlFlow;

use chess_board::Position;
use chess_types::{Bitboard, CastlingSide, Color, Move, MoveKind, PieceType, Rank, Square};

/// A consumer of the generator's output: sets of target squares, not single moves.
///
/// Each method can end the generation by returning `Break`. No move is handed over twice in one generation.
pub trait Sink {
    /// Receives the targets of the piece on `from`, which is no pawn. For a king these are its steps without
    /// castling.
    fn piece(&mut self, piece_type: PieceType, from: Square, targets: Bitboard) -> ControlFlow<()>;

    /// Receives the targets of all pawns, promotions excluded.
    fn pawns(&mut self, targets: PawnTargets) -> ControlFlow<()>;

    /// Receives the targets on which pawns promote, each to any of four pieces. There are no double pushes among
    /// them.
    fn promotions(&mut self, targets: PawnTargets) -> ControlFlow<()>;

    /// Receives the capture en passant of the pawn on `from`, which moves to `to`.
    fn en_passant(&mut self, from: Square, to: Square) -> ControlFlow<()>;

    /// Receives the castling of the king on `king` with the rook on `rook`, to `side`.
    fn castle(&mut self, king: Square, rook: Square, side: CastlingSide) -> ControlFlow<()>;
}

/// The target squares of all pawns of a side, one set for each kind of step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PawnTargets {
    /// The side of the pawns.
    pub color: Color,
    /// Targets of captures towards the a-file.
    pub west_captures: Bitboard,
    /// Targets of captures towards the h-file.
    pub east_captures: Bitboard,
    /// Targets of single pushes.
    pub pushes: Bitboard,
    /// Targets of double pushes.
    pub double_pushes: Bitboard,
}

impl PawnTargets {
    /// Tests for no targets at all.
    #[inline(always)]
    pub const fn is_empty(&self) -> bool {
        (self.west_captures.0 | self.east_captures.0 | self.pushes.0 | self.double_pushes.0) == 0
    }

    /// Returns the number of moves, with a promotion counted once.
    ///
    /// Captures towards one side share no square with pushes, so that three of the four sets need a single population
    /// count.
    #[inline(always)]
    pub const fn count(&self) -> u32 {
        let disjoint = self.east_captures.0 | self.pushes.0 | self.double_pushes.0;
        self.west_captures.count() + disjoint.count_ones()
    }

    /// Calls `f` with the move to each target, taken as moves without promotion.
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

    /// Calls `f` with the four promotions on each target, the queen first.
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

/// Returns the square from which a step that changes the index by `step` leads to `to`. With it,
/// [`MoveVisitor::visit_pawns`](super::MoveVisitor::visit_pawns) finds the origin of a pawn move.
#[inline(always)]
pub const fn origin(to: Square, step: i8) -> Square {
    Square::from_low_bits((to as u8).wrapping_sub(step as u8))
}

/// A subset of the legal moves, to be generated.
///
/// Every move is either noisy (it captures or promotes) or quiet. The captures are the noisy moves that capture.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Selection {
    /// Targets of pieces, and of pawns that capture.
    pub(crate) targets: Bitboard,
    /// Targets of pawn pushes.
    pub(crate) pushes: Bitboard,
    /// Targets of the king in castling.
    pub(crate) castling: Bitboard,
    /// Targets of captures en passant.
    pub(crate) en_passant: Bitboard,
}

impl Selection {
    /// All legal moves.
    pub const ALL: Self = Self::to(Bitboard::FULL);

    /// Selects moves that end on one of `squares`. Castling ends on the king's destination, en passant on the
    /// capturing pawn's.
    #[inline]
    pub const fn to(squares: Bitboard) -> Self {
        Self { targets: squares, pushes: squares, castling: squares, en_passant: squares }
    }

    /// Selects moves that capture, en passant included.
    #[inline]
    pub const fn captures(position: &Position) -> Self {
        Self {
            targets: position.by_color(position.side_to_move().opponent()),
            pushes: Bitboard::EMPTY,
            castling: Bitboard::EMPTY,
            en_passant: Bitboard::FULL,
        }
    }

    /// Selects captures and promotions.
    #[inline]
    pub const fn noisy(position: &Position) -> Self {
        Self { pushes: PROMOTION_RANKS, ..Self::captures(position) }
    }

    /// Selects moves that neither capture nor promote.
    #[inline]
    pub const fn quiets(position: &Position) -> Self {
        Self {
            targets: Bitboard(!position.occupied().0),
            pushes: Bitboard(!PROMOTION_RANKS.0),
            castling: Bitboard::FULL,
            en_passant: Bitboard::EMPTY,
        }
    }
}

const PROMOTION_RANKS: Bitboard = Bitboard(Rank::First.bitboard().0 | Rank::Eighth.bitboard().0);
