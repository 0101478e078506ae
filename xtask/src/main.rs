//! Writers of this workspace's tracked files, and checks of its rules: `cargo xtask --help`.

#![allow(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "run by hand and by the gate, which see a panic"
)]
#![forbid(unsafe_code)]

mod api;
mod gen_magics;
mod search;
mod tidy;
mod workspace;

use std::process::ExitCode;

use clap::Parser;

use crate::api::Api;
use crate::gen_magics::GenMagics;

/// Writes tracked files or compares them with its output; checks rules that the compiler does not check
#[derive(Parser)]
#[command(bin_name = "cargo xtask")]
enum Command {
    Api(Api),
    GenMagics(GenMagics),
    /// Check rules of the workspace that the compiler does not check
    ///
    /// Prints the place of every violation, and its correction.
    Tidy,
}

fn main() -> ExitCode {
    if let Some(code) = api::in_place_of_rustdoc() {
        return code;
    }
    let (name, outcome) = match Command::parse() {
        Command::Api(task) => ("api", task.run()),
        Command::GenMagics(task) => ("gen-magics", task.run()),
        Command::Tidy => ("tidy", tidy::run()),
    };
    match &outcome {
        Ok(summary) => eprintln!("{name}: {summary}"),
        Err(complaint) => eprintln!("error: {complaint}"),
    }
    if outcome.is_ok() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
