//! The table of a run, and its last line.

use std::collections::BTreeMap;
use std::io::{self, Write};

use serde::Serialize;

use crate::fault::Fault;
use crate::kit::Cell;
use crate::outcome::Outcome;

/// The numbers of a run.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug, Serialize)]
pub struct Sum {
    /// Cells in which all laws hold.
    pub passed: usize,
    /// Cells in which one does not.
    pub failed: usize,
    /// Cells that were not run.
    pub skipped: usize,
}

impl Sum {
    /// Adds up cells.
    pub fn of<'a>(cells: impl IntoIterator<Item = &'a Cell>) -> Self {
        let mut sum = Self::default();
        for cell in cells {
            *match cell.outcome {
                Outcome::Ok => &mut sum.passed,
                Outcome::Failed(_) => &mut sum.failed,
                Outcome::Skipped(_) => &mut sum.skipped,
            } += 1;
        }
        sum
    }
}

/// Writes the table of rows by groups of faults, each failure with its reasons, and the sum with each skip.
///
/// # Errors
/// The text cannot be written.
pub fn write_table(cells: &[Cell], out: &mut impl Write) -> io::Result<()> {
    let mut groups = vec!["none"];
    for fault in Fault::all(1) {
        if !groups.contains(&fault.group()) {
            groups.push(fault.group());
        }
    }
    let mut rows: Vec<&str> = cells.iter().map(|cell| cell.row).collect();
    rows.dedup();
    write!(out, "| command |")?;
    for group in &groups {
        write!(out, " {group} |")?;
    }
    writeln!(out, "\n|---|{}", "---|".repeat(groups.len()))?;
    for row in rows {
        write!(out, "| `{row}` |")?;
        for group in &groups {
            let sum = Sum::of(cells.iter().filter(|cell| cell.row == row && cell.group == *group));
            write!(out, " {} |", shown(sum))?;
        }
        writeln!(out)?;
    }
    writeln!(out)?;
    for cell in cells {
        if let Outcome::Failed(reasons) = &cell.outcome {
            for reason in reasons {
                writeln!(out, "FAILED {} under {}: {reason}", cell.row, cell.fault)?;
            }
        }
    }
    let Sum { passed, failed, skipped } = Sum::of(cells);
    let skips = skips(cells).into_iter().map(|(reason, cells)| format!("{reason} ({})", cells.join(", ")));
    let skips = skips.collect::<Vec<_>>().join("; ");
    let colon = if skips.is_empty() { "" } else { ": " };
    writeln!(out, "{passed} passed, {failed} failed, {skipped} skipped{colon}{skips}")
}

/// Writes an object for each cell, and one with the sum.
///
/// # Errors
/// The text cannot be written.
pub fn write_json(cells: &[Cell], out: &mut impl Write) -> io::Result<()> {
    for cell in cells {
        writeln!(out, "{}", serde_json::to_string(cell)?)?;
    }
    writeln!(out, "{}", serde_json::to_string(&Sum::of(cells))?)
}

fn shown(sum: Sum) -> String {
    match sum {
        Sum { passed: 0, failed: 0, skipped: 0 } => String::new(),
        Sum { passed, failed: 0, skipped: 0 } => passed.to_string(),
        Sum { passed, failed: 0, skipped } => format!("{passed} (skipped {skipped})"),
        Sum { passed, failed, skipped } => format!("**FAIL {failed}** of {}", passed + failed + skipped),
    }
}

/// The cells that were skipped for each reason, a whole row by its name alone.
fn skips(cells: &[Cell]) -> BTreeMap<&str, Vec<String>> {
    let mut skips: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for cell in cells {
        if let Outcome::Skipped(reason) = &cell.outcome {
            let is_whole = cells.iter().all(|other| other.row != cell.row || other.outcome == cell.outcome);
            let name =
                if is_whole { cell.row.to_owned() } else { format!("{} under {}", cell.row, cell.fault) };
            let names = skips.entry(reason).or_default();
            if !names.contains(&name) {
                names.push(name);
            }
        }
    }
    skips
}
