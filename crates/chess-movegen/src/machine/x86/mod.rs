//! The machines of x86-64. Each holds proofs, which are created only after the processor has been tested.

mod detect;

use chess_magic::Sliders;
#[cfg(not(feature = "tables"))]
use chess_magic::hyperbola::Lookup;
#[cfg(feature = "tables")]
use chess_magic::pext::Lookup;

use self::detect::found;
use super::backend::Backend;
use super::proof::{Avx2, Avx512};
use super::task::sealed::Sealed;
use super::task::{Machine, Portable, Task};

/// Returns the first backend of [`Backend::ALL`] that the processor has.
#[inline(always)]
pub(super) fn best() -> Backend {
    found().best()
}

/// Tests whether the processor has the instructions of `backend`.
#[inline(always)]
pub(super) fn has(backend: Backend) -> bool {
    found().has(backend)
}

/// Runs `task` on the machine of `backend`, or on the portable one if the processor lacks its instructions.
#[inline(always)]
pub(super) fn run<T: Task>(backend: Backend, task: T) -> T::Output {
    match backend {
        // SAFETY: the guard has tested the processor.
        // Test: `every_backend_lists_what_the_portable_one_lists`. Gain: perft counts 2.7 times as fast as on BMI2, and lists
        // 1.5 times (these and those below are geometric means of five positions, Intel Xeon with AVX-512 FP16).
        Backend::Avx512 if has(Backend::Avx512) => unsafe { WithAvx512::assume() }.run(task),
        Backend::Avx2 if has(Backend::Avx2) && has(Backend::Bmi2) => {
            // SAFETY: as above.
            // Test: `every_backend_lists_what_the_portable_one_lists`. Gain: perft counts 1.76 times as fast as on BMI2.
            unsafe { WithAvx2::assume(lookup()) }.run(task)
        }
        // SAFETY: as above. PEXT is slow here.
        // Test: `every_backend_lists_what_the_portable_one_lists`. Gain: as above, but for the lookups.
        Backend::Avx2 if has(Backend::Avx2) => unsafe { WithAvx2::assume(Portable.sliders()) }.run(task),
        backend => run_scalar(backend, task),
    }
}

/// Runs `task` on the machine of `backend`, which has no vector registers.
#[inline(always)]
pub(super) fn run_scalar<T: Task>(backend: Backend, task: T) -> T::Output {
    match backend {
        // SAFETY: the guard has tested the processor.
        // Test: `every_backend_lists_what_the_portable_one_lists`. Gain: perft counts 1.49 times as fast as on the
        // portable machine, and lists 1.05 times.
        Backend::Bmi2 if has(Backend::Bmi2) => unsafe { WithBmi2::assume() }.run(task),
        _ => Portable.run(task),
    }
}

/// A processor with BMI1, BMI2, LZCNT and POPCNT, and a fast PEXT.
#[derive(Clone, Copy)]
pub(super) struct WithBmi2 {
    sliders: Lookup,
}

/// A processor with [`Avx2`], and its slider lookups, which avoid PEXT where it is slow.
#[derive(Clone, Copy)]
pub(super) struct WithAvx2<S> {
    proof: Avx2,
    sliders: S,
}

/// A processor with [`Avx512`] and a fast PEXT.
#[derive(Clone, Copy)]
pub(super) struct WithAvx512 {
    proof: Avx512,
    sliders: Lookup,
}

/// Returns the proof of PEXT, or lookups without tables, which need none.
///
/// # Safety
///
/// The processor must have BMI2.
#[inline(always)]
const unsafe fn lookup() -> Lookup {
    #[cfg(not(feature = "tables"))]
    return Lookup;
    // SAFETY: the caller guarantees BMI2. Test: `every_backend_lists_what_the_portable_one_lists`. Gain: see `Backend::run`.
    #[cfg(feature = "tables")]
    unsafe {
        Lookup::assume()
    }
}

impl WithBmi2 {
    /// # Safety
    ///
    /// The processor must have BMI1, BMI2, LZCNT and POPCNT.
    #[inline]
    pub(super) const unsafe fn assume() -> Self {
        // SAFETY: the caller guarantees BMI2.
        // Test: `every_backend_lists_what_the_portable_one_lists`. Gain: see `Backend::run`.
        Self { sliders: unsafe { lookup() } }
    }
}

impl<S> WithAvx2<S> {
    /// # Safety
    ///
    /// The processor must have the instructions that [`Avx2`] lists.
    #[inline]
    pub(super) const unsafe fn assume(sliders: S) -> Self {
        // SAFETY: the caller guarantees the instructions.
        // Test: `every_backend_lists_what_the_portable_one_lists`. Gain: see `Backend::run`.
        Self { proof: unsafe { Avx2::assume() }, sliders }
    }
}

