//! Tests of private items of `machine/x86.rs`, whose module they are.

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
fn each_backend_has_a_bit_and_the_best_is_the_first_that_is_found() {
    for bits in 0..=255 {
        let found = Found(bits);
        let expected = [bits >> 2 & 1 == 1, bits >> 1 & 1 == 1, bits & 1 == 1, true];
        assert_eq!(Backend::ALL.map(|backend| found.has(backend)), expected, "{bits}");
        let first = Backend::ALL.into_iter().find(|&backend| found.has(backend));
        assert_eq!(first, Some(found.best()), "{bits}");
    }
}

#[test]
fn each_backend_needs_its_instructions() {
    for bits in 0..16 {
        let [words, avx2, avx512, is_pext_slow] = [1, 2, 4, 8].map(|bit| bits & bit != 0);
        let found = Found::of([words, avx2, avx512], is_pext_slow);
        let expected = [words && !is_pext_slow, words && avx2, words && avx2 && avx512 && !is_pext_slow];
        assert_eq!([1, 2, 4].map(|bit| found.0 & bit != 0), expected, "{bits}");
        assert_eq!(found.0 >> 3, 0);
    }
}

#[cfg(feature = "std")]
#[test]
fn what_is_found_is_what_the_processor_has() {
    use core::arch::x86_64::__cpuid;

    let vendor = __cpuid(0);
    let name = [vendor.ebx, vendor.edx, vendor.ecx].map(u32::to_le_bytes);
    assert!(!has_slow_pext() || name.as_flattened() == b"AuthenticAMD");
    let asked = ask_processor().0;
    for (feature, has, bits) in [
        ("bmi1", std::is_x86_feature_detected!("bmi1"), 7),
        ("bmi2", std::is_x86_feature_detected!("bmi2"), 7),
        ("lzcnt", std::is_x86_feature_detected!("lzcnt"), 7),
        ("popcnt", std::is_x86_feature_detected!("popcnt"), 7),
        ("avx2", std::is_x86_feature_detected!("avx2"), 6),
        ("avx512f", std::is_x86_feature_detected!("avx512f"), 4),
        ("avx512vbmi2", std::is_x86_feature_detected!("avx512vbmi2"), 4),
        ("avx512vpopcntdq", std::is_x86_feature_detected!("avx512vpopcntdq"), 4),
        ("gfni", std::is_x86_feature_detected!("gfni"), 4),
    ] {
        assert!(has || asked & bits == 0, "{feature} is missing");
    }
    // The first call tests the processor, and the others load the stored answer.
    for _ in 0..3 {
        assert_eq!(found().0 & 7, asked);
    }
}

#[cfg(feature = "std")]
#[test]
fn pext_is_slow_on_processors_of_amd_up_to_zen_2() {
    let words = |name: &[u8; 12]| {
        [0, 4, 8].map(|at| u32::from_le_bytes([name[at], name[at + 1], name[at + 2], name[at + 3]]))
    };
    let (amd, intel) = (words(b"AuthenticAMD"), words(b"GenuineIntel"));
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
        ("Pentium 4, family 0Fh", intel, 0x0000_0F29, false),
        ("Haswell, family 6", intel, 0x0003_06C3, false),
        ("Rocket Lake, family 6", intel, 0x000A_0671, false),
        ("a family 17h of another vendor", intel, 0x0080_0F11, false),
    ] {
        assert_eq!(is_pext_slow(vendor, signature), is_slow, "{name}");
    }
}
