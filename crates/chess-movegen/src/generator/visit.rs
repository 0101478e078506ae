use core::ops::ControlFlow;

use chess_board::Position;
use chess_magic::{bishop_rays, rook_rays};
use chess_types::{Move, PieceType};

use super::legal::visit_known;
use super::safety::{Known, Unknown};
use super::selection::Selection;
use super::side::{Side, SideTask, run_side};
use super::sink::{CountMoves, Sink};
use crate::machine::{Backend, Machine, Task};

/// Generates the legal moves of `selection` into `sink`, and stops when the sink breaks.
///
/// # Examples
/// ```
/// use std::ops::ControlFlow;
///
/// use chess_movegen::{Move, PieceType, Position, PositionExt, Selection, Side, Sink, visit};
///
/// /// Makes every move on a copy, and counts the replies.
/// struct Replies<'a>(&'a Position, usize);
///
/// impl Sink for Replies<'_> {
///     #[inline(always)]
///     fn mv<C: Side>(&mut self, piece_type: PieceType, mv: Move) -> ControlFlow<()> {
///         self.1 += self.0.after_piece(C::COLOR, mv, piece_type).legal_count();
///         ControlFlow::Continue(())
///     }
/// }
///
/// let mut replies = Replies(&Position::START, 0);
/// assert!(visit(&Position::START, Selection::ALL, &mut replies).is_continue());
/// assert_eq!(replies.1, 400);
/// ```
#[inline]
pub fn visit<S: Sink>(position: &Position, selection: Selection, sink: &mut S) -> ControlFlow<()> {
    Backend::best().run(Visit { position, known: Unknown, selection, sink })
}

/// A visit of the legal moves, by a caller who may know the checkers and pins.
pub(crate) struct Visit<'a, K, S> {
    pub(crate) position: &'a Position,
    pub(crate) known: K,
    pub(crate) selection: Selection,
    pub(crate) sink: &'a mut S,
}

impl<K: Known, S: Sink> Task for Visit<'_, K, S> {
    type Output = ControlFlow<()>;

    #[inline(always)]
    fn run(self, machine: impl Machine) -> ControlFlow<()> {
        run_side(machine, self.position.side_to_move(), self)
    }
}

impl<K: Known, S: Sink> SideTask for Visit<'_, K, S> {
    type Output = ControlFlow<()>;

    #[inline(always)]
    fn run<C: Side>(self, machine: impl Machine) -> ControlFlow<()> {
        visit_known::<C, S>(machine, self.position, self.known, self.selection, self.sink)
    }
}

/// Calls `f` with each legal move of `selection` and the type of the moving piece, which saves the caller a lookup.
///
/// The generator calls `f` at a dozen places, so that `f` should only push to a list: perft that makes each move in `f` takes 1.6
/// times as long as perft with a [`Sink`] that makes it.
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
///     moves.push(ScoredMove::new(mv, victim));
/// });
/// assert_eq!(moves.best_first().next().unwrap().mv.to_string(), "c3d5");
/// # Ok::<(), chess_board::ParsePositionError>(())
/// ```
#[inline]
pub fn for_each_move(position: &Position, selection: Selection, f: impl FnMut(PieceType, Move)) {
    let _ = visit(position, selection, &mut Each(f));
}

/// A sink that calls a function with each move.
pub(crate) struct Each<F>(pub(crate) F);

impl<F: FnMut(PieceType, Move)> Sink for Each<F> {
    #[inline(always)]
    fn mv<C: Side>(&mut self, piece_type: PieceType, mv: Move) -> ControlFlow<()> {
        self.0(piece_type, mv);
        ControlFlow::Continue(())
    }
}

pub(crate) fn legal_count(position: &Position) -> usize {
    let mut counter = CountMoves::default();
    let _ = visit(position, Selection::ALL, &mut counter);
    counter.moves as usize
}

#[inline]
pub(crate) fn has_legal_move(position: &Position) -> bool {
    let us = position.side_to_move();
    let king = position.king(us);
    // A pawn that shares no line with its king cannot be pinned. Out of check, most positions have one that can be
    // pushed.
    let free = position.pieces(us, PieceType::Pawn) - bishop_rays(king) - rook_rays(king);
    if us.push(free).intersects(!position.occupied()) && !position.is_in_check() {
        return true;
    }
    any_move(position)
}

fn any_move(position: &Position) -> bool {
    visit(position, Selection::ALL, &mut AnyMove).is_break()
}

/// A sink that breaks at the first move.
pub(crate) struct AnyMove;

impl Sink for AnyMove {
    #[inline(always)]
    fn mv<C: Side>(&mut self, _: PieceType, _: Move) -> ControlFlow<()> {
        ControlFlow::Break(())
    }
}
