use std::io::{self, Write, stdout};
use std::path::PathBuf;
use std::thread;
use std::time::{Duration, Instant};

use chess_faults::chess::{ROWS, inputs};
use chess_faults::report::{Sum, write_json, write_table};
use chess_faults::{Choice, Kit, uncovered};
use clap::Parser;

/// The time of a quick run, before cells are left out.
const QUICK: Duration = Duration::from_secs(25);

/// Run every command of `chess` under every fault, and judge each run
#[derive(Parser)]
#[command(version)]
pub(crate) struct Args {
    /// The built program
    chess: PathBuf,

    /// Only rows whose names have this text
    #[arg(long, value_name = "TEXT")]
    only: Option<String>,

    /// Only faults whose names begin with this text
    #[arg(long, value_name = "TEXT")]
    fault: Option<String>,

    /// Chooses moments of signals, files that are there before, and the cells of --quick
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// Moments for each signal
    #[arg(long, value_name = "N", default_value_t = 5)]
    trials: u32,

    /// A portion of the cells that follows from the seed, for at most half a minute
    #[arg(long)]
    quick: bool,

    /// Cells that run at the same time; 0 means one for each core
    #[arg(long, value_name = "N", default_value_t = 0)]
    jobs: usize,

    /// Print a JSON object for each cell, and one with the sum
    #[arg(long)]
    json: bool,
}

/// Runs the cells and prints the table; `false` if a law is broken.
pub(crate) fn run(args: &Args) -> io::Result<bool> {
    let begin = Instant::now();
    let program = args.chess.canonicalize()?;
    let uncovered = uncovered(&program, ROWS)?;
    if !uncovered.is_empty() {
        return Err(io::Error::other(format!("no row runs {}", uncovered.join(", "))));
    }
    let kit = Kit::new(&program, ROWS, inputs(&program)?, args.seed, args.trials)?;
    let jobs = match args.jobs {
        0 => thread::available_parallelism().map_or(1, usize::from),
        jobs => jobs,
    };
    let choice = Choice {
        row: args.only.clone(),
        fault: args.fault.clone(),
        is_quick: args.quick,
        budget: args.quick.then(|| QUICK.saturating_sub(begin.elapsed())),
        jobs,
    };
    let cells = kit.run(&choice)?;
    let mut out = stdout().lock();
    if args.json {
        write_json(&cells, &mut out)?;
    } else {
        write_table(&cells, &mut out)?;
    }
    out.flush()?;
    Ok(Sum::of(&cells).failed == 0 && !cells.is_empty())
}
