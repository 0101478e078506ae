use std::error::Error;
use std::fmt;
use std::io;
use std::path::PathBuf;

/// An error of one input. All games that end before the error have been delivered, and the other inputs are read.
#[derive(Debug)]
pub struct InputError {
    /// The index of the input among all inputs.
    pub input: usize,
    /// The name of the input.
    pub name: PathBuf,
    /// The number of games of this input before the error.
    pub games: u64,
    /// The number of bytes of this input before the error, after decompression.
    pub offset: u64,
    /// The error.
    pub fault: InputFault,
}

/// A reason why an input, or a game of it, cannot be read.
#[derive(Debug)]
#[non_exhaustive]
pub enum InputFault {
    /// The input cannot be opened.
    Open(io::Error),
    /// The input cannot be read further.
    Read {
        /// The number of bytes that have been read from the file, before decompression. The error lies at or before it.
        bytes: u64,
        /// The error.
        error: io::Error,
    },
    /// A game has more bytes than the limit of [`Pipeline::max_game`](super::Pipeline::max_game). Reading goes on with the next
    /// game that begins with a tag after a blank line. The game counts as one of the input's games.
    GameTooLong {
        /// The limit.
        limit: usize,
    },
}

impl fmt::Display for InputError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: ", self.name.display())?;
        match &self.fault {
            InputFault::Open(error) => error.fmt(f),
            InputFault::Read { bytes, error } => write!(f, "byte {bytes}: {error}"),
            InputFault::GameTooLong { limit } => {
                let (game, offset) = (self.games + 1, self.offset);
                write!(f, "game {game}, byte {offset}: the game has more than {limit} bytes")
            }
        }
    }
}

impl Error for InputError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match &self.fault {
            InputFault::Open(error) | InputFault::Read { error, .. } => Some(error),
            InputFault::GameTooLong { .. } => None,
        }
    }
}
