//! Writers of this workspace's tracked files, and checks of its rules: `cargo xtask --help`.

#![allow(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "run by hand and by the gate, which see a panic"
)]
#![forbid(unsafe_code)]

mod api;
mod breeding;
mod fancy;
mod footprint;
mod gen_magics;
mod magics_file;
mod packing;
mod random;
mod report;
mod search;
mod tidy;
mod workspace;

use std::process::ExitCode;

use clap::Parser;

use crate::api::Api;
use crate::gen_magics::GenMagics;

/// Writes tracked files, or checks that they are what it would write; checks rules that no compiler knows
#[derive(Parser)]
#[command(bin_name = "cargo xtask")]
enum Command {
    Api(Api),
    GenMagics(GenMagics),
    /// Check rules of the workspace that no compiler knows
    ///
    /// Prints every place where one is broken, and what to do there.
    Tidy,
}

fn main() -> ExitCode {
    match Command::parse() {
        Command::Api(task) => task.run(),
        Command::GenMagics(task) => task.run(),
        Command::Tidy => tidy::run(),
    }
}
