//! Polyglot books.

mod build;
mod merge;
mod show;

use clap::{Args, Subcommand};

use self::build::BuildArgs;
use self::merge::MergeArgs;
use self::show::ShowArgs;
use crate::error::CliError;
use crate::io::output::Output;
use crate::verdict::Verdict;

/// Show, build or merge Polyglot opening books
#[derive(Args)]
#[command(after_help = DETAILS)]
pub(crate) struct BookArgs {
    #[command(subcommand)]
    command: BookCommand,
}

#[derive(Subcommand)]
enum BookCommand {
    Show(ShowArgs),
    Build(BuildArgs),
    Merge(MergeArgs),
}

const DETAILS: &str = "\
Examples:
  chess book show performance.bin
  chess book build games.pgn --out book.bin
  chess book merge mine.bin yours.bin --out ours.bin";

pub(crate) fn run(args: &BookArgs, output: &mut Output) -> Result<Verdict, CliError> {
    match &args.command {
        BookCommand::Show(args) => show::run(args, output),
        BookCommand::Build(args) => build::run(args, output),
        BookCommand::Merge(args) => merge::run(args, output),
    }
}
