use chess_board::Position;

use crate::Verdict;
use crate::error::CliError;
use crate::output::Output;
use crate::unit::{Unit, distinct_positions};

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
        return Err(CliError::NoUnits(plies));
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
