//! Replies counted move by move: the portable form of the kernels, and what they leave to it.

use core::marker::PhantomData;

use chess_board::Position;
use chess_movegen::machine::{Machine, Task};
use chess_movegen::{CountMoves, MoveVisitor, Selection, Side, each_move, visit_side};
use chess_types::{Move, PieceType};

/// The portable form: every move is made on a copy, and the replies to it are counted.
#[inline(always)]
pub(crate) fn count_each<C: Side>(machine: impl Machine, position: &Position) -> u64 {
    let counter = ReplyCounter::<C, _> { machine, position, replies: 0, side: PhantomData };
    each_move::<C, _>(machine.sliders(), position, Selection::ALL, counter).replies
}

/// [`count_each`] out of line, for what a kernel leaves to it.
#[cfg(x86_backends)]
#[cold]
pub(crate) fn count_each_called<C: Side>(machine: impl Machine, position: &Position) -> u64 {
    machine.run(CountEach::<C>(position, PhantomData))
}

#[cfg(x86_backends)]
struct CountEach<'a, C>(&'a Position, PhantomData<C>);

#[cfg(x86_backends)]
impl<C: Side> Task for CountEach<'_, C> {
    type Output = u64;

    #[inline(always)]
    fn run(self, machine: impl Machine) -> u64 {
        count_each::<C>(machine, self.0)
    }
}

struct ReplyCounter<'a, C, M> {
    machine: M,
    position: &'a Position,
    replies: u64,
    side: PhantomData<C>,
}

impl<C: Side, M: Machine> MoveVisitor for ReplyCounter<'_, C, M> {
    #[inline(always)]
    fn visit(&mut self, piece_type: PieceType, mv: Move) {
        self.replies += replies_after::<C>(self.machine, self.position, mv, piece_type);
    }
}

/// Number of legal replies to a move of `C`.
#[inline(always)]
pub(crate) fn replies_after<C: Side>(
    machine: impl Machine,
    position: &Position,
    mv: Move,
    piece_type: PieceType,
) -> u64 {
    // Not `after_piece`: what it returns is copied once more.
    let child = position.after_piece(C::COLOR, mv, piece_type);
    machine.run(CountLegal::<C::Them>(&child, PhantomData))
}

/// The legal moves of one position, counted out of line: a hundred places call for it.
pub(crate) struct CountLegal<'a, C>(pub(crate) &'a Position, pub(crate) PhantomData<C>);

impl<C: Side> Task for CountLegal<'_, C> {
    type Output = u64;

    #[inline(always)]
    fn run(self, machine: impl Machine) -> u64 {
        let mut counter = CountMoves::default();
        let _ = visit_side::<C, _>(machine.sliders(), self.0, Selection::ALL, &mut counter);
        u64::from(counter.moves)
    }
}
