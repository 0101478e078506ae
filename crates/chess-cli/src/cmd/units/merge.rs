use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::fmt;
use std::io::{self, BufRead};

use serde::Serialize;

use crate::cmd::units::unit::Unit;
use crate::error::CliError;
use crate::io::output::Output;
use crate::verdict::Verdict;

/// Why finished units do not add up to a perft.
#[derive(Debug, thiserror::Error)]
pub(crate) enum MergeError {
    #[error("line {line}: this is no unit: {error}")]
    Json { line: u64, error: serde_json::Error },
    #[error("line {line}: unit {unit} has not been run, it has no \"nodes\"")]
    NotRun { line: u64, unit: u64 },
    #[error("line {line}: unit {unit} is of another perft, {other}; the first line is of {first}")]
    Mixed { line: u64, unit: u64, first: Box<Perft>, other: Box<Perft> },
    #[error("line {line}: there is no unit {unit} of {units}")]
    OutOfRange { line: u64, unit: u64, units: u64 },
    #[error("line {line}: unit {unit} has {nodes} nodes here and {earlier} in line {earlier_line}")]
    Contradiction { line: u64, unit: u64, nodes: u64, earlier: u64, earlier_line: u64 },
    #[error("line {line}: unit {unit} is another position here than in line {earlier_line}")]
    OtherPosition { line: u64, unit: u64, earlier_line: u64 },
    #[error("line {line}: unit {unit} is a repeat of line {earlier_line}; --allow-repeats takes it once")]
    Repeat { line: u64, unit: u64, earlier_line: u64 },
    #[error("{}", Missing(.0, *.1))]
    Missing(Vec<u64>, u64),
    #[error("there are no units on stdin")]
    Empty,
    #[error("the number of leaves does not fit in 128 bits")]
    TooManyLeaves,
}

impl From<MergeError> for CliError {
    fn from(error: MergeError) -> Self {
        Self::command(error)
    }
}

/// What all units of a perft have in common.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Perft {
    root: String,
    root_depth: u32,
    depth: u32,
    units: u64,
}

impl fmt::Display for Perft {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { root, root_depth, depth, units } = self;
        write!(f, "depth {root_depth} of {root} in {units} units of depth {depth}")
    }
}

/// The units that are missing, the first few by number, and how many there should be.
struct Missing<'a>(&'a [u64], u64);

impl fmt::Display for Missing<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(found, units) = *self;
        let count = units - found.len() as u64;
        // The gaps between the numbers that are there, which stand in order.
        let befores = [0].into_iter().chain(found.iter().copied());
        let afters = found.iter().copied().chain([units + 1]);
        let gaps = befores.zip(afters).flat_map(|(before, after)| before + 1..after);
        write!(f, "{count} of {units} units are missing:")?;
        for unit in gaps.take(10) {
            write!(f, " {unit}")?;
        }
        if count > 10 { f.write_str(" ...") } else { Ok(()) }
    }
}

/// A unit that has been read.
struct Finished {
    line: u64,
    fen: String,
    multiplicity: u64,
    nodes: u64,
}

/// The JSON object of a merged perft, its keys in this order.
#[derive(Serialize)]
struct Report {
    fen: String,
    depth: u32,
    units: u64,
    /// Sums may exceed 64 bits: the start position's do from depth 14 on.
    nodes: u128,
}

/// Adds up the finished units on stdin, in any order.
pub(crate) fn merge(allow_repeats: bool, is_json: bool, output: &mut Output) -> Result<Verdict, CliError> {
    let mut merge = Merge { allow_repeats, perft: None, finished: HashMap::new() };
    for (line, number) in io::stdin().lock().lines().zip(1..) {
        let line = line.map_err(CliError::Input)?;
        if !line.trim().is_empty() {
            merge.add(&line, number)?;
        }
    }
    let report = merge.report()?;
    if is_json {
        output.json(&report)?;
    } else {
        output.line(format_args!("nodes {}", report.nodes))?;
        output.line(format_args!("units {}", report.units))?;
    }
    Ok(Verdict::Passed)
}

struct Merge {
    allow_repeats: bool,
    /// That of the first line.
    perft: Option<Perft>,
    finished: HashMap<u64, Finished>,
}

impl Merge {
    fn add(&mut self, text: &str, line: u64) -> Result<(), MergeError> {
        let read: Unit = serde_json::from_str(text).map_err(|error| MergeError::Json { line, error })?;
        let Unit { number: unit, count: units, fen, depth, multiplicity, root, root_depth, nodes } = read;
        let perft = Perft { root, root_depth, depth, units };
        let first = self.perft.get_or_insert_with(|| perft.clone());
        if *first != perft {
            return Err(MergeError::Mixed {
                line,
                unit,
                first: Box::new(first.clone()),
                other: Box::new(perft),
            });
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
        let Perft { root, root_depth, units, .. } = self.perft.ok_or(MergeError::Empty)?;
        if self.finished.len() as u64 != units {
            let mut found: Vec<u64> = self.finished.into_keys().collect();
            found.sort_unstable();
            return Err(MergeError::Missing(found, units));
        }
        let nodes = self
            .finished
            .values()
            .try_fold(0u128, |sum, unit| {
                sum.checked_add(u128::from(unit.nodes) * u128::from(unit.multiplicity))
            })
            .ok_or(MergeError::TooManyLeaves)?;
        Ok(Report { fen: root, depth: root_depth, units, nodes })
    }
}
