use std::path::Path;

use chess_data::chunks::{Chunk, Counted, Pipeline};
use chess_data::columns::{Columns, placed, read_part};

use crate::cmd::full::shared::games::{Ending, Mode, PgnReading, Place};
use crate::cmd::full::shared::summary::{Summary, TableSummary};
use crate::cmd::full::shared::table_file::{Rows, TableFile, TableFormat, arrow_error};
use crate::error::CliError;
use crate::io::output::Output;

/// What all threads know of a table of games.
pub(super) struct Shared {
    pub(super) columns: Columns,
    pub(super) format: TableFormat,
}

/// The rows of a chunk.
pub(super) struct Part {
    rows: Vec<Rows>,
    /// Rows of games that break a rule.
    broken: u64,
}

impl Shared {
    /// Reads a chunk.
    pub(super) fn read(&self, reading: &PgnReading, chunk: &Chunk<'_>) -> Counted<Result<Part, CliError>> {
        let Counted { value, games } = read_part(chunk, reading.inputs(), &self.columns, reading.filter());
        let rows = value.batches.into_iter().map(|batch| self.format.encode(batch)).collect::<Result<_, _>>();
        Counted { value: rows.map(|rows| Part { rows, broken: value.broken }), games }
    }
}

/// A table that is being written.
pub(super) struct OpenTable {
    pub(super) file: TableFile,
    pub(super) summary: TableSummary,
}

impl OpenTable {
    pub(super) fn create(shared: &Shared, path: &Path) -> Result<Self, CliError> {
        let summary = TableSummary::new(shared.columns.chosen());
        Ok(Self { file: shared.format.create(path)?, summary })
    }

    /// Writes the rows of a chunk. Returns false if nobody reads them.
    pub(super) fn add(&mut self, part: Part, place: &Place<'_>) -> Result<bool, CliError> {
        self.summary.broken += part.broken;
        for mut rows in part.rows {
            rows.batch = placed(&rows.batch, &place.origin);
            let counted = self.summary.checksum.add(&rows.batch);
            counted.map_err(|error| CliError::command(arrow_error(error)))?;
            if !self.file.write(rows)? {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// Writes one table of all games.
pub(super) struct Arrow(pub(super) OpenTable);

impl Mode for Arrow {
    const CHUNK_SIZE: usize = 4 * Pipeline::CHUNK_SIZE;
    type Shared = Shared;
    type Part = Result<Part, CliError>;

    fn chunk(shared: &Shared, reading: &PgnReading, chunk: &Chunk<'_>) -> Counted<Self::Part> {
        shared.read(reading, chunk)
    }

    fn add(&mut self, part: Self::Part, place: &Place<'_>, _: &mut Output) -> Result<bool, CliError> {
        self.0.add(part?, place)
    }

    fn finish(self, ending: Ending) -> (Summary, Result<(), CliError>) {
        let OpenTable { file, summary } = self.0;
        (summary.summary(), if ending == Ending::Whole { file.finish() } else { Ok(()) })
    }
}
