use std::error::Error;
use std::fmt;
use std::io;
use std::path::PathBuf;

/// Why distinct positions were not counted.
#[derive(Debug)]
#[non_exhaustive]
pub enum DistinctError {
    /// Whoever watched wanted no more.
    Interrupted {
        /// The counts after 0, 1, 2 ... plies that were finished.
        plies: Vec<u64>,
    },
    /// The memory is full, and there is no folder to spill into.
    MemoryFull {
        /// The counts after 0, 1, 2 ... plies that were finished.
        plies: Vec<u64>,
    },
    /// Nothing can be written to this folder, or read back from it.
    Spill {
        /// The folder.
        folder: PathBuf,
        /// What went wrong there.
        error: io::Error,
    },
    /// No threads could be started.
    Threads(io::Error),
}

impl fmt::Display for DistinctError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Interrupted { plies } => write!(f, "interrupted after {} plies", finished(plies)),
            Self::MemoryFull { plies } => write!(
                f,
                "the memory is full after {} plies, and there is no folder to spill into",
                finished(plies)
            ),
            Self::Spill { folder, error } => write!(f, "{}: {error}", folder.display()),
            Self::Threads(error) => write!(f, "no threads to work with: {error}"),
        }
    }
}

impl Error for DistinctError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Interrupted { .. } | Self::MemoryFull { .. } => None,
            Self::Spill { error, .. } | Self::Threads(error) => Some(error),
        }
    }
}

fn finished(plies: &[u64]) -> usize {
    plies.len().saturating_sub(1)
}

/// What ends the work before it is done.
#[derive(Debug)]
pub(super) enum Stop {
    Interrupted,
    MemoryFull,
    Spill(io::Error),
    Threads(io::Error),
}

impl From<io::Error> for Stop {
    fn from(error: io::Error) -> Self {
        Self::Spill(error)
    }
}

impl From<std::collections::TryReserveError> for Stop {
    fn from(_: std::collections::TryReserveError) -> Self {
        Self::MemoryFull
    }
}
