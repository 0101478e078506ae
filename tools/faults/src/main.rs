//! The program `chess-faults`: see its help.

#![forbid(unsafe_code)]
// Only we run it, at a terminal or into a file.
#![allow(clippy::print_stdout, clippy::print_stderr)]

#[cfg(target_os = "linux")]
mod args;

#[cfg(target_os = "linux")]
fn main() -> std::process::ExitCode {
    use std::process::ExitCode;

    use clap::Parser;

    match args::run(&args::Args::parse()) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("chess-faults: {error}");
            ExitCode::FAILURE
        }
    }
}

#[cfg(not(target_os = "linux"))]
fn main() {
    println!("0 passed, 0 failed, 1 skipped: the kit makes its faults on Linux only");
}
