//! What commands report on the tables and training files that they write.

#[cfg(feature = "arrow")]
use std::error::Error;
use std::io;
use std::path::Path;

#[cfg(feature = "arrow")]
use arrow_schema::ArrowError;
use chess_data::columns::Checksum;
use chess_training::{Encoded, Loss, Losses, ReadError};
#[cfg(feature = "parquet")]
use parquet::errors::ParquetError;
use serde::{Serialize, Serializer};

use crate::io::diagnostics;
use crate::io::output::{Grouping, Output};

/// The report on a table.
pub(crate) struct TableSummary {
    pub(crate) checksum: Checksum,
    /// Rows of games that break a rule.
    pub(crate) broken: u64,
}

/// The JSON object, its keys in this order.
#[derive(Serialize)]
struct Record {
    rows: u64,
    broken: u64,
    checksum: String,
}

impl TableSummary {
    pub(crate) fn new<'a>(names: impl IntoIterator<Item = &'a str>) -> Self {
        Self { checksum: Checksum::new(names), broken: 0 }
    }

    /// Prints the summary, beside a table on stdout on stderr.
    pub(crate) fn print(&self, how: Printing, output: &mut Output) -> io::Result<()> {
        let Self { checksum, broken } = *self;
        let record = Record { rows: checksum.rows(), broken, checksum: checksum.to_string() };
        how.print(&record, output, |grouping| {
            let [rows, broken] = [record.rows, broken].map(|count| grouping.of(count));
            format!("rows {rows}, broken {broken}, checksum {checksum}")
        })
    }
}

/// The way in which a summary is printed: where it goes, as JSON or text, and how counts are spelled.
#[derive(Clone, Copy, Default)]
pub(crate) struct Printing {
    pub(crate) as_json: bool,
    /// The work was interrupted.
    pub(crate) is_incomplete: bool,
    /// Stdout has the data: the summary goes to stderr.
    pub(crate) is_beside_data: bool,
}

/// A summary with the note that the work was interrupted.
#[derive(Serialize)]
struct Noted<'a, S> {
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    incomplete: bool,
    #[serde(flatten)]
    summary: &'a S,
}

impl Printing {
    pub(crate) fn print<S: Serialize>(
        self,
        summary: &S,
        output: &mut Output,
        text: impl FnOnce(Grouping) -> String,
    ) -> io::Result<()> {
        let Self { as_json, is_incomplete: incomplete, is_beside_data } = self;
        let word = if incomplete { "incomplete: " } else { "" };
        let noted = Noted { incomplete, summary };
        match (is_beside_data, as_json) {
            // Numbers under names are always JSON.
            (true, true) => diagnostics::tell(serde_json::to_string(&noted).unwrap_or_default()),
            (true, false) => diagnostics::tell(format_args!("{word}{}", text(Grouping::Plain))),
            (false, true) => output.json(&noted)?,
            (false, false) => output.line(format_args!("{word}{}", text(output.grouping())))?,
        }
        Ok(())
    }
}

/// Checks that the program was built with what is asked for.
pub(crate) fn check_features(parquet: bool, arrow: bool) -> Result<(), &'static str> {
    if parquet && !cfg!(feature = "parquet") {
        return Err("this program was built without Parquet: in a checkout, run \
            cargo build --release -p chess-cli --features parquet");
    }
    if arrow && !cfg!(feature = "arrow") {
        return Err("this program was built without Arrow: in a checkout, run \
            cargo build --release -p chess-cli --features arrow");
    }
    Ok(())
}

/// The error of the writer, if it is one.
#[cfg(feature = "arrow")]
pub(crate) fn arrow_error(error: ArrowError) -> io::Error {
    match error {
        ArrowError::IoError(_, error) => error,
        ArrowError::ExternalError(error) => external(error),
        error => io::Error::other(error),
    }
}

/// The error of the writer, if it is one.
#[cfg(feature = "parquet")]
pub(crate) fn parquet_error(error: ParquetError) -> io::Error {
    match error {
        ParquetError::External(error) => external(error),
        error => io::Error::other(error),
    }
}

/// An error of the writer that another error hides.
#[cfg(feature = "arrow")]
fn external(error: Box<dyn Error + Send + Sync>) -> io::Error {
    error.downcast::<io::Error>().map_or_else(io::Error::other, |error| *error)
}

/// The number of faults that are reported. A file of another format has one in every record.
const MAX_TOLD: u64 = 100;

/// The numbers of a conversion, as a JSON object with the keys in this order.
#[derive(Default, Serialize)]
pub(crate) struct RecordSummary {
    /// Records read.
    pub(crate) records: u64,
    /// Records that begin a game or are alone.
    pub(crate) games: u64,
    /// Records written.
    pub(crate) written: u64,
    /// Faults of the input.
    pub(crate) faults: u64,
    #[serde(serialize_with = "by_name")]
    pub(crate) losses: Losses,
}

impl RecordSummary {
    /// Adds the numbers of a piece, without its faults.
    pub(crate) fn add(&mut self, piece: &Encoded) {
        self.games += piece.games;
        self.records += piece.records;
        self.written += piece.written;
        self.losses += piece.losses;
    }

    /// Counts a fault of a file, and tells it unless there have been too many.
    pub(crate) fn add_fault(&mut self, path: &Path, error: &ReadError) {
        self.faults += 1;
        if self.faults <= MAX_TOLD {
            diagnostics::tell(format_args!("broken {}: {error}", path.display()));
        }
        if self.faults == MAX_TOLD {
            diagnostics::tell("further errors are counted but not shown");
        }
    }

    /// Writes the summary to stderr: stdout may have the data.
    pub(crate) fn tell(&self, json: bool) {
        if json {
            // Numbers under names are always JSON.
            diagnostics::tell(serde_json::to_string(self).unwrap_or_default());
            return;
        }
        let Self { records, games, written, faults, losses } = self;
        diagnostics::tell(format_args!(
            "records {records}, games {games}, written {written}, faults {faults}"
        ));
        for (loss, count) in losses.iter() {
            diagnostics::tell(format_args!("lost: {count} {loss}"));
        }
    }
}

fn by_name<S: Serializer>(losses: &Losses, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(losses.iter().map(|(loss, count): (Loss, u64)| (loss.name(), count)))
}
