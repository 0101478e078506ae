//! Perft: the number of leaves of the tree of legal moves. It verifies a move generator and measures its speed.

use core::hint::black_box;
use core::marker::PhantomData;

use chess_board::{Children, Position};
use chess_movegen::machine::{Backend, Machine, Task};
use chess_movegen::{Black, MoveVisitor, Selection, Side, White, each_move, generate_side, legal_moves};
use chess_types::{Color, List, Move, MoveList, PieceType};

use crate::kernel::count_replies;
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
        PerftMode::Count => backend.run(Perft::<Counted> { position, depth, leaves: PhantomData }),
        PerftMode::List => backend.run(Perft::<Listed> { position, depth, leaves: PhantomData }),
        PerftMode::Make => backend.run(Perft::<Made> { position, depth, leaves: PhantomData }),
        PerftMode::Copy => backend.run(Perft::<Copied> { position, depth, leaves: PhantomData }),
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

struct Perft<'a, L> {
    position: &'a Position,
    depth: u32,
    leaves: PhantomData<L>,
}

impl<L: Leaves> Task for Perft<'_, L> {
    type Output = u64;

    #[inline(always)]
    fn run(self, machine: impl Machine) -> u64 {
        match self.position.side_to_move() {
            Color::White => walk::<White, L>(machine, self.position, self.depth),
            Color::Black => walk::<Black, L>(machine, self.position, self.depth),
        }
    }
}

/// A mode as a type, so that each mode has its own recursion.
trait Leaves {
    /// Counts the leaves `depth` plies below, at least 1. Implementations are always inlined.
    fn below<C: Side>(machine: impl Machine, position: &Position, depth: u32) -> u64;
}

/// One step of a recursion, called out of line and compiled for its machine.
struct Step<'a, C, L> {
    position: &'a Position,
    depth: u32,
    types: PhantomData<(C, L)>,
}

impl<C: Side, L: Leaves> Task for Step<'_, C, L> {
    type Output = u64;

    #[inline(always)]
    fn run(self, machine: impl Machine) -> u64 {
        L::below::<C>(machine, self.position, self.depth)
    }
}

#[inline(always)]
fn walk<C: Side, L: Leaves>(machine: impl Machine, position: &Position, depth: u32) -> u64 {
    machine.run(Step::<C, L> { position, depth, types: PhantomData })
}

struct Counted;

impl Leaves for Counted {
    #[inline(always)]
    fn below<C: Side>(machine: impl Machine, position: &Position, depth: u32) -> u64 {
        match depth {
            1 => machine.run(CountLegal::<C>(position, PhantomData)),
            2 => count_replies::<C>(machine, position),
            _ => each_child::<C, Self>(machine, position, depth),
        }
    }
}

struct Listed;

impl Leaves for Listed {
    #[inline(always)]
    fn below<C: Side>(machine: impl Machine, position: &Position, depth: u32) -> u64 {
        if depth > 1 {
            return each_child::<C, Self>(machine, position, depth);
        }
        let mut moves = MoveList::new();
        generate_side::<C>(machine, position, Selection::ALL, &mut moves);
        black_box(&moves).len() as u64
    }
}

/// Makes every move on a copy and adds up the leaves below.
#[inline(always)]
fn each_child<C: Side, L: Leaves>(machine: impl Machine, position: &Position, depth: u32) -> u64 {
    let visitor = EachChild::<C, L, _> { machine, position, depth: depth - 1, leaves: 0, types: PhantomData };
    each_move::<C, _>(machine.sliders(), position, Selection::ALL, visitor).leaves
}

struct EachChild<'a, C, L, M> {
    machine: M,
    position: &'a Position,
    depth: u32,
    leaves: u64,
    types: PhantomData<(C, L)>,
}

impl<C: Side, L: Leaves, M: Machine> MoveVisitor for EachChild<'_, C, L, M> {
    #[inline(always)]
    fn visit(&mut self, piece_type: PieceType, mv: Move) {
        let child = self.position.after_piece(C::COLOR, mv, piece_type);
        self.leaves += walk::<C::Them, L>(self.machine, &child, self.depth);
    }
}

struct Copied;

impl Leaves for Copied {
    #[inline(always)]
    fn below<C: Side>(machine: impl Machine, position: &Position, depth: u32) -> u64 {
        if depth > 1 {
            return each_child::<C, Self>(machine, position, depth);
        }
        machine.run(CopyLeaves::<C>(position, PhantomData))
    }
}

/// The leaves of one position, out of line. Inlined into the recursion, the compiler would compute for each move the
/// work that the moves share.
struct CopyLeaves<'a, C>(&'a Position, PhantomData<C>);

impl<C: Side> Task for CopyLeaves<'_, C> {
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

struct Made;

impl Leaves for Made {
    #[inline(always)]
    fn below<C: Side>(machine: impl Machine, position: &Position, depth: u32) -> u64 {
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
            walk::<C::Them, Made>(self.machine, &self.position, self.depth)
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
