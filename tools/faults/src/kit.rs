use std::collections::BTreeMap;
use std::io::{self, ErrorKind, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use rayon::prelude::*;

use crate::cell::{self, Outcome, number};
use crate::fault::{Fault, SPARSE};
use crate::judge::Usual;
use crate::machine::Means;
use crate::row::{Inputs, Row};
use crate::run::skip;

/// A quick run takes one cell in so many.
const QUICK_SHARE: u64 = 8;

/// A program, its command lines, and the means to make faults.
pub struct Kit {
    means: Means,
    rows: Vec<Row>,
    trials: u32,
}

/// The cells that are run.
#[derive(clap::Args, Clone, Default)]
pub struct Choice {
    /// Only rows whose names have this text
    #[arg(long = "only", value_name = "TEXT", default_value = "")]
    pub row: String,

    /// Only faults whose names begin with this text
    #[arg(long, value_name = "TEXT", default_value = "")]
    pub fault: String,

    /// A portion of the cells that follows from the seed, for at most half a minute
    #[arg(long = "quick")]
    pub is_quick: bool,

    /// Cells that would begin later are skipped
    #[arg(skip)]
    pub budget: Option<Duration>,
}

/// A row under a fault.
pub struct Cell {
    /// The name of the row.
    pub row: String,
    /// The name of the fault.
    pub fault: String,
    /// The judgement.
    pub outcome: Outcome,
}

impl Kit {
    /// Prepares runs of `program`, a copy of which is made where every user can read it.
    ///
    /// # Errors
    /// The program cannot be copied, or a folder for its runs cannot be made.
    pub fn new(program: &Path, rows: &[Row], inputs: Inputs, seed: u64, trials: u32) -> io::Result<Self> {
        Ok(Self { means: Means::new(program, inputs, seed)?, rows: rows.to_vec(), trials })
    }

    /// Sets the time limit of a run.
    #[must_use]
    pub fn limit(self, limit: Duration) -> Self {
        Self { means: Means { limit, ..self.means }, ..self }
    }

    /// Runs the cells of the choice, on rayon's threads. The cells are in the order of the rows and the faults.
    ///
    /// # Errors
    /// A cell cannot be prepared.
    pub fn run(&self, choice: &Choice) -> io::Result<Vec<Cell>> {
        let begin = Instant::now();
        let is_late = || choice.budget.is_some_and(|budget| begin.elapsed() > budget);
        let rows: Vec<&Row> = self.rows.iter().filter(|row| row.to_string().contains(&choice.row)).collect();
        let usual: Vec<_> = rows.par_iter().map(|row| Usual::of(&self.means, row)).collect();
        let faults = Fault::all(self.trials);
        let is_chosen = |row: &Row, fault: &Fault| {
            let name = fault.to_string();
            let number = number(self.means.seed, &row.to_string(), &name);
            let is_quick = fault.group != SPARSE && number.is_multiple_of(QUICK_SHARE);
            fault.applies(row) && name.starts_with(&choice.fault) && (is_quick || !choice.is_quick)
        };
        let mut wanted = Vec::new();
        for (row, usual) in rows.into_iter().zip(&usual) {
            let chosen = faults.iter().filter(|fault| is_chosen(row, fault)).map(Some);
            wanted.extend([None].into_iter().chain(chosen).map(|fault| (row, usual, fault)));
        }
        let cells = wanted.into_par_iter().with_max_len(1).map(|(row, usual, fault)| {
            let outcome = match (usual, fault) {
                (Err(error), _) => Err(io::Error::new(error.kind(), error.to_string())),
                (Ok(usual), None) => Ok(Outcome::of(usual.broken.clone())),
                (Ok(_), Some(_)) if is_late() => Err(skip("no time was left")),
                (Ok(usual), Some(fault)) => cell::run(&self.means, row, usual, *fault),
            };
            let outcome = outcome.or_else(|error| match error.kind() {
                ErrorKind::Unsupported => Ok(Outcome::Skipped(error.to_string())),
                _ => Err(error),
            })?;
            let fault = fault.map_or("none".to_owned(), ToString::to_string);
            Ok(Cell { row: row.to_string(), fault, outcome })
        });
        cells.collect()
    }
}

/// The numbers of cells that have passed, failed and been skipped.
pub fn sum(cells: &[Cell]) -> [usize; 3] {
    let count = |is: fn(&Outcome) -> bool| cells.iter().filter(|cell| is(&cell.outcome)).count();
    let failed = count(|outcome| matches!(outcome, Outcome::Failed(_)));
    let skipped = count(|outcome| matches!(outcome, Outcome::Skipped(_)));
    [cells.len() - failed - skipped, failed, skipped]
}

/// Writes the numbers of each row, each failure with its reasons, and the sum with each skip: of a whole row by its name alone.
///
/// # Errors
/// The text cannot be written.
pub fn write_table(cells: &[Cell], out: &mut impl Write) -> io::Result<()> {
    let mut skips: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    writeln!(out, "| command | passed | failed | skipped |\n|---|--:|--:|--:|")?;
    for row in cells.chunk_by(|one, next| one.row == next.row) {
        let [passed, failed, skipped] = sum(row);
        writeln!(out, "| `{}` | {passed} | {failed} | {skipped} |", row[0].row)?;
        let is_whole = row.iter().all(|cell| cell.outcome == row[0].outcome);
        for cell in if is_whole { &row[..1] } else { row } {
            if let Outcome::Skipped(reason) = &cell.outcome {
                let under = if is_whole { String::new() } else { format!(" under {}", cell.fault) };
                skips.entry(reason).or_default().push(format!("{}{under}", cell.row));
            }
        }
    }
    writeln!(out)?;
    for Cell { row, fault, outcome } in cells {
        let Outcome::Failed(reasons) = outcome else { continue };
        reasons.iter().try_for_each(|reason| writeln!(out, "FAILED {row} under {fault}: {reason}"))?;
    }
    let [passed, failed, skipped] = sum(cells);
    let skips = skips.into_iter().map(|(reason, cells)| format!("{reason} ({})", cells.join(", ")));
    let skips = skips.collect::<Vec<_>>().join("; ");
    let colon = if skips.is_empty() { "" } else { ": " };
    writeln!(out, "{passed} passed, {failed} failed, {skipped} skipped{colon}{skips}")
}

/// Names in help for values that are files and folders.
const FILES: [&str; 6] = ["<FILE>", "<FILE.bin>", "<DIR>", "<IN>", "<OUT>", "<FILE>..."];

/// Commands, and options that name files, that no row covers: each as words, in the order of help.
///
/// # Errors
/// The program fails on `-h`.
pub fn uncovered(program: &Path, rows: &[Row]) -> io::Result<Vec<String>> {
    let mut uncovered = Vec::new();
    let mut commands = vec![String::new()];
    while let Some(name) = commands.pop() {
        let help = help(program, &name)?;
        // Lines that are indented more go on with the text of the one before.
        let below = section(&help, "Commands:").filter(|line| !line.starts_with("   "));
        let below = below.filter_map(|line| line.split_whitespace().next());
        let below: Vec<&str> = below.filter(|word| *word != "help").collect();
        let same = || rows.iter().filter(|row| row.runs(&name));
        if below.is_empty() && same().next().is_none() {
            uncovered.push(name.clone());
        }
        commands.extend(below.iter().rev().map(|word| format!("{name} {word}").trim().to_owned()));
        for line in section(&help, "Options:").filter(|line| FILES.iter().any(|value| line.contains(value))) {
            let option = line.split([' ', ',']).find(|word| word.starts_with("--"));
            let is_run = |option: &&str| same().any(|row| row.words().any(|word| word == *option));
            uncovered
                .extend(option.filter(|option| !is_run(option)).map(|option| format!("{name} {option}")));
        }
    }
    Ok(uncovered)
}

fn help(program: &Path, command: &str) -> io::Result<String> {
    let mut run = Command::new(program);
    let output = run.args(command.split_whitespace()).arg("-h").stdin(Stdio::null()).output()?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    if output.status.success() && !text.is_empty() {
        return Ok(text);
    }
    Err(io::Error::other(format!("{} {command} -h: {}", program.display(), output.status)))
}

/// The lines below a heading of help.
fn section<'a>(help: &'a str, heading: &'a str) -> impl Iterator<Item = &'a str> {
    let lines = help.lines().skip_while(move |line| *line != heading).skip(1);
    lines.take_while(|line| line.starts_with(' '))
}
