use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use chess_data::dumps::{Cell, Dump, Reading, Row};
use chess_data::filter::{ParseFilterError, RowFilter};
use chess_data::input::Input;
use clap::{Args, ValueEnum};

use crate::args::ThreadArgs;
use crate::cmd::full::shared::summary::{Sink, TableOut, TableSummary, Told};
use crate::error::{CliError, Verdict};
use crate::io::output::Output;

/// Validate a Lichess puzzle or evaluation file, and export it as a table
#[derive(Args)]
#[command(after_help = DETAILS)]
pub(crate) struct DumpArgs {
    /// The kind of file
    #[arg(value_enum)]
    kind: Kind,

    /// The file, plain or compressed; - for stdin
    file: PathBuf,

    /// Keep only matching rows, such as 'rating >= 2000 and themes == fork'
    #[arg(long, value_name = "FILTER")]
    filter: Option<String>,

    #[command(flatten)]
    table: TableOut,

    /// Print the summary as a JSON object
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    threads: ThreadArgs,
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

docs/columns.md describes the columns, docs/filters.md filters. Each puzzle and each analysed line (PV) is a row. A CSV header may
name the columns in any order. An invalid line becomes a row with an error; the first 100 are reported on stderr. The last line has
the numbers of rows and of rows with errors, and an order-independent checksum.

The exit code is 1 if a line is invalid or the file unreadable; in the latter case, no table is written.";

/// The number of bytes of text that become a row group.
const BLOCK: usize = 1 << 22;

impl DumpArgs {
    /// Checks the filter, and that the program was built with what a table needs.
    pub(crate) fn check(&self) -> Result<(), String> {
        self.row_filter().map_err(|error| format!("--filter: {error}"))?;
        Ok(self.table.check()?)
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
    let input = Input::named(&args.file);
    let pool = args.threads.pool()?;
    let filter = args.row_filter().map_err(|error| CliError::option("--filter", error))?;
    let reading = Reading::new(dump, &input).filter(&filter).block_size(BLOCK);
    let summary = TableSummary::new(dump.columns().iter().map(|&(name, ..)| name));
    let mut report = Report { file: &args.file, dump, reading, told: Told::default(), summary };
    pool.install(|| report.write(args))?;
    let sink = Sink::new(args.json, args.table.path());
    sink.print(&report.summary.summary(), output)?;
    Ok(if report.summary.broken == 0 { Verdict::Passed } else { Verdict::Failed })
}

/// A reading, and what is reported on it.
struct Report<'a> {
    file: &'a Path,
    dump: Dump,
    reading: Reading<'a>,
    told: Told,
    summary: TableSummary,
}

impl Report<'_> {
    /// Reads all rows, into a table if one is wanted.
    fn write(&mut self, args: &DumpArgs) -> Result<(), CliError> {
        #[cfg(feature = "arrow")]
        if let Some((path, format)) = args.table.format(&self.dump.schema())? {
            let dump = self.dump;
            let mut table = format.create(path)?;
            self.read(|rows| format.encode(dump.record_batch(rows)), |rows| table.write(rows?))?;
            return table.finish();
        }
        let _ = args;
        self.read(|_| (), |()| Ok(true))
    }

    /// Reads all rows. `work` is done on the threads that read, and `write` on this one, in order, until it returns `false`.
    fn read<T: Send>(
        &mut self,
        work: impl Fn(&[Row]) -> T + Sync,
        mut write: impl FnMut(T) -> Result<bool, CliError>,
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
                    Ok(true) => ControlFlow::Continue(()),
                    Ok(false) => ControlFlow::Break(Ok(())),
                    Err(error) => ControlFlow::Break(Err(error)),
                }
            },
        );
        read.map_err(CliError::file(self.file))?.break_value().unwrap_or(Ok(()))
    }

    /// Reports rows with errors, which are in their last cells.
    fn report(&mut self, broken: &[Row]) {
        for row in broken {
            self.told.add(|| {
                let place = match row.first() {
                    Some(Cell::Text(id)) => id.clone(),
                    Some(Cell::Int(line)) => format!("line {line}"),
                    _ => String::new(),
                };
                let Some(Cell::Text(error)) = row.last() else { return place };
                format!("broken {}: {place}: {error}", self.file.display())
            });
        }
        self.summary.broken = self.told.count();
    }
}
