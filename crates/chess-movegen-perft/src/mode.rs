use core::fmt;
use core::str::FromStr;

use chess_movegen::machine::Backend;
use chess_types::ParseNameError;

/// The method by which perft counts its last ply. Without the feature `modes`, that of all modes is [`Count`](Self::Count).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum PerftMode {
    /// Count the moves without listing them.
    #[default]
    Count,
    /// List the moves and take the length of the list. It panics if an illegal move has given a position more moves than
    /// fit into a list.
    List,
    /// Make and unmake every move in place.
    Make,
    /// Make every move on a copy.
    Copy,
}

impl PerftMode {
    /// All modes, from least to most work at the last ply.
    pub const ALL: [Self; 4] = [Self::Count, Self::List, Self::Make, Self::Copy];

    /// Returns the name in lower case: `count`, `list`, `make` or `copy`.
    #[inline]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Count => "count",
            Self::List => "list",
            Self::Make => "make",
            Self::Copy => "copy",
        }
    }

    /// Returns the backend that is fastest for this mode on this processor. [`perft_with`](crate::perft_with) uses
    /// it.
    #[inline]
    pub fn best_backend(self) -> Backend {
        match self {
            Self::Count | Self::List | Self::Make | Self::Copy => Backend::best(),
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
        let named = Self::ALL.into_iter().find(|mode| mode.name() == name);
        named.ok_or(ParseNameError::new("a mode of perft: count, list, make or copy"))
    }
}
