//! The table of a run, and its last line.

use std::collections::BTreeMap;
use std::fmt;
use std::io::{self, Write};

use crate::cell::Outcome;
use crate::fault::Fault;
use crate::kit::Cell;

/// The numbers of a run.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
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

/// The text of a column.
impl fmt::Display for Sum {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self { passed: 0, failed: 0, skipped: 0 } => Ok(()),
            Self { passed, failed: 0, skipped: 0 } => write!(f, "{passed}"),
            Self { passed, failed: 0, skipped } => write!(f, "{passed} (skipped {skipped})"),
            Self { passed, failed, skipped } => {
                write!(f, "**FAIL {failed}** of {}", passed + failed + skipped)
            }
        }
    }
}

/// Writes the table of rows by groups of faults, each failure with its reasons, and the sum with each skip.
///
/// # Errors
/// The text cannot be written.
pub fn write_table(cells: &[Cell], out: &mut impl Write) -> io::Result<()> {
    let mut groups: Vec<_> = Fault::all(1).iter().map(|fault| fault.group).collect();
    groups.insert(0, "none");
    groups.dedup();
    writeln!(out, "| command | {} |\n|---|{}", groups.join(" | "), "---|".repeat(groups.len()))?;
    for row in cells.chunk_by(|one, next| one.row == next.row) {
        let of_group = |group| Sum::of(row.iter().filter(|cell| cell.group == group)).to_string();
        let sums: Vec<_> = groups.iter().map(|group| of_group(*group)).collect();
        writeln!(out, "| `{}` | {} |", row[0].row, sums.join(" | "))?;
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

/// The cells that were skipped for each reason, a whole row by its name alone.
fn skips(cells: &[Cell]) -> BTreeMap<&str, Vec<String>> {
    let mut skips: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for row in cells.chunk_by(|one, next| one.row == next.row) {
        let is_whole = row.iter().all(|cell| cell.outcome == row[0].outcome);
        for cell in if is_whole { &row[..1] } else { row } {
            if let Outcome::Skipped(reason) = &cell.outcome {
                let under = if is_whole { String::new() } else { format!(" under {}", cell.fault) };
                skips.entry(reason).or_default().push(format!("{}{under}", cell.row));
            }
        }
    }
    skips
}
