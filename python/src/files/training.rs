//! Training files of engines: read as tables and as arrays, and written.

use std::fs::File;
use std::io::{self, BufWriter};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use arrow_array::ffi_stream::ArrowArrayStreamReader;
use arrow_array::{
    Array, ArrayRef, FixedSizeBinaryArray, Int8Array, Int32Array, Int64Array, RecordBatch, RecordBatchReader,
    UInt16Array, downcast_integer_array,
};
use arrow_pyarrow::FromPyArrow;
use arrow_schema::{ArrowError, DataType, Field, Schema, SchemaRef};
use chess_data::input::{Input, Opened};
use chess_data::scores::ScoreView;
use chess_movegen::Move;
use chess_notation::PackedPosition;
use chess_notation::pgn::GameResult;
use chess_training::{Fault, Format, Reader, Record, Writer};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;

use crate::errors::{self, Failure};
use crate::files::read::BatchReader;
use crate::files::scan::{Take, score_view_of};
use crate::game::mv::legal_word;
use crate::host::inputs::Inputs;
use crate::rows::forms::Flat;
use crate::table::Table;

const SIZE: usize = PackedPosition::SIZE;

/// The number of rows of a batch of a table.
const ROWS: usize = 1 << 16;

/// Reads the name of a format.
pub(crate) fn format_of(name: &str) -> PyResult<Format> {
    name.parse().map_err(|error| PyValueError::new_err(format!("format: {error}")))
}

/// Returns the format of a file, which its name tells if the caller does not.
fn format_at(format: Option<Format>, path: &Path) -> PyResult<Format> {
    format.or_else(|| Format::of_path(path)).ok_or_else(|| {
        let rule =
            "the extension names no format; format= is one of viri, marlin, bullet, binpack, plain and pgn";
        PyValueError::new_err(format!("{}: {rule}", path.display()))
    })
}

/// A file that is read.
struct Open {
    name: PathBuf,
    reader: Reader<Opened>,
}

/// Records of several files, one after another.
struct Records {
    /// The inputs that are not open yet, the last first.
    waiting: Vec<Input>,
    format: Option<Format>,
    score_view: Option<ScoreView>,
    is_lenient: bool,
    open: Option<Open>,
}

impl Records {
    /// Reads the next record, with the number of its game; `None` at the end of the last file.
    ///
    /// # Errors
    /// A file cannot be opened or read, or its format is not known by its name; or, in strict reading, a record is wrong.
    fn next(&mut self) -> PyResult<Option<(i64, Record)>> {
        loop {
            if let Some(Open { name, reader }) = &mut self.open {
                match reader.next() {
                    Some(Ok(record)) => return Ok(Some((reader.game() as i64, record))),
                    Some(Err(error)) if !self.is_lenient || matches!(error.fault, Fault::Io(_)) => {
                        return Err(errors::training(&error, name));
                    }
                    Some(Err(_)) => {}
                    None => self.open = None,
                }
                continue;
            }
            let Some(input) = self.waiting.pop() else { return Ok(None) };
            let format = format_at(self.format, input.name())?;
            let opened = format.open(&input).map_err(|error| errors::file(&error, input.name()))?;
            let reader = Reader::new(format, opened).score_view(self.score_view);
            self.open = Some(Open { name: input.name().to_owned(), reader });
        }
    }
}

/// Records as columns.
#[derive(Default)]
struct Block {
    games: Vec<i64>,
    plies: Vec<i32>,
    positions: Vec<u8>,
    /// 0 where no move is known.
    moves: Vec<u16>,
    scores: Vec<Option<i32>>,
    results: Vec<Option<i8>>,
}

impl Block {
    fn push(&mut self, game: i64, record: &Record) {
        self.games.push(game);
        self.plies.push(record.ply as i32);
        self.positions.extend_from_slice(&PackedPosition::new(&record.position).to_bytes());
        self.moves.push(record.mv.map_or(0, Move::raw));
        self.scores.push(record.score);
        self.results.push(match record.result {
            GameResult::WhiteWins => Some(1),
            GameResult::Draw => Some(0),
            GameResult::BlackWins => Some(-1),
            GameResult::Unknown => None,
        });
    }

