//! The kernel of counting perft: the number of replies to all moves of a node.
//!
//! With AVX-512 or AVX2 the children of eight moves are formed in the lanes of registers and their replies counted
//! together; [`collect`], [`node`] and [`steps`] hold the parts that both kernels share. All other machines
//! make every move on a copy ([`scalar`](crate::scalar)), which is the oracle.

#[cfg(x86_backends)]
#[clippy::msrv = "1.89"]
mod avx2;
#[cfg(any(x86_backends, avx512_model))]
#[clippy::msrv = "1.89"]
mod avx512;
#[cfg(any(x86_backends, avx512_model))]
mod collect;
#[cfg(any(x86_backends, avx512_model))]
mod node;
#[cfg(any(x86_backends, avx512_model))]
mod steps;

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
    #[cfg(any(x86_backends, avx512_model))]
    if const { matches!(M::BACKEND, Backend::Avx512) } {
        if let Some(proof) = machine.avx512() {
            // SAFETY: `proof` proves the instructions. Test: `every_backend_counts_what_the_portable_one_counts`. Gain:
            // on Kiwipete this counts 3.4 times as fast as BMI2 (6130 and 1808 million leaves a second, Intel Xeon,
            // model 167).
            let replies = unsafe { avx512::count_replies::<C, _>(proof, machine, position) };
            return replies.unwrap_or_else(|| count_replies_scalar::<C>(position));
        }
    }
    #[cfg(x86_backends)]
    if const { matches!(M::BACKEND, Backend::Avx2) } {
        if let Some(proof) = machine.avx2() {
            // SAFETY: as above. Test: `every_backend_counts_what_the_portable_one_counts`. Gain: 2.1 times as fast as
            // BMI2 (3717 million leaves a second).
            let replies = unsafe { avx2::count_replies::<C, _>(proof, machine, position) };
            return replies.unwrap_or_else(|| count_replies_scalar::<C>(position));
        }
    }
    if const { matches!(M::BACKEND, Backend::Bmi2 | Backend::Portable) } {
        count_each::<C>(machine, position)
    } else {
        count_replies_scalar::<C>(position)
    }
}

/// Counts on the scalar backend, for what a kernel of lanes has no room for.
#[cold]
fn count_replies_scalar<C: Side>(position: &Position) -> u64 {
    count_replies::<C>(Backend::best().scalar(), position)
}
