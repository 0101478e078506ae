//! The modes of perft that list the moves of the last ply or make them.

use core::hint::black_box;
use core::ops::ControlFlow;

use chess_board::Position;
use chess_board::internals::Children;
use chess_board::internals::{make_piece, unmake_piece};
use chess_movegen::machine::{Machine, Task};
use chess_movegen::{Node, PositionExt, Selection, Sink};
use chess_types::{Color, Move, MoveList, PieceType};

/// Lists the moves of a position.
pub(crate) struct ListMoves<'a>(pub(crate) &'a Position);

impl Task for ListMoves<'_> {
    type Output = u64;

    #[inline(always)]
    fn run(self, machine: impl Machine) -> u64 {
        let mut moves = MoveList::new();
        Node::on(machine, self.0).generate(Selection::ALL, &mut moves);
        black_box(&moves).len() as u64
    }
}

/// Makes each move of a position on a copy.
pub(crate) struct CopyMoves<'a>(pub(crate) &'a Position);

impl Task for CopyMoves<'_> {
    type Output = u64;

    #[inline(always)]
    fn run(self, machine: impl Machine) -> u64 {
        let mut each = CopyEach { children: Children::of(self.0), leaves: 0 };
        let _ = Node::on(machine, self.0).visit(Selection::ALL, &mut each);
        each.leaves
    }
}

struct CopyEach<'a> {
    children: Children<'a>,
    leaves: u64,
}

impl Sink for CopyEach<'_> {
    #[inline(always)]
    fn mv(&mut self, us: Color, piece_type: PieceType, mv: Move) -> ControlFlow<()> {
        let child = self.children.after_piece(us, mv, piece_type);
        self.leaves += leaf(&child);
        ControlFlow::Continue(())
    }
}

/// Makes and unmakes each move of the whole tree in place.
pub(crate) struct MakeMoves<'a> {
    pub(crate) position: &'a Position,
    pub(crate) depth: u32,
}

impl Task for MakeMoves<'_> {
    type Output = u64;

    #[inline(always)]
    fn run(self, machine: impl Machine) -> u64 {
        let mut each = MakeEach { machine, position: *self.position, depth: self.depth - 1, leaves: 0 };
        let _ = Node::on(machine, self.position).visit(Selection::ALL, &mut each);
        each.leaves
    }
}

struct MakeEach<M> {
    machine: M,
    position: Position,
    depth: u32,
    leaves: u64,
}

impl<M: Machine> Sink for MakeEach<M> {
    #[inline(always)]
    fn mv(&mut self, us: Color, piece_type: PieceType, mv: Move) -> ControlFlow<()> {
        let undo = make_piece(&mut self.position, us, mv, piece_type);
        self.leaves += match self.depth {
            0 => leaf(&self.position),
            depth => self.machine.run(MakeMoves { position: &self.position, depth }),
        };
        unmake_piece(&mut self.position, us, undo);
        ControlFlow::Continue(())
    }
}

/// Counts one leaf. The black box keeps the compiler from removing a move that is made only to be counted.
#[inline(always)]
fn leaf(position: &Position) -> u64 {
    black_box(position);
    1
}
