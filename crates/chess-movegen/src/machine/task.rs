use chess_magic::{CHOSEN_SLIDERS, ChosenSliders, Sliders};

use super::backend::Backend;
use super::proof::{Avx2, Avx512};

/// A piece of work that is compiled once for every machine.
pub trait Task {
    /// The result of the work.
    type Output;

    /// Does the work. Mark it `#[inline(always)]`: code that is not inlined is compiled for any processor.
    fn run(self, machine: impl Machine) -> Self::Output;
}

/// A machine: a value without size that proves the instructions of the processor.
///
/// [`Backend::run`](super::Backend::run) creates one and passes it to the [`Task`]. The trait is sealed; no other
/// crate can implement it.
pub trait Machine: sealed::Sealed + Copy + Send + Sync + 'static {
    /// The type of the slider lookups that [`sliders`](Self::sliders) returns.
    type Sliders: Sliders;

    /// The backend of this machine.
    const BACKEND: Backend;

    /// Returns the fastest slider lookups of this machine.
    fn sliders(self) -> Self::Sliders;

    /// Returns the proof of AVX2 if the machine has it. The answer is known at compile time, so that a test of it
    /// costs nothing.
    #[inline(always)]
    fn avx2(self) -> Option<Avx2> {
        None
    }

    /// Returns the proof of AVX-512 if the machine has it. The answer is known at compile time, so that a test of it
    /// costs nothing.
    #[inline(always)]
    fn avx512(self) -> Option<Avx512> {
        None
    }

    /// Runs `task` by a call that is compiled for this machine.
    ///
    /// With AVX-512, code is compiled as for AVX2: see [`run_wide`](Self::run_wide).
    fn run<T: Task>(self, task: T) -> T::Output;

    /// Runs `task`, which loops over arrays of numbers, with the widest registers of the machine: by a call that is compiled for
    /// AVX-512 if the machine has it, and otherwise inlined.
    ///
    /// The compiler turns plain loops of the task into vector instructions. The layers of a neural network are such tasks; code
    /// that copies positions is slower with wide registers.
    ///
    /// # Examples
    /// ```
    /// use chess_movegen::machine::{Backend, Machine, Task};
    ///
    /// /// A layer of a network: adds a row of weights.
    /// struct AddRow<'a>(&'a mut [i16; 256], &'a [i16; 256]);
    ///
    /// impl Task for AddRow<'_> {
    ///     type Output = ();
    ///
    ///     #[inline(always)]
    ///     fn run(self, _: impl Machine) {
    ///         for (sum, weight) in self.0.iter_mut().zip(self.1) {
    ///             *sum += weight;
    ///         }
    ///     }
    /// }
    ///
    /// /// What runs as a whole, and calls the layer.
    /// struct Search<'a>(&'a mut [i16; 256]);
    ///
    /// impl Task for Search<'_> {
    ///     type Output = ();
    ///
    ///     #[inline(always)]
    ///     fn run(self, machine: impl Machine) {
    ///         machine.run_wide(AddRow(self.0, &[7; 256]));
    ///     }
    /// }
    ///
    /// let mut sums = [1; 256];
    /// Backend::best().run(Search(&mut sums));
    /// assert_eq!(sums, [8; 256]);
    /// ```
    #[inline(always)]
    fn run_wide<T: Task>(self, task: T) -> T::Output {
        task.run(self)
    }
}

/// A runner of the tasks of a [`Node`](crate::Node): a [`Backend`], or the [`Machine`] of the task around it.
pub trait Runner: sealed::Sealed + Copy {
    /// Runs `task` by a call that is compiled for the machine.
    fn call<T: Task>(self, task: T) -> T::Output;

    /// Runs `task` inlined into the task around it. On a backend it is a call.
    #[inline(always)]
    fn inline<T: Task>(self, task: T) -> T::Output {
        self.call(task)
    }
}

impl<M: Machine> Runner for M {
    #[inline(always)]
    fn call<T: Task>(self, task: T) -> T::Output {
        self.run(task)
    }

    #[inline(always)]
    fn inline<T: Task>(self, task: T) -> T::Output {
        task.run(self)
    }
}

impl sealed::Sealed for Backend {}

impl Runner for Backend {
    #[inline]
    fn call<T: Task>(self, task: T) -> T::Output {
        self.run(task)
    }
}

pub(super) mod sealed {
    pub trait Sealed {}
}

/// The machine without requirements: the instructions and the tables that the crate is compiled for. It is the oracle
/// of every other machine.
#[derive(Clone, Copy)]
pub(super) struct Portable;

impl sealed::Sealed for Portable {}

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