    /// Reads up to so many records.
    fn read(records: &mut Records, rows: usize) -> PyResult<Self> {
        let mut block = Self::default();
        while block.games.len() < rows {
            let Some((game, record)) = records.next()? else { break };
            block.push(game, &record);
        }
        Ok(block)
    }

    fn into_batch(self, schema: &SchemaRef) -> Result<RecordBatch, ArrowError> {
        let positions = FixedSizeBinaryArray::try_new(SIZE as i32, self.positions.into(), None)?;
        let moves = self.moves.into_iter().map(|word| Some(word).filter(|&word| word != 0));
        let columns: Vec<ArrayRef> = vec![
            Arc::new(Int64Array::from(self.games)),
            Arc::new(Int32Array::from(self.plies)),
            Arc::new(positions),
            Arc::new(moves.collect::<UInt16Array>()),
            Arc::new(self.scores.into_iter().collect::<Int32Array>()),
            Arc::new(self.results.into_iter().collect::<Int8Array>()),
        ];
        RecordBatch::try_new(SchemaRef::clone(schema), columns)
    }
}

fn schema() -> SchemaRef {
    Arc::new(Schema::new(vec![
        Field::new("game", DataType::Int64, false),
        Field::new("ply", DataType::Int32, false),
        Field::new("position", DataType::FixedSizeBinary(SIZE as i32), false),
        Field::new("move", DataType::UInt16, true),
        Field::new("score", DataType::Int32, true),
        Field::new("result", DataType::Int8, true),
    ]))
}

/// Read training files as a table, one row a position.
///
/// `paths` is as for `read_pgn`. `format` is ``"viri"``, ``"marlin"``, ``"bullet"``, ``"binpack"``, ``"plain"`` or ``"pgn"``, by default
/// the one that the name of the file tells. ``docs/training.md`` describes formats and columns: ``game``, ``ply``, ``position``, ``move``,
/// ``score`` and ``result``, both from White's point of view. `score_view` is as for `read_pgn`.
///
/// A record that breaks a rule raises `InputError`; with ``lenient=True`` it is left out. `TrainingBatches` reads files beyond memory.
///
/// >>> from chess_batch import fens, read_training
/// >>> line = b"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 | 31 | 1.0\n"
/// >>> table = read_training(line, format="plain")
/// >>> fens(table["position"]), table["score"].to_pylist(), table["result"].to_pylist()
/// (['4k3/8/8/8/8/8/4P3/4K3 w - - 0 1'], [31], [1])
#[pyfunction]
#[pyo3(signature = (paths, *, format=None, score_view=None, lenient=false))]
pub(crate) fn read_training(
    py: Python<'_>,
    paths: Inputs,
    format: Option<&str>,
    score_view: Option<&str>,
    lenient: bool,
) -> PyResult<Table> {
    let format = format.map(format_of).transpose()?;
    let score_view = score_view_of(score_view)?;
    // Without a format, the PGN files of a folder are read.
    let ending = format.map_or(".pgn", Format::ending);
    let read = move |mut waiting: Vec<Input>, take: Take<'_>| {
        waiting.reverse();
        // Python reads it all: the text is not shown.
        let failure = |error| Failure::new(error, "");
        let mut records = Records { waiting, format, score_view, is_lenient: lenient, open: None };
        loop {
            let block = Block::read(&mut records, ROWS).map_err(failure)?;
            let is_over = block.games.is_empty();
            let batch = block.into_batch(&schema()).map_err(|error| failure(errors::arrow(error)))?;
            if is_over || take(batch).is_break() {
                return Ok(());
            }
        }
    };
    BatchReader::new(py, schema(), paths, ending, None, read)?.table(py)
}

/// The columns that rows that are written must have.
const NEEDED: [&str; 3] = ["position", "score", "result"];

/// A number of a column of integers of any size, or the greatest of 64 bits with a sign below it; `None` for null, and without the
/// column.
fn number(column: Option<&ArrayRef>, row: usize) -> PyResult<Option<i64>> {
    let Some(array) = column.filter(|array| array.is_valid(row)) else { return Ok(None) };
    downcast_integer_array! { array => Ok(Some(i128::from(array.value(row)).min(i64::MAX.into()) as i64)),
        other => Err(PyTypeError::new_err(format!("a column of integers is needed, and not of {other}"))),
    }
}

