//! Writers of this workspace's tracked files: `cargo xtask --help`.

#![forbid(unsafe_code)]

mod gen_magics;
mod magic_search;

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
