use chess_magic::{CHOSEN_SLIDERS, ChosenSliders};

use super::backend::Backend;
use super::task::sealed::Sealed;
use super::task::{Machine, Task};

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

    #[inline(never)]
    fn run<T: Task>(self, task: T) -> T::Output {
        task.run(self)
    }
}
