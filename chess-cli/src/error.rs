use std::io;

use chess_board::ParsePositionError;
use chess_movegen::Backend;

/// Why a command could not do its work.
#[derive(Debug, thiserror::Error)]
pub(crate) enum CliError {
    #[error("--fen: {0}")]
    Fen(#[from] ParsePositionError),
    #[error("--backend {0}: this processor lacks the instructions that it needs")]
    Backend(Backend),
    #[error("the number of leaves does not fit in 64 bits")]
    TooManyLeaves,
    #[error("no threads to work with: {0}")]
    Threads(#[from] rayon::ThreadPoolBuildError),
    #[error("standard output: {0}")]
    Output(#[from] io::Error),
}
