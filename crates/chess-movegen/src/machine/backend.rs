use core::fmt;
use core::str::FromStr;

use chess_types::ParseNameError;

/// The kinds of machine that a [`Task`](super::Task) can run on, from most to fewest instructions.
///
/// All of them give the same results.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Backend {
    /// Slider lookups by PEXT, and the vector registers of [`Avx512`](super::Avx512) for code that takes their proof.
    Avx512,
    /// Slider lookups by PEXT where it is fast, and the vector registers of [`Avx2`](super::Avx2) for code that takes their
    /// proof.
    Avx2,
    /// Slider lookups by PEXT, and the instructions of BMI1, BMI2, LZCNT and POPCNT.
    Bmi2,
    /// The instructions that the crate is compiled for.
    Portable,
}

impl Backend {
    /// All backends, from most to fewest instructions.
    pub const ALL: [Self; 4] = [Self::Avx512, Self::Avx2, Self::Bmi2, Self::Portable];

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

impl FromStr for Backend {
    type Err = ParseNameError;

    /// Reads a backend from its [`name`](Self::name).
    fn from_str(name: &str) -> Result<Self, ParseNameError> {
        let named = Self::ALL.into_iter().find(|backend| backend.name() == name);
        named.ok_or(ParseNameError::new("a backend: avx512, avx2, bmi2 or portable"))
    }
}
