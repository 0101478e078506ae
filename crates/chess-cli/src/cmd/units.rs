//! One perft on many machines, in units of work.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::error::Error;
use std::io::{self, Read};
use std::sync::Arc;

use chess_board::Position;
use chess_data::input::{Input, Lines};
use chess_data::units::Unit;
use chess_movegen::PositionExt;
use chess_movegen_perft::driver::{Counter, LeafCounter, Units, Work};
use chess_movegen_perft::{PerftMode, count_replies};
use clap::{Args, Subcommand};
use serde::Serialize;

use crate::args::{BackendArgs, FenOption, HashArgs, MAX_DEPTH, ThreadArgs, number};
use crate::counting::CountingThreads;
use crate::error::{CliError, Verdict};
use crate::io::diagnostics;
use crate::io::output::Output;
use crate::io::progress::Progress;

/// Distribute a perft: split it into work units, run and merge them
#[derive(Args)]
#[command(after_help = DETAILS)]
pub(crate) struct UnitsArgs {
    #[command(subcommand)]
    pub(crate) command: UnitsCommand,
}

#[derive(Subcommand)]
pub(crate) enum UnitsCommand {
    Emit(EmitArgs),
    Run(RunArgs),
    Merge(MergeArgs),
}

const DETAILS: &str = "\
Examples:
  chess units emit 8 --plies 3 | parallel --pipe -N 64 chess units run | chess units merge
  chess units emit 9 --plies 4 > units.jsonl
  chess units run --hash 1024 < units.jsonl > done.jsonl
  chess units merge --json < done.jsonl

A unit is a line of JSON. Any program can count it: it adds the number of leaves as \"nodes\".";

pub(crate) fn run(args: &UnitsArgs, output: &mut Output) -> Result<Verdict, CliError> {
    match &args.command {
        UnitsCommand::Emit(args) => emit(args, output),
        UnitsCommand::Run(args) => count(args, output),
        UnitsCommand::Merge(args) => merge(args, io::stdin(), output),
    }
}

/// Split a perft into work units: the positions at ply K, one line of JSON each
#[derive(Args)]
#[command(after_help = EMIT_DETAILS)]
pub(crate) struct EmitArgs {
    /// Depth of the perft in plies (0 to 64)
    #[arg(value_parser = number(0, MAX_DEPTH))]
    depth: u32,

    /// Ply of the work units (at most DEPTH)
    #[arg(long, value_name = "K", value_parser = number(0, MAX_DEPTH))]
    plies: u32,

    #[command(flatten)]
    fen: FenOption,
}

const EMIT_DETAILS: &str = "\
Examples:
  chess units emit 8 --plies 3 > units.jsonl
  chess units emit 6 --plies 2 --fen 'r3k2r/8/8/8/8/8/8/R3K2R w KQkq -'

Each position is one unit, with its number of move sequences. The same perft always gives the same units and numbers.

The keys of a unit are unit and units (its number from 1, and the number of units), fen and depth (the position, and the plies
from there to the leaves), multiplicity (the number of move sequences), root and root_depth (the perft that it belongs to).";

impl EmitArgs {
    /// Checks the rules that the parser cannot express. The error names the rule.
    pub(crate) fn check(&self) -> Result<(), &'static str> {
        if self.plies > self.depth { Err("--plies must not exceed DEPTH") } else { Ok(()) }
    }
}

fn emit(args: &EmitArgs, output: &mut Output) -> Result<Verdict, CliError> {
    /// The number of bytes after which lines are written.
    const ENOUGH: usize = 1 << 16;
    let &EmitArgs { depth: root_depth, plies, .. } = args;
    let root = args.fen.position()?;
    let units = Units::cut(&root, root_depth, plies, usize::MAX).map_err(CliError::command)?;
    if units.all.is_empty() {
        // An empty file cannot be told from a lost one.
        return Err(CliError::command(format!(
            "--plies {plies}: no line is that long, so there are no units and no leaf nodes"
        )));
    }
    let (count, root) = (units.all.len() as u64, root.to_string());
    let (fen, depth) = (String::new(), units.rest);
    let mut line = Unit { number: 0, count, fen, depth, multiplicity: 0, root, root_depth, nodes: None };
    let mut text = String::new();
    for unit in &units.all {
        line.number += 1;
        line.fen = unit.position.to_string();
        line.multiplicity = unit.multiplicity;
        line.push(&mut text);
        text.push('\n');
        if text.len() >= ENOUGH || line.number == count {
            output.lines(text.as_bytes())?;
            text.clear();
        }
    }
    Ok(Verdict::Passed)
}

