//! Perft by kind: how many of its leaves take, castle, promote, give check and give mate.
//!
//! No leaf is made. The generator hands over the moves of a leaf's parent as sets of squares, and a population count of
//! a set with the other side's pieces, or with the squares from which a piece gives check, counts them by kind. Of the
//! checks, which are about one move in fifty, most are seen to be no mate by a square the king can flee to or a piece
//! that can take the checker; the rest are made and the other side's moves looked for.

mod checks;
mod counts;
mod leaves;
mod mate;
mod node;

use core::marker::PhantomData;

use chess_board::Position;
use chess_movegen::machine::{Backend, Machine, Task};
use chess_movegen::{Black, MoveVisitor, Selection, Side, White, each_move};
use chess_types::{Color, Move, PieceType};

pub use self::counts::{CheckCounts, Statistics};
use self::leaves::Leaves;

/// The leaves of [`perft`](crate::perft()) by kind: what the last of `depth` moves takes, promotes and checks.
///
/// For depth 0 the one leaf is the position itself, which no move has led to: it counts as a node only.
///
/// # Examples
/// ```
/// use chess_board::Position;
/// use chess_movegen_perft::statistics;
///
/// let leaves = statistics(&Position::START, 4);
/// assert_eq!((leaves.nodes, leaves.captures), (197_281, 1576));
/// // The fool's mate, and seven like it.
/// assert_eq!((leaves.checks.direct, leaves.mates.direct), (461, 8));
/// assert_eq!(leaves.checks_and_mates(), 469);
/// ```
pub fn statistics(position: &Position, depth: u32) -> Statistics {
    statistics_on(position, depth, Backend::best())
}

/// [`statistics()`] on this backend, or on the portable one if the processor lacks it.
///
/// Nothing here is counted in the lanes of vector registers: of the backends of x86-64, none is faster than another.
pub fn statistics_on(position: &Position, depth: u32, backend: Backend) -> Statistics {
    if depth == 0 {
        return Statistics { nodes: 1, ..Statistics::default() };
    }
    let mut statistics = Statistics::default();
    backend.run(Walk { position, depth, statistics: &mut statistics });
    statistics
}

struct Walk<'a> {
    position: &'a Position,
    depth: u32,
    statistics: &'a mut Statistics,
}

impl Task for Walk<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self, machine: impl Machine) {
        let Self { position, depth, statistics } = self;
        match position.side_to_move() {
            Color::White => walk::<White>(machine, position, depth, statistics),
            Color::Black => walk::<Black>(machine, position, depth, statistics),
        }
    }
}

#[inline(always)]
fn walk<C: Side>(machine: impl Machine, position: &Position, depth: u32, statistics: &mut Statistics) {
    if depth == 1 {
        machine.run(Leaves::<C> { position, statistics, side: PhantomData });
    } else {
        machine.run(Step::<C> { position, depth, statistics, side: PhantomData });
    }
}

/// One step of the recursion, out of line and compiled for its machine: every move made on a copy.
struct Step<'a, C> {
    position: &'a Position,
    /// Two at least.
    depth: u32,
    statistics: &'a mut Statistics,
    side: PhantomData<C>,
}

impl<C: Side> Task for Step<'_, C> {
    type Output = ();

    #[inline(always)]
    fn run(self, machine: impl Machine) {
        let Self { position, depth, statistics, .. } = self;
        let children =
            Children::<C, _> { machine, position, depth: depth - 1, statistics, side: PhantomData };
        each_move::<C, _>(machine.sliders(), position, Selection::ALL, children);
    }
}

struct Children<'a, C, M> {
    machine: M,
    position: &'a Position,
    depth: u32,
    statistics: &'a mut Statistics,
    side: PhantomData<C>,
}

impl<C: Side, M: Machine> MoveVisitor for Children<'_, C, M> {
    #[inline(always)]
    fn visit(&mut self, piece_type: PieceType, mv: Move) {
        let mut child = *self.position;
        child.play_piece(C::COLOR, mv, piece_type);
        walk::<C::Them>(self.machine, &child, self.depth, self.statistics);
    }
}
