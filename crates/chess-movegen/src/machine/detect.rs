//! Detection of the processor's instructions.

/// The instruction sets that the processor has, one bit for each.
#[derive(Clone, Copy)]
pub(super) struct Found(u8);

impl Found {
    /// BMI1, BMI2, LZCNT and POPCNT, with a fast PEXT.
    const BMI2: u8 = 1;
    /// AVX2 with BMI1, BMI2, LZCNT and POPCNT.
    const AVX2: u8 = 2;
    /// AVX-512 as listed at [`Avx512`](super::Avx512), with a fast PEXT.
    const AVX512: u8 = 4;

    #[inline]
    pub(super) const fn has_bmi2(self) -> bool {
        self.0 & Self::BMI2 != 0
    }

    #[inline]
    pub(super) const fn has_avx2(self) -> bool {
        self.0 & Self::AVX2 != 0
    }

    #[inline]
    pub(super) const fn has_avx512(self) -> bool {
        cfg!(avx512_model) || self.0 & Self::AVX512 != 0
    }
}

/// Returns the instruction sets of this processor. The processor is asked once.
#[cfg(all(x86_backends, feature = "std"))]
#[inline]
pub(super) fn found() -> Found {
    use core::sync::atomic::{AtomicU8, Ordering};

    /// The bit that marks a stored answer.
    const ASKED: u8 = 128;
    /// The stored answer. It never changes, so that threads that ask at the same time store the same value.
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
#[cfg(not(all(x86_backends, feature = "std")))]
#[inline]
pub(super) const fn found() -> Found {
    macro_rules! has {
        ($($feature:literal)+) => { cfg!(all($(target_feature = $feature),+)) };
    }
    /// A target that has `SSE4a` is one of AMD's, and is before Zen 3 if it lacks VAES.
    const HAS_SLOW_PEXT: bool = cfg!(all(target_feature = "sse4a", not(target_feature = "vaes")));
    let mut found = 0;
    if cfg!(x86_backends) && has!("bmi1" "bmi2" "lzcnt" "popcnt") {
        if has!("avx2") {
            found |= Found::AVX2;
        }
        if !HAS_SLOW_PEXT {
            found |= Found::BMI2;
            if has!("avx2" "avx512f" "avx512bw" "avx512dq" "avx512vl" "avx512cd" "avx512vbmi" "avx512vbmi2"
                "avx512vpopcntdq" "avx512bitalg" "gfni")
            {
                found |= Found::AVX512;
            }
        }
    }
    Found(found)
}

#[cfg(all(x86_backends, feature = "std"))]
#[cold]
fn ask_processor() -> Found {
    macro_rules! has {
        ($($feature:tt)+) => { $(std::is_x86_feature_detected!($feature))&&+ };
    }
    let mut found = 0;
    if has!("bmi1" "bmi2" "lzcnt" "popcnt") {
        if has!("avx2") {
            found |= Found::AVX2;
        }
        if !has_slow_pext() {
            found |= Found::BMI2;
            if has!("avx2" "avx512f" "avx512bw" "avx512dq" "avx512vl" "avx512cd" "avx512vbmi" "avx512vbmi2")
                && has!("avx512vpopcntdq" "avx512bitalg" "gfni")
            {
                found |= Found::AVX512;
            }
        }
    }
    Found(found)
}

/// Tests for AMD's families 15h and 17h (up to Zen 2), which have PEXT in microcode, at some 18 to 300 cycles.
/// Source: Agner Fog's instruction tables.
#[cfg(all(x86_backends, feature = "std"))]
fn has_slow_pext() -> bool {
    use core::arch::x86_64::__cpuid;

    let vendor = __cpuid(0);
    let is_amd =
        [vendor.ebx, vendor.edx, vendor.ecx] == [*b"Auth", *b"enti", *b"cAMD"].map(u32::from_le_bytes);
    let signature = __cpuid(1).eax;
    let family = (signature >> 8 & 15) + (signature >> 20 & 255);
    is_amd && matches!(family, 0x15 | 0x17)
}
