//! The `chess` program.
//!
//! Data goes to stdout, diagnostics and progress go to stderr. The exit code is 0 if all is well, 1 if the input
//! was wrong or a check failed, and 2 if the command line was wrong.

#![forbid(unsafe_code)]

mod backend;
mod branches;
mod error;
mod output;
mod perft;
mod progress;
mod spelling;
mod suite;
mod suite_file;
mod threads;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

use crate::output::Output;
use crate::perft::PerftArgs;
use crate::suite::SuiteArgs;

/// Chess from the command line.
#[derive(Parser)]
#[command(name = "chess", version, about, after_help = EXIT_CODES)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

const EXIT_CODES: &str = "\
Exit codes: 0 done, 1 the input was wrong or a check failed, 2 the command line was wrong.";

#[derive(Subcommand)]
enum Command {
    Perft(PerftArgs),
    Suite(SuiteArgs),
}

/// What a command found out, short of an error.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Verdict {
    Passed,
    Failed,
}

fn main() -> ExitCode {
    let cli = Cli::parse();
    let mut output = Output::stdout();
    let verdict = match &cli.command {
        Command::Perft(args) => perft::run(args, &mut output),
        Command::Suite(args) => suite::run(args, output),
    };
    match verdict {
        Ok(Verdict::Passed) => ExitCode::SUCCESS,
        Ok(Verdict::Failed) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}
