//! The program `chess-faults`: see its help.

#![forbid(unsafe_code)]
// It is an internal program, whose output goes to a terminal or a file.
#![allow(clippy::print_stdout, clippy::print_stderr)]
#![cfg_attr(not(target_os = "linux"), allow(dead_code, unused_imports))]

use std::io::{self, stdout};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use clap::Parser;

/// The time limit of a quick run.
const QUICK: Duration = Duration::from_secs(25);

/// Run every command of `chess` under every fault, and judge each run
#[cfg(target_os = "linux")]
#[derive(Parser)]
#[command(version)]
struct Args {
    /// The built program
    chess: PathBuf,

    #[command(flatten)]
    choice: chess_faults::Choice,

    /// Chooses moments of signals, files that are there before, and the cells of --quick
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// Moments for each signal
    #[arg(long, value_name = "N", default_value_t = 5)]
    trials: u32,
}

#[cfg(target_os = "linux")]
fn main() -> ExitCode {
    match run(Args::parse()) {
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

/// Runs the cells and prints the table; `false` if a law is broken.
#[cfg(target_os = "linux")]
fn run(mut args: Args) -> io::Result<bool> {
    use chess_faults::chess::{ROWS, inputs};
    use chess_faults::{Kit, sum, uncovered, write_table};

    let begin = Instant::now();
    let program = args.chess.canonicalize()?;
    let uncovered = uncovered(&program, ROWS)?;
    if !uncovered.is_empty() {
        return Err(io::Error::other(format!("no row runs {}", uncovered.join(", "))));
    }
    let kit = Kit::new(&program, ROWS, inputs(&program)?, args.seed, args.trials)?;
    args.choice.budget = args.choice.is_quick.then(|| QUICK.saturating_sub(begin.elapsed()));
    let cells = kit.run(&args.choice)?;
    write_table(&cells, &mut stdout().lock())?;
    let [_, failed, _] = sum(&cells);
    Ok(failed == 0 && !cells.is_empty())
}
