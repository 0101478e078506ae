//! The machines of x86-64, and the test of the processor before one of them is created.

#[cfg(not(feature = "tables"))]
use chess_magic::hyperbola::Lookup;
#[cfg(feature = "tables")]
use chess_magic::pext::Lookup;
use chess_magic::{CHOSEN_SLIDERS, ChosenSliders};

use super::backend::Backend;
use super::portable::Portable;
use super::task::sealed::Sealed;
use super::task::{Avx2, Avx512, Machine, Task};

/// Tests whether the processor has the instructions of `backend`.
#[inline(always)]
pub(super) fn has(backend: Backend) -> bool {
    found().has(backend)
}

/// Tests whether the processor has BMI2 with a fast PEXT.
#[cfg(feature = "tables")]
#[inline(always)]
pub(super) fn has_fast_pext() -> bool {
    found().has_fast_pext()
}

/// Runs `task` on the machine of `backend`, or on the portable one if the processor lacks its instructions.
#[inline(always)]
pub(super) fn run<T: Task>(backend: Backend, task: T) -> T::Output {
    match backend {
        // SAFETY: the guard has tested the processor.
        // Test: `every_backend_lists_what_the_portable_one_lists`. Gain: perft counts 1.25 times as fast as with AVX2, and lists 1.5
        // times (this and those below: the table of backends in `docs/figures/perft.md`, AMD Zen 4).
        Backend::Avx512 if found().has(Backend::Avx512) => unsafe {
            Avx512Machine { proof: Avx512::assume(), sliders: lookup() }.run(task)
        },
        Backend::Avx2 => run_scalar(backend, task),
        _ => Portable.run(task),
    }
}

/// Runs `task` on the machine of AVX2, or on the portable one if that is `backend` or the processor lacks AVX2.
#[inline(always)]
pub(super) fn run_scalar<T: Task>(backend: Backend, task: T) -> T::Output {
    let found = found();
    let is_allowed = !matches!(backend, Backend::Portable);
    if !is_allowed || found.has_fast_pext() || !found.has(Backend::Avx2) {
        return run_by_pext(is_allowed && found.has_fast_pext(), task);
    }
    // SAFETY: the processor has been tested.
    // Test: `magics_serve_where_pext_is_slow`. Gain: the engine of chess-search takes 0.9 of the time of the portable machine
    // (AMD Zen 1).
    unsafe { Avx2SlowPext { proof: Avx2::assume(), sliders: CHOSEN_SLIDERS }.run(task) }
}

/// Runs `query` on the machine of AVX2 with a fast PEXT, or on the portable one if the processor lacks these.
#[inline(always)]
pub(super) fn run_query<T: Task>(query: T) -> T::Output {
    run_by_pext(found().has_fast_pext(), query)
}

