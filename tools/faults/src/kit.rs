use std::io::{self, ErrorKind};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use rayon::prelude::*;

use crate::cell::{self, Outcome, number};
use crate::fault::{Fault, SPARSE};
use crate::judge::Usual;
use crate::means::Means;
use crate::row::{Inputs, Row};
use crate::run::skip;

/// The share of the cells that a quick run takes: one in so many.
const QUICK_SHARE: u64 = 8;

/// A program, its command lines, and the means to make faults.
pub struct Kit {
    means: Means,
    rows: Vec<Row>,
    trials: u32,
}

/// The cells that are run.
#[derive(Clone, Default)]
pub struct Choice {
    /// Rows whose names have this text.
    pub row: String,
    /// Faults whose names begin with this text.
    pub fault: String,
    /// A portion that follows from the seed, without cells that take seconds.
    pub is_quick: bool,
    /// Cells that would begin later are skipped.
    pub budget: Option<Duration>,
}

/// A row under a fault.
pub struct Cell {
    /// The name of the row.
    pub row: String,
    /// The name of the fault.
    pub fault: String,
    /// The column of the table.
    pub group: &'static str,
    /// The judgement.
    pub outcome: Outcome,
}

impl Kit {
    /// Prepares runs of `program`, a copy of which is made where every user can read it.
    ///
    /// # Errors
    /// The program or a folder for its runs cannot be had.
    pub fn new(program: &Path, rows: &[Row], inputs: Inputs, seed: u64, trials: u32) -> io::Result<Self> {
        Ok(Self { means: Means::new(program, inputs, seed)?, rows: rows.to_vec(), trials })
    }

    /// Sets the longest time of a run.
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
        let mut wanted = Vec::new();
        for (row, usual) in rows.into_iter().zip(&usual) {
            wanted.push((row, usual, None));
            let chosen = faults.iter().filter(|fault| {
                let name = fault.to_string();
                let is_quick = || {
                    let number = number(self.means.seed, &row.to_string(), &name);
                    fault.group != SPARSE && number.is_multiple_of(QUICK_SHARE)
                };
                fault.applies(row) && name.starts_with(&choice.fault) && (!choice.is_quick || is_quick())
            });
            wanted.extend(chosen.map(|fault| (row, usual, Some(fault))));
        }
        let cells = wanted.into_par_iter().with_max_len(1).map(|(row, usual, fault)| {
            let outcome = match (usual, fault) {
                (Err(error), _) => Err(io::Error::new(error.kind(), error.to_string())),
                (Ok(usual), None) => Ok(usual.outcome()),
                (Ok(_), Some(_)) if is_late() => Err(skip("no time was left")),
                (Ok(usual), Some(fault)) => cell::run(&self.means, row, usual, *fault),
            };
            let outcome = outcome.or_else(|error| match error.kind() {
                ErrorKind::Unsupported => Ok(Outcome::Skipped(error.to_string())),
                _ => Err(error),
            })?;
            let name = fault.map_or("none".to_owned(), ToString::to_string);
            Ok(Cell {
                row: row.to_string(),
                fault: name,
                group: fault.map_or("none", |fault| fault.group),
                outcome,
            })
        });
        cells.collect()
    }
}

/// Names of values in help that stand for files and folders.
const FILES: [&str; 6] = ["<FILE>", "<FILE.bin>", "<DIR>", "<IN>", "<OUT>", "<FILE>..."];

/// Commands, and options that name files, which no row runs: each as words, in the order of help.
///
/// # Errors
/// The program does not answer `-h`.
pub fn uncovered(program: &Path, rows: &[Row]) -> io::Result<Vec<String>> {
    let mut uncovered = Vec::new();
    let mut commands = vec![String::new()];
    while let Some(name) = commands.pop() {
        let help = help(program, &name)?;
        let below = section(&help, "Commands:").filter_map(|line| line.split_whitespace().next());
        let below: Vec<&str> = below.filter(|word| *word != "help").collect();
        let same = || rows.iter().filter(|row| row.runs(&name));
        if below.is_empty() && same().next().is_none() {
            uncovered.push(name.clone());
        }
        commands.extend(below.iter().rev().map(|word| format!("{name} {word}").trim().to_owned()));
        for line in section(&help, "Options:").filter(|line| FILES.iter().any(|value| line.contains(value))) {
            let option = line.split([' ', ',']).find(|word| word.starts_with("--"));
            if let Some(option) =
                option.filter(|option| !same().any(|row| row.words().any(|word| word == *option)))
            {
                uncovered.push(format!("{name} {option}"));
            }
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
    lines.take_while(|line| line.starts_with(' ')).map(str::trim)
}
