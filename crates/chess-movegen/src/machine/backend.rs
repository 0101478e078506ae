use core::fmt;
use core::str::FromStr;

use super::detect::{Found, found};

/// The kinds of machine that a [`Task`](super::Task) can run on, from most to fewest instructions.
///
/// All of them give the same results. The fastest one depends on the operation: see
/// [`list_backend`](crate::list_backend) for lists.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Backend {
    /// Slider lookups by PEXT, and the vector registers of [`Avx512`](super::Avx512) for code that asks for their
    /// proof.
    Avx512,
    /// Slider lookups by PEXT where it is fast, and the vector registers of [`Avx2`](super::Avx2) for code that asks
    /// for their proof.
    Avx2,
    /// Slider lookups by PEXT, and the instructions of BMI1, BMI2, LZCNT and POPCNT.
    Bmi2,
    /// The instructions that the crate is compiled for.
    Portable,
}

impl Backend {
    /// All backends, from most to fewest instructions.
    pub const ALL: [Self; 4] = [Self::Avx512, Self::Avx2, Self::Bmi2, Self::Portable];

    /// Returns the first backend of [`ALL`](Self::ALL) that is available.
    ///
    /// With the feature `std` it asks the processor, once in a program's run. Without it, the target that the crate
    /// is compiled for decides. Without the features `tables` and `pext-pdep`, the portable backend is the only one.
    #[inline]
    pub fn best() -> Self {
        Self::best_of(found())
    }

    #[inline(always)]
    pub(super) const fn best_of(found: Found) -> Self {
        if found.has_avx512() {
            Self::Avx512
        } else if found.has_avx2() {
            Self::Avx2
        } else if found.has_bmi2() {
            Self::Bmi2
        } else {
            Self::Portable
        }
    }

    /// Tests for a backend that this processor supports and that the crate is compiled with.
    pub fn is_available(self) -> bool {
        match self {
            Self::Avx512 => found().has_avx512(),
            Self::Avx2 => found().has_avx2(),
            Self::Bmi2 => found().has_bmi2(),
            Self::Portable => true,
        }
    }

    /// Returns the backend without vector registers that replaces this one: [`Bmi2`](Self::Bmi2) if this backend and
    /// that one are available, and [`Portable`](Self::Portable) otherwise. The portable backend is replaced by
    /// itself.
    #[must_use]
    pub fn scalar(self) -> Self {
        let has_words = self != Self::Portable && self.is_available() && Self::Bmi2.is_available();
        if has_words { Self::Bmi2 } else { Self::Portable }
    }

    /// Returns the name in lower case: `avx512`, `avx2`, `bmi2` or `portable`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Avx512 => "avx512",
            Self::Avx2 => "avx2",
            Self::Bmi2 => "bmi2",
            Self::Portable => "portable",
        }
    }
}

impl fmt::Display for Backend {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The error of reading a [`Backend`] from a text that is not the [`name`](Backend::name) of one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
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
