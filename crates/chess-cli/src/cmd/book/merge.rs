use std::fs::File;
use std::io;
use std::path::PathBuf;

use chess_notation::polyglot::{BookFile, MergeError, merge};
use clap::Args;

use crate::error::CliError;
use crate::io::out_file::write_file;
use crate::io::output::Output;
use crate::verdict::Verdict;

/// Merge Polyglot books into one, and add up the weights
#[derive(Args)]
#[command(after_help = DETAILS)]
pub(super) struct MergeArgs {
    /// Books to merge
    #[arg(required = true, value_name = "FILE.bin")]
    files: Vec<PathBuf>,

    /// Book to write
    #[arg(long, value_name = "FILE.bin")]
    out: PathBuf,
}

const DETAILS: &str = "\
Examples:
  chess book merge mine.bin yours.bin --out ours.bin

The command keeps the moves of one position in memory, however large the books are. Where the weights of a position do not
fit in 16 bits, all of them are scaled down. A book that is not sorted is refused.";

pub(super) fn run(args: &MergeArgs, output: &mut Output) -> Result<Verdict, CliError> {
    let mut books = args.files.iter().map(open).collect::<Result<Vec<_>, _>>()?;
    let moves = write_file(&args.out, |out| {
        merge(&mut books, out).map_err(|error| match error {
            MergeError::Read { book, error } => args.unreadable(book, error),
            MergeError::Unsorted { book, error } => args.unreadable(book, io::Error::other(error)),
            MergeError::Write(error) => CliError::File { path: args.out.clone(), error },
            error => CliError::File { path: args.out.clone(), error: io::Error::other(error) },
        })
    })?;
    let moves = output.grouping().of(moves);
    output.line(format_args!("moves {moves}"))?;
    Ok(Verdict::Passed)
}

impl MergeArgs {
    fn unreadable(&self, book: usize, error: io::Error) -> CliError {
        CliError::File { path: self.files.get(book).cloned().unwrap_or_default(), error }
    }
}

fn open(path: &PathBuf) -> Result<BookFile<File>, CliError> {
    File::open(path).and_then(BookFile::new).map_err(|error| CliError::File { path: path.clone(), error })
}