/// Runs `task` on the machine of AVX2 with a fast PEXT if the processor has these, and otherwise on the portable one.
#[inline(always)]
fn run_by_pext<T: Task>(has_fast_pext: bool, task: T) -> T::Output {
    if !has_fast_pext {
        return Portable.run(task);
    }
    // SAFETY: the callers have tested the processor.
    // Test: `every_backend_lists_what_the_portable_one_lists`. Gain: perft counts 1.49 times as fast as on the portable machine,
    // and lists 1.08 times.
    unsafe { Avx2Machine { proof: Avx2::assume(), sliders: lookup() }.run(task) }
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

/// Defines machines, each with the proof of its instructions and its slider lookups. Their tasks are compiled for `$features`.
macro_rules! machines {
    ($self:ident, $(
        $(#[$doc:meta])*
        $name:ident($proof:ty, $sliders:ty, $backend:ident, $features:literal) {
            avx2: $avx2:expr, avx512: $avx512:expr
        }
    )+) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy)]
        struct $name {
            proof: $proof,
            sliders: $sliders,
        }

        impl Sealed for $name {}

        impl Machine for $name {
            type Sliders = $sliders;

            const BACKEND: Backend = Backend::$backend;

            #[inline(always)]
            fn sliders($self) -> $sliders {
                $self.sliders
            }

            #[inline(always)]
            fn avx2($self) -> Option<Avx2> {
                $avx2
            }

            #[inline(always)]
            fn avx512($self) -> Option<Avx512> {
                $avx512
            }

            #[inline(always)]
            fn run<T: Task>($self, task: T) -> T::Output {
                #[inline(never)]
                #[target_feature(enable = $features)]
                fn compiled<T: Task>(machine: $name, task: T) -> T::Output {
                    task.run(machine)
                }
                // SAFETY: the processor was tested before the machine was created.
                // Test: `every_backend_lists_what_the_portable_one_lists`. Gain: see `Backend::run`.
                unsafe { compiled($self, task) }
            }

            #[inline(always)]
            fn run_wide<T: Task>($self, task: T) -> T::Output {
                match $self.avx512() {
                    // SAFETY: the proof. Test: `every_backend_adds_what_the_portable_one_adds`. Gain: a search with a network of
                    // 256 visits 1.12 times as many nodes a second (examples/network, AMD Zen 5).
                    Some(_) => unsafe { compiled_wide($self, task) },
                    None => task.run($self),
                }
            }
        }
    )+};
}

crate::avx512_functions! {
    fn compiled_wide<T: Task>(machine: impl Machine, task: T) -> T::Output {
        task.run(machine)
    }
}

machines! { self,
    /// Code that is neither written for lanes nor run by [`Machine::run_wide`] is compiled as for AVX2. With wider registers
    /// the compiler copies a position in two loads, which stall on the smaller stores before them; that halved the speed of
    /// moves made on copies.
    Avx512Machine(Avx512, Lookup, Avx512, "bmi1,bmi2,lzcnt,popcnt,avx2") {
        avx2: Some(self.proof.into()), avx512: Some(self.proof)
    }

    /// AVX2 with a fast PEXT.
    Avx2Machine(Avx2, Lookup, Avx2, "bmi1,bmi2,lzcnt,popcnt,avx2") { avx2: Some(self.proof), avx512: None }

    /// AVX2 with the slider lookups of the portable machine.
    Avx2SlowPext(Avx2, ChosenSliders, Avx2, "bmi1,bmi2,lzcnt,popcnt,avx2") { avx2: Some(self.proof), avx512: None }
}

/// The backends that the processor has, one bit for each by its place in [`Backend::ALL`], and a bit for AVX2 with a fast PEXT.
#[derive(Clone, Copy)]
struct Found(u8);

impl Found {
    const FAST_PEXT: u8 = 1 << Backend::ALL.len();

    /// Collects the backends of a processor. `avx2` means AVX2, BMI1, BMI2, LZCNT and POPCNT, and `avx512` the instructions that
    /// [`Avx512`](crate::machine::Avx512) adds to AVX2. Without the feature `tables` nothing is looked up by PEXT.
    #[inline]
    const fn of([avx2, avx512]: [bool; 2], is_pext_slow: bool) -> Self {
        let is_fast = avx2 && !(cfg!(feature = "tables") && is_pext_slow);
        let fast_pext = if is_fast { Self::FAST_PEXT } else { 0 };
        Self((is_fast && avx512) as u8 | (avx2 as u8) << 1 | 1 << 2 | fast_pext)
    }

    #[inline]
    const fn has(self, backend: Backend) -> bool {
        self.0 >> backend as u8 & 1 != 0
    }

    /// Tests whether the processor has AVX2, and PEXT is fast or not used.
    #[inline]
    const fn has_fast_pext(self) -> bool {
        self.0 & Self::FAST_PEXT != 0
    }
}

/// Tests for the two sets of [`Found::of`] by the macro `$has`.
macro_rules! sets {
    ($has:ident) => {[
        $has!("bmi1" "bmi2" "lzcnt" "popcnt" "avx2"),
        $has!("avx512f" "avx512bw" "avx512dq" "avx512vl" "avx512cd" "avx512vbmi" "avx512vbmi2" "avx512vpopcntdq"
            "avx512bitalg" "gfni"),
    ]};
}

