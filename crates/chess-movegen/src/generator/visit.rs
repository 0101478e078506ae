use core::ops::ControlFlow;

use chess_board::Position;
use chess_types::{Color, Move, PieceType};

use super::each_move::{MoveVisitor, each_move};
use super::selection::Selection;
use super::side::{Black, White};
use super::sink::Sink;
use super::visit_side::visit_side;
use crate::machine::{Backend, Machine, Task};

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
