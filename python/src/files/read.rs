//! PGN files as columns: whole, or batch by batch.

use std::borrow::Cow;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use arrow_array::{RecordBatch, RecordBatchReader};
use arrow_schema::{ArrowError, SchemaRef};
use chess_data::columns::{self, Base};
use chess_data::filter::Filter;
use chess_data::input::Input;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyCapsule;

use crate::errors::{self, Failure};
use crate::files::scan::{Choice, Take, Waiting, encoding_of, names_of, read_all, score_view_of};
use crate::files::texts::{FEW, GameTexts, is_column, read_texts};
use crate::host::inputs::{Inputs, SHORT};
use crate::host::numbers::{BatchSize, Threads};
use crate::host::reading::{Reading, aside};
use crate::host::run::thread_count;
use crate::table::{Table, schema_capsule, stream_capsule};

/// Batches that may wait for the caller. More are read only when one was taken.
const AHEAD: usize = 2;

/// Returns the number of threads for inputs.
pub(crate) fn threads_for(inputs: &[Input], threads: Option<Threads>) -> usize {
    let bytes = inputs.iter().map(|input| input.length().unwrap_or(u64::MAX)).fold(0, u64::saturating_add);
    thread_count(threads, bytes as usize, SHORT as usize).get()
}

/// Joins a batch to those that wait, and sends batches of so many rows.
fn cut(batch: &RecordBatch, waiting: &mut Waiting, rows: usize, send: Take<'_>) -> ControlFlow<()> {
    let mut start = 0;
    while waiting.rows + batch.num_rows() - start >= rows {
        let taken = rows - waiting.rows;
        waiting.push(batch.slice(start, taken));
        start += taken;
        waiting.flush(&mut *send)?;
    }
    waiting.push(batch.slice(start, batch.num_rows() - start));
    ControlFlow::Continue(())
}

/// Batches of rows that are read in the background: an iterator, and a stream of Arrow that can be taken once.
///
/// A process that is made by ``fork`` cannot read on: it gets `RuntimeError`.
#[pyclass(frozen, module = "chess_batch")]
pub(crate) struct BatchReader {
    schema: SchemaRef,
    batches: Arc<Reading<Result<RecordBatch, Failure>>>,
    /// True when the reader is closed, or its stream was taken.
    is_over: AtomicBool,
}

impl BatchReader {
    /// Begins to read: `read` hands over the batches of inputs, as [`Reading::new`] finds them, until the function that it is given breaks.
    /// With `rows`, all batches but the last have so many rows.
    pub(crate) fn new(
        py: Python<'_>,
        schema: SchemaRef,
        inputs: Inputs,
        ending: &'static str,
        rows: Option<BatchSize>,
        read: impl FnOnce(Vec<Input>, Take<'_>) -> Result<(), Failure> + Send + 'static,
    ) -> PyResult<Self> {
        let batches = Reading::new(py, inputs, ending, AHEAD, move |inputs, hand| {
            let mut give = |batch| hand.give(Ok(batch));
            let result = match rows {
                None => read(inputs, &mut give),
                Some(BatchSize(rows)) => {
                    let mut waiting = Waiting::default();
                    let result = read(inputs, &mut |batch| cut(&batch, &mut waiting, rows, &mut give));
                    let _ = waiting.flush(&mut give);
                    result
                }
            };
            let _ = result.map_err(|failure| hand.give(Err(failure)));
            Ok(())
        })?;
        Ok(Self { schema, batches: Arc::new(batches), is_over: AtomicBool::new(false) })
    }

    fn next(&self, py: Python<'_>) -> PyResult<Option<RecordBatch>> {
        match self.batches.next(py)? {
            None => Ok(None),
            Some(Ok(batch)) => Ok(Some(batch)),
            // The end may have what `read` of an open file raised, which is the reason.
            Some(Err(failure)) => self.batches.next(py).and(Err(failure.error)),
        }
    }
}

/// What is read: files, or texts of one game each.
enum Source {
    Inputs(Inputs),
    Texts(GameTexts),
}

/// Read PGN files as batches of rows, for files beyond memory: an iterator of `Table`.
///
/// Arguments and errors are those of `read_pgn`, and with `batch_size` all batches but the last have so many rows. Files are read in the
/// background, at most a few batches ahead. All batches before an error are delivered. The reader is also a stream of Arrow:
/// ``pyarrow.RecordBatchReader.from_stream(reader)``, ``duckdb`` and others take it whole.
///
/// >>> from chess_batch import iter_pgn
/// >>> for batch in iter_pgn(b"1. e4 * 1. d4 *", columns=["game", "san"]):
/// ...     print(batch.num_rows, batch["san"].to_pylist())
/// 2 [['e4'], ['d4']]
#[pyfunction]
#[pyo3(signature = (paths, *, columns=None, filter=None, threads=None, score_view=None, encoding=None, opening_names=None, lenient=false, start=None, texts=None, batch_size=None))]
pub(crate) fn iter_pgn(
    py: Python<'_>,
    paths: &Bound<'_, PyAny>,
    columns: Option<Choice>,
    filter: Option<Cow<'_, str>>,
    threads: Option<Threads>,
    score_view: Option<Cow<'_, str>>,
    encoding: Option<Cow<'_, str>>,
    opening_names: Option<PathBuf>,
    lenient: bool,
    start: Option<GameTexts>,
    texts: Option<bool>,
    batch_size: Option<BatchSize>,
) -> PyResult<BatchReader> {
    let are_texts = match texts {
        Some(are_texts) => are_texts,
        None => start.is_some() || is_column(paths)?,
    };
    if start.is_some() && !are_texts {
        return Err(PyValueError::new_err("start: only columns and lists of texts have start positions"));
    }
    let given = if are_texts { Source::Texts(paths.extract()?) } else { Source::Inputs(paths.extract()?) };
    let filter =
        filter.map_or(Ok(Filter::ALL), |text| text.parse()).map_err(|error| errors::filter(&error))?;
    let columns = columns.unwrap_or_default().0;
    let view = score_view_of(score_view.as_deref())?;
    let encoding = encoding.map(|name| encoding_of(py, &name)).transpose()?.flatten();
    let names = opening_names.map(|path| aside(py, move || names_of(path))).transpose()?.map(Arc::new);
    let paths = match given {
        Source::Inputs(paths) => paths,
        Source::Texts(texts) => {
            let base = Base {
                score_view: view,
                is_lenient: lenient,
                encoding,
                opening_names: names,
                ..Base::file("<texts>")
            };
            let (threads, is_short) = (thread_count(threads, texts.0.len(), FEW), texts.are_short());
            let table = texts.table(start, &columns, &filter)?.base(&base).threads(threads.get());
            let schema = table.schema();
            let read = move |_, take: Take<'_>| {
                read_texts(&table, take);
                Ok(())
            };
            return BatchReader::new(py, schema, Inputs::nothing(is_short), "", batch_size, read);
        }
    };
    BatchReader::new(py, columns.schema(), paths, ".pgn", batch_size, move |inputs, take| {
        let threads = threads_for(&inputs, threads);
        let inputs = inputs.into_iter().map(|input: Input| {
            input.with_score_view(view).with_encoding(encoding.clone()).with_opening_names(names.clone())
        });
        read_all(&columns::Table::new(inputs, &columns, &filter).threads(threads).lenient(lenient), take)
    })
}

