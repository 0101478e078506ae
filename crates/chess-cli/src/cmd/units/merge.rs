use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::fmt;
use std::io::{self, Read};

use chess_board::{ParsePositionError, Position};
use chess_data::input::{LineTooLong, Lines};
use chess_movegen::PositionExt;
use chess_movegen_perft::count_replies;
use chess_movegen_perft::driver::{CutError, Units};
use chess_types::MoveList;
use clap::Args;
use serde::Serialize;

use super::emit::Unit;
use crate::args::MAX_DEPTH;
use crate::io::output::Output;
use crate::outcome::{CliError, Verdict};

/// Read finished units from stdin, in any order, and add them up
#[derive(Args)]
#[command(after_help = DETAILS)]
pub(crate) struct MergeArgs {
    /// Count a unit once that is repeated with the same number of nodes
    #[arg(long)]
    pub(crate) allow_repeats: bool,

    /// Print one JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

const DETAILS: &str = "\
Examples:
  cat done.*.jsonl | chess units merge
  chess units merge --allow-repeats --json < done.jsonl

Only the numbers of nodes are taken from the lines. The command cuts the root again and checks that the lines are exactly
its units, each of them once, with the right position and multiplicity. Numbers of nodes of depth 0 to 2 are counted again, and
others must be possible; that they are right depends on who has counted them. The exit code is 1 if anything is wrong.

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

pub(super) fn run(args: &MergeArgs, output: &mut Output) -> Result<Verdict, CliError> {
    merge(args, io::stdin(), output)
}

/// Adds up the units of `input`.
pub(crate) fn merge(
    args: &MergeArgs,
    input: impl Read + Send,
    output: &mut Output,
) -> Result<Verdict, CliError> {
    let mut merge = Merge { allow_repeats: args.allow_repeats, cut: None, finished: HashMap::new() };
    let mut lines = Lines::new(input);
    for number in 1.. {
        let Some(line) = lines.next().map_err(CliError::Input)? else { break };
        let line = line.map_err(|error| MergeError::Line { line: number, error })?;
        if line.trim().is_empty() {
            continue;
        }
        match serde_json::from_str(&line) {
            Ok(unit) => merge.add(unit, number)?,
            Err(error) => {
                let unit = unit_of_torn(&line);
                // A process that was killed or a disk that was full leaves an incomplete last line.
                let is_torn = error.is_eof() && !lines.has_end();
                return Err(if is_torn {
                    MergeError::Torn { line: number, unit }.into()
                } else {
                    MergeError::Json { line: number, error }.into()
                });
            }
        }
    }
    let report = merge.report()?;
    if args.json {
        output.json(&report)?;
    } else {
        let counts = output.grouping();
        output.line(format_args!("nodes {}", counts.of(report.nodes)))?;
        output.line(format_args!("units {}", counts.of(report.units)))?;
    }
    Ok(Verdict::Passed)
}

/// The number at the beginning of a unit, if a comma after it shows that it is complete.
fn unit_of_torn(line: &str) -> Option<u64> {
    let (number, _) = line.trim_start().strip_prefix("{\"unit\":")?.split_once(',')?;
    number.trim().parse().ok()
}

/// The perft that the first line belongs to. All other lines must belong to it, too.
struct Cut {
    perft: Perft,
    root: Position,
    plies: u32,
}

/// A unit that has been read.
struct Finished {
    line: u64,
    fen: String,
    multiplicity: u64,
    nodes: u64,
}

struct Merge {
    allow_repeats: bool,
    cut: Option<Cut>,
    finished: HashMap<u64, Finished>,
}

impl Cut {
    fn new(perft: &Perft, unit: u64, line: u64) -> Result<Self, MergeError> {
        let &Perft { depth, root_depth, .. } = perft;
        let root = Position::from_fen(&perft.root).map_err(|error| MergeError::Root { line, unit, error })?;
        let plies = root_depth.checked_sub(depth).filter(|_| root_depth <= MAX_DEPTH);
        let plies = plies.ok_or(MergeError::Depths { line, unit, depth, root_depth })?;
        Ok(Self { perft: perft.clone(), root, plies })
    }

