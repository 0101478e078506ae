//! What commands report at their end on the games, tables and training files that they have read and written.

use std::io;
use std::path::{Path, PathBuf};
#[cfg(feature = "arrow")]
use std::sync::Arc;

#[cfg(feature = "arrow")]
use arrow_schema::SchemaRef;
use chess_data::columns::Checksum;
use chess_training::{Encoded, Losses, ReadError};
use clap::Args;
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use super::paths::is_stream;
#[cfg(feature = "arrow")]
use super::table_file::TableFormat;
#[cfg(feature = "arrow")]
use crate::error::CliError;
use crate::io::diagnostics;
use crate::io::output::{Grouping, Output, write_json};

/// Numbers with their names, as a JSON object with the keys in this order, and as text.
#[derive(Default)]
pub(crate) struct Summary {
    is_incomplete: bool,
    counts: Vec<(&'static str, u64)>,
    checksum: Option<Checksum>,
    losses: Option<Losses>,
}

impl Summary {
    pub(crate) fn new<const N: usize>(counts: [(&'static str, u64); N]) -> Self {
        Self { counts: counts.to_vec(), ..Self::default() }
    }

    /// Notes that the work was interrupted.
    pub(crate) fn incomplete(self, is_incomplete: bool) -> Self {
        Self { is_incomplete, ..self }
    }

    /// Tests whether the input was sound.
    pub(crate) fn is_sound(&self) -> bool {
        self.counts.iter().all(|(name, count)| !["broken", "faults"].contains(name) || *count == 0)
    }

    fn text(&self, grouping: Grouping) -> String {
        let word = if self.is_incomplete { "incomplete: " } else { "" };
        let counts = self.counts.iter().map(|&(name, count)| format!("{name} {}", grouping.of(count)));
        let checksum = self.checksum.iter().map(|checksum| format!("checksum {checksum}"));
        let line = word.to_owned() + &counts.chain(checksum).collect::<Vec<_>>().join(", ");
        let losses = self.losses.iter().flat_map(Losses::iter);
        losses.fold(line, |text, (loss, count)| format!("{text}\nlost: {} {loss}", grouping.of(count)))
    }
}

/// The place and the form of a summary: JSON or text, on stderr if stdout has the data.
#[derive(Clone, Copy)]
pub(crate) struct Sink {
    as_json: bool,
    is_beside_data: bool,
}

impl Sink {
    /// The sink of a command that writes data to the path `data`.
    pub(crate) fn new(as_json: bool, data: Option<&Path>) -> Self {
        Self { as_json, is_beside_data: data.is_some_and(is_stream) }
    }

    pub(crate) const fn is_json(self) -> bool {
        self.as_json
    }

    pub(crate) fn print(self, summary: &Summary, output: &mut Output) -> io::Result<()> {
        let mut text = Vec::new();
        if self.as_json {
            write_json(&mut text, summary)?;
        } else {
            let grouping = if self.is_beside_data { Grouping::Plain } else { output.grouping() };
            text.extend_from_slice(summary.text(grouping).as_bytes());
        }
        text.push(b'\n');
        self.lines(&text, output)
    }

    /// Prints whole lines.
    pub(crate) fn lines(self, text: &[u8], output: &mut Output) -> io::Result<()> {
        if self.is_beside_data {
            String::from_utf8_lossy(text).lines().for_each(diagnostics::tell);
            return Ok(());
        }
        output.lines(text)
    }
}

impl Serialize for Summary {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("type", "summary")?;
        if self.is_incomplete {
            map.serialize_entry("incomplete", &true)?;
        }
        for (name, count) in &self.counts {
            map.serialize_entry(name, count)?;
        }
        if let Some(checksum) = self.checksum {
            map.serialize_entry("checksum", &checksum.to_string())?;
        }
        if let Some(losses) = self.losses {
            let losses: Vec<_> = losses.iter().map(|(loss, count)| (loss.name(), count)).collect();
            map.serialize_entry("losses", &Ordered(losses))?;
        }
        map.end()
    }
}

/// An object with the keys in this order.
struct Ordered(Vec<(&'static str, u64)>);

impl Serialize for Ordered {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().copied())
    }
}

/// The numbers of a table.
pub(crate) struct TableSummary {
    pub(crate) checksum: Checksum,
    /// Rows of games that break a rule.
    pub(crate) broken: u64,
}

impl TableSummary {
    pub(crate) fn new<'a>(names: impl IntoIterator<Item = &'a str>) -> Self {
        Self { checksum: Checksum::new(names), broken: 0 }
    }

