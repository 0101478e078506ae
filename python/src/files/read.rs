//! PGN files as columns: whole, or batch by batch.

use std::borrow::Cow;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;

use arrow_array::{RecordBatch, RecordBatchReader};
use arrow_schema::{ArrowError, SchemaRef};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyCapsule;

use crate::files::scan::{Choice, Scan, ScanError, Waiting};
use crate::host::inputs::Inputs;
use crate::host::numbers::{BatchSize, Threads};
use crate::host::process::{Own, REFUSED};
use crate::host::run::{PATIENCE, interruptible};
use crate::table::{Table, schema_capsule, stream_capsule};

/// Read PGN files as a table, one row a game.
///
/// `paths` is a path, the bytes of a file (``bytes``, ``bytearray`` or ``memoryview``), a file that is open for reading bytes, which is
/// read from its current position, or a list of these. A folder names the PGN files in it, a pattern such as ``"2024-*.pgn.zst"`` the
/// files that it matches, in order, if no file has that name, and ``"-"`` is standard input. What is compressed by Zstandard, gzip or
/// bzip2 is recognised by its first bytes. `columns` are names of columns (``docs/columns.md``), and `filter` is a condition on games and
/// moves (``docs/filters.md``). `threads` is the number of threads, by default or with 0 that of processors.
///
/// `score_view` is whose point of view scores like ``+0.31/14`` have, ``"white"`` or ``"mover"``; without it, each game tells.
///
/// `encoding` is the character set of tags and comments: ``"utf-8"``, the default, with Latin-1 for what is not UTF-8, or one of single
/// bytes, such as ``"cp1252"``. Another name raises `ValueError`.
///
/// `opening_names` is a file with names of openings: ``eco`` and ``opening`` are then those of the last position of a game that has one.
///
/// A game that breaks a rule has a row with the moves before that, and the reason in the column ``error``. With ``lenient=True``, such a
/// game is read to its end as far as possible: the column ``errors`` lists what was mended or left out. A file that cannot be
/// read raises `OSError`, or `InputError` if its bytes are wrong; a wrong name `ColumnError`, a wrong filter `FilterError`. Ctrl-C
/// ends the reading.
///
/// >>> from chess_batch import read_pgn
/// >>> pgn = b'[White "Anderssen"] [WhiteElo "2600"] 1. e4 {[%clk 0:03:00]} e5 {[%clk 0:02:58]} 2. Nf3 * 1. d4 Ke3 *'
/// >>> table = read_pgn(pgn, columns="white,white_elo,plies,san,clocks,error")
/// >>> for row in table.to_pylist():
/// ...     print(row)
/// {'white': 'Anderssen', 'white_elo': 2600, 'plies': 3, 'san': ['e4', 'e5', 'Nf3'], 'clocks': [180000, 178000, None], 'error': None}
/// {'white': None, 'white_elo': None, 'plies': 1, 'san': ['d4'], 'clocks': [None], 'error': '`Ke3`: no such move is legal here'}
/// >>> read_pgn(pgn, filter="sound and ply >= 2", columns=["moves"]).num_rows
/// 1
/// >>> read_pgn(b"1. e2e4 ] e7e5 2. Ke3 *", columns="san,errors", lenient=True).to_pylist()
/// [{'san': ['e4', 'e5'], 'errors': ['`]`: unexpected character', '`Ke3`: no such move is legal here']}]
#[pyfunction]
#[pyo3(signature = (paths, *, columns=None, filter=None, threads=None, score_view=None, encoding=None, opening_names=None, lenient=false))]
pub(crate) fn read_pgn(
    py: Python<'_>,
    paths: Inputs,
    columns: Option<Choice>,
    filter: Option<Cow<'_, str>>,
    threads: Option<Threads>,
    score_view: Option<Cow<'_, str>>,
    encoding: Option<Cow<'_, str>>,
    opening_names: Option<PathBuf>,
    lenient: bool,
) -> PyResult<Table> {
    let [filter, view, encoding] = [&filter, &score_view, &encoding].map(|text| text.as_deref());
    let scan = Scan::new(py, paths, columns, filter, threads, view, encoding, opening_names, lenient)?;
    table_of(py, &scan.schema(), |take| scan.run(take))
}

/// Takes a batch, and breaks to end the reading.
pub(crate) type Take<'a> = &'a mut (dyn FnMut(RecordBatch) -> ControlFlow<()> + Send);

/// Returns all batches that `read` hands over.
pub(crate) fn table_of(
    py: Python<'_>,
    schema: &SchemaRef,
    read: impl FnOnce(Take<'_>) -> Result<(), ScanError> + Send,
) -> PyResult<Table> {
    let batches = interruptible(py, |stop| {
        let mut batches = Vec::new();
        read(&mut |batch| {
            batches.push(batch);
            if stop.is_wanted() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        })
        .map(|()| batches)
    })??;
    Ok(Table::new(SchemaRef::clone(schema), batches))
}

/// Batches that may wait for the caller. More are read only when one was taken.
const AHEAD: usize = 2;

type Batches = Receiver<Result<RecordBatch, ScanError>>;

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
    /// `None` when the reader is closed or its stream was taken.
    batches: Own<Mutex<Option<Batches>>>,
}

