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
    /// The instructions of [`Avx2`](super::Avx2), which are those of the target level x86-64-v3 and of most processors since 2013, and
    /// slider lookups by PEXT where it is fast.
    Avx2,
    /// The instructions that the crate is compiled for. A processor with BMI2 but without AVX2, such as that of a virtual machine that
    /// hides AVX2, has this backend only.
    Portable,
}

impl Backend {
    /// All backends, from most to fewest instructions.
    pub const ALL: [Self; 3] = [Self::Avx512, Self::Avx2, Self::Portable];

    /// Returns the name in lower case: `avx512`, `avx2` or `portable`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Avx512 => "avx512",
            Self::Avx2 => "avx2",
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
        named.ok_or(ParseNameError::new("a backend: avx512, avx2 or portable"))
    }
}
