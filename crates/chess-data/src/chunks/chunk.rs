//! Chunks, their results, and errors of inputs.

use std::error::Error;
#[cfg(feature = "arrow")]
use std::path::Path;
use std::path::PathBuf;
use std::{fmt, io};

use chess_notation::pgn::{GameError, Reader, Replay, Slice};

/// Whole games of one input, one after another.
///
/// A chunk ends where a game ends, or where the input ends. Lines and games are not numbered yet when a chunk is read, because
/// other threads may still be reading the chunks before it: the [`Origin`] of the result has the numbers.
#[derive(Clone, Copy, Debug)]
pub struct Chunk<'a> {
    pub(crate) bytes: &'a [u8],
    pub(crate) input: usize,
    pub(crate) offset: u64,
    pub(crate) is_lenient: bool,
}

impl<'a> Chunk<'a> {
    /// The text.
    pub const fn bytes(&self) -> &'a [u8] {
        self.bytes
    }

    /// The index of the input among all inputs.
    pub const fn input(&self) -> usize {
        self.input
    }

    /// Number of bytes before the chunk in its input, after decompression.
    pub const fn offset(&self) -> u64 {
        self.offset
    }

    /// True if the chunk is read leniently: see [`Pipeline::lenient`](super::Pipeline::lenient).
    pub const fn is_lenient(&self) -> bool {
        self.is_lenient
    }

    /// A reader of the chunk's events. Its games, lines and offsets are those within the chunk.
    pub fn reader(&self) -> Reader<Slice<'a>> {
        Reader::new(self.bytes).lenient(self.is_lenient)
    }

    /// A reader of the chunk's events with legal moves. Its games, lines and offsets are those within the chunk.
    pub fn replay(&self) -> Replay<Slice<'a>> {
        Replay::new(self.bytes).lenient(self.is_lenient)
    }
}

/// The result of reading a chunk.
#[derive(Clone, Copy, Debug)]
pub struct Counted<T> {
    /// The result.
    pub value: T,
    /// The number of games in the chunk: that of [`Reader::game`] or [`Replay::game`] at the end.
    pub games: u64,
}

/// A result in its place in the order of the inputs.
#[derive(Clone, Copy, Debug)]
pub struct Part<T> {
    /// The result.
    pub value: T,
    /// The place where its chunk begins.
    pub origin: Origin,
}

/// The place where a chunk begins.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Origin {
    /// The index of the input among all inputs.
    pub input: usize,
    /// Number of games of this input before the chunk.
    pub games: u64,
    /// Number of lines of this input before the chunk.
    pub lines: u64,
    /// Number of bytes of this input before the chunk, after decompression.
    pub offset: u64,
}

impl Origin {
    /// The error of a game of the chunk, with the numbers of its game, line and byte in the whole input.
    #[must_use]
    pub fn place(&self, error: GameError) -> GameError {
        GameError {
            game: self.games + error.game,
            line: self.lines + error.line,
            offset: self.offset + error.offset,
            ..error
        }
    }
}

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
    /// A game has more bytes than the limit of [`Pipeline::max_game`](super::Pipeline::max_game). Reading continues with the next
    /// game that begins with a tag after a blank line. The game counts as one of the input's games.
    GameTooLong {
        /// The limit.
        limit: usize,
    },
    /// The input has text, but no game.
    NoGame,
}

impl InputError {
    #[cfg(feature = "arrow")]
    pub(crate) fn without_games(input: usize, name: &Path) -> Self {
        Self { input, name: name.to_owned(), games: 0, offset: 0, fault: InputFault::NoGame }
    }
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
            InputFault::NoGame => f.write_str("the file has text, but no game"),
        }
    }
}

impl Error for InputError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match &self.fault {
            InputFault::Open(error) | InputFault::Read { error, .. } => Some(error),
            InputFault::GameTooLong { .. } | InputFault::NoGame => None,
        }
    }
}
