//! What the commands share that write tables.

#[cfg(feature = "arrow")]
use std::error::Error;
use std::io;

#[cfg(feature = "arrow")]
use arrow_schema::ArrowError;
use chess_data::columns::{Array, Batch, Checksum, Field};
#[cfg(feature = "parquet")]
use parquet::errors::ParquetError;
use serde::Serialize;

#[cfg(feature = "arrow")]
use crate::io::diagnostics;
use crate::io::output::{Grouping, Output};

/// The report on a table.
pub(crate) struct Summary {
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

impl Summary {
    pub(crate) fn new(fields: &[Field]) -> Self {
        Self { checksum: Checksum::new(fields), broken: 0 }
    }

    pub(crate) fn add(&mut self, batch: &Batch) {
        self.checksum.add(batch);
    }

    /// Adds rows, of which those with an error are broken.
    pub(crate) fn add_with_errors(&mut self, batch: &Batch) {
        self.add(batch);
        if let Some(Array::Utf8(errors)) = batch.column("error") {
            self.broken += (batch.rows() - errors.validity().nulls()) as u64;
        }
    }

    pub(crate) fn print(&self, is_incomplete: bool, as_json: bool, output: &mut Output) -> io::Result<()> {
        if as_json {
            let Self { checksum, broken } = *self;
            return output.json(&Record { rows: checksum.rows(), broken, checksum: checksum.to_string() });
        }
        output.line(self.text(is_incomplete, output.grouping()))
    }

    /// Writes the text to stderr, since the table is on stdout.
    #[cfg(feature = "arrow")]
    pub(crate) fn tell(&self, is_incomplete: bool) {
        diagnostics::tell(self.text(is_incomplete, Grouping::Plain));
    }

    fn text(&self, is_incomplete: bool, grouping: Grouping) -> String {
        let word = if is_incomplete { "incomplete: " } else { "" };
        let [rows, broken] = [self.checksum.rows(), self.broken].map(|count| grouping.of(count));
        format!("{word}rows {rows}, broken {broken}, check sum {}", self.checksum)
    }
}

/// Checks that the program was built with what is asked for.
pub(crate) fn check_features(parquet: bool, arrow: bool) -> Result<(), &'static str> {
    if parquet && !cfg!(feature = "parquet") {
        return Err("this program was built without Parquet; in a checkout, one that has it is built by \
            cargo build --release -p chess-cli --features parquet");
    }
    if arrow && !cfg!(feature = "arrow") {
        return Err("this program was built without Arrow; in a checkout, one that has it is built by \
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
