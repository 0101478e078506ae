//! Parts of PGN files as record batches, for tasks that read one part each.

use std::fs::File;
use std::io::{ErrorKind, Read, Seek, SeekFrom};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread::Builder;

use arrow_array::{RecordBatch, RecordBatchReader};
use arrow_pyarrow::PyArrowType;
use arrow_schema::{ArrowError, Schema, SchemaRef};
use chess_data::arrow::{record_batch, schema};
use chess_data::chunks::{Chunk, Counted, InputError, InputFault, Pipeline};
use chess_data::columns::{self, Base, Batch, Columns};
use chess_data::filter::Filter;
use chess_data::input::Input;
use pyo3::prelude::*;

use crate::cuts::Place;
use crate::errors;
use crate::process::{Own, REFUSED};

/// The number of bytes that become a batch.
const BATCH: usize = 4 << 20;

/// The number of batches that are ready before they are asked for.
const READY: usize = 1;

type Batches = Box<dyn RecordBatchReader + Send>;

/// Return the schema of a table with these columns.
#[pyfunction]
pub(crate) fn pgn_schema(columns: Option<Vec<String>>) -> PyResult<PyArrowType<Schema>> {
    Ok(PyArrowType(Schema::clone(&schema(&chosen(columns)?.fields()))))
}

/// Read a part of a file, or all of it, as batches with the numbers that games and lines have in the file.
#[pyfunction]
#[pyo3(signature = (path, *, place, columns, filter, lenient=false))]
pub(crate) fn read_part(
    path: PathBuf,
    place: Option<Place>,
    columns: Option<Vec<String>>,
    filter: Option<String>,
    lenient: bool,
) -> PyResult<PyArrowType<Batches>> {
    let columns = chosen(columns)?;
    let filter = match filter {
        Some(filter) => filter.parse().map_err(|error| errors::filter(&error))?,
        None => Filter::ALL,
    };
    let (input, start) = match place {
        None => (Input::file(&path), Base::default()),
        Some((offset, length, game, line)) => {
            let mut file = File::open(&path).map_err(|error| errors::file_named(&error, &path))?;
            file.seek(SeekFrom::Start(offset)).map_err(|error| errors::file_named(&error, &path))?;
            let start = Base { games: game - 1, lines: line - 1, bytes: offset, ..Base::default() };
            (Input::reader(&path, file.take(length)), start)
        }
    };
    let start = Base { file: name(&path), is_lenient: lenient, ..start };
    let schema = schema(&columns.fields());
    let (sender, receiver) = sync_channel(READY);
    Builder::new().spawn(move || read(input, &start, &columns, &filter, &sender))?;
    Ok(PyArrowType(Box::new(Part { schema, receiver: Own::new(receiver) })))
}

fn chosen(columns: Option<Vec<String>>) -> PyResult<Columns> {
    columns.map_or_else(|| Ok(Columns::default()), Columns::new).map_err(|error| errors::column(&error))
}

fn name(path: &Path) -> String {
    path.to_string_lossy().into_owned()
}

/// Reads piece by piece on this thread, so that each piece begins where the one before has ended.
fn read(
    input: Input,
    start: &Base,
    columns: &Columns,
    filter: &Filter,
    sender: &SyncSender<Result<RecordBatch, ArrowError>>,
) {
    let piece = |base: &mut Base, chunk: &Chunk<'_>| {
        let text = chunk.bytes();
        let mut batches = columns::read_chunk(text, base, columns, filter);
        let value: Vec<Batch> = batches.by_ref().collect();
        let games = batches.games();
        base.games += games;
        base.lines += line_ends(text);
        base.bytes += text.len() as u64;
        Counted { value, games }
    };
    let _ = Pipeline::new(&[input]).lenient(start.is_lenient).chunk_size(BATCH).run_with(
        || start.clone(),
        piece,
        |part| {
            let sent = match part {
                Ok(part) => part.value.into_iter().try_for_each(|batch| sender.send(record_batch(batch))),
                Err(error) => {
                    let _ = sender.send(Err(fault(error)));
                    return ControlFlow::Break(());
                }
            };
            // The reader may have gone.
            if sent.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        },
    );
}

/// The number of line ends: LF, CR or both.
fn line_ends(text: &[u8]) -> u64 {
    let followers = text.iter().skip(1).map(Some).chain([None]);
    let is_end =
        |(byte, next): &(&u8, Option<&u8>)| **byte == b'\n' || (**byte == b'\r' && *next != Some(&b'\n'));
    text.iter().zip(followers).filter(is_end).count() as u64
}

/// An error that may not occur again becomes Python's `OSError`, and others become `ValueError`.
fn fault(error: InputError) -> ArrowError {
    let message = error.to_string();
    match error.fault {
        InputFault::Open(error) | InputFault::Read { error, .. }
            if !matches!(error.kind(), ErrorKind::InvalidData | ErrorKind::UnexpectedEof) =>
        {
            ArrowError::IoError(message, error)
        }
        _ => ArrowError::ParseError(message),
    }
}

/// The batches of a part of a file, which another thread reads.
struct Part {
    schema: SchemaRef,
    receiver: Own<Receiver<Result<RecordBatch, ArrowError>>>,
}

impl Iterator for Part {
    type Item = Result<RecordBatch, ArrowError>;

    fn next(&mut self) -> Option<Self::Item> {
        match self.receiver.get() {
            Some(receiver) => receiver.recv().ok(),
            None => Some(Err(ArrowError::ExternalError(REFUSED.into()))),
        }
    }
}

impl RecordBatchReader for Part {
    fn schema(&self) -> SchemaRef {
        SchemaRef::clone(&self.schema)
    }
}
