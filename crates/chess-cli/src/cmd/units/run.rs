use std::io::{self, Read};
use std::sync::Arc;

use chess_board::{ParsePositionError, Position};
use chess_data::input::{LineTooLong, Lines};
use chess_movegen_perft::PerftMode;
use chess_movegen_perft::driver::{LeafCounter, Work};
use clap::Args;

use super::emit::Unit;
use crate::args::{BackendArgs, HashArgs, MAX_DEPTH, ThreadArgs};
use crate::crew::Crew;
use crate::io::diagnostics;
use crate::io::output::Output;
use crate::io::progress::Progress;
use crate::outcome::{CliError, Verdict};

/// Read units from stdin, count them, and write each with its "nodes"
#[derive(Args)]
#[command(after_help = DETAILS)]
pub(crate) struct RunArgs {
    #[command(flatten)]
    threads: ThreadArgs,

    #[command(flatten)]
    hash: HashArgs,

    #[command(flatten)]
    backend: BackendArgs,
}

const DETAILS: &str = "\
Examples:
  chess units run --threads 0 --hash 1024 < units.jsonl > done.jsonl
  split -n r/16 --filter 'chess units run' units.jsonl > done.jsonl

The hash table is kept from one unit to the next. A line that is not a unit is reported on stderr, and the other lines are
run; the exit code is then 1.";

/// The reason why a line of stdin was not run.
#[derive(Debug, thiserror::Error)]
enum UnitError {
    #[error("{0}")]
    Line(#[from] LineTooLong),
    #[error("this is not a unit: {0}")]
    Json(#[from] serde_json::Error),
    #[error("unit {unit}: {error}")]
    Fen { unit: u64, error: ParsePositionError },
    #[error("unit {0}: the depth is not a number from 0 to {MAX_DEPTH}")]
    Depth(u64),
    #[error("there is no unit {unit} of {units}")]
    OutOfRange { unit: u64, units: u64 },
    #[error(
        "unit {unit} has depth {depth} and root_depth {root_depth}; the first must not exceed the second, nor the second {MAX_DEPTH}"
    )]
    RootDepth { unit: u64, depth: u32, root_depth: u32 },
    #[error("unit {unit}: the root: {error}")]
    Root { unit: u64, error: ParsePositionError },
    #[error("unit {0}: no move sequence leads to it: \"multiplicity\" is 0")]
    Multiplicity(u64),
    #[error("unit {0}: the number of leaves does not fit in 64 bits")]
    TooManyLeaves(u64),
}

/// Counts unit after unit. Each line is written in one call, so that a program that is killed loses only the unit at hand.
pub(super) fn run(args: &RunArgs, output: &mut Output) -> Result<Verdict, CliError> {
    run_all(args, io::stdin(), output)
}

/// Counts the units of `input`.
pub(crate) fn run_all(
    args: &RunArgs,
    input: impl Read + Send,
    output: &mut Output,
) -> Result<Verdict, CliError> {
    let crew = Crew::new(&args.threads)?;
    let (backend, table) = (args.backend.choose(PerftMode::Count)?, args.hash.table());
    let counter = Arc::new(LeafCounter { mode: PerftMode::Count, backend, table });
    let mut verdict = Verdict::Passed;
    let progress = Progress::of_units();
    let mut lines = Lines::new(input);
    let mut number = 0u64;
    while let Some(line) = lines.next().map_err(CliError::Input)? {
        number += 1;
        if line.as_ref().is_ok_and(|line| line.trim().is_empty()) {
            continue;
        }
        match line.map_err(UnitError::from).and_then(|line| finish(&line, &crew, &counter)) {
            Ok(unit) => {
                progress.counted(unit.nodes.unwrap_or(0));
                progress.suspend(|| output.json(&unit))?;
            }
            Err(error) => {
                progress.suspend(|| diagnostics::error(format_args!("line {number}: {error}")));
                verdict = Verdict::Failed;
            }
        }
        if output.is_closed() {
            // The reader has gone, and the rest may be days of work.
            verdict = Verdict::Failed;
            break;
        }
    }
    progress.finish();
    Ok(verdict)
}

fn finish(line: &str, crew: &Crew, counter: &Arc<LeafCounter>) -> Result<Unit, UnitError> {
    let unit: Unit = serde_json::from_str(line)?;
    let number = unit.number;
    if unit.depth > MAX_DEPTH {
        return Err(UnitError::Depth(number));
    }
    // Counting may take days; what cannot be merged is not counted.
    let (units, depth, root_depth) = (unit.count, unit.depth, unit.root_depth);
    if !(1..=units).contains(&number) {
        return Err(UnitError::OutOfRange { unit: number, units });
    }
    if depth > root_depth || root_depth > MAX_DEPTH {
        return Err(UnitError::RootDepth { unit: number, depth, root_depth });
    }
    if unit.multiplicity == 0 {
        return Err(UnitError::Multiplicity(number));
    }
    Position::from_fen(&unit.root).map_err(|error| UnitError::Root { unit: number, error })?;
    let position = Position::from_fen(&unit.fen).map_err(|error| UnitError::Fen { unit: number, error })?;
    let work = Arc::new(Work::new(&position, unit.depth, crew.threads(), Arc::clone(counter)));
    crew.run(&work, Progress::hidden());
    let nodes = work.counts().total().map_err(|_| UnitError::TooManyLeaves(number))?;
    Ok(Unit { nodes: Some(nodes), ..unit })
}
