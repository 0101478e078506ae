use std::path::PathBuf;

use chess_data::columns::Columns;
use chess_data::filter::Filter;
use clap::Args;

#[cfg(feature = "arrow")]
use super::arrow;
#[cfg(feature = "parquet")]
use super::parquet;
use crate::error::CliError;
#[cfg(feature = "arrow")]
use crate::games::Ending;
use crate::games::PgnReading;
use crate::io::output::Output;
use crate::table::check_features;
use crate::verdict::Verdict;

#[derive(Args)]
pub(crate) struct TableArgs {
    /// Keep what meets this condition
    ///
    /// Games, and in tables and training files also moves.
    #[arg(long, value_name = "CONDITION")]
    filter: Option<Filter>,

    /// Write a Parquet file for each file into this folder
    #[arg(long, value_name = "DIR", group = "table")]
    parquet: Option<PathBuf>,

    /// Leave out the files whose Parquet files are complete
    #[arg(long, hide_short_help = true, requires = "parquet")]
    resume: bool,

    /// Write a file in Arrow's interprocess format
    ///
    /// - means a stream on stdout.
    #[arg(long, value_name = "FILE", group = "table")]
    arrow: Option<PathBuf>,

    /// The columns of the table, by names with commas
    #[arg(long, value_name = "NAMES", requires = "table")]
    columns: Option<Columns>,
}

impl TableArgs {
    pub(super) fn check(&self) -> Result<(), &'static str> {
        check_features(self.parquet.is_some(), self.arrow.is_some())
    }

    pub(super) fn filter(&self) -> Option<&Filter> {
        self.filter.as_ref()
    }

    /// True if a table is written in place of text.
    pub(super) const fn is_wanted(&self) -> bool {
        self.parquet.is_some() || self.arrow.is_some()
    }

    /// Writes the table.
    #[cfg(feature = "arrow")]
    pub(super) fn run(
        &self,
        reading: PgnReading,
        as_json: bool,
        output: &mut Output,
    ) -> Result<Verdict, CliError> {
        let columns = self.columns.clone().unwrap_or_default();
        let filter = self.filter.clone().unwrap_or_default();
        #[cfg(feature = "parquet")]
        if let Some(folder) = &self.parquet {
            let (ending, summary) = parquet::write(reading, &columns, &filter, folder, self.resume)?;
            summary.print(ending == Ending::Interrupted, as_json, output)?;
            return Ok(ending.verdict(summary.broken));
        }
        let Some(file) = &self.arrow else { return Ok(Verdict::Passed) };
        let (ending, summary) = arrow::write(&reading, &columns, &filter, file)?;
        if file.as_os_str() == "-" {
            summary.tell(ending == Ending::Interrupted);
        } else {
            summary.print(ending == Ending::Interrupted, as_json, output)?;
        }
        Ok(ending.verdict(summary.broken))
    }

    /// Does nothing: [`check`](Self::check) has refused to write a table.
    #[cfg(not(feature = "arrow"))]
    #[expect(clippy::unused_self, clippy::unnecessary_wraps, reason = "it stands in for the one that writes")]
    pub(super) fn run(&self, _: PgnReading, _: bool, _: &mut Output) -> Result<Verdict, CliError> {
        Ok(Verdict::Failed)
    }
}
