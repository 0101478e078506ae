use chess_movegen_perft::driver::Units;
use clap::Args;
use serde::{Deserialize, Serialize};

use crate::args::{FenOption, MAX_DEPTH};
use crate::io::output::Output;
use crate::outcome::{CliError, Verdict};

/// Cut a perft into units of work: the positions K plies from the root, one line of JSON each
#[derive(Args)]
#[command(after_help = DETAILS)]
pub(crate) struct EmitArgs {
    /// Plies from the root to the leaves, 0 to 64
    #[arg(value_parser = clap::value_parser!(u32).range(..=i64::from(MAX_DEPTH)))]
    depth: u32,

    /// Plies from the root to the positions of the units, at most DEPTH
    #[arg(long, value_name = "K")]
    plies: u32,

    #[command(flatten)]
    fen: FenOption,
}

const DETAILS: &str = "\
Examples:
  chess units emit 8 --plies 3 > units.jsonl
  chess units emit 6 --plies 2 --fen 'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -'

Each position is one unit, with the number of move sequences that lead to it. The same perft is always cut into the same
units with the same numbers.

The keys of a unit are unit and units (its number from 1, and the number of units), fen and depth (the position, and the plies
from there to the leaves), multiplicity (the number of move sequences), root and root_depth (the perft that it belongs to).";

impl EmitArgs {
    /// Checks the rules that the parser cannot express. The error names the rule.
    pub(crate) fn check(&self) -> Result<(), &'static str> {
        if self.plies > self.depth { Err("--plies: K is greater than DEPTH") } else { Ok(()) }
    }
}

#[derive(Debug, thiserror::Error)]
#[error("--plies {0}: no game lasts that many plies, so that there are no units and no leaves")]
struct NoUnits(u32);

pub(super) fn run(args: &EmitArgs, output: &mut Output) -> Result<Verdict, CliError> {
    let &EmitArgs { depth: root_depth, plies, .. } = args;
    let root = args.fen.position()?;
    let units = Units::cut(&root, root_depth, plies, usize::MAX).map_err(CliError::command)?;
    if units.all.is_empty() {
        // An empty file cannot be told from a lost one.
        return Err(CliError::command(NoUnits(plies)));
    }
    let count = units.all.len() as u64;
    for (unit, number) in units.all.iter().zip(1..) {
        output.json(&Unit {
            number,
            count,
            fen: unit.position.to_string(),
            depth: units.rest,
            multiplicity: unit.multiplicity,
            root: root.to_string(),
            root_depth,
            nodes: None,
        })?;
    }
    Ok(Verdict::Passed)
}

/// A part of a perft that one machine can count alone: one line of JSON, its keys in this order.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) struct Unit {
    /// Counted from 1.
    #[serde(rename = "unit")]
    pub(super) number: u64,
    /// The number of units that the perft is cut into.
    #[serde(rename = "units")]
    pub(super) count: u64,
    pub(super) fen: String,
    /// Plies from the position to the leaves.
    pub(super) depth: u32,
    /// The number of move sequences that lead from the root to the position.
    pub(super) multiplicity: u64,
    pub(super) root: String,
    pub(super) root_depth: u32,
    /// The number of leaves below the position, not multiplied; missing until it is counted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) nodes: Option<u64>,
}
