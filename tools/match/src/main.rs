//! The program `chess-match`: see its help.

#![forbid(unsafe_code)]
// Only we run it, at a terminal or into a file.
#![allow(clippy::print_stdout, clippy::print_stderr)]

mod args;
mod series;

use std::process::ExitCode;

use clap::Parser;

use self::args::Args;

fn main() -> ExitCode {
    let args = Args::parse();
    match series::run(&args) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("chess-match: {error}");
            ExitCode::FAILURE
        }
    }
}
