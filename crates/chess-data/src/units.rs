//! Perft in units of work that any program can count: one line of JSON each, as `chess units` writes and reads them.

use std::error::Error;
use std::fmt;

use chess_board::Position;
use serde::{Deserialize, Serialize};

/// The greatest depth of a perft in units, in plies.
const MAX_DEPTH: u32 = 64;

/// A part of a perft that one machine can count alone.
///
/// # Examples
/// ```
/// use chess_data::units::Unit;
///
/// let kings = "4k3/8/8/8/8/8/8/4K3 w - - 0 1";
/// let mut unit = Unit {
///     number: 1,
///     count: 1,
///     fen: kings.to_owned(),
///     depth: 1,
///     multiplicity: 1,
///     root: kings.to_owned(),
///     root_depth: 1,
///     nodes: None,
/// };
/// let mut line = String::new();
/// unit.push(&mut line);
/// assert!(line.starts_with(r#"{"unit":1,"units":1,"fen":"4k3/8/8/8/8/8/8/4K3 w - - 0 1","depth":1,"#));
/// assert_eq!(Unit::read(&line)?, unit);
/// # Ok::<(), chess_data::units::UnitError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Unit {
    /// The number of the unit, counted from 1: `unit` in JSON.
    #[serde(rename = "unit")]
    pub number: u64,
    /// The number of units that the perft is cut into: `units` in JSON.
    #[serde(rename = "units")]
    pub count: u64,
    /// The position, as FEN.
    pub fen: String,
    /// The plies from the position to the leaves.
    pub depth: u32,
    /// The number of move sequences that lead from the root to the position.
    pub multiplicity: u64,
    /// The root of the perft, as FEN.
    pub root: String,
    /// The plies from the root to the leaves.
    pub root_depth: u32,
    /// The number of leaves below the position, not multiplied; missing until it is counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
}

/// The reason why a line is not a unit, as a text for people.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnitError(String);

impl fmt::Display for UnitError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Error for UnitError {}

impl Unit {
    /// Reads a line, and checks that its numbers agree with each other. The positions are not read.
    ///
    /// # Errors
    /// The line is not the JSON of a unit, or contradicts itself.
    pub fn read(line: &str) -> Result<Self, UnitError> {
        let unit: Self =
            serde_json::from_str(line).map_err(|error| UnitError(format!("this is not a unit: {error}")))?;
        let Self { number, count, depth, multiplicity, root_depth, .. } = unit;
        let fault = if !(1..=count).contains(&number) {
            format!("unit {number} does not exist: there are {count}")
        } else if depth > root_depth || root_depth > MAX_DEPTH {
            format!(
                "unit {number} has depth {depth} and root_depth {root_depth}; the first must not exceed the second, nor the second \
                 {MAX_DEPTH}"
            )
        } else if multiplicity == 0 {
            format!("unit {number}: no move sequence leads to it: \"multiplicity\" is 0")
        } else {
            return Ok(unit);
        };
        Err(UnitError(fault))
    }

    /// Reads the root of the perft, and the position of the unit.
    ///
    /// # Errors
    /// One of them is not the FEN of a legal position.
    pub fn positions(&self) -> Result<[Position; 2], UnitError> {
        let read = |name, fen: &str| {
            let fault = |error| UnitError(format!("unit {}: {name}{error}", self.number));
            Position::from_fen(fen).map_err(fault)
        };
        Ok([read("the root: ", &self.root)?, read("", &self.fen)?])
    }

    /// Appends the unit as JSON.
    pub fn push(&self, json: &mut String) {
        // Numbers and texts under names are always JSON.
        json.push_str(&serde_json::to_string(self).unwrap_or_default());
    }
}
