use core::fmt;
use core::str::FromStr;

use super::detect::found;

/// The kinds of machine that a [`Task`](super::Task) is compiled for, the one with the most instructions first.
///
/// All of them give the same results. Which one is fastest is for the operation to say: lists may want another than counts.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Backend {
    /// Sliders by PEXT, and the vector registers of [`Avx512`](super::Avx512) for code that asks for them.
    Avx512,
    /// Sliders by PEXT where that is fast, and the vector registers of [`Avx2`](super::Avx2) for code that asks for them.
    Avx2,
    /// Sliders by PEXT; BMI1, BMI2, LZCNT and POPCNT.
    Bmi2,
    /// Whatever the crate is compiled for.
    Portable,
}

impl Backend {
    /// All backends, the one with the most instructions first.
    pub const ALL: [Self; 4] = [Self::Avx512, Self::Avx2, Self::Bmi2, Self::Portable];

    /// The first of [`ALL`](Self::ALL) that is available.
    ///
    /// With the feature `std` the processor is asked, once; without, the target the crate is compiled for decides. With
    /// the feature `hyperbola` it is the portable one, whatever there is.
    #[inline]
    pub fn best() -> Self {
        let found = found();
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

    /// Whether this processor has what the backend needs, and the crate is compiled with it.
    pub fn is_available(self) -> bool {
        match self {
            Self::Avx512 => found().has_avx512(),
            Self::Avx2 => found().has_avx2(),
            Self::Bmi2 => found().has_bmi2(),
            Self::Portable => true,
        }
    }

    /// The backend without vector registers that does the work of this one: [`Bmi2`](Self::Bmi2) if this one and that
    /// are available, and else [`Portable`](Self::Portable). The portable one stands for itself.
    #[must_use]
    pub fn scalar(self) -> Self {
        let has_words = self != Self::Portable && self.is_available() && Self::Bmi2.is_available();
        if has_words { Self::Bmi2 } else { Self::Portable }
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
