use std::io::{self, Write};

use chess_probers::agree::Agreement;
use chess_probers::answer::Work;
use chess_probers::sets::Set;

use crate::rounds::{Cold, Warm};

/// Prints a table for each kind of probe.
pub(crate) fn warm(out: &mut impl Write, sets: &[Set], rows: &[Warm]) -> io::Result<()> {
    for work in Work::ALL {
        let rows: Vec<_> = rows.iter().filter(|row| row.work == work).collect();
        let Some(ours) = rows.first() else { continue };
        writeln!(out, "\n### {}, warm: nanoseconds a probe\n", work.name())?;
        write!(out, "| library |")?;
        for set in sets {
            write!(out, " {} |", set.name)?;
        }
        write!(out, " mean | million/s |")?;
        let threads = "2 threads, million/s | by the clock | ";
        writeln!(out, " {}times ours |", if work == Work::Root { "" } else { threads })?;
        let columns = sets.len() + if work == Work::Root { 3 } else { 5 };
        writeln!(out, "|---|{}", "---:|".repeat(columns))?;
        for row in &rows {
            write!(out, "| {} |", row.name)?;
            for figure in &row.sets {
                write!(out, " {figure:.0} |")?;
            }
            write!(out, " **{:.0}** | {:.3} |", mean(&row.sets), 1000.0 / mean(&row.sets))?;
            for rate in row.together.iter().flatten() {
                write!(out, " {rate:.2} |")?;
            }
            writeln!(out, " {:.2} |", mean(&row.sets) / mean(&ours.sets))?;
        }
    }
    Ok(())
}

/// Prints a table for each kind of probe.
pub(crate) fn cold(out: &mut impl Write, rows: &[Cold]) -> io::Result<()> {
    for work in Work::ALL {
        let rows: Vec<_> = rows.iter().filter(|row| row.work == work).collect();
        let Some(ours) = rows.first() else { continue };
        writeln!(out, "\n### {}, cold: microseconds in a fresh process\n", work.name())?;
        write!(out, "| library | open | 35 endings once | 3,000 positions | all | times ours |")?;
        writeln!(out, " 2 threads: 35 endings | 3,000 positions |")?;
        writeln!(out, "|---|{}", "---:|".repeat(7))?;
        let all = |row: &Cold| row.alone.iter().sum::<f64>();
        for row in &rows {
            let [open, first, next] = row.alone;
            write!(out, "| {} | {open:.0} | {first:.0} | {next:.0} | **{:.0}** |", row.name, all(row))?;
            let [first, next] = row.together;
            writeln!(out, " {:.2} | {first:.0} | {next:.0} |", all(row) / all(ours))?;
        }
    }
    Ok(())
}

/// Prints what has been compared.
pub(crate) fn agreement(out: &mut impl Write, agreement: Agreement) -> io::Result<()> {
    let Agreement { values, distances, rounded } = agreement;
    writeln!(
        out,
        "\nAll libraries have told the same outcomes of {values} positions. Of {distances} comparisons of distances,"
    )?;
    writeln!(out, "{rounded} differ, by a ply where both are rounded.")
}

/// The mean of the sets.
#[expect(clippy::cast_precision_loss, reason = "there are few sets")]
fn mean(figures: &[f64]) -> f64 {
    figures.iter().sum::<f64>() / figures.len() as f64
}
