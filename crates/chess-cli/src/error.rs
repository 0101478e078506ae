use std::collections::TryReserveError;
use std::error::Error;
use std::io;
use std::path::PathBuf;

use chess_board::ParsePositionError;
use chess_movegen::machine::Backend;

/// Why a command could not do its work.
///
/// It knows no command: what only one of them can say goes in a box.
#[derive(Debug, thiserror::Error)]
pub(crate) enum CliError {
    #[error("--fen: {0}")]
    Fen(#[from] ParsePositionError),
    #[error("--backend {0}: this processor lacks the instructions that it needs")]
    Backend(Backend),
    #[error("--hash: {0}")]
    Hash(#[from] TryReserveError),
    #[error("no threads to work with: {0}")]
    Threads(#[from] rayon::ThreadPoolBuildError),
    #[error("Ctrl-C cannot be caught: {0}")]
    Interrupts(#[from] ctrlc::Error),
    #[error("FEN: {0}")]
    PlainFen(ParsePositionError),
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
    /// The value of the option with this name is wrong.
    pub(crate) fn option(name: &'static str, error: impl Error + Send + 'static) -> Self {
        Self::Option { name, error: Box::new(error) }
    }

    /// A command failed by a rule of its own.
    pub(crate) fn command(error: impl Error + Send + 'static) -> Self {
        Self::Command(Box::new(error))
    }
}
