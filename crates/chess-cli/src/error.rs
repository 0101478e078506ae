use std::collections::TryReserveError;
use std::error::Error;
use std::io;
use std::path::{Path, PathBuf};

use chess_board::ParsePositionError;
use chess_movegen::machine::Backend;

/// The reason why a command could not do its work.
///
/// It names no command. An error that only one command knows goes into a box.
#[derive(Debug, thiserror::Error)]
pub(crate) enum CliError {
    #[error("{argument}: {error}")]
    Fen { argument: &'static str, error: ParsePositionError },
    #[error("--backend {0}: not supported by this CPU")]
    Backend(Backend),
    #[error("cannot allocate the engine's hash table: {0}")]
    Memory(#[from] TryReserveError),
    #[error("{name}: {error}")]
    Option { name: &'static str, error: Box<dyn Error + Send> },
    #[error("{}: {error}", path.display())]
    File { path: PathBuf, error: io::Error },
    #[error("standard input: {0}")]
    Input(io::Error),
    #[error("standard output: {0}")]
    Output(#[from] io::Error),
    #[error("{0}")]
    Command(Box<dyn Error + Send>),
}

impl CliError {
    /// The work failed because of the value of the option with this name.
    pub(crate) fn option(name: &'static str, error: impl Error + Send + 'static) -> Self {
        Self::Option { name, error: Box::new(error) }
    }

    /// The file cannot be read or written.
    pub(crate) fn file(path: &Path) -> impl Fn(io::Error) -> Self + Copy {
        move |error| Self::File { path: path.to_owned(), error }
    }

    /// A command failed for a reason of its own.
    pub(crate) fn command(error: impl Into<Box<dyn Error + Send + Sync>>) -> Self {
        Self::Command(error.into())
    }
}

/// How to get what a build without the feature `full` lacks.
pub(crate) const BUILD_ALL: &str = "in a checkout, run cargo build --release -p chess-cli";

/// The result of a command that met no error.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Verdict {
    Passed,
    Failed,
    Interrupted,
}
