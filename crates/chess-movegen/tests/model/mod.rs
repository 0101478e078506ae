//! A plain model of AVX-512, for tests: under `--cfg avx512_model` every processor has the backends `avx512` and `portable`,
//! and no others. The lane code is the same, but its intrinsics are those of [`intrinsics`], which are functions of plain
//! words. Where the processor has the real ones, a test compares them.

// Names, arguments and their number are those of core::arch.
#[allow(missing_docs, non_camel_case_types)]
#[allow(clippy::missing_safety_doc, clippy::too_many_arguments, clippy::must_use_candidate)]
pub mod intrinsics;

use chess_magic::{CHOSEN_SLIDERS, ChosenSliders};

use super::backend::Backend;
use super::portable::Portable;
use super::task::sealed::Sealed;
use super::task::{Avx512, Machine, Task};

#[inline(always)]
pub(super) fn has(backend: Backend) -> bool {
    matches!(backend, Backend::Avx512 | Backend::Portable)
}

#[inline(always)]
pub(super) fn run<T: Task>(backend: Backend, task: T) -> T::Output {
    if backend == Backend::Avx512 { WithModel.run(task) } else { Portable.run(task) }
}

#[inline(always)]
pub(super) fn run_scalar<T: Task>(_: Backend, task: T) -> T::Output {
    Portable.run(task)
}

#[inline(always)]
pub(super) fn run_query<T: Task>(query: T) -> T::Output {
    Portable.run(query)
}

/// Any processor, with AVX-512 by its model and with the slider lookups that the crate is compiled for.
///
/// It proves no [`Avx2`](super::Avx2), whose code runs the processor's instructions.
#[derive(Clone, Copy)]
struct WithModel;

impl Sealed for WithModel {}

impl Machine for WithModel {
    type Sliders = ChosenSliders;

    const BACKEND: Backend = Backend::Avx512;

    #[inline(always)]
    fn sliders(self) -> ChosenSliders {
        CHOSEN_SLIDERS
    }

    #[inline(always)]
    fn avx512(self) -> Option<Avx512> {
        Some(Avx512::of_model())
    }

    #[inline(never)]
    fn run<T: Task>(self, task: T) -> T::Output {
        task.run(self)
    }
}
