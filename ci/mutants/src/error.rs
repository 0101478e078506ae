//! What can keep a run from an answer.

use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error as ThisError;

/// A failure of the tool itself, not of a check.
#[derive(Debug, ThisError)]
pub enum Error {
    #[error("{}: {}", .0.display(), .1)]
    File(PathBuf, String),
    #[error("{}: {}", .0.display(), .1)]
    Source(PathBuf, String),
    #[error("{0}")]
    Program(String),
    #[error("there is no crate {0} in this workspace")]
    NoCrate(String),
    #[error("the crate does not compile, for a reason outside the mutants:\n{0}")]
    Compile(String),
    #[error("without a mutant, tests fail: {0}")]
    Baseline(String),
    #[error("{}:{}: {}", .0.display(), .1, .2)]
    Entry(PathBuf, usize, String),
}

impl Error {
    /// The error of reading or writing a file.
    pub fn file(path: &Path, error: &io::Error) -> Self {
        Self::File(path.to_path_buf(), error.to_string())
    }
}