/// Count the work units on stdin, and write each with its "nodes"
#[derive(Args)]
#[command(after_help = RUN_DETAILS)]
pub(crate) struct RunArgs {
    #[command(flatten)]
    threads: ThreadArgs,

    #[command(flatten)]
    hash: HashArgs,

    #[command(flatten)]
    backend: BackendArgs,
}

const RUN_DETAILS: &str = "\
Examples:
  chess units run --hash 1024 < units.jsonl > done.jsonl
  split -n r/16 --filter 'chess units run' units.jsonl > done.jsonl

The hash table is shared by all units. A malformed line is reported on stderr and skipped; the exit code is then 1.";

/// Counts unit after unit. Each line is written in one call, so that a program that is killed loses only the unit at hand.
fn count(args: &RunArgs, output: &mut Output) -> Result<Verdict, CliError> {
    let threads = CountingThreads::new(&args.threads)?;
    let (backend, table) = (args.backend.choose(PerftMode::Count)?, args.hash.table().1);
    let counter = Arc::new(LeafCounter { mode: PerftMode::Count, backend, table });
    let mut verdict = Verdict::Passed;
    let progress = Progress::of_units();
    let mut lines = Lines::open(&Input::stdin()).map_err(CliError::Input)?;
    for number in 1.. {
        let counted = match lines.next().map_err(CliError::Input)? {
            None => break,
            Some(Ok(line)) if line.trim().is_empty() => continue,
            Some(Ok(line)) => finish(&line, &threads, &counter),
            Some(Err(error)) => Err(error.into()),
        };
        match counted {
            Ok((nodes, text)) => {
                progress.counted(nodes);
                progress.suspend(|| output.lines(text.as_bytes()))?;
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

/// The number of leaves below a unit, and its line with them. What cannot be merged is not counted, since that may take days.
fn finish(
    line: &str,
    threads: &CountingThreads,
    counter: &Arc<LeafCounter>,
) -> Result<(u64, String), Box<dyn Error>> {
    /// The greatest depth at which it takes longer to hand a unit to threads than to count it.
    const SMALL: u32 = 3;
    let mut unit = Unit::read(line)?;
    let [_, position] = unit.positions()?;
    let nodes = if threads.threads() == 1 || unit.depth <= SMALL {
        counter.count(&position, unit.depth)
    } else {
        let work = Arc::new(Work::new(&position, unit.depth, threads.threads(), Arc::clone(counter)));
        threads.run(&work, Progress::hidden());
        work.counts().total()
    };
    let nodes = nodes.map_err(|error| format!("unit {}: {error}", unit.number))?;
    unit.nodes = Some(nodes);
    let mut text = String::new();
    unit.push(&mut text);
    text.push('\n');
    Ok((nodes, text))
}

/// Add up finished work units from stdin, in any order
#[derive(Args)]
#[command(after_help = MERGE_DETAILS)]
pub(crate) struct MergeArgs {
    /// Count duplicate units with equal node counts once
    #[arg(long)]
    pub(crate) allow_repeats: bool,

    /// Print one JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

const MERGE_DETAILS: &str = "\
Examples:
  cat done.*.jsonl | chess units merge
  chess units merge --allow-repeats --json < done.jsonl

The perft is split again to verify that every unit is there once, with the right position and multiplicity; node counts are recomputed
for units of depth 0 to 2 only. The exit code is 1 if anything is wrong.

--json prints {\"fen\",\"depth\",\"units\",\"nodes\"}: the root, and the number of leaves below it.";

/// The JSON object of a merged perft, its keys in this order.
#[derive(Serialize)]
struct Report {
    fen: String,
    depth: u32,
    units: u64,
    /// A sum can exceed 64 bits: that of the start position does from depth 14 on.
    nodes: u128,
}

/// Adds up the units of `input`.
pub(crate) fn merge(
    args: &MergeArgs,
    input: impl Read + Send,
    output: &mut Output,
) -> Result<Verdict, CliError> {
    let mut finished = Finished::default();
    let mut lines = Lines::new(input);
    for number in 1.. {
        let Some(line) = lines.next().map_err(CliError::Input)? else { break };
        let line = line.map_err(|error| CliError::command(format!("line {number}: {error}")))?;
        if line.trim().is_empty() {
            continue;
        }
        let read = Unit::read(&line).map_err(|error| error.to_string());
        if let Err(error) = read.and_then(|unit| finished.add(unit, number, args.allow_repeats)) {
            // A process that was killed or a disk that was full leaves an incomplete last line.
            let is_cut_off = !line.trim_end().ends_with('}') && !lines.has_end();
            let hint = if is_cut_off {
                "; the last line is truncated: remove it and run its unit again"
            } else {
                ""
            };
            return Err(CliError::command(format!("line {number}: {error}{hint}")));
        }
    }
    let report = finished.sum().map_err(CliError::command)?;
    if args.json {
        output.json(&report)?;
    } else {
        let counts = output.grouping();
        output.line(format_args!("nodes {}", counts.of(report.nodes)))?;
        output.line(format_args!("units {}", counts.of(report.units)))?;
    }
    Ok(Verdict::Passed)
}

/// Units of one perft that have been counted, in any order.
#[derive(Default)]
struct Finished {
    /// The unit of the first line. All others must belong to the same perft.
    first: Option<Unit>,
    /// The line of each unit, counted from 1, and the unit, without its root.
    units: BTreeMap<u64, (u64, Unit)>,
}

impl Finished {
    /// Adds the unit of the line with this number.
    fn add(&mut self, mut unit: Unit, line: u64, allow_repeats: bool) -> Result<(), String> {
        let number = unit.number;
        let first = self.first.get_or_insert_with(|| unit.clone());
        let perft = |unit: &Unit| (unit.root_depth, unit.depth, unit.count);
        if perft(first) != perft(&unit) || first.root != unit.root {
            return Err(format!("unit {number} belongs to a different perft than the first line"));
        }
        if unit.nodes.is_none() {
            return Err(format!("unit {number} has not been run (\"nodes\" is missing)"));
        }
        unit.root = String::new();
        match self.units.entry(number) {
            Entry::Vacant(entry) => drop(entry.insert((line, unit))),
            Entry::Occupied(entry) => match entry.get() {
                (before, other) if *other != unit => {
                    return Err(format!("unit {number} differs from line {before}"));
                }
                (before, _) if !allow_repeats => {
                    return Err(format!(
                        "unit {number} duplicates line {before}; --allow-repeats counts it once"
                    ));
                }
                _ => {}
            },
        }
        Ok(())
    }

    /// Adds up the leaves below the root, after checking the units against a new cut of the root.
    fn sum(&self) -> Result<Report, Box<dyn Error + Send + Sync>> {
        let first = self.first.as_ref().ok_or("no units found")?;
        let &Unit { count, depth, root_depth, .. } = first;
        let missing = count - self.units.len() as u64;
        if missing > 0 {
            let numbers = (1..=count).filter(|number| !self.units.contains_key(number)).take(10);
            let named = numbers.fold(String::new(), |text, number| format!("{text} {number}"));
            let rest = if missing > 10 { " ..." } else { "" };
            return Err(format!("{missing} of {count} units are missing:{named}{rest}").into());
        }
        let [root, _] = first.positions()?;
        // The levels of a tree grow, and few shrink by much, so that only lines with absurd numbers reach this limit.
        let limit = usize::try_from(count.saturating_mul(64)).unwrap_or(usize::MAX).max(1 << 20);
        let cut = Units::cut(&root, root_depth, root_depth - depth, limit)?.all;
        if count != cut.len() as u64 {
            return Err(format!("expected {} units, found {count}", cut.len()).into());
        }
        let mut nodes = 0u128;
        for ((line, read), unit) in self.units.values().zip(&cut) {
            let (fen, multiplicity) = (unit.position.to_string(), unit.multiplicity);
            if (&read.fen, read.multiplicity) != (&fen, multiplicity) {
                return Err(format!(
                    "line {line}: unit {} of the perft is another one, {multiplicity} times {fen}",
                    read.number
                )
                .into());
            }
            let found = read.nodes.unwrap_or_default();
            if let Some(leaves) = leaves(&unit.position, depth).filter(|&leaves| leaves != found) {
                let number = read.number;
                return Err(
                    format!("line {line}: unit {number}: expected {leaves} nodes, found {found}").into()
                );
            }
            let leaves = u128::from(found) * u128::from(multiplicity);
            nodes = nodes.checked_add(leaves).ok_or("the node count exceeds 128 bits")?;
        }
        Ok(Report { fen: first.root.clone(), depth: root_depth, units: count, nodes })
    }
}

/// The number of leaves of a position, where counting them takes no longer than reading a line.
fn leaves(position: &Position, depth: u32) -> Option<u64> {
    match depth {
        0 => Some(1),
        1 => Some(position.legal_count() as u64),
        2 => Some(count_replies(position)),
        _ => None,
    }
}
