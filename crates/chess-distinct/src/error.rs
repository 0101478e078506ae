use std::collections::TryReserveError;
use std::error::Error;
use std::path::PathBuf;
use std::{fmt, io};

/// The error of counting distinct positions.
#[derive(Debug)]
#[non_exhaustive]
pub enum DistinctError {
    /// The caller's callback stopped the work.
    Interrupted {
        /// The counts after 0, 1, 2 ... plies, as far as they were finished.
        plies: Vec<u64>,
    },
    /// The memory is full, and there is no folder to spill into.
    MemoryFull {
        /// The counts after 0, 1, 2 ... plies, as far as they were finished.
        plies: Vec<u64>,
    },
    /// Writing to the folder, or reading back from it, has failed.
    Spill {
        /// The folder.
        folder: PathBuf,
        /// The cause.
        error: io::Error,
    },
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
        }
    }
}

impl Error for DistinctError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Interrupted { .. } | Self::MemoryFull { .. } => None,
            Self::Spill { error, .. } => Some(error),
        }
    }
}

fn finished(plies: &[u64]) -> usize {
    plies.len().saturating_sub(1)
}

/// The reason for stopping before the end.
#[derive(Debug)]
pub(crate) enum Stop {
    Interrupted,
    MemoryFull,
    Spill(io::Error),
}

impl From<io::Error> for Stop {
    fn from(error: io::Error) -> Self {
        Self::Spill(error)
    }
}

impl From<TryReserveError> for Stop {
    fn from(_: TryReserveError) -> Self {
        Self::MemoryFull
    }
}
