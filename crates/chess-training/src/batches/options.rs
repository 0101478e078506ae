//! What batches hold and how they are read, and their errors.

use std::error::Error;
use std::path::PathBuf;
use std::{fmt, io};

use chess_data::filter::RecordFilter;
use chess_data::scores::ScoreView;
use chess_search::FeatureSet;

use crate::fault::ReadError;
use crate::format::{Format, ParseFormatError};

/// The number of inputs that a row of a batch holds: a position has at most 32 pieces.
pub const WIDTH: usize = 32;

/// What the rows of a batch hold besides labels.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(clippy::large_enum_variant, reason = "there is one of it")]
pub enum Contents {
    /// Packed positions and moves, with labels from White's point of view.
    Positions,
    /// The inputs of a network, as the mover and the other side see them, [`WIDTH`] a row, with the padding after them.
    Inputs {
        /// The inputs.
        set: FeatureSet,
        /// The number after the last input of a row.
        padding: i32,
    },
    /// A 1 for each piece on its square in twelve planes, as the mover sees them: pawns, knights, bishops, rooks, queens and king of
    /// the mover, then of the other side.
    Planes,
}

/// What [`Batches`](super::Batches) reads, and in which order.
#[derive(Clone, Debug)]
pub struct Options {
    /// What the rows hold.
    pub contents: Contents,
    /// The number of rows of all batches but the last; at least 1.
    pub batch_size: usize,
    /// The format of the inputs; `None` finds it by their names.
    pub format: Option<Format>,
    /// The point of view of engines' scores in PGN; `None` finds it in each game.
    pub score_view: Option<ScoreView>,
    /// True if wrong records are left out, and false if they are errors.
    pub is_lenient: bool,
    /// The order of the rows; `None` is that of the inputs.
    pub seed: Option<u64>,
    /// The number of rows of a pool, in which rows are shuffled.
    pub pool: usize,
    /// The records that are kept.
    pub filter: RecordFilter,
    /// One of `skip + 1` records is kept at random.
    pub skip: u32,
    /// By the number of pieces, 0 to 32, the share of the records that is kept at random, relative to the greatest.
    pub piece_weights: Option<[f64; 33]>,
    /// The number of this worker, and of all: each row goes to one of them.
    pub worker: (usize, usize),
    /// The number of batches that are passed over. Their records are decoded again.
    pub offset: u64,
    /// The number of threads that decode and fill batches; at least 1.
    pub threads: usize,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            contents: Contents::Positions,
            batch_size: 16_384,
            format: None,
            score_view: None,
            is_lenient: false,
            seed: None,
            pool: 1 << 20,
            filter: RecordFilter::default(),
            skip: 0,
            piece_weights: None,
            worker: (0, 1),
            offset: 0,
            threads: 1,
        }
    }
}

/// An error of batches.
#[derive(Debug)]
#[non_exhaustive]
pub enum BatchError {
    /// The format of an input does not follow from its name.
    Format(PathBuf),
    /// The filter names what the format of an input does not hold.
    Filter {
        /// The input.
        name: PathBuf,
        /// Its format.
        format: Format,
        /// The name in the filter.
        word: String,
    },
    /// An input cannot be opened.
    Open(PathBuf, io::Error),
    /// A record of an input is wrong, or the input cannot be read.
    Read(PathBuf, ReadError),
    /// No record of an input has a score and a result.
    Unlabelled(PathBuf),
    /// The system cannot start a thread.
    Thread(io::Error),
}

impl fmt::Display for BatchError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Format(name) => {
                write!(f, "{}: the extension names no format; {ParseFormatError}", name.display())
            }
            Self::Filter { name, format, word } => {
                write!(
                    f,
                    "{}: the filter names `{word}`, which records of {format} do not have",
                    name.display()
                )
            }
            Self::Open(name, error) => write!(f, "{}: {error}", name.display()),
            Self::Read(name, error) => write!(f, "{}: {error}", name.display()),
            Self::Unlabelled(name) => write!(f, "{}: no position has a score and a result", name.display()),
            Self::Thread(error) => write!(f, "no thread can be started: {error}"),
        }
    }
}

impl Error for BatchError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Open(_, error) | Self::Thread(error) => Some(error),
            Self::Read(_, error) => Some(error),
            _ => None,
        }
    }
}
