use core::ops::ControlFlow;

use chess_board::Position;
use chess_magic::Sliders;
use chess_types::{Bitboard, CastlingSide, Color, Move, MoveKind, MoveList, PieceType, Square};

use super::side::{Black, Side, White};
use super::sink::Selection;
use super::sink::{PawnTargets, Sink, origin};
use super::visit_side::visit_side;
use crate::machine::{Backend, Machine, Task};

/// Hands every legal move of `selection` to `visitor`, one by one, and returns the visitor.
///
/// `C` must be the side to move; for the other side the moves have no meaning, but the generation does not panic. The
/// function is always inlined, so that it is compiled for the machine that its caller is compiled for.
///
/// # Panics
///
/// Panics only if the visitor does, as a [`MoveList`] that is full does.
///
/// # Examples
/// ```
/// use chess_board::Position;
/// use chess_movegen::machine::{Backend, Machine, Task};
/// use chess_movegen::{MoveVisitor, Selection, Side, White, each_move, legal_count};
/// use chess_types::{Move, PieceType};
///
/// /// Makes every move of White on a copy, and counts the replies.
/// struct Replies<'a> {
///     position: &'a Position,
///     count: usize,
/// }
///
/// impl MoveVisitor for Replies<'_> {
///     #[inline(always)]
///     fn visit(&mut self, piece_type: PieceType, mv: Move) {
///         self.count += legal_count(&self.position.after_piece(White::COLOR, mv, piece_type));
///     }
/// }
///
/// struct CountReplies<'a>(&'a Position);
///
/// impl Task for CountReplies<'_> {
///     type Output = usize;
///
///     #[inline(always)]
///     fn run(self, machine: impl Machine) -> usize {
///         let replies = Replies { position: self.0, count: 0 };
///         each_move::<White, _>(machine.sliders(), self.0, Selection::ALL, replies).count
///     }
/// }
///
/// assert_eq!(Backend::best().run(CountReplies(&Position::START)), 400);
/// ```
#[inline(always)]
pub fn each_move<C: Side, V: MoveVisitor>(
    sliders: impl Sliders,
    position: &Position,
    selection: Selection,
    visitor: V,
) -> V {
    let mut sink = EachMove::of::<C>(position, visitor);
    let _ = visit_side::<C, _>(sliders, position, selection, &mut sink);
    sink.visitor
}

/// A consumer of single moves: see [`each_move`].
///
/// It is a trait, not a closure, because only a method can be marked for inlining. The type of the piece is then a
/// constant wherever a move is made. Mark the methods `#[inline(always)]`.
pub trait MoveVisitor {
    /// Receives `mv`, a move of a piece of type `piece_type`.
    fn visit(&mut self, piece_type: PieceType, mv: Move);

    /// Receives the moves from `from` to each of `targets`. Those to squares of `theirs` are captures.
    #[inline(always)]
    fn visit_targets(&mut self, piece_type: PieceType, from: Square, targets: Bitboard, theirs: Bitboard) {
        for to in targets & theirs {
            self.visit(piece_type, Move::new(from, to, MoveKind::Capture));
        }
        for to in targets - theirs {
            self.visit(piece_type, Move::new(from, to, MoveKind::Quiet));
        }
    }

    /// Receives the pawn moves of this kind to each of `targets`. `step` is the change of the square's index by the
    /// move.
    #[inline(always)]
    fn visit_pawns(&mut self, targets: Bitboard, step: i8, kind: MoveKind) {
        for to in targets {
            self.visit(PieceType::Pawn, Move::new(origin(to, step), to, kind));
        }
    }
}

/// A sink that splits the sets of targets and hands each move to a [`MoveVisitor`].
struct EachMove<V> {
    theirs: Bitboard,
    visitor: V,
}

impl<V: MoveVisitor> EachMove<V> {
    #[inline(always)]
    fn of<C: Side>(position: &Position, visitor: V) -> Self {
        Self { theirs: position.by_color(C::Them::COLOR), visitor }
    }
}

impl MoveVisitor for &mut MoveList {
    #[inline(always)]
    fn visit(&mut self, _: PieceType, mv: Move) {
        self.push(mv);
    }

    /// A single loop for captures and other moves. Its end is predicted more often than the ends of two loops, and
    /// the length of the list changes once.
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

/// Generates the legal moves of `selection` into `sink`, and stops when the sink breaks.
#[inline]
pub fn visit<S: Sink>(position: &Position, selection: Selection, sink: &mut S) -> ControlFlow<()> {
    Backend::best().run(Visit { position, selection, sink })
}

struct Visit<'a, S> {
    position: &'a Position,
    selection: Selection,
    sink: &'a mut S,
}

impl<S: Sink> Task for Visit<'_, S> {
    type Output = ControlFlow<()>;

    #[inline(always)]
    fn run(self, machine: impl Machine) -> ControlFlow<()> {
        let Self { position, selection, sink } = self;
        match position.side_to_move() {
            Color::White => visit_side::<White, S>(machine.sliders(), position, selection, sink),
            Color::Black => visit_side::<Black, S>(machine.sliders(), position, selection, sink),
        }
    }
}

/// Calls `f` with each legal move of `selection` and the type of the moving piece, which saves the caller a lookup.
///
/// It fills scored lists and move containers of any kind. For a plain list of moves, [`generate`](crate::generate) is
/// faster, since it can write several moves at once.
///
/// # Examples
/// ```
/// use chess_board::Position;
/// use chess_movegen::{Selection, for_each_move, see_value};
/// use chess_types::{ScoredMove, ScoredMoveList};
///
/// let position = Position::from_fen("6k1/8/8/3q1p2/8/2N1R3/8/4K3 w - - 0 1")?;
/// let mut moves = ScoredMoveList::new();
/// for_each_move(&position, Selection::ALL, |piece_type, mv| {
///     // Most valuable victim, least valuable attacker.
///     let victim = position.captured(mv).map_or(0, |victim| 16 * see_value(victim) - see_value(piece_type));
///     moves.push(ScoredMove::new(mv, victim as i16));
/// });
/// assert_eq!(moves.best_first().next().unwrap().mv.to_string(), "c3d5");
/// # Ok::<(), chess_board::ParsePositionError>(())
/// ```
#[inline]
pub fn for_each_move(position: &Position, selection: Selection, f: impl FnMut(PieceType, Move)) {
    Backend::best().run(ForEachMove { position, selection, f });
}

struct ForEachMove<'a, F> {
    position: &'a Position,
    selection: Selection,
    f: F,
}

impl<F: FnMut(PieceType, Move)> Task for ForEachMove<'_, F> {
    type Output = ();

    #[inline(always)]
    fn run(self, machine: impl Machine) {
        let Self { position, selection, f } = self;
        match position.side_to_move() {
            Color::White => drop(each_move::<White, _>(machine.sliders(), position, selection, Calls(f))),
            Color::Black => drop(each_move::<Black, _>(machine.sliders(), position, selection, Calls(f))),
        }
    }
}

/// A visitor that calls a function with each move.
struct Calls<F>(F);

impl<F: FnMut(PieceType, Move)> MoveVisitor for Calls<F> {
    #[inline(always)]
    fn visit(&mut self, piece_type: PieceType, mv: Move) {
        self.0(piece_type, mv);
    }
}