impl WithAvx512 {
    /// # Safety
    ///
    /// The processor must have the instructions that [`Avx512`] lists.
    #[inline]
    pub(super) const unsafe fn assume() -> Self {
        // SAFETY: the caller guarantees the instructions, BMI2 among them.
        // Test: `every_backend_lists_what_the_portable_one_lists`. Gain: see `Backend::run`.
        unsafe { Self { proof: Avx512::assume(), sliders: lookup() } }
    }
}

impl Sealed for WithBmi2 {}
impl<S> Sealed for WithAvx2<S> {}
impl Sealed for WithAvx512 {}

impl Machine for WithBmi2 {
    type Sliders = Lookup;

    const BACKEND: Backend = Backend::Bmi2;

    #[inline(always)]
    fn sliders(self) -> Lookup {
        self.sliders
    }

    #[inline(always)]
    fn run<T: Task>(self, task: T) -> T::Output {
        #[inline(never)]
        #[target_feature(enable = "bmi1,bmi2,lzcnt,popcnt")]
        fn compiled<T: Task>(machine: WithBmi2, task: T) -> T::Output {
            task.run(machine)
        }
        // SAFETY: `self` proves the features.
        // Test: `every_backend_lists_what_the_portable_one_lists`. Gain: see `Backend::run`.
        unsafe { compiled(self, task) }
    }
}

impl<S: Sliders + Send + Sync + 'static> Machine for WithAvx2<S> {
    type Sliders = S;

    const BACKEND: Backend = Backend::Avx2;

    #[inline(always)]
    fn sliders(self) -> S {
        self.sliders
    }

    #[inline(always)]
    fn avx2(self) -> Option<Avx2> {
        Some(self.proof)
    }

    #[inline(always)]
    fn run<T: Task>(self, task: T) -> T::Output {
        #[inline(never)]
        #[target_feature(enable = "bmi1,bmi2,lzcnt,popcnt,avx2")]
        fn compiled<T: Task>(machine: impl Machine, task: T) -> T::Output {
            task.run(machine)
        }
        // SAFETY: `self` proves the features.
        // Test: `every_backend_lists_what_the_portable_one_lists`. Gain: see `Backend::run`.
        unsafe { compiled(self, task) }
    }
}

impl Machine for WithAvx512 {
    type Sliders = Lookup;

    const BACKEND: Backend = Backend::Avx512;

    #[inline(always)]
    fn sliders(self) -> Lookup {
        self.sliders
    }

    #[inline(always)]
    fn avx2(self) -> Option<Avx2> {
        Some(self.proof.into())
    }

    #[inline(always)]
    fn avx512(self) -> Option<Avx512> {
        Some(self.proof)
    }

    #[inline(always)]
    fn run<T: Task>(self, task: T) -> T::Output {
        // Code that is not written for lanes is compiled as for AVX2. With wider registers the compiler copies a
        // position in two loads, which have to wait for the smaller stores before them; that halved the speed of
        // moves made on copies.
        #[inline(never)]
        #[target_feature(enable = "bmi1,bmi2,lzcnt,popcnt,avx2")]
        fn compiled<T: Task>(machine: WithAvx512, task: T) -> T::Output {
            task.run(machine)
        }
        // SAFETY: `self` proves the features.
        // Test: `every_backend_lists_what_the_portable_one_lists`. Gain: see `Backend::run`.
        unsafe { compiled(self, task) }
    }
}

#[cfg(test)]
mod tests {
    use chess_board::Position;
    use chess_magic::CHOSEN_SLIDERS;
    use chess_types::MoveList;

    use super::*;
    use crate::generator::Selection;
    use crate::lists::generate_with;

    struct Listed<'a>(&'a Position);

    impl Task for Listed<'_> {
        type Output = MoveList;

        fn run(self, machine: impl Machine) -> MoveList {
            let mut moves = MoveList::new();
            generate_with(machine, self.0, Selection::ALL, &mut moves);
            moves
        }
    }

    /// Covers the combination of AVX2 with magics, which integration tests do not reach where PEXT is fast. The
    /// positions are those of the Chess Programming Wiki.
    #[test]
    fn magics_serve_where_pext_is_slow() {
        if !Backend::Avx2.is_available() {
            return;
        }
        // SAFETY: the processor has been tested. Test: `magics_serve_where_pext_is_slow`, which this is. Gain: none, a test.
        let machine = unsafe { WithAvx2::assume(CHOSEN_SLIDERS) };
        for fen in [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b KQkq - 0 1",
            "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
            "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
            "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
            "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
        ] {
            let position: Position = fen.parse().unwrap();
            assert_eq!(machine.run(Listed(&position)), Portable.run(Listed(&position)), "{fen}");
        }
    }
}