#[pymethods]
impl BatchReader {
    /// The names of the columns.
    #[getter]
    fn column_names(&self) -> Vec<&str> {
        self.schema.fields().iter().map(|field| field.name().as_str()).collect()
    }

    /// Return all rows that are not delivered yet.
    #[pyo3(name = "_table")]
    pub(crate) fn table(&self, py: Python<'_>) -> PyResult<Table> {
        let mut batches = Vec::new();
        while let Some(batch) = self.next(py)? {
            batches.push(batch);
            py.check_signals()?;
        }
        Ok(Table::new(SchemaRef::clone(&self.schema), batches))
    }

    /// Stop reading. What is not delivered is lost.
    fn close(&self) {
        if !self.is_over.swap(true, Ordering::Relaxed) {
            self.batches.close();
        }
    }

    const fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Table>> {
        let is_over = self.is_over.load(Ordering::Relaxed);
        let batch = if is_over { None } else { self.next(py)? };
        Ok(batch.map(|batch| Table::new(batch.schema(), vec![batch])))
    }

    /// Return the rows that are not delivered yet as a stream of Arrow, in a capsule. It can be taken once.
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        drop(requested_schema);
        if self.is_over.swap(true, Ordering::Relaxed) {
            return Err(PyValueError::new_err("the reader is closed or already consumed"));
        }
        let stream = Stream { schema: self.schema.clone(), batches: Arc::clone(&self.batches) };
        stream_capsule(py, Box::new(stream))
    }

    /// Return the schema of Arrow, in a capsule.
    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        schema_capsule(py, &self.schema)
    }

    const fn __enter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    #[pyo3(signature = (*_exception))]
    fn __exit__(&self, _exception: &Bound<'_, pyo3::types::PyTuple>) {
        self.close();
    }
}

/// The batches that are left, for a consumer of Arrow.
struct Stream {
    schema: SchemaRef,
    batches: Arc<Reading<Result<RecordBatch, Failure>>>,
}

impl Iterator for Stream {
    type Item = Result<RecordBatch, ArrowError>;

    fn next(&mut self) -> Option<Self::Item> {
        let next = match self.batches.next_outside().transpose()? {
            Ok(Err(failure)) => Err(self.batches.next_outside().err().unwrap_or(failure.text)),
            Ok(Ok(batch)) => Ok(batch),
            Err(text) => Err(text),
        };
        Some(next.map_err(|text| ArrowError::ExternalError(text.into())))
    }
}

impl RecordBatchReader for Stream {
    fn schema(&self) -> SchemaRef {
        self.schema.clone()
    }
}
