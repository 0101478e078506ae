use std::io;

use chess_data::columns::{Array, Batch, Checksum, Field};
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