impl BatchReader {
    /// Begins to read on a thread: `read` hands over batches until the function that it is given breaks. With `rows`, all batches but the
    /// last have so many rows.
    pub(crate) fn spawn(
        schema: SchemaRef,
        rows: Option<BatchSize>,
        read: impl FnOnce(Take<'_>) -> Result<(), ScanError> + Send + 'static,
    ) -> PyResult<Self> {
        let (sender, receiver) = sync_channel(AHEAD);
        thread::Builder::new().name("chess_batch reader".into()).spawn(move || {
            // When the receiver is gone, nobody wants more.
            let mut send = |batch| match sender.send(Ok(batch)) {
                Ok(()) => ControlFlow::Continue(()),
                Err(_) => ControlFlow::Break(()),
            };
            let result = match rows {
                None => read(&mut send),
                Some(BatchSize(rows)) => {
                    let mut waiting = Waiting::default();
                    let result = read(&mut |batch| cut(&batch, &mut waiting, rows, &mut send));
                    let _ = waiting.flush(&mut send);
                    result
                }
            };
            if let Err(error) = result {
                let _ = sender.send(Err(error));
            }
        })?;
        Ok(Self { schema, batches: Own::new(Mutex::new(Some(receiver))) })
    }

    /// # Errors
    /// `RuntimeError`: another process runs, in which the lock may be held for ever.
    fn batches(&self) -> PyResult<MutexGuard<'_, Option<Batches>>> {
        Ok(self.batches.get()?.lock().unwrap_or_else(PoisonError::into_inner))
    }
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
#[pyo3(signature = (paths, *, columns=None, filter=None, threads=None, score_view=None, encoding=None, opening_names=None, lenient=false, batch_size=None))]
pub(crate) fn iter_pgn(
    py: Python<'_>,
    paths: Inputs,
    columns: Option<Choice>,
    filter: Option<Cow<'_, str>>,
    threads: Option<Threads>,
    score_view: Option<Cow<'_, str>>,
    encoding: Option<Cow<'_, str>>,
    opening_names: Option<PathBuf>,
    lenient: bool,
    batch_size: Option<BatchSize>,
) -> PyResult<BatchReader> {
    let [filter, view, encoding] = [&filter, &score_view, &encoding].map(|text| text.as_deref());
    let scan = Scan::new(py, paths, columns, filter, threads, view, encoding, opening_names, lenient)?;
    BatchReader::spawn(scan.schema(), batch_size, move |take| scan.run(take))
}

#[pymethods]
impl BatchReader {
    /// The names of the columns.
    #[getter]
    fn column_names(&self) -> Vec<&str> {
        self.schema.fields().iter().map(|field| field.name().as_str()).collect()
    }

    /// Stop reading. What is not delivered is lost.
    fn close(&self) {
        // In another process there is nothing to stop.
        if let Ok(mut batches) = self.batches() {
            batches.take();
        }
    }

    const fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Table>> {
        loop {
            let next = py.detach(|| {
                let batches = self.batches()?;
                let next = batches.as_ref().map(|batches| batches.recv_timeout(PATIENCE));
                Ok::<_, PyErr>(next.unwrap_or(Err(RecvTimeoutError::Disconnected)))
            });
            match next? {
                Ok(Ok(batch)) => return Ok(Some(Table::new(batch.schema(), vec![batch]))),
                Ok(Err(error)) => return Err(error.into()),
                Err(RecvTimeoutError::Disconnected) => return Ok(None),
                Err(RecvTimeoutError::Timeout) => py.check_signals()?,
            }
        }
    }

    /// Return the rows that are not delivered yet as a stream of Arrow, in a capsule. It can be taken once.
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        drop(requested_schema);
        let batches = self
            .batches()?
            .take()
            .ok_or_else(|| PyValueError::new_err("the reader is closed, or was taken"))?;
        stream_capsule(py, Box::new(Stream { schema: self.schema.clone(), batches: Own::new(batches) }))
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
    batches: Own<Batches>,
}

impl Iterator for Stream {
    type Item = Result<RecordBatch, ArrowError>;

    fn next(&mut self) -> Option<Self::Item> {
        let Ok(batches) = self.batches.get() else {
            return Some(Err(ArrowError::ExternalError(REFUSED.into())));
        };
        let next = batches.recv().ok()?;
        Some(next.map_err(|error| ArrowError::ExternalError(error.to_string().into())))
    }
}

impl RecordBatchReader for Stream {
    fn schema(&self) -> SchemaRef {
        self.schema.clone()
    }
}
