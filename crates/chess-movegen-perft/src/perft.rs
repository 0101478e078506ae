//! Perft: the number of leaves of the tree of legal moves. It verifies a move generator and measures its speed.

use core::hint::black_box;
use core::marker::PhantomData;

use chess_board::{Children, Position};
use chess_movegen::machine::{Backend, Machine, Task};
use chess_movegen::{Black, MoveVisitor, Selection, Side, White, each_move, generate_side, legal_moves};
use chess_types::{Color, List, Move, MoveList, PieceType};

use crate::kernel;
use crate::mode::PerftMode;
use crate::scalar::CountLegal;

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

/// Returns the number of sequences of `depth` legal moves, counted on `backend`, or on the portable backend if the
/// processor does not support it.
pub fn perft_on(position: &Position, depth: u32, mode: PerftMode, backend: Backend) -> u64 {
    match mode {
        _ if depth == 0 => 1,
        PerftMode::Make => backend.run_scalar(Made { position, depth }),
        _ => backend.run_scalar(Walk { position, depth, leaves: Leaves::new(mode, depth, backend) }),
    }
}

/// Returns the number of legal replies, summed over all legal moves: perft of depth 2.
///
/// Perft counts its leaves with it, and it also measures the mobility of the other side. With AVX-512 or AVX2, the
/// positions after eight moves are formed in the lanes of vector registers, and their replies are counted together;
/// those positions are never built as a `Position`.
///
/// # Examples
/// ```
/// assert_eq!(chess_movegen_perft::count_replies(&chess_board::Position::START), 400);
/// ```
pub fn count_replies(position: &Position) -> u64 {
    match position.side_to_move() {
        Color::White => kernel::count_replies::<White>(Backend::best(), position),
        Color::Black => kernel::count_replies::<Black>(Backend::best(), position),
    }
}

/// The legal moves of a position, each with the number of leaves below it.
pub type Divide = List<(Move, u64), 256>;

/// Returns every legal move with the number of leaves below it. `depth` includes the move itself; for depth 0 the
/// list is empty.
pub fn divide(position: &Position, depth: u32, mode: PerftMode) -> Divide {
    let Some(rest) = depth.checked_sub(1) else { return Divide::new() };
    legal_moves(position).into_iter().map(|mv| (mv, perft_with(&position.after(mv), rest, mode))).collect()
}

/// The tree above the leaves, whose moves are made on copies.
///
/// It is compiled for the scalar machines only, since vector registers gain it nothing. The leaves are counted on the
/// backend.
struct Walk<'a> {
    position: &'a Position,
    depth: u32,
    leaves: Leaves,
}

impl Task for Walk<'_> {
    type Output = u64;

    #[inline(always)]
    fn run(self, machine: impl Machine) -> u64 {
        match self.position.side_to_move() {
            Color::White => walk::<White>(machine, self.position, self.depth, self.leaves),
            Color::Black => walk::<Black>(machine, self.position, self.depth, self.leaves),
        }
    }
}

#[inline(always)]
fn walk<C: Side>(machine: impl Machine, position: &Position, depth: u32, leaves: Leaves) -> u64 {
    if depth <= leaves.plies {
        leaves.count::<C>(position)
    } else {
        machine.run(Step::<C> { position, depth, leaves, side: PhantomData })
    }
}

/// One step of the recursion, called out of line and compiled for its machine.
struct Step<'a, C> {
    position: &'a Position,
    depth: u32,
    leaves: Leaves,
    side: PhantomData<C>,
}

impl<C: Side> Task for Step<'_, C> {
    type Output = u64;

    #[inline(always)]
    fn run(self, machine: impl Machine) -> u64 {
        let Self { position, depth, leaves, .. } = self;
        let children =
            EachChild::<C, _> { machine, position, depth: depth - 1, leaves, sum: 0, side: PhantomData };
        each_move::<C, _>(machine.sliders(), position, Selection::ALL, children).sum
    }
}

/// Makes every move on a copy and adds up the leaves below.
struct EachChild<'a, C, M> {
    machine: M,
    position: &'a Position,
    depth: u32,
    leaves: Leaves,
    sum: u64,
    side: PhantomData<C>,
}

impl<C: Side, M: Machine> MoveVisitor for EachChild<'_, C, M> {
    #[inline(always)]
    fn visit(&mut self, piece_type: PieceType, mv: Move) {
        let child = self.position.after_piece(C::COLOR, mv, piece_type);
        self.sum += walk::<C::Them>(self.machine, &child, self.depth, self.leaves);
    }
}

/// The functions that count the last plies, for each side to move.
///
/// The mode and the backend are chosen here, once. A choice at each node would cost 2 % of the lists on position 3 of the
/// Chess Programming Wiki.
#[derive(Clone, Copy)]
struct Leaves {
    plies: u32,
    count: [fn(&Position) -> u64; 2],
}

impl Leaves {
    fn new(mode: PerftMode, depth: u32, backend: Backend) -> Self {
        match mode {
            PerftMode::Count if depth == 1 => Self::of::<CountLast>(1, backend),
            PerftMode::Count => Self::of::<CountTwo>(2, backend),
            PerftMode::List => Self::of::<ListLast>(1, backend),
            PerftMode::Make | PerftMode::Copy => Self::of::<CopyLast>(1, backend),
        }
    }

