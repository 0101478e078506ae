use chess_board::Position;

use crate::cmd::units::unit::{Unit, distinct_positions};
use crate::error::CliError;
use crate::io::output::Output;
use crate::verdict::Verdict;

#[derive(Debug, thiserror::Error)]
#[error("--emit-units {0}: no position is that many plies away, so that there are no units and no leaves")]
struct NoUnits(u32);

/// Writes the units of a perft, cut `plies` below the root.
pub(crate) fn emit(
    root: &Position,
    root_depth: u32,
    plies: u32,
    output: &mut Output,
) -> Result<Verdict, CliError> {
    let positions = distinct_positions(root, plies)?;
    if positions.is_empty() {
        // An empty file could not be told from a lost one.
        return Err(CliError::command(NoUnits(plies)));
    }
    let count = positions.len() as u64;
    for (&(position, multiplicity), number) in positions.iter().zip(1..) {
        output.json(&Unit {
            number,
            count,
            fen: position.to_string(),
            depth: root_depth - plies,
            multiplicity,
            root: root.to_string(),
            root_depth,
            nodes: None,
        })?;
    }
    Ok(Verdict::Passed)
}
