use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use chess_data::dumps::{Cell, Dump, Reading, Row};
use chess_data::filter::{ParseFilterError, RowFilter};
use chess_data::input::Input;
use clap::{Args, ValueEnum};

use crate::args::{MAX_THREADS, number, thread_pool};
use crate::error::{CliError, Verdict};
use crate::io::diagnostics;
use crate::io::output::Output;
use crate::summary::{self, TableSummary, check_features};

/// Check the puzzle or evaluation file of Lichess, and write it as a table
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
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = number(0, MAX_THREADS))]
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

docs/columns.md describes the columns, and docs/filters.md filters. Each line of the puzzle file is a row, and so is each line of
analysis in the evaluation file. A header names the columns, in any order. An invalid line is a row with an error; the first
100 are reported on stderr, too. The last line has the numbers of rows and of rows with errors, and a checksum of the rows that does not
depend on their order; with --json it is an object with the keys rows, broken and checksum.

The exit code is 1 if a line is invalid or the file cannot be read; in the latter case, no table is written.";

/// The number of bytes of text that become a row group.
const BLOCK: usize = 1 << 22;

impl DumpArgs {
    /// Checks the filter, and that the program was built with what a table needs.
    pub(crate) fn check(&self) -> Result<(), String> {
        self.row_filter().map_err(|error| format!("--filter: {error}"))?;
        Ok(check_features(self.parquet.is_some(), self.arrow.is_some())?)
    }

    fn row_filter(&self) -> Result<RowFilter, ParseFilterError> {
        RowFilter::new(self.filter.as_deref().unwrap_or_default(), self.kind.dump().columns())
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
    let mut report = Report {
        file: &args.file,
        dump,
        reading,
        summary: TableSummary::new(dump.columns().iter().map(|&(name, ..)| name)),
    };
    pool.install(|| report.write(args))?;
    report.summary.print(summary::Printing { as_json: args.json, ..Default::default() }, output)?;
    Ok(if report.summary.broken == 0 { Verdict::Passed } else { Verdict::Failed })
}

/// The most rows whose errors are printed.
const MAX_REPORTED: u64 = 100;

/// A reading, and what is reported on it.
struct Report<'a> {
    file: &'a Path,
    dump: Dump,
    reading: Reading<'a>,
    summary: TableSummary,
}

impl Report<'_> {
    /// Reads all rows, into a table if one is wanted.
    fn write(&mut self, args: &DumpArgs) -> Result<(), CliError> {
        #[cfg(feature = "parquet")]
        if let Some(path) = &args.parquet {
            return self.write_parquet(path);
        }
        #[cfg(feature = "arrow")]
        if let Some(path) = &args.arrow {
            return self.write_arrow(path);
        }
        let _ = args;
        self.read(|_| (), |()| Ok(()))
    }

    /// Reads all rows. `work` is done on the threads that read, and `write` on this one, in order.
    fn read<T: Send>(
        &mut self,
        work: impl Fn(&[Row]) -> T + Sync,
        mut write: impl FnMut(T) -> Result<(), CliError>,
    ) -> Result<(), CliError> {
        let (dump, reading) = (self.dump, self.reading.clone());
        let read = reading.map_each(
            |rows| {
                let (done, checksum) = (work(&rows), dump.checksum(&rows));
                let broken: Vec<Row> =
                    rows.into_iter().filter(|row| row.last() != Some(&Cell::Null)).collect();
                (done, checksum, broken)
            },
            |(done, checksum, broken)| {
                self.summary.checksum.add_table(checksum);
                self.report(&broken);
                match write(done) {
                    Ok(()) => ControlFlow::Continue(()),
                    Err(error) => ControlFlow::Break(error),
                }
            },
        );
        match read.map_err(CliError::file(self.file))? {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(error) => Err(error),
        }
    }

    /// Reports rows with errors, which are in their last cells.
    fn report(&mut self, broken: &[Row]) {
        let left = MAX_REPORTED.saturating_sub(self.summary.broken);
        self.summary.broken += broken.len() as u64;
        for row in broken.iter().take(left as usize) {
            let (Some(place), Some(Cell::Text(error))) = (row.first(), row.last()) else { continue };
            let place = match place {
                Cell::Text(id) => id.clone(),
                Cell::Int(line) => format!("line {line}"),
                _ => String::new(),
            };
            diagnostics::tell(format_args!("broken {}: {place}: {error}", self.file.display()));
        }
        if left > 0 && self.summary.broken >= MAX_REPORTED {
            diagnostics::tell("further errors are counted but not shown");
        }
    }
}

#[cfg(feature = "arrow")]
mod table {
    use std::path::Path;

    use arrow_ipc::writer::FileWriter as ArrowWriter;
    #[cfg(feature = "parquet")]
    use chess_data::parquet::{Encoder, FileWriter as ParquetWriter};

    use super::Report;
    use crate::error::CliError;
    use crate::io::out_file::OutFile;
    use crate::summary::arrow_error;
    #[cfg(feature = "parquet")]
    use crate::summary::parquet_error;

    impl Report<'_> {
        /// Writes the rows as a file in Arrow's interprocess format.
        pub(super) fn write_arrow(&mut self, path: &Path) -> Result<(), CliError> {
            let unwritable = CliError::file(path);
            let failed = |error| unwritable(arrow_error(error));
            let out = OutFile::create(path).map_err(unwritable)?;
            let dump = self.dump;
            let mut writer = ArrowWriter::try_new(out, &dump.schema()).map_err(failed)?;
            self.read(|rows| dump.record_batch(rows), |batch| writer.write(&batch).map_err(failed))?;
            writer.into_inner().map_err(failed)?.finish().map_err(unwritable)
        }

        /// Writes the rows as a Parquet file.
        #[cfg(feature = "parquet")]
        pub(super) fn write_parquet(&mut self, path: &Path) -> Result<(), CliError> {
            let unwritable = CliError::file(path);
            let failed = |error| unwritable(parquet_error(error));
            let dump = self.dump;
            let encoder = Encoder::new(&dump.schema()).map_err(failed)?;
            let out = OutFile::create(path).map_err(unwritable)?;
            let mut writer = ParquetWriter::new(out, &encoder).map_err(failed)?;
            self.read(
                |rows| {
                    let batch = dump.record_batch(rows);
                    encoder.encode(&batch).map(|group| (batch, group))
                },
                |rows| rows.and_then(|(batch, group)| writer.write(group, &batch)).map_err(failed),
            )?;
            writer.finish().map_err(failed)?.finish().map_err(unwritable)
        }
    }
}
