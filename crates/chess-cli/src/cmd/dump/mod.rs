#[cfg(feature = "arrow")]
mod table;

use std::ops::ControlFlow;
use std::path::PathBuf;

use chess_data::dumps::{Dump, Reading};
use chess_data::input::Input;
use clap::{Args, ValueEnum};

use crate::args::Pool;
use crate::cmd::pgn::summary::Summary;
use crate::io::output::Output;
use crate::outcome::{CliError, Verdict};

/// Read the puzzle file or the evaluation file of Lichess, check it, and write it as a table
#[derive(Args)]
#[command(after_help = DETAILS)]
pub(crate) struct DumpArgs {
    /// The kind of file
    #[arg(value_enum)]
    kind: Kind,

    /// The file, plain or compressed by zstd, gzip or bzip2; - means stdin
    file: PathBuf,

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
  chess dump evals lichess_db_eval.jsonl.zst --parquet evals.parquet

docs/columns.md describes the columns. Each line of the puzzle file is a row; each line of analysis of the evaluation file is one. A
line that is wrong is a row with an error. The last line has the numbers of rows and of rows with errors, and a check sum of the rows
that does not depend on their order; with --json it is an object with the keys rows, broken and checksum.

The exit code is 1 if a line is wrong or the file cannot be read; in the latter case, no table is written.";

/// The number of bytes of text that become a row group.
const BLOCK: usize = 1 << 22;

impl DumpArgs {
    /// Checks that the program was built with what a table needs.
    pub(crate) fn check(&self) -> Result<(), &'static str> {
        crate::cmd::pgn::check_features(self.parquet.is_some(), self.arrow.is_some())
    }
}

pub(crate) fn run(args: &DumpArgs, output: &mut Output) -> Result<Verdict, CliError> {
    let dump = match args.kind {
        Kind::Puzzles => Dump::Puzzles,
        Kind::Evals => Dump::Evals,
    };
    let is_stdin = args.file.as_os_str() == "-";
    let input = if is_stdin { Input::stdin() } else { Input::file(&args.file) };
    let pool = Pool::new(args.threads.into());
    let mut reading = Reading::new(dump, &input).block_size(BLOCK);
    if pool.others().is_none() {
        reading = reading.alone();
    }
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
    let summary = match pool.others() {
        Some(threads) => threads.install(read)?,
        None => read()?,
    };
    summary.print(false, args.json, output)?;
    Ok(if summary.broken == 0 { Verdict::Passed } else { Verdict::Failed })
}
