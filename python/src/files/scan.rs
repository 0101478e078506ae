//! The arguments of reading PGN files as columns, and the reading itself.

use std::borrow::Cow;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::Arc;
use std::{fmt, io};

use arrow_array::RecordBatch;
use arrow_schema::SchemaRef;
use chess_data::chunks::InputError;
use chess_data::columns::{Columns, Table};
use chess_data::filter::Filter;
use chess_data::input::{Encoding, Input};
use chess_data::opening_names::OpeningNames;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::errors;
use crate::files::training::score_view_of;
use crate::host::inputs::Inputs;
use crate::host::numbers::Threads;
use crate::table::{Names, concat};

/// Rows that a batch has at least, unless it is the last. Chunks have some hundreds.
const LEAST_ROWS: usize = 1 << 14;

/// A reading of games as columns that has not begun.
pub(crate) struct Scan {
    inputs: Vec<Input>,
    columns: Columns,
    filter: Filter,
    threads: usize,
    is_lenient: bool,
}

/// The choice of columns of games.
#[derive(Default)]
pub(crate) struct Choice(pub(crate) Columns);

impl FromPyObject<'_, '_> for Choice {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, '_, PyAny>) -> PyResult<Self> {
        let names: Names = object.extract()?;
        Columns::new(names.0).map(Self).map_err(|error| errors::column(&error))
    }
}

impl Scan {
    pub(crate) fn new(
        py: Python<'_>,
        inputs: Inputs,
        columns: Option<Choice>,
        filter: Option<&str>,
        threads: Option<Threads>,
        score_view: Option<&str>,
        encoding: Option<&str>,
        opening_names: Option<PathBuf>,
        is_lenient: bool,
    ) -> PyResult<Self> {
        let filter = match filter {
            Some(text) => text.parse().map_err(|error| errors::filter(&error))?,
            None => Filter::ALL,
        };
        let threads = crate::host::run::thread_count(threads, usize::MAX, 1).get();
        let columns = columns.unwrap_or_default().0;
        let view = score_view_of(score_view)?;
        let encoding = encoding.map(|name| encoding_of(py, name)).transpose()?.flatten();
        let names = opening_names.map(names_of).transpose()?.map(Arc::new);
        let of = |input: Input| {
            input.with_score_view(view).with_encoding(encoding.clone()).with_opening_names(names.clone())
        };
        let inputs = inputs.find(".pgn").into_iter().map(of).collect();
        Ok(Self { inputs, columns, filter, threads, is_lenient })
    }

    pub(crate) fn schema(&self) -> SchemaRef {
        self.columns.schema()
    }

    /// Reads all games, and hands over their batches in order until `take` breaks.
    ///
    /// # Errors
    /// That of the first input that cannot be read. The batches before it have been handed over.
    pub(crate) fn run(&self, mut take: impl FnMut(RecordBatch) -> ControlFlow<()>) -> Result<(), ScanError> {
        let mut waiting = Waiting::default();
        let table = Table::new(self.inputs.clone(), &self.columns, &self.filter);
        let table = table.threads(self.threads).lenient(self.is_lenient);
        let flow = table.for_each(|batch| match batch {
            Ok(batch) => {
                waiting.push(batch);
                if waiting.rows < LEAST_ROWS {
                    return ControlFlow::Continue(());
                }
                waiting.flush(&mut take).map_break(|()| Ok(()))
            }
            Err(error) => {
                waiting.flush(&mut take).map_break(|()| Ok(()))?;
                ControlFlow::Break(Err(error))
            }
        });
        match flow {
            ControlFlow::Break(result) => result.map_err(ScanError::Input),
            ControlFlow::Continue(()) => {
                let _ = waiting.flush(&mut take);
                Ok(())
            }
        }
    }
}

/// Batches that wait to become one.
#[derive(Default)]
pub(crate) struct Waiting {
    batches: Vec<RecordBatch>,
    pub(crate) rows: usize,
}

impl Waiting {
    pub(crate) fn push(&mut self, batch: RecordBatch) {
        self.rows += batch.num_rows();
        self.batches.push(batch);
    }

    /// Hands over what waits, unless it has no row.
    pub(crate) fn flush(&mut self, mut take: impl FnMut(RecordBatch) -> ControlFlow<()>) -> ControlFlow<()> {
        let Self { batches, rows } = std::mem::take(self);
        let whole = match &*batches {
            _ if rows == 0 => return ControlFlow::Continue(()),
            [first, _, ..] => {
                let column = |i: usize| concat(batches.iter().map(|batch| batch.column(i)));
                let columns = (0..first.num_columns()).map(column).collect::<Result<_, _>>();
                columns.and_then(|columns| RecordBatch::try_new(first.schema(), columns)).ok()
            }
            _ => None,
        };
        // Batches that are too large for one go alone.
        match whole {
            Some(whole) => take(whole),
            None => batches.into_iter().try_for_each(take),
        }
    }
}

/// The names of openings in a file.
fn names_of(path: PathBuf) -> PyResult<OpeningNames> {
    let input = Input::file(path);
    let names = input.read_text().and_then(|text| OpeningNames::read(&text).map_err(io::Error::other));
    names.map_err(|error| errors::file(&error, input.name()))
}

/// The character set of this name; `None` for UTF-8.
fn encoding_of(py: Python<'_>, name: &str) -> PyResult<Option<Encoding>> {
    let refused = || {
        PyValueError::new_err(format!(
            "encoding: `{name}` is neither utf-8 nor a character set of single bytes that Python has, such as latin-1, cp1250, \
             cp1251, cp1252, cp437, iso8859-2 and koi8-r"
        ))
    };
    let codec = py.import("codecs")?.call_method1("lookup", (name,)).map_err(|_| refused())?;
    if codec.getattr("name")?.extract::<Cow<'_, str>>()?.starts_with("utf-8") {
        return Ok(None);
    }
    let all: Vec<u8> = (0..=u8::MAX).collect();
    let text = PyBytes::new(py, &all).call_method1("decode", (name, "replace"));
    let text: String = text.and_then(|text| text.extract()).map_err(|_| refused())?;
    let mut upper = Encoding::LATIN_1;
    let mut chars = text.chars();
    let is_ascii = (0..0x80).all(|byte| chars.next() == Some(char::from(byte)));
    let mut known = 0;
    // A byte without a character is read as in Latin-1.
    for place in &mut upper {
        match chars.next() {
            Some(char::REPLACEMENT_CHARACTER) => {}
            Some(char) => (*place, known) = (char, known + 1),
            None => return Err(refused()),
        }
    }
    if is_ascii && known > 0 && chars.next().is_none() {
        Ok(Some(Encoding::new(upper)))
    } else {
        Err(refused())
    }
}

/// An error of reading games as columns.
pub(crate) enum ScanError {
    Input(InputError),
    Dump(io::Error, Input),
    Arrow(String),
}

impl fmt::Display for ScanError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Input(error) => error.fmt(f),
            Self::Dump(error, input) => write!(f, "{}: {error}", input.name().display()),
            Self::Arrow(error) => f.write_str(error),
        }
    }
}

impl From<ScanError> for PyErr {
    fn from(error: ScanError) -> Self {
        match error {
            ScanError::Input(error) => errors::input(&error),
            ScanError::Dump(error, input) => errors::file(&error, input.name()),
            ScanError::Arrow(error) => pyo3::exceptions::PyRuntimeError::new_err(error),
        }
    }
}
