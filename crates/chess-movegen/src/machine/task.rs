use chess_magic::Sliders;

use super::backend::Backend;

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

pub(super) mod sealed {
    use super::{Machine, Task};

    /// How a machine runs the queries of this crate: inlined into the task around them, and outside of tasks on a backend.
    pub trait Sealed: Sized {
        /// Runs a query that fills a list.
        #[inline(always)]
        fn run_list<T: Task>(self, query: T) -> T::Output
        where
            Self: Machine,
        {
            query.run(self)
        }

        /// Runs a query of a few lookups, by a call.
        #[inline(always)]
        fn run_lookup<T: Task>(self, query: T) -> T::Output
        where
            Self: Machine,
        {
            self.run(query)
        }

        /// Runs a query that works on single words.
        #[inline(always)]
        fn run_words<T: Task>(self, query: T) -> T::Output
        where
            Self: Machine,
        {
            query.run(self)
        }
    }
}

/// The content of a proof: the unit type where a proof can be given, and a type without values where it cannot.
#[cfg(any(target_arch = "x86_64", avx512_model))]
type Given = ();
#[cfg(not(any(target_arch = "x86_64", avx512_model)))]
type Given = core::convert::Infallible;

/// Proof of a processor with AVX2, BMI1, BMI2, LZCNT and POPCNT.
///
/// A caller that holds this proof may call functions with these target features; the `SAFETY` comment of such a call refers to
/// the proof. The type exists on every target, so that code which takes a proof compiles everywhere. It has no value if the
/// processor or the compiler lacks the instructions.
#[derive(Clone, Copy, Debug)]
pub struct Avx2(#[allow(dead_code, reason = "without a value the proof cannot be given")] Given);

/// Proof of a processor with all of [`Avx2`], with AVX-512 F, BW, CD, DQ, VL, VBMI, VBMI2, BITALG and VPOPCNTDQ, and
/// with GFNI.
///
/// Like [`Avx2`], it exists on every target.
#[derive(Clone, Copy, Debug)]
pub struct Avx512(#[allow(dead_code, reason = "the model of AVX-512 proves no AVX2")] Avx2);

#[cfg(all(target_arch = "x86_64", not(avx512_model)))]
impl Avx2 {
    /// # Safety
    ///
    /// The processor must have the instructions that the type lists.
    #[inline]
    pub(super) const unsafe fn assume() -> Self {
        Self(())
    }
}

#[cfg(all(target_arch = "x86_64", not(avx512_model)))]
impl Avx512 {
    /// # Safety
    ///
    /// The processor must have the instructions that the type lists.
    #[inline]
    pub(super) const unsafe fn assume() -> Self {
        // SAFETY: the instructions of `Avx512` include those of `Avx2`.
        // Test: `every_backend_lists_what_the_portable_one_lists`. Gain: see `Backend::run`.
        Self(unsafe { Avx2::assume() })
    }
}

#[cfg(avx512_model)]
impl Avx512 {
    /// Returns the proof that code may use the model, which every processor runs.
    #[inline(always)]
    pub(super) const fn of_model() -> Self {
        Self(Avx2(()))
    }
}

/// The model of AVX-512 proves no instructions of the processor.
#[cfg(not(avx512_model))]
impl From<Avx512> for Avx2 {
    #[inline(always)]
    fn from(proof: Avx512) -> Self {
        proof.0
    }
}