    /// The largest number of positions that the cut may visit. The levels of a tree grow, and few shrink by much, so that
    /// only lines with absurd numbers reach this limit.
    fn limit(&self) -> usize {
        usize::try_from(self.perft.units.saturating_mul(64)).unwrap_or(usize::MAX).max(1 << 20)
    }
}

impl Merge {
    fn add(&mut self, read: Unit, line: u64) -> Result<(), MergeError> {
        let Unit { number: unit, count: units, fen, depth, multiplicity, root, root_depth, nodes } = read;
        let perft = Perft { root, root_depth, depth, units };
        match &self.cut {
            None => self.cut = Some(Cut::new(&perft, unit, line)?),
            Some(cut) if cut.perft != perft => {
                let (first, other) = (Box::new(cut.perft.clone()), Box::new(perft));
                return Err(MergeError::Mixed { line, unit, first, other });
            }
            Some(_) => {}
        }
        if !(1..=units).contains(&unit) {
            return Err(MergeError::OutOfRange { line, unit, units });
        }
        let nodes = nodes.ok_or(MergeError::NotRun { line, unit })?;
        match self.finished.entry(unit) {
            Entry::Vacant(entry) => {
                entry.insert(Finished { line, fen, multiplicity, nodes });
                Ok(())
            }
            Entry::Occupied(entry) => {
                let earlier = entry.get();
                let earlier_line = earlier.line;
                if (&earlier.fen, earlier.multiplicity) != (&fen, multiplicity) {
                    Err(MergeError::OtherPosition { line, unit, earlier_line })
                } else if earlier.nodes != nodes {
                    Err(MergeError::Contradiction { line, unit, nodes, earlier: earlier.nodes, earlier_line })
                } else if self.allow_repeats {
                    Ok(())
                } else {
                    Err(MergeError::Repeat { line, unit, earlier_line })
                }
            }
        }
    }

    fn report(self) -> Result<Report, MergeError> {
        let cut = self.cut.ok_or(MergeError::Empty)?;
        let units = cut.perft.units;
        if self.finished.len() as u64 != units {
            let mut found: Vec<u64> = self.finished.into_keys().collect();
            found.sort_unstable();
            return Err(MergeError::Missing(found, units));
        }
        let nodes = sum(&cut, &self.finished)?;
        let Perft { root, root_depth, .. } = cut.perft;
        Ok(Report { fen: root, depth: root_depth, units, nodes })
    }
}

/// Adds up the leaves below the root, after checking the units against a new cut of the root.
fn sum(cut: &Cut, finished: &HashMap<u64, Finished>) -> Result<u128, MergeError> {
    let cut_again = Units::cut(&cut.root, cut.perft.root_depth, cut.plies, cut.limit())?;
    let (units, derived) = (cut.perft.units, cut_again.all.len() as u64);
    if units != derived {
        return Err(MergeError::Units { units, derived, perft: Box::new(cut.perft.clone()) });
    }
    let mut sum = 0u128;
    for (unit, chess_movegen_perft::driver::Unit { position, multiplicity }) in (1..).zip(cut_again.all) {
        // The numbers of the units read are distinct, in range and as many as there are units.
        let Some(read) = finished.get(&unit) else { return Err(MergeError::Missing(Vec::new(), units)) };
        check(read, unit, &position, multiplicity)?;
        check_nodes(read, unit, &position, cut.perft.depth)?;
        let leaves = u128::from(read.nodes) * u128::from(multiplicity);
        sum = sum.checked_add(leaves).ok_or(MergeError::TooManyLeaves)?;
    }
    Ok(sum)
}

fn check(read: &Finished, unit: u64, position: &Position, multiplicity: u64) -> Result<(), MergeError> {
    let line = read.line;
    let fen = position.to_string();
    if read.fen != fen {
        return Err(MergeError::Fen { line, unit, fen: read.fen.clone(), derived: fen });
    }
    if read.multiplicity != multiplicity {
        let derived = multiplicity;
        return Err(MergeError::Multiplicity { line, unit, multiplicity: read.multiplicity, derived });
    }
    Ok(())
}

/// Checks what can be known of the number of leaves within microseconds: all of it up to depth 2, and a limit beyond.
fn check_nodes(read: &Finished, unit: u64, position: &Position, depth: u32) -> Result<(), MergeError> {
    let &Finished { line, nodes, .. } = read;
    let leaves = match depth {
        0 => 1,
        1 => position.legal_count() as u64,
        _ => count_replies(position),
    };
    if depth <= 2 && nodes != leaves {
        return Err(MergeError::Nodes { line, unit, nodes, leaves });
    }
    let below = (MoveList::CAPACITY as u64).saturating_pow(depth.saturating_sub(2));
    let limit = leaves.saturating_mul(below);
    if nodes > limit { Err(MergeError::TooManyNodes { line, unit, nodes, limit }) } else { Ok(()) }
}

/// The reason why finished units do not add up to a perft. Lines are counted from 1.
#[derive(Debug, thiserror::Error)]
pub(super) enum MergeError {
    #[error("line {line}: {error}")]
    Line { line: u64, error: LineTooLong },
    #[error("line {line}: this is not a unit: {error}")]
    Json { line: u64, error: serde_json::Error },
    #[error("line {line}: the last line is cut off{}: run it again", Torn(*.unit))]
    Torn { line: u64, unit: Option<u64> },
    #[error("line {line}: the root of unit {unit}: {error}")]
    Root { line: u64, unit: u64, error: ParsePositionError },
    #[error(
        "line {line}: unit {unit} has depth {depth} and root_depth {root_depth}; the first must not exceed the second, nor the \
         second {MAX_DEPTH}"
    )]
    Depths { line: u64, unit: u64, depth: u32, root_depth: u32 },
    #[error("line {line}: unit {unit} has not been run: it has no \"nodes\"")]
    NotRun { line: u64, unit: u64 },
    #[error("line {line}: unit {unit} belongs to another perft, {other}; the first line belongs to {first}")]
    Mixed { line: u64, unit: u64, first: Box<Perft>, other: Box<Perft> },
    #[error("line {line}: there is no unit {unit} of {units}")]
    OutOfRange { line: u64, unit: u64, units: u64 },
    #[error("line {line}: unit {unit} has {nodes} nodes here and {earlier} in line {earlier_line}")]
    Contradiction { line: u64, unit: u64, nodes: u64, earlier: u64, earlier_line: u64 },
    #[error("line {line}: unit {unit} is another position here than in line {earlier_line}")]
    OtherPosition { line: u64, unit: u64, earlier_line: u64 },
    #[error("line {line}: unit {unit} repeats line {earlier_line}; --allow-repeats counts it once")]
    Repeat { line: u64, unit: u64, earlier_line: u64 },
    #[error("{}", Missing(.0, *.1))]
    Missing(Vec<u64>, u64),
    #[error(transparent)]
    Cut(#[from] CutError),
    #[error("\"units\" is {units}, but the perft has {derived} of them: {perft}")]
    Units { units: u64, derived: u64, perft: Box<Perft> },
    #[error("line {line}: unit {unit}: \"fen\" is {fen}, but the unit's is {derived}")]
    Fen { line: u64, unit: u64, fen: String, derived: String },
    #[error("line {line}: unit {unit}: \"multiplicity\" is {multiplicity}, but the unit's is {derived}")]
    Multiplicity { line: u64, unit: u64, multiplicity: u64, derived: u64 },
    #[error("line {line}: unit {unit} has {nodes} nodes, but its position has {leaves} leaves")]
    Nodes { line: u64, unit: u64, nodes: u64, leaves: u64 },
    #[error("line {line}: unit {unit} has {nodes} nodes, but its position has at most {limit} leaves")]
    TooManyNodes { line: u64, unit: u64, nodes: u64, limit: u64 },
    #[error("stdin has no units")]
    Empty,
    #[error("the number of leaves does not fit in 128 bits")]
    TooManyLeaves,
}

