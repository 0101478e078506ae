use std::collections::HashMap;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::{io, mem};

use arrow_array::RecordBatch;
use chess_data::chunks::{Chunk, Counted, InputError, InputFault};
use chess_data::columns::{Checksum, Columns, placed, read_part};
use chess_data::filter::Filter;
use chess_data::input::Input;
use chess_data::parquet::{Encoder, FileWriter, RowGroup, read_notes};
use chess_data::scores::ScoreView;
use parquet::errors::ParquetError;

use crate::error::CliError;
use crate::games::{Ending, PgnReading};
use crate::io::out_file::{OutFile, Written};
use crate::summary::{TableSummary, parquet_error};

/// The number of bytes of text that become a row group: some ten thousand games.
const ROW_GROUP: usize = 1 << 22;

/// Writes a table of each file.
pub(super) fn write(
    mut reading: PgnReading,
    columns: &Columns,
    filter: &Filter,
    opening_names: Option<&Path>,
    folder: &Path,
    resume: bool,
) -> Result<(Ending, TableSummary), CliError> {
    let unwritable = CliError::file(folder);
    fs::create_dir_all(folder).map_err(unwritable)?;
    let mut tables = tables(&reading, folder)?;
    let mut summary = TableSummary::new(columns.chosen());
    // An edited file is another one.
    let state = |path: &Path| format!("{} {}", path.display(), Input::file(path).state().unwrap_or_default());
    let opening_names = opening_names.map(state);
    let made = Made {
        columns,
        filter,
        score_view: reading.inputs().first().and_then(Input::score_view),
        opening_names: opening_names.as_deref(),
        is_lenient: reading.is_lenient(),
    };
    if resume {
        let mut is_complete = Vec::with_capacity(tables.len());
        for (table, state) in &tables {
            is_complete.push(add_complete(table, state.as_deref(), made, &mut summary)?);
        }
        let mut each = is_complete.iter();
        tables.retain(|_| each.next() != Some(&true));
        let mut each = is_complete.iter();
        reading.retain(|_| each.next() != Some(&true));
    }
    let encoder = Encoder::new(&columns.schema()).map_err(|error| unwritable(parquet_error(error)))?;
    let mut writing = Writing {
        tables,
        next: 0,
        open: None,
        has_failed: false,
        written: Written::default(),
        encoder: &encoder,
        made,
        summary,
    };
    let work = |(): &mut (), chunk: &Chunk<'_>| {
        let Counted { value: read, games } = read_part(chunk, reading.inputs(), columns, filter);
        let encode = |batch: RecordBatch| encoder.encode(&batch).map(|group| (batch, group));
        let groups: Result<Vec<_>, _> = read.batches.into_iter().map(encode).collect();
        Counted { value: (groups, read.broken), games }
    };
    let ending = reading.run(
        ROW_GROUP,
        || (),
        work,
        |part| {
            match part {
                Ok(part) => {
                    let (groups, broken) = part.value;
                    writing.advance(part.origin.input)?;
                    for (batch, group) in groups.map_err(|error| unwritable(parquet_error(error)))? {
                        writing.add(&placed(&batch, &part.origin), group)?;
                    }
                    writing.add_broken(broken);
                }
                Err(error) => writing.fail(&error)?,
            }
            Ok(true)
        },
    )?;
    if ending != Ending::Interrupted {
        writing.advance(reading.inputs().len())?;
    }
    Ok((ending, writing.summary))
}

/// The path of a table, and the state of its file.
type TableOf = (PathBuf, Option<String>);

/// The tables of all files.
fn tables(reading: &PgnReading, folder: &Path) -> Result<Vec<TableOf>, CliError> {
    let mut files: HashMap<PathBuf, &Path> = HashMap::new();
    let mut tables = Vec::new();
    for input in reading.inputs() {
        let mut name = input.table_name();
        name.push(".parquet");
        let table = folder.join(name);
        if let Some(first) = files.insert(table.clone(), input.name()) {
            let [first, second, table] = [first, input.name(), &table].map(Path::display);
            return Err(CliError::command(format!("{first} and {second} would both become {table}")));
        }
        tables.push((table, input.state()));
    }
    Ok(tables)
}

/// The state of the file, if it is one.
const INPUT: &str = "chess.input";
const COLUMNS: &str = "chess.columns";
const FILTER: &str = "chess.filter";
/// These are there if the caller has said it.
const SCORE_VIEW: &str = "chess.score_view";
const OPENING_NAMES: &str = "chess.opening_names";
const LENIENT: &str = "chess.lenient";
const ROWS: &str = "chess.rows";
const BROKEN: &str = "chess.broken";
const CHECKSUM: &str = "chess.checksum";

