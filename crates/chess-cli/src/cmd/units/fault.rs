use std::fmt;

use chess_board::ParsePositionError;

use crate::args::depth::MAX_DEPTH;
use crate::error::CliError;
use crate::io::lines::LineTooLong;
use chess_movegen_perft::driver::CutError;

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
