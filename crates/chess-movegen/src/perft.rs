//! Perft: the number of leaves of the tree of legal moves, as a proof of the generator and a measure of its speed.

use core::hint::black_box;
use core::marker::PhantomData;

use arrayvec::ArrayVec;
use chess_board::Position;
use chess_types::{Color, Move, MoveList, PieceType};

use crate::arch::{Arch, Backend, Task};
use crate::each_move::{EachMove, MoveVisitor};
use crate::generate::visit_side;
use crate::replies::CountMoves;
use crate::side::{Black, Side, White};
use crate::{Selection, legal_moves};

/// How perft comes by the leaves of its last ply.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum PerftMode {
    /// They are counted, not listed.
    #[default]
    Count,
    /// They are the length of a list.
    List,
    /// Every one of them is made, and unmade, in place.
    Make,
    /// Every one of them is made on a copy.
    Copy,
}

/// Number of sequences of `depth` legal moves; 1 for depth 0.
///
/// # Examples
/// ```
/// assert_eq!(chess_movegen::perft(&chess_board::Position::START, 4), 197_281);
/// ```
pub fn perft(position: &Position, depth: u32) -> u64 {
    perft_with(position, depth, PerftMode::Count)
}

/// [`perft`] with the leaves come by in this way.
pub fn perft_with(position: &Position, depth: u32, mode: PerftMode) -> u64 {
    perft_on(position, depth, mode, Backend::best())
}

/// [`perft_with`] on this backend, or on the portable one if the processor lacks it.
pub fn perft_on(position: &Position, depth: u32, mode: PerftMode, backend: Backend) -> u64 {
    match mode {
        _ if depth == 0 => 1,
        PerftMode::Count => backend.run(Perft::<Count> { position, depth, mode: PhantomData }),
        PerftMode::List => backend.run(Perft::<List> { position, depth, mode: PhantomData }),
        PerftMode::Make => backend.run(Perft::<Make> { position, depth, mode: PhantomData }),
        PerftMode::Copy => backend.run(Perft::<CopyMake> { position, depth, mode: PhantomData }),
    }
}

struct Perft<'a, M> {
    position: &'a Position,
    depth: u32,
    mode: PhantomData<M>,
}

impl<M: Mode> Task for Perft<'_, M> {
    type Output = u64;

    #[inline(always)]
    fn run(self, arch: impl Arch) -> u64 {
        match self.position.side_to_move() {
            Color::White => {
                arch.run(Walk::<White, M> { position: self.position, depth: self.depth, types: PhantomData })
            }
            Color::Black => {
                arch.run(Walk::<Black, M> { position: self.position, depth: self.depth, types: PhantomData })
            }
        }
    }
}

/// The legal moves of a position, each with the perft of what follows it.
pub type Divide = ArrayVec<(Move, u64), 256>;

/// Every legal move with the number of leaves below it, `depth` counting the move itself; none for depth 0.
pub fn divide(position: &Position, depth: u32, mode: PerftMode) -> Divide {
    let Some(rest) = depth.checked_sub(1) else { return Divide::new() };
    legal_moves(position).into_iter().map(|mv| (mv, perft_with(&position.after(mv), rest, mode))).collect()
}

/// A mode as a type, so that each has a recursion of its own.
trait Mode {
    /// Leaves `depth` plies below, which is at least 1. Always to be inlined.
    fn leaves<C: Side, A: Arch>(arch: A, position: &Position, depth: u32) -> u64;
}

/// One step of a recursion, out of line and compiled for its machine.
struct Walk<'a, C, M> {
    position: &'a Position,
    depth: u32,
    types: PhantomData<(C, M)>,
}

impl<C: Side, M: Mode> Task for Walk<'_, C, M> {
    type Output = u64;

    #[inline(always)]
    fn run(self, arch: impl Arch) -> u64 {
        M::leaves::<C, _>(arch, self.position, self.depth)
    }
}

#[inline(always)]
fn walk<C: Side, M: Mode>(arch: impl Arch, position: &Position, depth: u32) -> u64 {
    arch.run(Walk::<C, M> { position, depth, types: PhantomData })
}

struct Count;