/// Writes the rows of a batch.
fn write_batch(
    batch: &RecordBatch,
    last_game: &mut Option<i64>,
    first: usize,
    writer: &mut Writer<BufWriter<File>>,
    path: &Path,
) -> PyResult<()> {
    let [moves, scores, results, games] =
        ["move", "score", "result", "game"].map(|name| batch.column_by_name(name));
    let mut positions = Flat::default();
    batch.column_by_name("position").map_or(Ok(()), |column| positions.push_arrow(column))?;
    let positions = positions.bytes.as_chunks::<SIZE>().0;
    if positions.len() != batch.num_rows() {
        return Err(PyValueError::new_err("the column 'position' has one position a row, and no lists"));
    }
    for (row, &bytes) in positions.iter().enumerate() {
        let index = first + row;
        let position = PackedPosition::from_bytes(bytes).unpack();
        let position = position.map_err(|error| errors::not_packed(&error.to_string(), index))?;
        // Training files are read strictly.
        let is_strict = position.to_setup().validate();
        is_strict.map_err(|error| errors::not_packed(&error.to_string(), index))?;
        let word = number(moves, row)?.unwrap_or(0);
        let word = u16::try_from(word).map_err(|_| errors::word(word as u16, Some(index)))?;
        let mv = (word != 0).then(|| legal_word(&position, word, index)).transpose()?;
        let result = match number(results, row)? {
            Some(1) => GameResult::WhiteWins,
            Some(0) => GameResult::Draw,
            Some(-1) => GameResult::BlackWins,
            None => GameResult::Unknown,
            Some(other) => {
                let message = format!("row {index}: a result is 1, 0 or -1, and not {other}");
                return Err(PyValueError::new_err(message));
            }
        };
        let score = number(scores, row)?;
        let game = number(games, row)?;
        let score = score.map(|score| score.clamp(i32::MIN.into(), i32::MAX.into()) as i32);
        let starts_game = game.is_none() || game != *last_game;
        let record = Record { mv, score, starts_game, ..Record::new(position, 0, result) };
        *last_game = game;
        writer.write(&record).map_err(|error| errors::file(&error, path))?;
    }
    Ok(())
}

/// Write rows as a training file with the name `part` that gets the name `path`, and return the number of records and of what the
/// format could not hold.
#[pyfunction]
#[pyo3(name = "_write_training")]
pub(crate) fn write_training(
    rows: &Bound<'_, PyAny>,
    path: PathBuf,
    part: PathBuf,
    format: Option<&str>,
) -> PyResult<(u64, Vec<(&'static str, u64)>)> {
    let format = format_at(format.map(format_of).transpose()?, &path)?;
    let mut batches = ArrowArrayStreamReader::from_pyarrow_bound(rows)?;
    if let Some(name) = NEEDED.iter().find(|name| batches.schema().column_with_name(name).is_none()) {
        let message = format!("the rows have no column '{name}'; position, score and result are needed");
        return Err(PyValueError::new_err(message));
    }
    let file = File::create(&part).map_err(|error| errors::file(&error, &part))?;
    let mut writer = Writer::new(format, BufWriter::with_capacity(1 << 16, file));
    let (mut last_game, mut first) = (None, 0);
    while let Some(batch) = rows.py().detach(|| batches.next()) {
        let batch = batch.map_err(errors::arrow)?;
        // A table may come as one batch.
        for start in (0..batch.num_rows()).step_by(ROWS) {
            let part = batch.slice(start, ROWS.min(batch.num_rows() - start));
            rows.py().check_signals()?;
            rows.py().detach(|| write_batch(&part, &mut last_game, first, &mut writer, &path))?;
            first += part.num_rows();
        }
    }
    // The end of the file may add to both.
    let (written, losses) = (writer.written(), writer.losses());
    let file = writer.finish().and_then(|out| out.into_inner().map_err(io::Error::from));
    file.and_then(|file| file.sync_all()).map_err(|error| errors::file(&error, &path))?;
    Ok((written, losses.iter().map(|(loss, count)| (loss.name(), count)).collect()))
}
