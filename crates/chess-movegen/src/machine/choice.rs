use chess_magic::{CHOSEN_SLIDERS, ChosenSliders};

use super::backend::Backend;
#[cfg(avx512_model)]
use super::model as processor;
use super::portable::Portable;
use super::task::sealed::Sealed;
use super::task::{Machine, Task};
#[cfg(all(target_arch = "x86_64", not(avx512_model)))]
use super::x86 as processor;

impl Backend {
    /// Returns the first backend of [`ALL`](Self::ALL) that is available.
    ///
    /// With the feature `std` it tests the processor, once in a program's run. Without it, the target that the crate is compiled
    /// for decides.
    #[inline]
    #[must_use]
    pub fn best() -> Self {
        let mut backends = Self::ALL.into_iter();
        backends.find(|backend| backend.is_available()).unwrap_or(Self::Portable)
    }

    /// Tests whether the crate is compiled with this backend and the processor supports it.
    #[inline]
    #[must_use]
    pub fn is_available(self) -> bool {
        processor::has(self)
    }

    /// Runs `task` on this backend, or on the portable one if the processor does not support it.
    ///
    /// Only this function runs code that is compiled for certain processors. It tests the processor's features once; the task
    /// does not.
    ///
    /// Use it for the search of an engine whose evaluation adds up arrays, such as a neural network: the compiler turns its loops
    /// into vector instructions. Such a search (`examples/network`, plain release builds, user CPU time of equal trees, AMD EPYC
    /// Zen 5) visits 1.67 times as many nodes a second by `run` as by [`run_scalar`](Self::run_scalar) or as plain functions;
    /// compiled with `target-cpu=x86-64-v3` these gain 1.52, and with `target-cpu=native` 1.79.
    ///
    /// # Examples
    ///
    /// [A search](crate::machine#examples).
    #[inline]
    pub fn run<T: Task>(self, task: T) -> T::Output {
        processor::run(self, task)
    }

    /// Runs `task` on [`Avx2`](Self::Avx2) if the processor has it, and otherwise, or if this is the portable backend, on that one.
    ///
    /// The task is compiled for three machines instead of four. Use it for a task that works on single words, as a perft or a
    /// search that evaluates by bitboards and piece-square sums does: wide registers gain it nothing and cost time to compile.
    /// The engine of `chess-search` has by [`run`](Self::run) 0.95 to 1.04 times the speed (seven pairs of runs, AMD EPYC Zen 5).
    /// For a search that evaluates a network, use [`run`](Self::run).
    #[inline]
    pub fn run_scalar<T: Task>(self, task: T) -> T::Output {
        processor::run_scalar(self, task)
    }
}

/// The machine of a [`Node`](crate::Node) outside of tasks, which runs each query on a machine of the best backend.
///
/// A query that visits moves or follows an exchange runs on AVX2 if PEXT is fast, and otherwise on the portable backend, so that the tasks
/// of a user's sinks are compiled for two machines. One of a few lookups uses the instructions that the crate is compiled for, since the
/// choice of others costs such a query more time than they save.
#[derive(Clone, Copy, Debug)]
pub struct Dispatch;

impl Sealed for Dispatch {
    #[inline(always)]
    fn run_lookup<T: Task>(self, query: T) -> T::Output {
        Portable.run(query)
    }

    #[inline(always)]
    fn run_list<T: Task>(self, query: T) -> T::Output {
        Backend::best().run(query)
    }

    #[inline(always)]
    fn run_words<T: Task>(self, query: T) -> T::Output {
        processor::run_query(query)
    }
}

impl Machine for Dispatch {
    type Sliders = ChosenSliders;

    const BACKEND: Backend = Backend::Portable;

    #[inline(always)]
    fn sliders(self) -> ChosenSliders {
        CHOSEN_SLIDERS
    }

    #[inline(always)]
    fn run<T: Task>(self, task: T) -> T::Output {
        self.run_words(task)
    }
}

/// Other processors have the portable machine only.
#[cfg(not(any(target_arch = "x86_64", avx512_model)))]
mod processor {
    use crate::machine::backend::Backend;
    use crate::machine::portable::Portable;
    use crate::machine::task::{Machine, Task};

    pub(super) fn has(backend: Backend) -> bool {
        backend == Backend::Portable
    }

    #[inline(always)]
    pub(super) fn run<T: Task>(_: Backend, task: T) -> T::Output {
        Portable.run(task)
    }

    #[inline(always)]
    pub(super) fn run_query<T: Task>(query: T) -> T::Output {
        Portable.run(query)
    }

    pub(super) use run as run_scalar;
}
