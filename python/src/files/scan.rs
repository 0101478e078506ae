//! The arguments of reading PGN files as columns, and the reading itself.

use std::io;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::str::FromStr;

use arrow_array::RecordBatch;
use chess_data::columns::{Columns, Table};
use chess_data::input::{Encoding, Input};
use chess_data::opening_names::OpeningNames;
use chess_data::scores::ScoreView;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::errors::{self, Failure};
use crate::table::{Names, concat};

/// Rows that a batch has at least, unless it is the last. Chunks have some hundreds.
pub(crate) const LEAST_ROWS: usize = 1 << 14;

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

/// Reads all games, and hands over their batches in order until `take` breaks.
///
/// # Errors
/// That of the first input that cannot be read. The batches before it have been handed over.
pub(crate) fn read_all(table: &Table, take: Take<'_>) -> Result<(), Failure> {
    let mut waiting = Waiting::default();
    let flow = table.for_each(|batch| match batch {
        Ok(batch) => {
            waiting.push(batch);
            if waiting.rows < LEAST_ROWS {
                return ControlFlow::Continue(());
            }
            waiting.flush(&mut *take).map_break(|()| Ok(()))
        }
        Err(error) => {
            waiting.flush(&mut *take).map_break(|()| Ok(()))?;
            ControlFlow::Break(Err(Failure::new(errors::input(&error), error)))
        }
    });
    let _ = waiting.flush(take);
    flow.break_value().unwrap_or(Ok(()))
}

/// Takes a batch, and breaks to end the reading.
pub(crate) type Take<'a> = &'a mut (dyn FnMut(RecordBatch) -> ControlFlow<()> + Send);

/// Reads the name of a point of view.
pub(crate) fn score_view_of(name: Option<&str>) -> PyResult<Option<ScoreView>> {
    let view = name.map(str::parse).transpose();
    view.map_err(|error: <ScoreView as FromStr>::Err| PyValueError::new_err(format!("score_view: {error}")))
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
pub(crate) fn names_of(path: PathBuf) -> PyResult<OpeningNames> {
    let input = Input::file(path);
    let text = input.read_text(OpeningNames::MAX_TEXT);
    let names = text.and_then(|text| OpeningNames::read(&text).map_err(io::Error::other));
    names.map_err(|error| errors::file(&error, input.name()))
}

/// The character set of a name; `None` for UTF-8.
pub(crate) fn encoding_of(py: Python<'_>, name: &str) -> PyResult<Option<Encoding>> {
    let upper: Option<Vec<char>> =
        py.import("chess_batch._encodings")?.call_method1("upper_half", (name,))?.extract()?;
    Ok(upper.and_then(|upper| upper.try_into().ok()).map(Encoding::new))
}