impl From<MergeError> for CliError {
    fn from(error: MergeError) -> Self {
        Self::command(error)
    }
}

/// The data that all units of a perft share.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Perft {
    pub(super) root: String,
    pub(super) root_depth: u32,
    pub(super) depth: u32,
    pub(super) units: u64,
}

impl fmt::Display for Perft {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { root, root_depth, depth, units } = self;
        write!(f, "depth {root_depth} of {root} in {units} units of depth {depth}")
    }
}

/// The number of a unit whose line is cut off, if the line still has it.
struct Torn(Option<u64>);

impl fmt::Display for Torn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(unit) => write!(f, " in the middle of unit {unit}"),
            None => f.write_str(" before the number of its unit"),
        }
    }
}

/// The units that are missing: the numbers found, in order, and how many there should be. The first ten are named.
struct Missing<'a>(&'a [u64], u64);

impl fmt::Display for Missing<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(found, units) = *self;
        let count = units - found.len() as u64;
        // The gaps before each number that was found, and the gap after the last.
        let befores = [0].into_iter().chain(found.iter().copied());
        let lasts = found.iter().map(|number| number - 1).chain([units]);
        let gaps = befores.zip(lasts).flat_map(|(before, last)| before + 1..=last);
        write!(f, "{count} of {units} units are missing:")?;
        for unit in gaps.take(10) {
            write!(f, " {unit}")?;
        }
        if count > 10 { f.write_str(" ...") } else { Ok(()) }
    }
}
