//! Perft by kind: the number of leaves that are captures, castlings, promotions, checks and mates.
//!
//! No leaf is made except for some checks. The generator passes the moves of a leaf's parent as sets of squares. The
//! population count of a set, intersected with the other side's pieces or with the squares from which a piece gives
//! check, counts captures and checks. About one move in fifty is a check. Most checks are recognised as no mate by a
//! square to which the king can flee, or by a piece that can capture the checker. The others are made, and the
//! replies generated.

mod checks;
mod counts;
mod finder;
mod leaves;

use core::marker::PhantomData;

use chess_board::Position;
use chess_movegen::machine::{Backend, Machine, Task};
use chess_types::Color;

pub use self::counts::{CheckCounts, Statistics};
use self::leaves::Leaves;
use crate::perft::walk;
use crate::side::{Black, White};

/// Returns the leaves of [`perft`](crate::perft()) by kind, which is that of the last of `depth` moves.
///
/// For depth 0 the only leaf is the position itself. No move has led to it, so that it counts as a node only.
///
/// # Examples
/// ```
/// use chess_board::Position;
/// use chess_movegen_perft::statistics;
///
/// let leaves = statistics(&Position::START, 4);
/// assert_eq!((leaves.nodes, leaves.captures), (197_281, 1576));
/// // Fool's mate, and seven similar mates.
/// assert_eq!((leaves.checks.direct, leaves.mates.direct), (461, 8));
/// assert_eq!(leaves.checks_and_mates(), 469);
/// ```
pub fn statistics(position: &Position, depth: u32) -> Statistics {
    statistics_on(position, depth, Backend::best())
}

/// Returns the result of [`statistics()`], counted on `backend`, or on the portable backend if the processor does not
/// support it.
///
/// No part of it uses vector registers, so that it runs by [`run_scalar`](Backend::run_scalar).
pub fn statistics_on(position: &Position, depth: u32, backend: Backend) -> Statistics {
    if depth == 0 {
        return Statistics { nodes: 1, ..Statistics::default() };
    }
    let mut statistics = Statistics::default();
    walk(position, depth, 1, backend, &mut |position| {
        backend.run_scalar(LastPly { position, statistics: &mut statistics });
    });
    statistics
}

/// The moves of a position as leaves.
struct LastPly<'a> {
    position: &'a Position,
    statistics: &'a mut Statistics,
}

impl Task for LastPly<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self, machine: impl Machine) {
        let Self { position, statistics } = self;
        match position.side_to_move() {
            Color::White => Leaves::<White> { position, statistics, side: PhantomData }.run(machine),
            Color::Black => Leaves::<Black> { position, statistics, side: PhantomData }.run(machine),
        }
    }
}
