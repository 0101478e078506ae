use super::backend::Backend;
#[cfg(x86_backends)]
use super::detect::found;
#[cfg(avx512_model)]
use super::model::WithModel;
use super::task::Portable;
use super::task::{Machine, Task};
#[cfg(all(x86_backends, not(avx512_model)))]
use super::x86::WithAvx512;
#[cfg(x86_backends)]
use super::x86::{WithAvx2, WithBmi2};

impl Backend {
    /// Runs `task` on this backend, or on the portable one if the processor does not support it.
    ///
    /// This is the only way to code that is compiled for certain processors. The processor's features are tested
    /// here, once, and not by the code of the task.
    ///
    /// # Examples
    ///
    /// [A search](crate::machine#examples).
    #[inline]
    pub fn run<T: Task>(self, task: T) -> T::Output {
        match self {
            #[cfg(avx512_model)]
            Self::Avx512 => WithModel.run(task),
            // SAFETY: the guard has tested the processor.
            // Test: `every_backend_lists_what_the_portable_one_lists`. Gain: perft counts 2.7 times as fast as on BMI2, and lists
            // 1.5 times (these and those below are geometric means of five positions, Intel Xeon with AVX-512 FP16).
            #[cfg(all(x86_backends, not(avx512_model)))]
            Self::Avx512 if found().has_avx512() => unsafe { WithAvx512::assume() }.run(task),
            #[cfg(x86_backends)]
            Self::Avx2 if found().has_avx2() => {
                if found().has_bmi2() {
                    // SAFETY: as above.
                    // Test: `every_backend_lists_what_the_portable_one_lists`. Gain: perft counts 1.76 times as
                    // fast as on BMI2.
                    unsafe { WithAvx2::assume_fast_pext() }.run(task)
                } else {
                    // SAFETY: as above.
                    // Test: `every_backend_lists_what_the_portable_one_lists`. Gain: as above, but for the lookups.
                    unsafe { WithAvx2::assume(Portable.sliders()) }.run(task)
                }
            }
            // SAFETY: as above.
            // Test: `every_backend_lists_what_the_portable_one_lists`. Gain: perft counts 1.49 times as fast as on the
            // portable machine, and lists 1.05 times.
            #[cfg(x86_backends)]
            Self::Bmi2 if found().has_bmi2() => unsafe { WithBmi2::assume() }.run(task),
            _ => Portable.run(task),
        }
    }

    /// Runs `task` on the backend that [`scalar`](Self::scalar) returns.
    ///
    /// The task is compiled for two machines instead of five. Use it for a long task that works on single words, such
    /// as the search of an engine: vector registers gain it almost nothing and cost time to compile.
    #[inline]
    pub fn run_scalar<T: Task>(self, task: T) -> T::Output {
        match self.scalar() {
            // SAFETY: `scalar` has tested the processor. Test: `a_scalar_task_runs_on_the_backend_that_scalar_names`. Gain: as
            // in `run`.
            #[cfg(x86_backends)]
            Self::Bmi2 => unsafe { WithBmi2::assume() }.run(task),
            _ => Portable.run(task),
        }
    }
}
