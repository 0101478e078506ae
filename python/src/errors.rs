//! Errors of the chess crates as exceptions of the package.

use std::error::Error;
use std::fmt::Display;
use std::io;
use std::path::Path;

use chess_arena::chess_uci::client::ClientError;
use chess_arena::engine::{self, StartError};
use chess_data::chunks::{self, InputFault};
use chess_data::filter::ParseFilterError;
use chess_movegen::IllegalMove;
use chess_notation::packed::UnpackError;
use chess_notation::pgn::GameError;
use chess_notation::{ParsePositionError, SanError, UciError};
use chess_syzygy::OpenError;
use chess_training::batches::BatchError;
use chess_training::{Fault, ReadError};
use pyo3::exceptions::{PyOSError, PyRuntimeError, PyValueError};
use pyo3::prelude::*;

/// The exceptions, which are written in Python so that their attributes have types.
mod python {
    use pyo3::import_exception;

    import_exception!(chess_batch._errors, AmbiguousMoveError);
    import_exception!(chess_batch._errors, ColumnError);
    import_exception!(chess_batch._errors, EngineAnswerError);
    import_exception!(chess_batch._errors, EngineError);
    import_exception!(chess_batch._errors, EngineOptionError);
    import_exception!(chess_batch._errors, EngineTerminatedError);
    import_exception!(chess_batch._errors, EngineTimeoutError);
    import_exception!(chess_batch._errors, FenError);
    import_exception!(chess_batch._errors, FilterError);
    import_exception!(chess_batch._errors, IllegalMoveError);
    import_exception!(chess_batch._errors, InputError);
    import_exception!(chess_batch._errors, InvalidMoveError);
    import_exception!(chess_batch._errors, PackedError);
    import_exception!(chess_batch._errors, PgnError);
    import_exception!(chess_batch._errors, TagError);
}

/// The place of an error, as far as it is known.
#[derive(Default)]
struct Place {
    file: Option<String>,
    game: Option<u64>,
    line: Option<u64>,
    offset: Option<u64>,
    index: Option<usize>,
}

/// Arguments of an exception.
type Arguments = (String, Option<String>, Option<u64>, Option<u64>, Option<u64>, Option<usize>);

/// An exception, and its text for whom the interpreter is out of reach.
pub(crate) struct Failure {
    pub(crate) error: PyErr,
    pub(crate) text: String,
}

impl Failure {
    pub(crate) fn new(error: PyErr, text: impl ToString) -> Self {
        Self { error, text: text.to_string() }
    }
}

fn at(message: impl ToString, place: Place) -> Arguments {
    let Place { file, game, line, offset, index } = place;
    (message.to_string(), file, game, line, offset, index)
}

/// The arguments of an exception without a place.
fn alone(message: impl ToString) -> Arguments {
    at(message, Place::default())
}

/// The arguments of an exception about a row.
fn in_row(index: usize, reason: impl Display) -> Arguments {
    at(format!("row {index}: {reason}"), Place { index: Some(index), ..Place::default() })
}

pub(crate) fn fen(error: &ParsePositionError) -> PyErr {
    let offset = match error {
        ParsePositionError::Fen(error) => Some(error.offset as u64),
        _ => None,
    };
    python::FenError::new_err(at(error, Place { offset, ..Place::default() }))
}

pub(crate) fn illegal(error: &IllegalMove) -> PyErr {
    python::IllegalMoveError::new_err(alone(error))
}

/// The exception for a text that is no move of SAN in the position.
pub(crate) fn san(error: &SanError, text: &str) -> PyErr {
    let arguments = alone(format!("`{text}`: {error}"));
    match error.kind() {
        "invalid" => python::InvalidMoveError::new_err(arguments),
        "ambiguous" => python::AmbiguousMoveError::new_err(arguments),
        _ => python::IllegalMoveError::new_err(arguments),
    }
}

/// The exception for a text that is no move of UCI in the position.
pub(crate) fn uci(error: &UciError, text: &str) -> PyErr {
    match error {
        UciError::Illegal(error) => illegal(error),
        error => python::InvalidMoveError::new_err(alone(format!("`{text}`: {error}"))),
    }
}

/// The exception for a number that is not a move word.
pub(crate) fn word(word: u16, index: Option<usize>) -> PyErr {
    let message = format!("{word:#06x} is not a move word");
    python::InvalidMoveError::new_err(at(message, Place { index, ..Place::default() }))
}

/// The exception for a move that is not legal in the position of row `index`.
pub(crate) fn illegal_at(error: &IllegalMove, index: usize) -> PyErr {
    python::IllegalMoveError::new_err(in_row(index, error))
}

/// The exception for 32 bytes that are no position.
pub(crate) fn packed(error: &UnpackError) -> PyErr {
    python::PackedError::new_err(alone(error))
}

/// The exception for a game that breaks a rule, in a file if there is one.
pub(crate) fn game(error: &GameError, file: Option<&Path>) -> PyErr {
    let file = file.map(|path| path.to_string_lossy().into_owned());
    let message = file.as_ref().map_or_else(|| error.to_string(), |file| format!("{file}: {error}"));
    let (game, line, offset) = (Some(error.game), Some(error.line), Some(error.offset));
    python::PgnError::new_err(at(message, Place { file, game, line, offset, index: None }))
}

pub(crate) fn tag(message: impl ToString) -> PyErr {
    python::TagError::new_err(alone(message))
}

/// The exception for a row that is no position.
pub(crate) fn no_position(reason: &str, index: usize) -> PyErr {
    python::FenError::new_err(in_row(index, reason))
}

/// The exception for a row of 32 bytes that are no position.
pub(crate) fn not_packed(reason: &str, index: usize) -> PyErr {
    python::PackedError::new_err(in_row(index, reason))
}

