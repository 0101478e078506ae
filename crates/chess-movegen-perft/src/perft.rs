//! Perft: the number of leaves of the tree of legal moves. It verifies a move generator and measures its speed.

use core::ops::ControlFlow;

use chess_board::Position;
use chess_board::internals::Children;
use chess_movegen::machine::{Backend, Machine, Task};
use chess_movegen::{Node, PositionExt, Selection, Sink};
use chess_types::{Color, List, Move, PieceType};

use crate::kernel::Replies;
use crate::kernel::single::CountLegal;
use crate::mode::PerftMode;
#[cfg(feature = "modes")]
use crate::moves::{CopyMoves, ListMoves, MakeMoves};

/// Returns the number of sequences of `depth` legal moves; 1 for depth 0. It counts on the fastest backend, in
/// [`PerftMode::Count`].
///
/// # Examples
/// ```
/// assert_eq!(chess_movegen_perft::perft(&chess_board::Position::START, 4), 197_281);
/// ```
pub fn perft(position: &Position, depth: u32) -> u64 {
    perft_with(position, depth, PerftMode::Count)
}

/// Returns the number of sequences of `depth` legal moves, with the last ply counted by the method of `mode`.
pub fn perft_with(position: &Position, depth: u32, mode: PerftMode) -> u64 {
    perft_on(position, depth, mode, mode.best_backend())
}

/// Returns the function that runs a task on `backend`.
///
/// The backend is chosen here, once. A choice at each node would cost 2 % of the lists on position 3 of the Chess Programming
/// Wiki.
macro_rules! on {
    ($backend:expr, $task:path) => {
        match $backend {
            Backend::Avx512 => |position: &Position| Backend::Avx512.run($task(position)),
            Backend::Avx2 => |position: &Position| Backend::Avx2.run($task(position)),
            _ => |position: &Position| Backend::Portable.run($task(position)),
        }
    };
}

/// Returns the number of sequences of `depth` legal moves, counted on `backend`, or on the portable backend if the
/// processor does not support it.
pub fn perft_on(position: &Position, depth: u32, mode: PerftMode, backend: Backend) -> u64 {
    let count = |plies, leaves: fn(&Position) -> u64| {
        let mut sum = 0;
        walk(position, depth, plies, backend, &mut |position| sum += leaves(position));
        sum
    };
    match mode {
        _ if depth == 0 => 1,
        #[cfg(feature = "modes")]
        PerftMode::List => count(1, on!(backend, ListMoves)),
        #[cfg(feature = "modes")]
        PerftMode::Copy => count(1, on!(backend, CopyMoves)),
        #[cfg(feature = "modes")]
        PerftMode::Make => backend.run_scalar(MakeMoves { position, depth }),
        _ if depth == 1 => backend.run_scalar(CountLegal(position)),
        _ => count(2, replies_on(backend)),
    }
}

/// Returns the number of legal replies, summed over all legal moves: perft of depth 2.
///
/// Perft counts its leaves with it, and it also measures the mobility of the other side. With AVX-512, the
/// children by eight different moves are formed in vector registers, one in each lane, and their replies are counted
/// together; they are never built as a `Position`.
///
/// # Examples
/// ```
/// assert_eq!(chess_movegen_perft::count_replies(&chess_board::Position::START), 400);
/// ```
pub fn count_replies(position: &Position) -> u64 {
    replies_on(Backend::best())(position)
}

/// Returns the function that counts the legal replies to all moves on `backend`.
pub(crate) fn replies_on(backend: Backend) -> fn(&Position) -> u64 {
    on!(backend, Replies)
}

/// The legal moves of a position, each with the number of leaves below it.
pub type Divide = List<(Move, u64), 256>;

/// Returns every legal move with the number of leaves below it. `depth` includes the move itself; for depth 0 the
/// list is empty.
pub fn divide(position: &Position, depth: u32, mode: PerftMode) -> Divide {
    let Some(rest) = depth.checked_sub(1) else { return Divide::new() };
    position.legal_moves().into_iter().map(|mv| (mv, perft_with(&position.after(mv), rest, mode))).collect()
}

/// Makes the moves of the tree above the last `plies` plies, and calls `last` with each position where these begin.
pub(crate) fn walk(
    position: &Position,
    depth: u32,
    plies: u32,
    backend: Backend,
    last: &mut dyn FnMut(&Position),
) {
    if depth <= plies {
        return last(position);
    }
    for_each_child(position, backend, &mut |child| walk(child, depth - 1, plies, backend, last));
}

/// Calls `f` with the position after each legal move.
///
/// It is compiled for the scalar machines only, since vector registers gain it nothing, and once for all walks. Copies that the
/// generator makes, which knows side and piece, save walks to lists a tenth of their instructions, compared with
/// [`Position::after`].
fn for_each_child(position: &Position, backend: Backend, f: &mut dyn FnMut(&Position)) {
    backend.run_scalar(EachChild { children: Children::of(position), position, f });
}

struct EachChild<'a> {
    position: &'a Position,
    children: Children<'a>,
    f: &'a mut dyn FnMut(&Position),
}

impl Task for EachChild<'_> {
    type Output = ();

    #[inline(always)]
    fn run(mut self, machine: impl Machine) {
        let _ = Node::on(machine, self.position).visit(Selection::ALL, &mut self);
    }
}

impl Sink for EachChild<'_> {
    #[inline(always)]
    fn mv(&mut self, us: Color, piece_type: PieceType, mv: Move) -> ControlFlow<()> {
        (self.f)(&self.children.after_piece(us, mv, piece_type));
        ControlFlow::Continue(())
    }
}