impl Mode for Count {
    #[inline(always)]
    fn leaves<C: Side, A: Arch>(arch: A, position: &Position, depth: u32) -> u64 {
        match depth {
            1 => arch.run(CountMoves::<C>(position, PhantomData)),
            2 => arch.count_replies::<C>(position),
            _ => each_child::<C, Self>(arch, position, depth),
        }
    }
}

struct List;

impl Mode for List {
    #[inline(always)]
    fn leaves<C: Side, A: Arch>(arch: A, position: &Position, depth: u32) -> u64 {
        if depth > 1 {
            return each_child::<C, Self>(arch, position, depth);
        }
        let mut moves = MoveList::new();
        arch.list::<C>(position, Selection::ALL, &mut moves);
        black_box(&moves).len() as u64
    }
}

/// Makes every move on a copy, and adds up the leaves below.
#[inline(always)]
fn each_child<C: Side, M: Mode>(arch: impl Arch, position: &Position, depth: u32) -> u64 {
    let below = Below::<C, M, _> { arch, position, depth: depth - 1, leaves: 0, types: PhantomData };
    each_move::<C, _>(arch, position, below).leaves
}

struct Below<'a, C, M, A> {
    arch: A,
    position: &'a Position,
    depth: u32,
    leaves: u64,
    types: PhantomData<(C, M)>,
}

impl<C: Side, M: Mode, A: Arch> MoveVisitor for Below<'_, C, M, A> {
    #[inline(always)]
    fn visit(&mut self, piece_type: PieceType, mv: Move) {
        let mut child = *self.position;
        child.play_piece(C::COLOR, mv, piece_type);
        self.leaves += walk::<C::Them, M>(self.arch, &child, self.depth);
    }
}

struct CopyMake;

impl Mode for CopyMake {
    #[inline(always)]
    fn leaves<C: Side, A: Arch>(arch: A, position: &Position, depth: u32) -> u64 {
        if depth > 1 {
            return each_child::<C, Self>(arch, position, depth);
        }
        let copies = CopyEach::<C> { position, leaves: 0, side: PhantomData };
        each_move::<C, _>(arch, position, copies).leaves
    }
}

struct CopyEach<'a, C> {
    position: &'a Position,
    leaves: u64,
    side: PhantomData<C>,
}

impl<C: Side> MoveVisitor for CopyEach<'_, C> {
    #[inline(always)]
    fn visit(&mut self, piece_type: PieceType, mv: Move) {
        let mut child = *self.position;
        child.play_piece(C::COLOR, mv, piece_type);
        self.leaves += leaf(&child);
    }
}

struct Make;

impl Mode for Make {
    #[inline(always)]
    fn leaves<C: Side, A: Arch>(arch: A, position: &Position, depth: u32) -> u64 {
        each_move::<C, _>(
            arch,
            position,
            MakeEach::<C, A> { arch, position: *position, depth: depth - 1, leaves: 0, side: PhantomData },
        )
        .leaves
    }
}

struct MakeEach<C, A> {
    arch: A,
    position: Position,
    depth: u32,
    leaves: u64,
    side: PhantomData<C>,
}

impl<C: Side, A: Arch> MoveVisitor for MakeEach<C, A> {
    #[inline(always)]
    fn visit(&mut self, piece_type: PieceType, mv: Move) {
        let undo = self.position.make_piece(C::COLOR, mv, piece_type);
        self.leaves += if self.depth == 0 {
            leaf(&self.position)
        } else {
            walk::<C::Them, Make>(self.arch, &self.position, self.depth)
        };
        self.position.unmake_piece(C::COLOR, undo);
    }
}

#[inline(always)]
fn each_move<C: Side, V: MoveVisitor>(arch: impl Arch, position: &Position, visitor: V) -> V {
    let mut sink = EachMove::of::<C>(position, visitor);
    let _ = visit_side::<C, _>(arch, position, Selection::ALL, &mut sink);
    sink.visitor
}

/// One leaf. The black box keeps the compiler from leaving out what was made only to be counted.
#[inline(always)]
fn leaf(position: &Position) -> u64 {
    black_box(position);
    1
}