/// Adds what the notes of a complete table say. Returns `false` if there is no such table, or its file has changed.
fn add_complete(
    table: &Path,
    state: Option<&str>,
    made: Made<'_>,
    summary: &mut TableSummary,
) -> Result<bool, CliError> {
    let file = match File::open(table) {
        Ok(file) => file,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(false),
        Err(error) => return Err(CliError::File { path: table.to_owned(), error }),
    };
    let unreadable = |error| CliError::File { path: table.to_owned(), error: parquet_error(error) };
    let notes: HashMap<String, String> = read_notes(&file).map_err(unreadable)?.into_iter().collect();
    let number = |name| notes.get(name).and_then(|text| text.parse().ok());
    let checksum = notes.get(CHECKSUM).and_then(|text| u64::from_str_radix(text, 16).ok());
    let is_same = notes.get(COLUMNS) == Some(&made.columns.to_string())
        && notes.get(FILTER) == Some(&made.filter.to_string())
        && notes.get(SCORE_VIEW).map(String::as_str) == made.score_view.map(ScoreView::name)
        && notes.get(OPENING_NAMES).map(String::as_str) == made.opening_names
        && notes.contains_key(LENIENT) == made.is_lenient;
    match (checksum, number(ROWS), number(BROKEN)) {
        (Some(_), Some(_), Some(_)) if is_same && notes.get(INPUT).map(String::as_str) != state => Ok(false),
        (Some(checksum), Some(rows), Some(broken)) if is_same => {
            summary.checksum.add_known(checksum, rows);
            summary.broken += broken;
            Ok(true)
        }
        _ => Err(CliError::command(format!(
            "--resume: {} has other columns, another filter, or another --score-view, --opening-names or --lenient",
            table.display()
        ))),
    }
}

/// The tables that are written, one after another.
struct Writing<'a> {
    tables: Vec<TableOf>,
    /// The index of the file whose table is not complete yet.
    next: usize,
    open: Option<OpenTable>,
    /// True if that file cannot be read to its end; it then gets no table.
    has_failed: bool,
    written: Written,
    encoder: &'a Encoder,
    made: Made<'a>,
    summary: TableSummary,
}

/// The choices of the caller that a table is made with.
#[derive(Clone, Copy)]
struct Made<'a> {
    columns: &'a Columns,
    filter: &'a Filter,
    score_view: Option<ScoreView>,
    opening_names: Option<&'a str>,
    is_lenient: bool,
}

struct OpenTable {
    writer: FileWriter<OutFile>,
    checksum: Checksum,
    broken: u64,
}

impl Writing<'_> {
    /// Completes the tables of all files before this one, and begins its table.
    fn advance(&mut self, input: usize) -> Result<(), CliError> {
        while self.next < input {
            if mem::take(&mut self.has_failed) {
                self.open = None;
            } else {
                self.begin()?;
                self.complete()?;
            }
            self.next += 1;
        }
        if !self.has_failed && input < self.tables.len() { self.begin() } else { Ok(()) }
    }

    fn begin(&mut self) -> Result<(), CliError> {
        if self.open.is_none() {
            let out = OutFile::create(self.table()).map_err(|error| self.unwritable(error))?;
            let writer =
                FileWriter::new(out, self.encoder).map_err(|error| self.unwritable(parquet_error(error)))?;
            let checksum = Checksum::new(self.made.columns.chosen());
            self.open = Some(OpenTable { writer, checksum, broken: 0 });
        }
        Ok(())
    }

    fn add(&mut self, batch: &RecordBatch, group: RowGroup) -> Result<(), CliError> {
        let Some(open) = &mut self.open else { return Ok(()) };
        let added = open.checksum.add(batch).map_err(ParquetError::from);
        let written = added.and_then(|()| open.writer.write(group, batch));
        written.map_err(|error| self.unwritable(parquet_error(error)))
    }

    fn add_broken(&mut self, broken: u64) {
        if let Some(open) = &mut self.open {
            open.broken += broken;
        }
    }

    fn complete(&mut self) -> Result<(), CliError> {
        let Some(OpenTable { mut writer, checksum, broken }) = self.open.take() else { return Ok(()) };
        if let Some(state) = self.tables.get(self.next).and_then(|(_, state)| state.as_ref()) {
            writer.set(INPUT, state);
        }
        writer.set(COLUMNS, &self.made.columns.to_string());
        writer.set(FILTER, &self.made.filter.to_string());
        if let Some(view) = self.made.score_view {
            writer.set(SCORE_VIEW, view.name());
        }
        if let Some(names) = self.made.opening_names {
            writer.set(OPENING_NAMES, names);
        }
        if self.made.is_lenient {
            writer.set(LENIENT, "true");
        }
        writer.set(ROWS, &checksum.rows().to_string());
        writer.set(BROKEN, &broken.to_string());
        writer.set(CHECKSUM, &checksum.to_string());
        let out = writer.finish().map_err(|error| self.unwritable(parquet_error(error)))?;
        if self.written.has(self.table()) {
            let error = "another file has become this table, whose name is the same here: write them into different folders";
            return Err(self.unwritable(io::Error::other(error)));
        }
        out.finish().map_err(|error| self.unwritable(error))?;
        self.written.add(&self.tables[self.next].0);
        self.summary.checksum.add_table(checksum);
        self.summary.broken += broken;
        Ok(())
    }

    /// Gives up the table of a file that cannot be read to its end. A game that is too long is left out.
    fn fail(&mut self, error: &InputError) -> Result<(), CliError> {
        self.advance(error.input)?;
        if !matches!(error.fault, InputFault::GameTooLong { .. }) {
            self.open = None;
            self.has_failed = true;
        }
        Ok(())
    }

    fn table(&self) -> &Path {
        self.tables.get(self.next).map_or(Path::new(""), |(table, _)| table)
    }

    fn unwritable(&self, error: io::Error) -> CliError {
        CliError::File { path: self.table().to_owned(), error }
    }
}
