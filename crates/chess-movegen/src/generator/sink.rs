use core::ops::ControlFlow;

use chess_board::Castling;
use chess_types::{Bitboard, Color, Move, MoveKind, MoveList, PieceType, Square};

/// A consumer of the generator's output. The generator finds sets of target squares; a sink takes them as sets or, by default,
/// as single moves.
///
/// `us` is the side that moves. Each method can end the generation by returning `Break`. No move comes twice in one generation.
///
/// It is a trait, not a closure, because only a method can be marked for inlining. The side and the type of the piece are then
/// constants wherever a move is made. Mark the methods `#[inline(always)]`. [`visit`](crate::PositionExt::visit) has an example of single moves.
///
/// # Examples
///
/// The targets of pieces as sets, of which moves are made when they are needed:
/// ```
/// use std::ops::ControlFlow;
///
/// use chess_movegen::{
///     Bitboard, Color, List, Move, MoveKind, MoveList, PieceType, Position, PositionExt, Selection, Sink,
///     Square,
/// };
///
/// /// The targets of up to 32 pieces, and the moves of pawns and castling.
/// #[derive(Default)]
/// struct Sets {
///     pieces: List<(Square, Bitboard), 32>,
///     moves: MoveList,
/// }
///
/// impl Sink for Sets {
///     #[inline(always)]
///     fn mv(&mut self, _: Color, _: PieceType, mv: Move) -> ControlFlow<()> {
///         self.moves.push(mv);
///         ControlFlow::Continue(())
///     }
///
///     #[inline(always)]
///     fn piece(&mut self, _: Color, _: PieceType, from: Square, targets: Bitboard, _: Bitboard) -> ControlFlow<()> {
///         self.pieces.push((from, targets));
///         ControlFlow::Continue(())
///     }
/// }
///
/// let position = Position::from_fen("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1")?;
/// let mut sets = Sets::default();
/// let _ = position.visit(Selection::ALL, &mut sets);
/// assert_eq!((sets.pieces.len(), sets.moves.len()), (8, 10));
/// let captures = sets.pieces.iter().flat_map(|&(from, targets)| {
///     (targets & position.by_color(Color::Black)).into_iter().map(move |to| Move::new(from, to, MoveKind::Capture))
/// });
/// assert_eq!(captures.count(), 6);
/// # Ok::<(), chess_movegen::ParsePositionError>(())
/// ```
pub trait Sink {
    /// Receives `mv`, a move of a piece of type `piece_type`.
    fn mv(&mut self, us: Color, piece_type: PieceType, mv: Move) -> ControlFlow<()>;

    /// Receives the moves from `from` to each of `targets`, of a piece that is not a pawn. Those to squares of `theirs` are
    /// captures. For a king these are its steps without castling.
    #[inline(always)]
    fn piece(
        &mut self,
        us: Color,
        piece_type: PieceType,
        from: Square,
        targets: Bitboard,
        theirs: Bitboard,
    ) -> ControlFlow<()> {
        for to in targets & theirs {
            self.mv(us, piece_type, Move::new(from, to, MoveKind::Capture))?;
        }
        for to in targets - theirs {
            self.mv(us, piece_type, Move::new(from, to, MoveKind::Quiet))?;
        }
        ControlFlow::Continue(())
    }

    /// Receives the moves of all pawns, promotions excluded.
    #[inline(always)]
    fn pawns(&mut self, us: Color, targets: PawnTargets) -> ControlFlow<()> {
        let [west, east, push, double_push] = targets.steps(us);
        self.pawn_step(us, west)?;
        self.pawn_step(us, east)?;
        self.pawn_step(us, push)?;
        self.pawn_step(us, double_push)
    }

    /// Receives the moves of pawns by one kind of step.
    #[inline(always)]
    fn pawn_step(&mut self, us: Color, step: PawnStep) -> ControlFlow<()> {
        for to in step.targets {
            self.mv(us, PieceType::Pawn, step.to(to))?;
        }
        ControlFlow::Continue(())
    }