    pub(crate) fn summary(&self) -> Summary {
        let counts = Summary::new([("rows", self.checksum.rows()), ("broken", self.broken)]);
        Summary { checksum: Some(self.checksum), ..counts }
    }
}

/// The file of a table.
#[derive(Args)]
pub(crate) struct TableOut {
    /// Write a Parquet file; - for stdout
    #[arg(long, value_name = "FILE", group = "table", hide = !cfg!(feature = "parquet"))]
    parquet: Option<PathBuf>,

    /// Write an Arrow IPC file; - for a stream on stdout
    #[arg(long, value_name = "FILE", group = "table", hide = !cfg!(feature = "arrow"))]
    arrow: Option<PathBuf>,
}

impl TableOut {
    /// Checks that the program was built with what is asked for.
    pub(crate) fn check(&self) -> Result<(), &'static str> {
        check_features(self.parquet.is_some(), self.arrow.is_some())
    }

    /// The path of the table; `None` if none is wanted.
    pub(crate) fn path(&self) -> Option<&Path> {
        self.arrow.as_deref().or(self.parquet.as_deref())
    }

    /// The format of a table with these columns, and its path.
    #[cfg(feature = "arrow")]
    pub(crate) fn format(&self, schema: &SchemaRef) -> Result<Option<(&Path, TableFormat)>, CliError> {
        #[cfg(feature = "parquet")]
        if let Some(path) = &self.parquet {
            return Ok(Some((path, TableFormat::parquet(schema)?)));
        }
        Ok(self.arrow.as_deref().map(|path| (path, TableFormat::Arrow(Arc::clone(schema)))))
    }
}

/// Checks that the program was built with what is asked for.
pub(crate) fn check_features(parquet: bool, arrow: bool) -> Result<(), &'static str> {
    if parquet && !cfg!(feature = "parquet") {
        return Err("this build has no Parquet support; in a checkout, run \
            cargo build --release -p chess-cli --features parquet");
    }
    if arrow && !cfg!(feature = "arrow") {
        return Err("this build has no Arrow support; in a checkout, run \
            cargo build --release -p chess-cli --features arrow");
    }
    Ok(())
}

/// The numbers of a conversion.
#[derive(Default)]
pub(crate) struct RecordSummary {
    /// Records read.
    pub(crate) records: u64,
    /// Records that begin a game or are alone.
    pub(crate) games: u64,
    /// Records written.
    pub(crate) written: u64,
    /// Faults of the input.
    pub(crate) faults: Told,
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

    /// Counts a fault of a file.
    pub(crate) fn add_fault(&mut self, path: &Path, error: &ReadError) {
        self.faults.add(|| format!("broken {}: {error}", path.display()));
    }

    pub(crate) fn summary(&self) -> Summary {
        let Self { records, games, written, losses, .. } = *self;
        let faults = self.faults.count();
        let counts = [("records", records), ("games", games), ("written", written), ("faults", faults)];
        Summary { losses: Some(losses), ..Summary::new(counts) }
    }
}

/// Faults that are counted, of which the first are shown: a file of another format has one in every record.
#[derive(Default)]
pub(crate) struct Told(u64);

impl Told {
    const MOST: u64 = 100;

    pub(crate) const fn count(&self) -> u64 {
        self.0
    }

    pub(crate) fn add(&mut self, text: impl FnOnce() -> String) {
        self.0 += 1;
        if self.0 <= Self::MOST {
            diagnostics::tell(text());
        }
        if self.0 == Self::MOST {
            diagnostics::tell("further errors are counted but not shown");
        }
    }
}
