use chess_movegen::list_backend;
use chess_movegen::machine::Backend;

/// How perft comes by the leaves of its last ply.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum PerftMode {
    /// They are counted, not listed.
    #[default]
    Count,
    /// They are the length of a list.
    List,
    /// Every one of them is made, and unmade, in place.
    Make,
    /// Every one of them is made on a copy.
    Copy,
}

impl PerftMode {
    /// The backend that is fastest for this mode on this processor, which [`perft_with`](crate::perft_with) runs on.
    #[inline]
    pub fn best_backend(self) -> Backend {
        match self {
            Self::List => list_backend(),
            Self::Count | Self::Make | Self::Copy => Backend::best(),
        }
    }
}
