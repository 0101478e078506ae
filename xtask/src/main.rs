//! Writers of this workspace's tracked files: `cargo xtask --help`.

#![allow(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "run by hand and by the gate, which see a panic"
)]
#![forbid(unsafe_code)]

mod breeding;
mod dense;
mod digits;
mod fancy;
mod footprint;
mod gen_magics;
mod magics_file;
mod packing;
mod random;
mod relation;
mod report;
mod search;

use std::process::ExitCode;

use clap::Parser;

use crate::gen_magics::GenMagics;

/// Writes tracked files, or checks that they are what it would write
#[derive(Parser)]
#[command(bin_name = "cargo xtask")]
enum Command {
    GenMagics(GenMagics),
}

fn main() -> ExitCode {
    match Command::parse() {
        Command::GenMagics(task) => task.run(),
    }
}
