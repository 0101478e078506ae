//! The kernel of counting perft: the number of replies to all moves of a node.
//!
//! With AVX-512 or AVX2 the children of eight moves are formed in the lanes of registers and their replies counted
//! together. All other machines make every move on a copy ([`scalar`](crate::scalar)), which is the oracle.

#[cfg(any(target_arch = "x86_64", avx512_model))]
mod vector;

use core::marker::PhantomData;

use chess_board::Position;
use chess_movegen::Side;
use chess_movegen::machine::{Backend, Machine, Task};

use crate::scalar::count_each;

/// Returns the number of legal replies to all moves of `C`, by the kernel of `backend`.
#[inline(always)]
pub(crate) fn count_replies<C: Side>(backend: Backend, position: &Position) -> u64 {
    backend.run(Replies::<C>(position, PhantomData))
}

struct Replies<'a, C>(&'a Position, PhantomData<C>);

impl<C: Side> Task for Replies<'_, C> {
    type Output = u64;

    #[inline(always)]
    fn run(self, machine: impl Machine) -> u64 {
        run_kernel::<C, _>(machine, self.0)
    }
}

/// Chooses by constants, so that each kernel is compiled for the machine that uses it and for no other.
#[inline(always)]
fn run_kernel<C: Side, M: Machine>(machine: M, position: &Position) -> u64 {
    #[cfg(any(target_arch = "x86_64", avx512_model))]
    if const { vector::serves(M::BACKEND) } {
        return vector::count_replies::<C, M>(machine, position)
            .unwrap_or_else(|| count_replies_scalar::<C>(position));
    }
    count_each::<C>(machine, position)
}

/// Counts on the scalar backend, for what a kernel of lanes has no room for.
#[cold]
#[cfg(any(target_arch = "x86_64", avx512_model))]
fn count_replies_scalar<C: Side>(position: &Position) -> u64 {
    count_replies::<C>(Backend::best().scalar(), position)
}
