//! The `chess` program: see the library of this package.

#![forbid(unsafe_code)]

use std::process::ExitCode;

fn main() -> ExitCode {
    chess_cli::main()
}