    /// Receives the targets on which pawns promote, each to any of four pieces, the queen first. There are no double pushes
    /// among them.
    #[inline(always)]
    fn promotions(&mut self, us: Color, targets: PawnTargets) -> ControlFlow<()> {
        let [west, east, push, _] = targets.steps(us);
        for (step, kinds) in [(west, CAPTURE_PROMOTIONS), (east, CAPTURE_PROMOTIONS), (push, PROMOTIONS)] {
            for to in step.targets {
                for kind in kinds {
                    self.mv(us, PieceType::Pawn, PawnStep { kind, ..step }.to(to))?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Receives the capture en passant of the pawn on `from`, which moves to `to`.
    #[inline(always)]
    fn en_passant(&mut self, us: Color, from: Square, to: Square) -> ControlFlow<()> {
        self.mv(us, PieceType::Pawn, Move::new(from, to, MoveKind::EnPassant))
    }

    /// Receives a castling.
    #[inline(always)]
    fn castle(&mut self, us: Color, castling: Castling) -> ControlFlow<()> {
        self.mv(us, PieceType::King, castling.to_move())
    }
}

/// The target squares of all pawns of a side, one set for each kind of step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PawnTargets {
    /// Targets of captures towards the a-file.
    pub west_captures: Bitboard,
    /// Targets of captures towards the h-file.
    pub east_captures: Bitboard,
    /// Targets of single pushes.
    pub pushes: Bitboard,
    /// Targets of double pushes.
    pub double_pushes: Bitboard,
}

/// Moves of pawns by the same step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PawnStep {
    /// The squares that are reached.
    pub targets: Bitboard,
    /// The change of the square's index.
    pub delta: i8,
    /// The kind of the moves; of those that promote, the kind without promotion.
    pub kind: MoveKind,
}

impl PawnTargets {
    /// Returns the moves of `us` by each kind of step: captures towards the a-file and the h-file, pushes and double pushes.
    #[inline(always)]
    pub const fn steps(self, us: Color) -> [PawnStep; 4] {
        let push = 8 * us.forward().deltas().1;
        [
            PawnStep { targets: self.west_captures, delta: push - 1, kind: MoveKind::Capture },
            PawnStep { targets: self.east_captures, delta: push + 1, kind: MoveKind::Capture },
            PawnStep { targets: self.pushes, delta: push, kind: MoveKind::Quiet },
            PawnStep { targets: self.double_pushes, delta: 2 * push, kind: MoveKind::DoublePush },
        ]
    }

    /// Returns the targets that are among `squares`.
    #[inline(always)]
    #[must_use]
    pub const fn only(self, squares: Bitboard) -> Self {
        Self {
            west_captures: self.west_captures.intersection(squares),
            east_captures: self.east_captures.intersection(squares),
            pushes: self.pushes.intersection(squares),
            double_pushes: self.double_pushes.intersection(squares),
        }
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
}

impl PawnStep {
    /// Returns the square from which the step leads to `to`.
    #[inline(always)]
    pub const fn origin(self, to: Square) -> Square {
        Square::from_low_bits((to as u8).wrapping_sub(self.delta as u8))
    }

    /// Returns the move that leads to `to`.
    #[inline(always)]
    pub const fn to(self, to: Square) -> Move {
        Move::new(self.origin(to), to, self.kind)
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

/// A list takes the moves in the order in which they are generated.
///
/// # Panics
///
/// Panics if the list is full.
impl Sink for MoveList {
    #[inline(always)]
    fn mv(&mut self, _: Color, _: PieceType, mv: Move) -> ControlFlow<()> {
        self.push(mv);
        ControlFlow::Continue(())
    }

    /// A single loop for captures and other moves. Its end is predicted more often than the ends of two loops, and
    /// the length of the list changes once.
    #[inline(always)]
    fn piece(
        &mut self,
        _: Color,
        _: PieceType,
        from: Square,
        targets: Bitboard,
        theirs: Bitboard,
    ) -> ControlFlow<()> {
        self.extend(targets.into_iter().map(|to| {
            let kind = if theirs.contains(to) { MoveKind::Capture } else { MoveKind::Quiet };
            Move::new(from, to, kind)
        }));
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn pawn_step(&mut self, _: Color, step: PawnStep) -> ControlFlow<()> {
        self.extend(step.targets.into_iter().map(|to| step.to(to)));
        ControlFlow::Continue(())
    }
}

/// A sink that counts moves by the sizes of the sets.
pub(crate) struct CountMoves(pub(crate) u32);

impl Sink for CountMoves {
    #[inline(always)]
    fn mv(&mut self, _: Color, _: PieceType, _: Move) -> ControlFlow<()> {
        self.0 += 1;
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn piece(
        &mut self,
        _: Color,
        _: PieceType,
        _: Square,
        targets: Bitboard,
        _: Bitboard,
    ) -> ControlFlow<()> {
        self.0 += targets.count();
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn pawns(&mut self, _: Color, targets: PawnTargets) -> ControlFlow<()> {
        self.0 += targets.count();
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn promotions(&mut self, _: Color, targets: PawnTargets) -> ControlFlow<()> {
        self.0 += 4 * targets.count();
        ControlFlow::Continue(())
    }
}

/// A sink that calls a function with each move.
pub(crate) struct Each<F>(pub(crate) F);

impl<F: FnMut(PieceType, Move)> Sink for Each<F> {
    #[inline(always)]
    fn mv(&mut self, _: Color, piece_type: PieceType, mv: Move) -> ControlFlow<()> {
        self.0(piece_type, mv);
        ControlFlow::Continue(())
    }
}

/// A sink that breaks at the first move.
pub(crate) struct Any;

impl Sink for Any {
    #[inline(always)]
    fn mv(&mut self, _: Color, _: PieceType, _: Move) -> ControlFlow<()> {
        ControlFlow::Break(())
    }
}

/// A sink that unites the destinations of all moves.
pub(crate) struct Targets(pub(crate) Bitboard);

impl Sink for Targets {
    #[inline(always)]
    fn mv(&mut self, _: Color, _: PieceType, mv: Move) -> ControlFlow<()> {
        let to = mv.destination();
        // Castling comes after the steps of the king.
        let is_taken = mv.is_castle() && (to == mv.from() || self.0.contains(to));
        self.0 |= if is_taken { mv.to() } else { to };
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn piece(
        &mut self,
        _: Color,
        _: PieceType,
        _: Square,
        targets: Bitboard,
        _: Bitboard,
    ) -> ControlFlow<()> {
        self.0 |= targets;
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn pawn_step(&mut self, _: Color, step: PawnStep) -> ControlFlow<()> {
        self.0 |= step.targets;
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn promotions(&mut self, us: Color, targets: PawnTargets) -> ControlFlow<()> {
        self.pawns(us, targets)
    }
}
