//! The program `chess-endgames`: see its help.

#![forbid(unsafe_code)]
// Only we run it, at a terminal or into a file.
#![allow(clippy::print_stdout, clippy::print_stderr)]

mod args;
mod progress;
mod report;
mod run;

use std::process::ExitCode;

use clap::Parser;

use self::args::Arguments;

fn main() -> ExitCode {
    match run::run(Arguments::parse().command) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("chess-endgames: {error}");
            ExitCode::FAILURE
        }
    }
}
