//! A plain model of AVX-512, for tests: under `--cfg avx512_model` the backend `avx512` exists on every processor. The lane
//! code is the same, but its intrinsics are those of [`intrinsics`], which are functions of plain words. Where the
//! processor has the real ones, a test compares them.

// Names, arguments and their number are those of core::arch.
#[allow(missing_docs, clippy::missing_safety_doc, clippy::too_many_arguments, clippy::must_use_candidate)]
pub mod intrinsics;
#[cfg(all(test, x86_backends, feature = "std"))]
mod tests;

use chess_magic::{CHOSEN_SLIDERS, ChosenSliders};

use super::backend::Backend;
use super::proof::Avx512;
use super::task::sealed::Sealed;
use super::task::{Machine, Task};

/// Any processor, with AVX-512 by its model and with the slider lookups that the crate is compiled for.
///
/// It proves no [`Avx2`](super::Avx2), whose code runs the processor's instructions.
#[derive(Clone, Copy)]
pub(super) struct WithModel;

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
