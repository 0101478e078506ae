use chess_magic::{CHOSEN_SLIDERS, ChosenSliders};

use super::backend::Backend;
use super::task::sealed::Sealed;
use super::task::{Avx2, Avx512, Machine, Task};

/// The machine without requirements: the instructions and the tables that the crate is compiled for. It is the oracle
/// of every other machine.
#[derive(Clone, Copy)]
pub(super) struct Portable;

impl Sealed for Portable {}

impl Machine for Portable {
    type Sliders = ChosenSliders;

    const BACKEND: Backend = Backend::Portable;

    #[inline(always)]
    fn sliders(self) -> ChosenSliders {
        CHOSEN_SLIDERS
    }

    #[inline(always)]
    fn avx2(self) -> Option<Avx2> {
        None
    }

    #[inline(always)]
    fn avx512(self) -> Option<Avx512> {
        None
    }

    #[inline(never)]
    fn run<T: Task>(self, task: T) -> T::Output {
        task.run(self)
    }
}
