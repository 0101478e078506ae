use chess_magic::SliderBackend;

use super::backend::Backend;
use super::proof::{Avx2, Avx512};

/// A piece of work that is compiled once for every machine.
pub trait Task {
    /// What the work gives.
    type Output;

    /// Does the work. Mark it `#[inline(always)]`: what is not inlined is compiled for any processor.
    fn run(self, machine: impl Machine) -> Self::Output;
}

/// A machine: a value without size, which proves that the processor has what code compiled for it takes.
///
/// [`Backend::run`](super::Backend::run) makes one and hands it to the [`Task`]. No other crate can write one.
pub trait Machine: sealed::Sealed + Copy + Send + Sync + 'static {
    /// What [`sliders`](Self::sliders) gives.
    type Sliders: SliderBackend;

    /// The backend that is served by this machine.
    const BACKEND: Backend;

    /// The fastest slider lookups of this machine.
    fn sliders(self) -> Self::Sliders;

    /// The proof of AVX2 if the machine has it. It is known at compile time, so that a test of it costs nothing.
    #[inline(always)]
    fn avx2(self) -> Option<Avx2> {
        None
    }

    /// The proof of AVX-512 if the machine has it. It is known at compile time, so that a test of it costs nothing.
    #[inline(always)]
    fn avx512(self) -> Option<Avx512> {
        None
    }

    /// Runs `task` by a call, compiled for this machine.
    fn run<T: Task>(self, task: T) -> T::Output;
}

pub(super) mod sealed {
    pub trait Sealed {}
}
