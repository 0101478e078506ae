use std::collections::HashMap;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::{io, mem};

use chess_data::chunks::{Chunk, Counted, InputError, InputFault};
use chess_data::columns::{Earlier, TableSource};
use chess_data::input::Input;
use chess_data::parquet::read_notes;

use super::arrow::{OpenTable, Part, Shared};
use crate::cmd::full::shared::games::{Ending, Mode, PgnReading, Place};
use crate::cmd::full::shared::paths::Written;
use crate::cmd::full::shared::summary::{Summary, TableSummary};
use crate::cmd::full::shared::table_file::parquet_error;
use crate::error::CliError;
use crate::io::output::Output;

/// Writes a table of each file.
pub(super) struct Parquet<'a> {
    shared: &'a Shared,
    /// The path of each table, and what it is made from.
    tables: Vec<(PathBuf, TableSource)>,
    /// The index of the file whose table is not complete yet.
    next: usize,
    open: Option<OpenTable>,
    /// True if that file cannot be read to its end; it then gets no table.
    has_failed: bool,
    written: Written,
    summary: TableSummary,
}

impl<'a> Parquet<'a> {
    /// Finds the tables of all files in a folder.
    pub(super) fn new(
        shared: &'a Shared,
        reading: &PgnReading,
        opening_names: Option<&Path>,
        folder: &Path,
    ) -> Result<Self, CliError> {
        fs::create_dir_all(folder).map_err(CliError::file(folder))?;
        let names = opening_names.map(Input::file);
        let mut files: HashMap<PathBuf, &Path> = HashMap::new();
        let mut tables = Vec::new();
        for input in reading.inputs() {
            let mut name = input.table_name();
            name.push(".parquet");
            let table = folder.join(name);
            if let Some(first) = files.insert(table.clone(), input.name()) {
                let [first, second, table] = [first, input.name(), &table].map(Path::display);
                return Err(CliError::command(format!(
                    "{first} and {second} would both be written to {table}"
                )));
            }
            let source = TableSource::new(input, &shared.columns, reading.filter());
            let source = source.lenient(reading.is_lenient());
            tables.push((table, names.iter().fold(source, TableSource::opening_names)));
        }
        let summary = TableSummary::new(shared.columns.chosen());
        Ok(Self {
            shared,
            tables,
            next: 0,
            open: None,
            has_failed: false,
            written: Written::default(),
            summary,
        })
    }

    /// Leaves out the files whose tables are complete, and counts what is in these.
    pub(super) fn resume(&mut self, reading: &mut PgnReading) -> Result<(), CliError> {
        let mut is_todo = Vec::with_capacity(self.tables.len());
        for (table, source) in &self.tables {
            let earlier = earlier(table, source)?;
            if let Some(Earlier::Same { checksum, rows, broken }) = earlier {
                self.summary.checksum.add_known(checksum, rows);
                self.summary.broken += broken;
                self.written.add(table);
            }
            if earlier == Some(Earlier::Other) {
                let table = table.display();
                return Err(CliError::command(format!(
                    "--resume: {table} was written with different --columns, --filter, --score-view, --opening-names or --lenient"
                )));
            }
            is_todo.push(!matches!(earlier, Some(Earlier::Same { .. })));
        }
        let mut each = is_todo.iter();
        self.tables.retain(|_| each.next() == Some(&true));
        let mut each = is_todo.iter();
        reading.retain(|_| each.next() == Some(&true));
        Ok(())
    }

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
        if let (None, Some((path, _))) = (&self.open, self.tables.get(self.next)) {
            self.open = Some(OpenTable::create(self.shared, path)?);
        }
        Ok(())
    }

    fn complete(&mut self) -> Result<(), CliError> {
        let Some(OpenTable { mut file, summary }) = self.open.take() else { return Ok(()) };
        let (path, source) = &self.tables[self.next];
        for (name, value) in source.notes(summary.checksum, summary.broken) {
            file.set(name, &value);
        }
        if self.written.has(path) {
            let error = "another file has become this table, whose name is the same here: write them into different folders";
            return Err(CliError::file(path)(io::Error::other(error)));
        }
        file.finish()?;
        self.written.add(path);
        self.summary.checksum.add_table(summary.checksum);
        self.summary.broken += summary.broken;
        Ok(())
    }
}

/// The comparison of a table that may be there with the one that is wanted.
fn earlier(table: &Path, source: &TableSource) -> Result<Option<Earlier>, CliError> {
    let file = match File::open(table) {
        Ok(file) => file,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(CliError::file(table)(error)),
    };
    let notes = read_notes(&file).map_err(|error| CliError::file(table)(parquet_error(error)))?;
    let notes: HashMap<String, String> = notes.into_iter().collect();
    Ok(Some(source.compare(|name| notes.get(name).map(String::as_str))))
}

impl Mode for Parquet<'_> {
    /// The number of bytes of text that become a row group: some ten thousand games.
    const CHUNK_SIZE: usize = 1 << 22;
    type Shared = Shared;
    type Part = Result<Part, CliError>;

    fn chunk(shared: &Shared, reading: &PgnReading, chunk: &Chunk<'_>) -> Counted<Self::Part> {
        shared.read(reading, chunk)
    }

    fn add(&mut self, part: Self::Part, place: &Place<'_>, _: &mut Output) -> Result<bool, CliError> {
        self.advance(place.origin.input)?;
        self.open.as_mut().map_or(Ok(true), |open| part.and_then(|part| open.add(part, place)))
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

    fn finish(mut self, ending: Ending) -> (Summary, Result<(), CliError>) {
        let finished = if ending == Ending::Interrupted { Ok(()) } else { self.advance(self.tables.len()) };
        (self.summary.summary(), finished)
    }
}
