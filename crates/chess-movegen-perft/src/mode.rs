use core::fmt;
use core::str::FromStr;

use chess_movegen::machine::Backend;
use chess_types::ParseNameError;

/// The method by which perft counts its last ply. Without the feature `modes`, there is only [`Count`](Self::Count).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[non_exhaustive]
pub enum PerftMode {
    /// Count the moves without listing them.
    #[default]
    Count,
    /// List the moves and take the length of the list. It panics if an illegal move has given a position more moves than
    /// fit into a list.
    #[cfg(feature = "modes")]
    List,
    /// Make and unmake every move in place.
    #[cfg(feature = "modes")]
    Make,
    /// Make every move on a copy.
    #[cfg(feature = "modes")]
    Copy,
}

impl PerftMode {
    /// All modes, from least to most work at the last ply.
    pub const ALL: &[Self] = &[
        Self::Count,
        #[cfg(feature = "modes")]
        Self::List,
        #[cfg(feature = "modes")]
        Self::Make,
        #[cfg(feature = "modes")]
        Self::Copy,
    ];

    /// Returns the name in lower case: `count`, `list`, `make` or `copy`.
    #[inline]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Count => "count",
            #[cfg(feature = "modes")]
            Self::List => "list",
            #[cfg(feature = "modes")]
            Self::Make => "make",
            #[cfg(feature = "modes")]
            Self::Copy => "copy",
        }
    }

    /// Returns the backend that is fastest for this mode on this processor. [`perft_with`](crate::perft_with) uses
    /// it.
    ///
    /// Leaves are made with AVX2 even where there is AVX-512, which gains nothing there: `docs/figures/perft.md` has the measurements.
    #[inline]
    pub fn best_backend(self) -> Backend {
        match self {
            #[cfg(feature = "modes")]
            Self::Make | Self::Copy if Backend::Avx2.is_available() => Backend::Avx2,
            _ => Backend::best(),
        }
    }
}

impl fmt::Display for PerftMode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for PerftMode {
    type Err = ParseNameError;

    /// Reads a mode from its [`name`](Self::name).
    fn from_str(name: &str) -> Result<Self, ParseNameError> {
        let named = Self::ALL.iter().copied().find(|mode| mode.name() == name);
        let expected = if cfg!(feature = "modes") {
            "a mode of perft: count, list, make or copy"
        } else {
            "the mode of perft that this build has: count"
        };
        named.ok_or(ParseNameError::new(expected))
    }
}
