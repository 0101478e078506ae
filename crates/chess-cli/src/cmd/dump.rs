use std::ops::ControlFlow;
use std::path::PathBuf;

use chess_data::dumps::{Dump, Reading};
use chess_data::filter::{ParseFilterError, RowFilter};
use chess_data::input::Input;
use clap::{Args, ValueEnum};

use crate::args::thread_pool;
use crate::error::CliError;
use crate::io::output::Output;
use crate::table::{Summary, check_features};
use crate::verdict::Verdict;

/// Read the puzzle file or the evaluation file of Lichess, check it, and write it as a table
#[derive(Args)]
#[command(after_help = DETAILS)]
pub(crate) struct DumpArgs {
    /// The kind of file
    #[arg(value_enum)]
    kind: Kind,

    /// The file, plain or compressed by zstd, gzip or bzip2; - means stdin
    file: PathBuf,

    /// Keep the rows of this condition, such as 'rating >= 2000 and themes == fork'
    #[arg(long, value_name = "FILTER")]
    filter: Option<String>,

    /// Write a Parquet file
    #[arg(long, value_name = "FILE", group = "table")]
    parquet: Option<PathBuf>,

    /// Write a file in Arrow's interprocess format
    #[arg(long, value_name = "FILE", group = "table")]
    arrow: Option<PathBuf>,

    /// Print the summary as a JSON object
    #[arg(long)]
    json: bool,

    /// Number of threads; 0 means one for each core
    #[arg(long, value_name = "N", default_value_t = 0)]
    threads: u16,
}

#[derive(Clone, Copy, ValueEnum)]
enum Kind {
    /// The puzzle file, as CSV
    Puzzles,
    /// The evaluation file, as JSON Lines
    Evals,
}

const DETAILS: &str = "\
Examples:
  chess dump puzzles lichess_db_puzzle.csv.zst
  chess dump evals lichess_db_eval.jsonl.zst --filter 'depth >= 40' --parquet evals.parquet

docs/columns.md describes the columns, and filters of columns of numbers and texts. Each line of the puzzle file is a row; each line of
analysis of the evaluation file is one. A line that is wrong is a row with an error. The last line has the numbers of rows and of rows
with errors, and a check sum of the rows that does not depend on their order; with --json it is an object with the keys rows, broken and
checksum.

The exit code is 1 if a line is wrong or the file cannot be read; in the latter case, no table is written.";

/// The number of bytes of text that become a row group.
const BLOCK: usize = 1 << 22;

impl DumpArgs {
    /// Checks the filter, and that the program was built with what a table needs.
    pub(crate) fn check(&self) -> Result<(), String> {
        self.row_filter().map_err(|error| format!("--filter: {error}"))?;
        Ok(check_features(self.parquet.is_some(), self.arrow.is_some())?)
    }

    fn row_filter(&self) -> Result<RowFilter, ParseFilterError> {
        RowFilter::new(self.filter.as_deref().unwrap_or_default(), &self.kind.dump().fields())
    }
}

impl Kind {
    const fn dump(self) -> Dump {
        match self {
            Self::Puzzles => Dump::Puzzles,
            Self::Evals => Dump::Evals,
        }
    }
}

pub(crate) fn run(args: &DumpArgs, output: &mut Output) -> Result<Verdict, CliError> {
    let dump = args.kind.dump();
    let is_stdin = args.file.as_os_str() == "-";
    let input = if is_stdin { Input::stdin() } else { Input::file(&args.file) };
    let pool = thread_pool(args.threads.into())?;
    let filter = args.row_filter().map_err(|error| CliError::option("--filter", error))?;
    let reading = Reading::new(dump, &input).filter(&filter).block_size(BLOCK);
    let read = || {
        #[cfg(feature = "parquet")]
        if let Some(path) = &args.parquet {
            return table::write_parquet(&reading, dump, &args.file, path);
        }
        #[cfg(feature = "arrow")]
        if let Some(path) = &args.arrow {
            return table::write_arrow(&reading, dump, &args.file, path);
        }
        let mut summary = Summary::new(&dump.fields());
        let read = reading.for_each(|batch| {
            summary.add_with_errors(&batch);
            ControlFlow::<()>::Continue(())
        });
        match read {
            Ok(_) => Ok(summary),
            Err(error) => Err(CliError::File { path: args.file.clone(), error }),
        }
    };
    let summary = pool.install(read)?;
    summary.print(false, args.json, output)?;
    Ok(if summary.broken == 0 { Verdict::Passed } else { Verdict::Failed })
}

#[cfg(feature = "arrow")]
mod table {
    use std::io;
    use std::ops::ControlFlow;
    use std::path::Path;

    use chess_data::arrow::FileWriter as ArrowWriter;
    use chess_data::dumps::{Dump, Reading};
    #[cfg(feature = "parquet")]
    use chess_data::parquet::{Encoder, FileWriter as ParquetWriter};

    use crate::error::CliError;
    use crate::io::out_file::OutFile;
    #[cfg(feature = "parquet")]
    use crate::table::parquet_error;
    use crate::table::{Summary, arrow_error};

    /// Writes the rows as a file in Arrow's interprocess format.
    pub(super) fn write_arrow(
        reading: &Reading<'_>,
        dump: Dump,
        file: &Path,
        path: &Path,
    ) -> Result<Summary, CliError> {
        let unwritable = |error| CliError::File { path: path.to_owned(), error };
        let failed = |error| unwritable(arrow_error(error));
        let fields = dump.fields();
        let mut summary = Summary::new(&fields);
        let out = OutFile::create(path).map_err(unwritable)?;
        let mut writer = ArrowWriter::new(out, &fields).map_err(failed)?;
        let read = reading.for_each(|batch| {
            summary.add_with_errors(&batch);
            stop_at_error(writer.write(batch).map_err(failed))
        });
        finish_reading(read, file)?;
        writer.finish().map_err(failed)?.finish().map_err(unwritable)?;
        Ok(summary)
    }

    /// Writes the rows as a Parquet file.
    #[cfg(feature = "parquet")]
    pub(super) fn write_parquet(
        reading: &Reading<'_>,
        dump: Dump,
        file: &Path,
        path: &Path,
    ) -> Result<Summary, CliError> {
        let unwritable = |error| CliError::File { path: path.to_owned(), error };
        let failed = |error| unwritable(parquet_error(error));
        let fields = dump.fields();
        let mut summary = Summary::new(&fields);
        let encoder = Encoder::new(&fields).map_err(failed)?;
        let out = OutFile::create(path).map_err(unwritable)?;
        let mut writer = ParquetWriter::new(out, &encoder).map_err(failed)?;
        let read = reading.map_each(
            |batch| encoder.encode(&batch).map(|group| (batch, group)),
            |encoded| {
                let written = encoded.and_then(|(batch, group)| {
                    summary.add_with_errors(&batch);
                    writer.write(group.finish(&batch)?)
                });
                stop_at_error(written.map_err(failed))
            },
        );
        finish_reading(read, file)?;
        writer.finish().map_err(failed)?.finish().map_err(unwritable)?;
        Ok(summary)
    }

    fn stop_at_error(written: Result<(), CliError>) -> ControlFlow<CliError> {
        match written {
            Ok(()) => ControlFlow::Continue(()),
            Err(error) => ControlFlow::Break(error),
        }
    }

    fn finish_reading(read: io::Result<ControlFlow<CliError>>, file: &Path) -> Result<(), CliError> {
        match read.map_err(|error| CliError::File { path: file.to_owned(), error })? {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(error) => Err(error),
        }
    }
}