/// The exception for an array that another thread is writing to.
pub(crate) fn borrowed(error: impl ToString) -> PyErr {
    PyValueError::new_err(error.to_string())
}

/// The exception for what is no book.
pub(crate) fn book(message: impl ToString) -> PyErr {
    python::InputError::new_err(alone(message))
}

/// The exception for names that are no columns.
pub(crate) fn column(message: impl ToString) -> PyErr {
    python::ColumnError::new_err(alone(message))
}

/// The exception for what the library of Arrow refuses.
pub(crate) fn arrow(error: impl ToString) -> PyErr {
    PyRuntimeError::new_err(error.to_string())
}

pub(crate) fn filter(error: &ParseFilterError) -> PyErr {
    python::FilterError::new_err(at(error, Place { offset: Some(error.offset() as u64), ..Place::default() }))
}

/// The exception for a condition on moves where a filter decides about games alone.
pub(crate) fn moves_in_filter(about: &str) -> PyErr {
    let message =
        format!("`{about}` is about moves and keeps no game: write some({about}) or every({about})");
    python::FilterError::new_err(alone(message))
}

/// The exception for a file that cannot be read: an `OSError` if the system says so, and otherwise an `InputError`.
pub(crate) fn input(error: &chunks::InputError) -> PyErr {
    let name = error.name.to_string_lossy().into_owned();
    let system = match &error.fault {
        InputFault::Open(error) | InputFault::Read { error, .. } => Some(error),
        _ => None,
    };
    system.and_then(|error| system_error(error, &name)).unwrap_or_else(|| {
        let (game, offset) = (Some(error.games + 1), Some(error.offset));
        python::InputError::new_err(at(error, Place { file: Some(name), game, offset, ..Place::default() }))
    })
}

/// The exception for a training file with a fault.
pub(crate) fn training(error: &ReadError, path: &Path) -> PyErr {
    let name = path.to_string_lossy().into_owned();
    let system = match &error.fault {
        Fault::Io(error) => system_error(error, &name),
        _ => None,
    };
    system.unwrap_or_else(|| {
        let line = (error.line > 0).then_some(error.line);
        let message = format!("{name}: {error}");
        python::InputError::new_err(at(
            message,
            Place { file: Some(name), line, offset: Some(error.offset), ..Place::default() },
        ))
    })
}

/// The exception for batches of training files.
pub(crate) fn batches(error: &BatchError) -> PyErr {
    match error {
        BatchError::Open(path, error) => file(error, path),
        BatchError::Read(path, error) => training(error, path),
        BatchError::Filter { .. } => python::FilterError::new_err(alone(error)),
        BatchError::Unlabelled(path) => {
            let name = path.to_string_lossy().into_owned();
            python::InputError::new_err(at(error, Place { file: Some(name), ..Place::default() }))
        }
        BatchError::Thread(_) => PyOSError::new_err(error.to_string()),
        error => PyValueError::new_err(error.to_string()),
    }
}

/// The exception for a file that cannot be read.
pub(crate) fn file(error: &io::Error, path: &Path) -> PyErr {
    let name = path.to_string_lossy().into_owned();
    system_error(error, &name).unwrap_or_else(|| {
        let message = format!("{name}: {error}");
        python::InputError::new_err(at(message, Place { file: Some(name.clone()), ..Place::default() }))
    })
}

/// The exception for a folder of endgame tablebases that cannot be read.
pub(crate) fn tables(error: &OpenError) -> PyErr {
    let cause = error.source().and_then(|cause| cause.downcast_ref());
    cause.map_or_else(|| PyOSError::new_err(error.to_string()), |cause| file(cause, error.folder()))
}

/// The exception for an engine that cannot be started.
pub(crate) fn start(error: &StartError) -> PyErr {
    match error {
        StartError::Program { command, reason } => match reason {
            ClientError::Start(error) => file(error, Path::new(command)),
            reason => python::EngineError::new_err(format!("{command}: {reason}")),
        },
        StartError::TimeOut { .. } => python::EngineTimeoutError::new_err(error.to_string()),
        StartError::Start { stderr, .. } => {
            python::EngineTerminatedError::new_err((error.to_string(), stderr.clone()))
        }
        error => option(error),
    }
}

/// The exception for an option that an engine lacks, or that does not take a value.
pub(crate) fn option(error: impl ToString) -> PyErr {
    python::EngineOptionError::new_err(error.to_string())
}

/// The exception for an engine that has failed.
pub(crate) fn engine(name: &str, fault: &engine::Fault) -> PyErr {
    match fault {
        engine::Fault::Crash { reason, stderr } => {
            python::EngineTerminatedError::new_err((format!("{name}: {reason}"), stderr.clone()))
        }
        engine::Fault::Time(reason) | engine::Fault::Hang(reason) => {
            python::EngineTimeoutError::new_err(format!("{name}: {reason}"))
        }
        engine::Fault::Illegal(reason) => {
            python::EngineAnswerError::new_err(format!("{name}: illegal move: {reason}"))
        }
        fault => terminated(format!("{name}: {fault}")),
    }
}

/// The exception for an engine that is closed, or has ended.
pub(crate) fn terminated(message: impl ToString) -> PyErr {
    python::EngineTerminatedError::new_err(message.to_string())
}

/// The exception of an error of the system.
fn system_error(error: &io::Error, name: &str) -> Option<PyErr> {
    let number = error.raw_os_error()?;
    let message = error.to_string();
    // Python writes the number itself.
    let message = message.trim_end_matches(&format!(" (os error {number})")).to_owned();
    Some(PyOSError::new_err((number, message, name.to_owned())))
}
