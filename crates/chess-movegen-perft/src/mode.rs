use chess_movegen::list_backend;
use chess_movegen::machine::Backend;

/// The method by which perft counts its last ply.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum PerftMode {
    /// Count the moves without listing them.
    #[default]
    Count,
    /// List the moves and take the length of the list.
    List,
    /// Make and unmake every move in place.
    Make,
    /// Make every move on a copy.
    Copy,
}

impl PerftMode {
    /// Returns the backend that is fastest for this mode on this processor. [`perft_with`](crate::perft_with) uses
    /// it.
    #[inline]
    pub fn best_backend(self) -> Backend {
        match self {
            Self::List => list_backend(),
            Self::Count | Self::Make | Self::Copy => Backend::best(),
        }
    }
}