/// Returns the instruction sets of this processor, which is tested once.
#[cfg(feature = "std")]
#[inline]
fn found() -> Found {
    use core::sync::atomic::{AtomicU8, Ordering};

    /// The bit that marks a stored answer.
    const ASKED: u8 = 128;
    /// The stored answer. Threads that call at the same time store the same value.
    static ANSWER: AtomicU8 = AtomicU8::new(0);

    match ANSWER.load(Ordering::Relaxed) {
        0 => {
            let found = ask_processor();
            ANSWER.store(found.0 | ASKED, Ordering::Relaxed);
            found
        }
        answer => Found(answer),
    }
}

/// Returns the instruction sets of every processor that the crate is compiled for.
#[cfg(not(feature = "std"))]
#[inline]
const fn found() -> Found {
    macro_rules! has {
        ($($feature:literal)+) => { cfg!(all($(target_feature = $feature),+)) };
    }
    /// A target that has `SSE4a` is one of AMD's, and is before Zen 3 if it lacks VAES.
    const HAS_SLOW_PEXT: bool = cfg!(all(target_feature = "sse4a", not(target_feature = "vaes")));
    Found::of(sets!(has), HAS_SLOW_PEXT)
}

#[cfg(feature = "std")]
#[cold]
fn ask_processor() -> Found {
    macro_rules! has {
        ($($feature:tt)+) => { $(std::is_x86_feature_detected!($feature))&&+ };
    }
    Found::of(sets!(has), has_slow_pext())
}

/// Tests whether the processor has a slow PEXT.
#[cfg(feature = "std")]
fn has_slow_pext() -> bool {
    use core::arch::x86_64::__cpuid;

    // Miri has no CPUID.
    if cfg!(miri) {
        return false;
    }
    #[allow(unused_unsafe, reason = "newer compilers have `__cpuid` as a safe function")]
    // SAFETY: each x86-64 processor has CPUID. Test: `pext_is_slow_on_amd_and_hygon_up_to_zen_2`. Gain: that of magics where PEXT is slow.
    let [vendor, version] = unsafe { [__cpuid(0), __cpuid(1)] };
    is_pext_slow([vendor.ebx, vendor.edx, vendor.ecx], version.eax)
}

/// Tests whether the processor has PEXT in microcode, at some 18 to 300 cycles, by the vendor and the signature that CPUID returns:
/// AMD's families 15h and 17h (up to Zen 2), and Hygon's family 18h, which is AMD's Zen. Source: Agner Fog's instruction tables.
#[cfg(feature = "std")]
fn is_pext_slow(vendor: [u32; 3], signature: u32) -> bool {
    const AMD: [u32; 3] = words(b"AuthenticAMD");
    const HYGON: [u32; 3] = words(b"HygonGenuine");
    let family = (signature >> 8 & 15) + (signature >> 20 & 255);
    match vendor {
        AMD => matches!(family, 0x15 | 0x17),
        HYGON => family == 0x18,
        _ => false,
    }
}

/// Returns the name of a vendor as the registers EBX, EDX and ECX have it.
#[cfg(feature = "std")]
const fn words(name: &[u8; 12]) -> [u32; 3] {
    let [a, b, c, d, e, f, g, h, i, j, k, l] = *name;
    [u32::from_le_bytes([a, b, c, d]), u32::from_le_bytes([e, f, g, h]), u32::from_le_bytes([i, j, k, l])]
}

#[cfg(test)]
mod tests {
    use chess_board::Position;
    use chess_types::MoveList;

    use super::*;
    use crate::node::{Node, PositionExt};

