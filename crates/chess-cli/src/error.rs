use std::collections::TryReserveError;
use std::io;
use std::path::PathBuf;

use chess_board::ParsePositionError;
use chess_movegen::Backend;
use chess_types::ParseUciMoveError;

use crate::counter::TooManyLeaves;
use crate::show::ParseAttackerError;
use crate::units_merge::MergeError;

/// Why a command could not do its work.
#[derive(Debug, thiserror::Error)]
pub(crate) enum CliError {
    #[error("--fen: {0}")]
    Fen(#[from] ParsePositionError),
    #[error("--backend {0}: this processor lacks the instructions that it needs")]
    Backend(Backend),
    #[error("--hash: {0}")]
    Hash(#[from] TryReserveError),
    #[error("{0}")]
    TooManyLeaves(#[from] TooManyLeaves),
    #[error(
        "--emit-units {0}: no position is that many plies away, so that there are no units and no leaves"
    )]
    NoUnits(u32),
    #[error("{0}")]
    Merge(#[from] MergeError),
    #[error("no threads to work with: {0}")]
    Threads(#[from] rayon::ThreadPoolBuildError),
    #[error("Ctrl-C cannot be caught: {0}")]
    Interrupts(#[from] ctrlc::Error),
    #[error("FEN: {0}")]
    PlainFen(ParsePositionError),
    #[error("--attacks: {0}")]
    Attacks(#[from] ParseAttackerError),
    #[error("--last-move: {0}")]
    LastMove(#[from] ParseUciMoveError),
    #[error("{}: {error}", path.display())]
    File { path: PathBuf, error: io::Error },
    #[error("standard input: {0}")]
    Input(io::Error),
    #[error("standard output: {0}")]
    Output(#[from] io::Error),
}
