use super::backend::Backend;
#[cfg(x86_backends)]
use super::detect::found;
use super::portable::Portable;
use super::task::{Machine, Task};
#[cfg(x86_backends)]
use super::x86::{WithAvx2, WithAvx512, WithBmi2};

impl Backend {
    /// Runs `task` on this backend, which must be available, or else on the portable one.
    ///
    /// This is the one door to code that is compiled for a certain processor. The question is asked once, here, and not by
    /// the code behind it.
    ///
    /// # Examples
    ///
    /// [A search](crate::machine#examples).
    #[inline]
    pub fn run<T: Task>(self, task: T) -> T::Output {
        match self {
            // SAFETY: the guard has asked the processor. Test: `every_backend_lists_what_the_portable_one_lists`.
            #[cfg(x86_backends)]
            Self::Avx512 if found().has_avx512() => unsafe { WithAvx512::assume() }.run(task),
            #[cfg(x86_backends)]
            Self::Avx2 if found().has_avx2() => {
                if found().has_bmi2() {
                    // SAFETY: as above.
                    unsafe { WithAvx2::assume_fast_pext() }.run(task)
                } else {
                    // SAFETY: as above.
                    unsafe { WithAvx2::assume(Portable.sliders()) }.run(task)
                }
            }
            // SAFETY: as above.
            #[cfg(x86_backends)]
            Self::Bmi2 if found().has_bmi2() => unsafe { WithBmi2::assume() }.run(task),
            _ => Portable.run(task),
        }
    }

    /// Runs `task` on the backend that [`scalar`](Self::scalar) names.
    ///
    /// The task is compiled twice and not five times. Choose it for a long task that works on single words: the search of an
    /// engine gains next to nothing by vector registers, and takes its time to compile.
    #[inline]
    pub fn run_scalar<T: Task>(self, task: T) -> T::Output {
        match self.scalar() {
            // SAFETY: `scalar` has asked the processor. Test: `a_scalar_task_runs_on_the_backend_that_scalar_names`.
            #[cfg(x86_backends)]
            Self::Bmi2 => unsafe { WithBmi2::assume() }.run(task),
            _ => Portable.run(task),
        }
    }
}
