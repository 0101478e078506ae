//! One perft on many machines, in units of work.

mod emit;
pub(crate) mod merge;
mod run;

use clap::{Args, Subcommand};

use self::emit::EmitArgs;
use self::merge::MergeArgs;
use self::run::RunArgs;
use crate::io::output::Output;
use crate::outcome::{CliError, Verdict};

/// Spread a perft over many machines: cut it into units of work, count them, add them up
#[derive(Args)]
#[command(after_help = DETAILS)]
pub(crate) struct UnitsArgs {
    #[command(subcommand)]
    pub(crate) command: UnitsCommand,
}

#[derive(Subcommand)]
pub(crate) enum UnitsCommand {
    Emit(EmitArgs),
    Run(RunArgs),
    Merge(MergeArgs),
}

const DETAILS: &str = "\
Examples:
  chess units emit 8 --plies 3 | parallel --pipe -N 64 chess units run | chess units merge
  chess units emit 9 --plies 4 > units.jsonl
  chess units run --threads 0 --hash 1024 < units.jsonl > done.jsonl
  chess units merge --json < done.jsonl

A unit is a line of JSON. Any program can count it: it adds the number of leaves as \"nodes\".";

pub(crate) fn run(args: &UnitsArgs, output: &mut Output) -> Result<Verdict, CliError> {
    match &args.command {
        UnitsCommand::Emit(args) => emit::run(args, output),
        UnitsCommand::Run(args) => run::run(args, output),
        UnitsCommand::Merge(args) => merge::run(args, output),
    }
}
