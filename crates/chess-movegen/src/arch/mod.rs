//! The machines the generator is compiled for, and the choice between them.
//!
//! A choice is made once, around a whole generation or a whole perft: [`Arch::run`] is compiled with the instructions
//! of its machine, and all the generic code that it calls is inlined into it. [`Portable`] stands first; it is the
//! oracle of every other.

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
mod backend;
#[cfg(target_arch = "x86_64")]
mod bmi2;
#[cfg(target_arch = "x86_64")]
mod collect;
#[cfg(target_arch = "x86_64")]
mod node;
#[cfg(target_arch = "x86_64")]
mod zone;

#[cfg(target_arch = "x86_64")]
use core::marker::PhantomData;

use chess_board::Position;
use chess_types::{Bitboard, MoveList, Square};

pub use backend::{Backend, ParseBackendError};

use crate::Selection;
use crate::each_move::EachMove;
use crate::generate::visit_side;
use crate::side::Side;
use crate::sliders::Sliders;

/// A piece of work that is compiled once for every machine.
pub(crate) trait Task {
    type Output;

    /// Does the work; always to be inlined.
    fn run(self, arch: impl Arch) -> Self::Output;
}

/// A machine: a value without size, which proves that the processor has what it takes.
pub(crate) trait Arch: Sliders {
    /// Runs `task`, compiled for this machine.
    fn run<T: Task>(self, task: T) -> T::Output;

    /// Number of legal replies, summed over all legal moves.
    fn count_replies<C: Side>(self, position: &Position) -> u64;

    /// Appends the legal moves of `selection`, `C` being to move.
    #[inline(always)]
    fn list<C: Side>(self, position: &Position, selection: Selection, moves: &mut MoveList) {
        let _ = visit_side::<C, _>(self, position, selection, &mut EachMove::of::<C>(position, moves));
    }
}

/// Any machine, with the instructions and the tables that the crate is compiled for.
#[derive(Clone, Copy)]
pub(crate) struct Portable;

impl Sliders for Portable {
    #[inline(always)]
    fn rook_attacks(self, square: Square, occupancy: Bitboard) -> Bitboard {
        chess_magic::rook_attacks(square, occupancy)
    }

    #[inline(always)]
    fn bishop_attacks(self, square: Square, occupancy: Bitboard) -> Bitboard {
        chess_magic::bishop_attacks(square, occupancy)
    }

    #[inline(always)]
    fn queen_attacks(self, square: Square, occupancy: Bitboard) -> Bitboard {
        chess_magic::queen_attacks(square, occupancy)
    }
}

impl Arch for Portable {
    #[inline(never)]
    fn run<T: Task>(self, task: T) -> T::Output {
        task.run(self)
    }

    #[inline(always)]
    fn count_replies<C: Side>(self, position: &Position) -> u64 {
        crate::replies::count_each::<C>(self, position)
    }
}

/// Runs `task` on the best machine there is.
#[inline]
pub(crate) fn run<T: Task>(task: T) -> T::Output {
    Backend::best().run(task)
}

/// The portable form of counting replies, out of line, for what a backend leaves to it.
#[cfg(target_arch = "x86_64")]
#[cold]
fn count_each<C: Side>(arch: impl Arch, position: &Position) -> u64 {
    arch.run(CountEach::<C>(position, PhantomData))
}

#[cfg(target_arch = "x86_64")]
struct CountEach<'a, C>(&'a Position, PhantomData<C>);

#[cfg(target_arch = "x86_64")]
impl<C: Side> Task for CountEach<'_, C> {
    type Output = u64;

    #[inline(always)]
    fn run(self, arch: impl Arch) -> u64 {
        crate::replies::count_each::<C>(arch, self.0)
    }
}