    struct Listed<'a>(&'a Position);

    impl Task for Listed<'_> {
        type Output = MoveList;

        fn run(self, machine: impl Machine) -> MoveList {
            Node::on(machine, self.0).legal_moves()
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
        let machine = Avx2SlowPext { proof: unsafe { Avx2::assume() }, sliders: CHOSEN_SLIDERS };
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

    #[test]
    fn each_backend_needs_its_instructions() {
        for bits in 0..8 {
            let [avx2, avx512, is_pext_slow] = [1, 2, 4].map(|bit| bits & bit != 0);
            let is_fast = !(is_pext_slow && cfg!(feature = "tables"));
            let found = Found::of([avx2, avx512], is_pext_slow);
            let expected = [avx2 && avx512 && is_fast, avx2, true];
            assert_eq!(Backend::ALL.map(|backend| found.has(backend)), expected, "{bits}");
            assert_eq!(found.has_fast_pext(), avx2 && is_fast, "{bits}");
            assert_eq!(found.0 >> 4, 0);
        }
    }

    #[cfg(feature = "std")]
    #[test]
    fn what_is_found_is_what_the_processor_has() {
        use core::arch::x86_64::__cpuid;

        let vendor = __cpuid(0);
        let name = [vendor.ebx, vendor.edx, vendor.ecx].map(u32::to_le_bytes);
        assert!(
            !has_slow_pext()
                || [b"AuthenticAMD", b"HygonGenuine"].map(|name| &name[..]).contains(&name.as_flattened())
        );
        let asked = ask_processor().0;
        for (feature, has, bits) in [
            ("bmi1", std::is_x86_feature_detected!("bmi1"), 11),
            ("bmi2", std::is_x86_feature_detected!("bmi2"), 11),
            ("lzcnt", std::is_x86_feature_detected!("lzcnt"), 11),
            ("popcnt", std::is_x86_feature_detected!("popcnt"), 11),
            ("avx2", std::is_x86_feature_detected!("avx2"), 11),
            ("avx512f", std::is_x86_feature_detected!("avx512f"), 1),
            ("avx512vbmi2", std::is_x86_feature_detected!("avx512vbmi2"), 1),
            ("avx512vpopcntdq", std::is_x86_feature_detected!("avx512vpopcntdq"), 1),
            ("gfni", std::is_x86_feature_detected!("gfni"), 1),
        ] {
            assert!(has || asked & bits == 0, "{feature} is missing");
        }
        // The first call tests the processor, and the others load the stored answer.
        for _ in 0..3 {
            assert_eq!(found().0 & 15, asked);
        }
    }

    #[cfg(feature = "std")]
    #[test]
    fn pext_is_slow_on_amd_and_hygon_up_to_zen_2() {
        let [amd, hygon, intel] = [b"AuthenticAMD", b"HygonGenuine", b"GenuineIntel"].map(words);
        for (name, vendor, signature, is_slow) in [
            ("Opteron, family 0Fh", amd, 0x0002_0F12, false),
            ("Phenom II, family 10h", amd, 0x0010_0F43, false),
            ("Jaguar, family 16h", amd, 0x0070_0F01, false),
            ("Bulldozer, family 15h", amd, 0x0060_0F12, true),
            ("Excavator, family 15h", amd, 0x0066_0F01, true),
            ("Zen, family 17h", amd, 0x0080_0F11, true),
            ("Zen 2, family 17h", amd, 0x0087_0F10, true),
            ("Zen 3, family 19h", amd, 0x00A2_0F12, false),
            ("Zen 5, family 1Ah", amd, 0x00B4_0F40, false),
            ("Dhyana, family 18h", hygon, 0x0090_0F01, true),
            ("a family 18h of AMD", amd, 0x0090_0F01, false),
            ("a family 17h of Hygon", hygon, 0x0080_0F11, false),
            ("Pentium 4, family 0Fh", intel, 0x0000_0F29, false),
            ("Haswell, family 6", intel, 0x0003_06C3, false),
            ("Rocket Lake, family 6", intel, 0x000A_0671, false),
            ("a family 17h of another vendor", intel, 0x0080_0F11, false),
        ] {
            assert_eq!(is_pext_slow(vendor, signature), is_slow, "{name}");
        }
    }
}
