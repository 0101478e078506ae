use core::fmt;
use core::str::FromStr;

#[cfg(target_arch = "x86_64")]
use super::avx2::Avx2;
#[cfg(target_arch = "x86_64")]
use super::avx512::Avx512;
#[cfg(target_arch = "x86_64")]
use super::bmi2::Bmi2;
use super::{Arch, Portable, Task};

/// The machines the generator can run on, the fastest first. All give the same moves and the same counts.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Backend {
    /// Sliders by PEXT, and replies counted for eight positions at once in the lanes of AVX-512.
    Avx512,
    /// Sliders by PEXT where that is fast, and replies counted for eight positions at once in the lanes of AVX2.
    Avx2,
    /// Sliders by PEXT.
    Bmi2,
    /// Whatever the crate is compiled for.
    Portable,
}

impl Backend {
    /// All backends, the fastest first.
    pub const ALL: [Self; 4] = [Self::Avx512, Self::Avx2, Self::Bmi2, Self::Portable];

    /// The fastest backend there is on this processor.
    ///
    /// With the feature `std` the processor is asked, once; without, the target the crate is compiled for decides. With
    /// the feature `hyperbola` it is the portable one, whatever there is.
    #[inline]
    pub fn best() -> Self {
        detect::best()
    }

    /// Whether this processor has what the backend needs, and the crate is compiled with it.
    pub fn is_available(self) -> bool {
        match self {
            Self::Avx512 => detect::has_avx512(),
            Self::Avx2 => detect::has_avx2(),
            Self::Bmi2 => detect::has_bmi2(),
            Self::Portable => true,
        }
    }

    /// The name in lower case: `avx512`, `avx2`, `bmi2` or `portable`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Avx512 => "avx512",
            Self::Avx2 => "avx2",
            Self::Bmi2 => "bmi2",
            Self::Portable => "portable",
        }
    }

    /// Runs `task` on this backend, which must be available, or else on the portable one.
    #[inline]
    pub(crate) fn run<T: Task>(self, task: T) -> T::Output {
        match self {
            // SAFETY: the guard has asked the processor. Test: `every_backend_counts_what_the_portable_one_counts`.
            #[cfg(target_arch = "x86_64")]
            Self::Avx512 if detect::has_avx512() => unsafe { Avx512::assume() }.run(task),
            #[cfg(target_arch = "x86_64")]
            Self::Avx2 if detect::has_avx2() => {
                if detect::has_bmi2() {
                    // SAFETY: as above.
                    unsafe { Avx2::assume(Bmi2::assume()) }.run(task)
                } else {
                    // SAFETY: as above.
                    unsafe { Avx2::assume(Portable) }.run(task)
                }
            }
            // SAFETY: as above.
            #[cfg(target_arch = "x86_64")]
            Self::Bmi2 if detect::has_bmi2() => unsafe { Bmi2::assume() }.run(task),
            _ => Portable.run(task),
        }
    }
}

impl fmt::Display for Backend {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The text is not the name of a backend.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ParseBackendError;

impl fmt::Display for ParseBackendError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a backend is avx512, avx2, bmi2 or portable")
    }
}

impl core::error::Error for ParseBackendError {}

impl FromStr for Backend {
    type Err = ParseBackendError;

    fn from_str(name: &str) -> Result<Self, ParseBackendError> {
        Self::ALL.into_iter().find(|backend| backend.name() == name).ok_or(ParseBackendError)
    }
}

#[cfg(all(target_arch = "x86_64", feature = "std", not(feature = "hyperbola")))]
mod detect {
    use core::arch::x86_64::__cpuid;
    use core::sync::atomic::{AtomicU8, Ordering};

    use super::Backend;

    /// The processor has been asked.
    const ASKED: u8 = 1;
    const BMI2: u8 = 2;
    const AVX2: u8 = 4;
    const AVX512: u8 = 8;

    /// What the processor has. It does not change: whoever asks first writes the answer, and all write the same.
    static FOUND: AtomicU8 = AtomicU8::new(0);

    #[inline]
    fn found() -> u8 {
        match FOUND.load(Ordering::Relaxed) {
            0 => ask_processor(),
            found => found,
        }
    }

    #[inline]
    pub(super) fn best() -> Backend {
        match found() {
            found if found & AVX512 != 0 => Backend::Avx512,
            found if found & AVX2 != 0 => Backend::Avx2,
            found if found & BMI2 != 0 => Backend::Bmi2,
            _ => Backend::Portable,
        }
    }

    /// BMI2 with a PEXT that is fast.
    #[inline]
    pub(super) fn has_bmi2() -> bool {
        found() & BMI2 != 0
    }

    #[inline]
    pub(super) fn has_avx2() -> bool {
        found() & AVX2 != 0
    }

    #[inline]
    pub(super) fn has_avx512() -> bool {
        found() & AVX512 != 0
    }

    #[cold]
    fn ask_processor() -> u8 {
        macro_rules! has {
            ($($feature:tt)+) => { $(std::is_x86_feature_detected!($feature))&&+ };
        }
        let mut found = ASKED;
        if has!("bmi1" "bmi2" "lzcnt" "popcnt") {
            if has!("avx2") {
                found |= AVX2;
            }
            if !has_slow_pext() {
                found |= BMI2;
                if has!("avx2" "avx512f" "avx512bw" "avx512dq" "avx512vl" "avx512cd" "avx512vbmi" "avx512vbmi2")
                    && has!("avx512vpopcntdq" "avx512bitalg" "gfni")
                {
                    found |= AVX512;
                }
            }
        }
        FOUND.store(found, Ordering::Relaxed);
        found
    }

    /// AMD's families 15h and 17h (up to Zen 2) have PEXT in microcode, at some 18 to 300 cycles.
    /// Source: Agner Fog's instruction tables.
    fn has_slow_pext() -> bool {
        let vendor = __cpuid(0);
        let is_amd =
            [vendor.ebx, vendor.edx, vendor.ecx] == [*b"Auth", *b"enti", *b"cAMD"].map(u32::from_le_bytes);
        let signature = __cpuid(1).eax;
        let family = (signature >> 8 & 15) + (signature >> 20 & 255);
        is_amd && matches!(family, 0x15 | 0x17)
    }
}

/// What the crate is compiled for.
#[cfg(not(all(target_arch = "x86_64", feature = "std", not(feature = "hyperbola"))))]
mod detect {
    use super::Backend;

    #[inline]
    pub(super) const fn has_bmi2() -> bool {
        cfg!(all(
            not(feature = "hyperbola"),
            target_arch = "x86_64",
            target_feature = "bmi1",
            target_feature = "bmi2",
            target_feature = "lzcnt",
            target_feature = "popcnt"
        ))
    }

    #[inline]
    pub(super) const fn has_avx2() -> bool {
        has_bmi2() && cfg!(target_feature = "avx2")
    }

    #[inline]
    pub(super) const fn has_avx512() -> bool {
        has_avx2()
            && cfg!(all(
                target_feature = "avx512f",
                target_feature = "avx512bw",
                target_feature = "avx512dq",
                target_feature = "avx512vl",
                target_feature = "avx512cd",
                target_feature = "avx512vbmi",
                target_feature = "avx512vbmi2",
                target_feature = "avx512vpopcntdq",
                target_feature = "avx512bitalg",
                target_feature = "gfni"
            ))
    }

    #[inline]
    pub(super) const fn best() -> Backend {
        if has_avx512() {
            Backend::Avx512
        } else if has_avx2() {
            Backend::Avx2
        } else if has_bmi2() {
            Backend::Bmi2
        } else {
            Backend::Portable
        }
    }
}