    fn of<L: LastPlies>(plies: u32, backend: Backend) -> Self {
        Self { plies, count: [on::<White, L>(backend), on::<Black, L>(backend)] }
    }

    #[inline(always)]
    fn count<C: Side>(self, position: &Position) -> u64 {
        self.count[C::COLOR as usize](position)
    }
}

fn on<C: Side, L: LastPlies>(backend: Backend) -> fn(&Position) -> u64 {
    match backend {
        Backend::Avx512 => |position| L::count::<C>(Backend::Avx512, position),
        Backend::Avx2 => |position| L::count::<C>(Backend::Avx2, position),
        Backend::Bmi2 => |position| L::count::<C>(Backend::Bmi2, position),
        _ => |position| L::count::<C>(Backend::Portable, position),
    }
}

/// A method of counting. Implementations are always inlined, since `backend` is a constant there.
trait LastPlies {
    fn count<C: Side>(backend: Backend, position: &Position) -> u64;
}

struct CountLast;

impl LastPlies for CountLast {
    #[inline(always)]
    fn count<C: Side>(backend: Backend, position: &Position) -> u64 {
        backend.run_scalar(CountLegal::<C>(position, PhantomData))
    }
}

struct CountTwo;

impl LastPlies for CountTwo {
    #[inline(always)]
    fn count<C: Side>(backend: Backend, position: &Position) -> u64 {
        kernel::count_replies::<C>(backend, position)
    }
}

struct ListLast;

impl LastPlies for ListLast {
    #[inline(always)]
    fn count<C: Side>(backend: Backend, position: &Position) -> u64 {
        backend.run(Listed::<C>(position, PhantomData))
    }
}

struct CopyLast;

impl LastPlies for CopyLast {
    #[inline(always)]
    fn count<C: Side>(backend: Backend, position: &Position) -> u64 {
        backend.run(Copied::<C>(position, PhantomData))
    }
}

struct Listed<'a, C>(&'a Position, PhantomData<C>);

impl<C: Side> Task for Listed<'_, C> {
    type Output = u64;

    #[inline(always)]
    fn run(self, machine: impl Machine) -> u64 {
        let mut moves = MoveList::new();
        generate_side::<C>(machine, self.0, Selection::ALL, &mut moves);
        black_box(&moves).len() as u64
    }
}

struct Copied<'a, C>(&'a Position, PhantomData<C>);

impl<C: Side> Task for Copied<'_, C> {
    type Output = u64;

    #[inline(always)]
    fn run(self, machine: impl Machine) -> u64 {
        let copies = CopyEach::<C> { children: self.0.children(), leaves: 0, side: PhantomData };
        each_move::<C, _>(machine.sliders(), self.0, Selection::ALL, copies).leaves
    }
}

struct CopyEach<'a, C> {
    children: Children<'a>,
    leaves: u64,
    side: PhantomData<C>,
}

impl<C: Side> MoveVisitor for CopyEach<'_, C> {
    #[inline(always)]
    fn visit(&mut self, piece_type: PieceType, mv: Move) {
        let child = self.children.after_piece(C::COLOR, mv, piece_type);
        self.leaves += leaf(&child);
    }
}

/// The whole tree, with every move made in place and unmade.
struct Made<'a> {
    position: &'a Position,
    depth: u32,
}

impl Task for Made<'_> {
    type Output = u64;

    #[inline(always)]
    fn run(self, machine: impl Machine) -> u64 {
        match self.position.side_to_move() {
            Color::White => machine.run(MadeStep::<White>(self.position, self.depth, PhantomData)),
            Color::Black => machine.run(MadeStep::<Black>(self.position, self.depth, PhantomData)),
        }
    }
}

struct MadeStep<'a, C>(&'a Position, u32, PhantomData<C>);

impl<C: Side> Task for MadeStep<'_, C> {
    type Output = u64;

    #[inline(always)]
    fn run(self, machine: impl Machine) -> u64 {
        let Self(position, depth, _) = self;
        let makes =
            MakeEach::<C, _> { machine, position: *position, depth: depth - 1, leaves: 0, side: PhantomData };
        each_move::<C, _>(machine.sliders(), position, Selection::ALL, makes).leaves
    }
}

struct MakeEach<C, M> {
    machine: M,
    position: Position,
    depth: u32,
    leaves: u64,
    side: PhantomData<C>,
}

impl<C: Side, M: Machine> MoveVisitor for MakeEach<C, M> {
    #[inline(always)]
    fn visit(&mut self, piece_type: PieceType, mv: Move) {
        let undo = self.position.make_piece(C::COLOR, mv, piece_type);
        self.leaves += if self.depth == 0 {
            leaf(&self.position)
        } else {
            self.machine.run(MadeStep::<C::Them>(&self.position, self.depth, PhantomData))
        };
        self.position.unmake_piece(C::COLOR, undo);
    }
}

/// Counts one leaf. The black box keeps the compiler from removing a move that is made only to be counted.
#[inline(always)]
fn leaf(position: &Position) -> u64 {
    black_box(position);
    1
}
