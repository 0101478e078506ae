use core::fmt;
use core::str::FromStr;

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
    /// Sliders by PEXT.
    Bmi2,
    /// Whatever the crate is compiled for.
    Portable,
}

impl Backend {
    /// All backends, the fastest first.
    pub const ALL: [Self; 3] = [Self::Avx512, Self::Bmi2, Self::Portable];

    /// The fastest backend there is on this processor.
    ///
    /// With the feature `std` the processor is asked, once; without, the target the crate is compiled for decides.
    #[inline]
    pub fn best() -> Self {
        detect::best()
    }

    /// Whether this processor has what the backend needs.
    pub fn is_available(self) -> bool {
        match self {
            Self::Avx512 => detect::has_avx512(),
            Self::Bmi2 => detect::has_bmi2(),
            Self::Portable => true,
        }
    }

    /// The name in lower case: `avx512`, `bmi2` or `portable`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Avx512 => "avx512",
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
        f.write_str("a backend is avx512, bmi2 or portable")
    }
}

impl core::error::Error for ParseBackendError {}

impl FromStr for Backend {
    type Err = ParseBackendError;

    fn from_str(name: &str) -> Result<Self, ParseBackendError> {
        Self::ALL.into_iter().find(|backend| backend.name() == name).ok_or(ParseBackendError)
    }
}

#[cfg(all(target_arch = "x86_64", feature = "std"))]
mod detect {
    use core::arch::x86_64::__cpuid;
    use core::sync::atomic::{AtomicU8, Ordering};

    use super::Backend;

    const UNKNOWN: u8 = 0;
    const PORTABLE: u8 = 1;
    const BMI2: u8 = 2;
    const AVX512: u8 = 3;

    /// The processor does not change: whoever asks first writes the answer, and all write the same.
    static BEST: AtomicU8 = AtomicU8::new(UNKNOWN);

    #[inline]
    fn level() -> u8 {
        match BEST.load(Ordering::Relaxed) {
            UNKNOWN => ask_processor(),
            level => level,
        }
    }

    #[inline]
    pub(super) fn best() -> Backend {
        match level() {
            AVX512 => Backend::Avx512,
            BMI2 => Backend::Bmi2,
            _ => Backend::Portable,
        }
    }

    #[inline]
    pub(super) fn has_bmi2() -> bool {
        level() >= BMI2
    }

    #[inline]
    pub(super) fn has_avx512() -> bool {
        level() >= AVX512
    }

    #[cold]
    fn ask_processor() -> u8 {
        macro_rules! has {
            ($($feature:tt)+) => { $(std::is_x86_feature_detected!($feature))&&+ };
        }
        let level = if !has!("bmi1" "bmi2" "lzcnt" "popcnt") || has_slow_pext() {
            PORTABLE
        } else if has!("avx512f" "avx512bw" "avx512dq" "avx512vl" "avx512cd" "avx512vbmi" "avx512vbmi2")
            && has!("avx512vpopcntdq" "avx512bitalg" "gfni")
        {
            AVX512
        } else {
            BMI2
        };
        BEST.store(level, Ordering::Relaxed);
        level
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
#[cfg(not(all(target_arch = "x86_64", feature = "std")))]
mod detect {
    use super::Backend;

    pub(super) const fn has_bmi2() -> bool {
        cfg!(all(
            target_arch = "x86_64",
            target_feature = "bmi1",
            target_feature = "bmi2",
            target_feature = "lzcnt",
            target_feature = "popcnt"
        ))
    }

    pub(super) const fn has_avx512() -> bool {
        has_bmi2()
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

    pub(super) const fn best() -> Backend {
        if has_avx512() {
            Backend::Avx512
        } else if has_bmi2() {
            Backend::Bmi2
        } else {
            Backend::Portable
        }
    }
}
