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
        Backend::Avx512 if has(Backend::Avx512) => unsafe { With(Avx512::assume(), lookup()) }.run(task),
        Backend::Avx2 if has(Backend::Avx2) && has(Backend::Bmi2) => {
            // SAFETY: as above.
            // Test: `every_backend_lists_what_the_portable_one_lists`. Gain: perft counts 1.76 times as fast as on BMI2.
            unsafe { With(Avx2::assume(), lookup()) }.run(task)
        }
        // SAFETY: as above. PEXT is slow here.
        // Test: `every_backend_lists_what_the_portable_one_lists`. Gain: as above, but for the lookups.
        Backend::Avx2 if has(Backend::Avx2) => unsafe { With(Avx2::assume(), Portable.sliders()) }.run(task),
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
        Backend::Bmi2 if has(Backend::Bmi2) => unsafe { With(Words(()), lookup()) }.run(task),
        _ => Portable.run(task),
    }
}

/// Returns the lookups by PEXT, or without the feature `tables` those by subtraction.
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

/// A machine: the proof of the processor's instructions, and the slider lookups, which avoid PEXT where it is slow.
#[derive(Clone, Copy)]
struct With<P, S>(P, S);

/// Proof of a processor with BMI1, BMI2, LZCNT and POPCNT.
#[derive(Clone, Copy)]
struct Words(());

/// A proof of the instructions that a machine has.
trait Proof: Copy + Send + Sync + 'static {
    const BACKEND: Backend;

    #[inline(always)]
    fn avx2(self) -> Option<Avx2> {
        None
    }

    #[inline(always)]
    fn avx512(self) -> Option<Avx512> {
        None
    }

    /// Runs `task` by a call that is compiled for the instructions.
    fn run<T: Task>(self, machine: impl Machine, task: T) -> T::Output;
}

impl Proof for Words {
    const BACKEND: Backend = Backend::Bmi2;

    #[inline(always)]
    fn run<T: Task>(self, machine: impl Machine, task: T) -> T::Output {
        #[inline(never)]
        #[target_feature(enable = "bmi1,bmi2,lzcnt,popcnt")]
        fn compiled<T: Task>(machine: impl Machine, task: T) -> T::Output {
            task.run(machine)
        }
        // SAFETY: `self` proves the features.
        // Test: `every_backend_lists_what_the_portable_one_lists`. Gain: see `Backend::run`.
        unsafe { compiled(machine, task) }
    }
}

impl Proof for Avx2 {
    const BACKEND: Backend = Backend::Avx2;

    #[inline(always)]
    fn avx2(self) -> Option<Avx2> {
        Some(self)
    }

    #[inline(always)]
    fn run<T: Task>(self, machine: impl Machine, task: T) -> T::Output {
        #[inline(never)]
        #[target_feature(enable = "bmi1,bmi2,lzcnt,popcnt,avx2")]
        fn compiled<T: Task>(machine: impl Machine, task: T) -> T::Output {
            task.run(machine)
        }
        // SAFETY: `self` proves the features.
        // Test: `every_backend_lists_what_the_portable_one_lists`. Gain: see `Backend::run`.
        unsafe { compiled(machine, task) }
    }
}

impl Proof for Avx512 {
    const BACKEND: Backend = Backend::Avx512;

    #[inline(always)]
    fn avx2(self) -> Option<Avx2> {
        Some(self.into())
    }

    #[inline(always)]
    fn avx512(self) -> Option<Avx512> {
        Some(self)
    }

    /// Code that is neither written for lanes nor run by [`Machine::run_wide`] is compiled as for AVX2. With wider registers
    /// the compiler copies a position in two loads, which have to wait for the smaller stores before them; that halved the
    /// speed of moves made on copies.
    #[inline(always)]
    fn run<T: Task>(self, machine: impl Machine, task: T) -> T::Output {
        Avx2::from(self).run(machine, task)
    }
}

impl<P, S> Sealed for With<P, S> {}

impl<P: Proof, S: Sliders + Send + Sync + 'static> Machine for With<P, S> {
    type Sliders = S;

    const BACKEND: Backend = P::BACKEND;

    #[inline(always)]
    fn sliders(self) -> S {
        self.1
    }

    #[inline(always)]
    fn avx2(self) -> Option<Avx2> {
        self.0.avx2()
    }

    #[inline(always)]
    fn avx512(self) -> Option<Avx512> {
        self.0.avx512()
    }

    #[inline(always)]
    fn run<T: Task>(self, task: T) -> T::Output {
        self.0.run(self, task)
    }

    #[inline(always)]
    fn run_wide<T: Task>(self, task: T) -> T::Output {
        crate::avx512_functions! {
            fn compiled<T: Task>(machine: impl Machine, task: T) -> T::Output {
                task.run(machine)
            }
        }
        match self.avx512() {
            // SAFETY: `self` proves the features. Test: `every_backend_adds_what_the_portable_one_adds`. Gain: a search with a
            // network of 256 visits 1.12 times as many nodes a second (examples/network, AMD Zen 5).
            Some(_) => unsafe { compiled(self, task) },
            None => task.run(self),
        }
    }
}

#[cfg(test)]
mod tests {
    use chess_board::Position;
    use chess_magic::CHOSEN_SLIDERS;
    use chess_types::MoveList;

    use super::*;
    use crate::generator::{Selection, Unknown};
    use crate::lists::Generate;

    fn listed(machine: impl Machine, position: &Position) -> MoveList {
        let mut moves = MoveList::new();
        machine.run(Generate { position, known: Unknown, selection: Selection::ALL, moves: &mut moves });
        moves
    }

    /// Covers the combination of AVX2 with magics, which integration tests do not reach where PEXT is fast. The
    /// positions are those of the Chess Programming Wiki.
    #[test]
    fn magics_serve_where_pext_is_slow() {
        if !Backend::Avx2.is_available() {
            return;
        }
        // SAFETY: the processor has been tested. Test: `magics_serve_where_pext_is_slow`, which this is. Gain: none, a test.
        let machine = With(unsafe { Avx2::assume() }, CHOSEN_SLIDERS);
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
            assert_eq!(listed(machine, &position), listed(Portable, &position), "{fen}");
        }
    }
}
