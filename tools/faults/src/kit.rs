use std::collections::BTreeMap;
use std::io;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use serde::Serialize;

use crate::cell;
use crate::fault::Fault;
use crate::inputs::Inputs;
use crate::means::Means;
use crate::outcome::Outcome;
use crate::row::Row;
use crate::seed::number;
use crate::usual;

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
    pub row: Option<String>,
    /// Faults whose names begin with this text.
    pub fault: Option<String>,
    /// A portion that follows from the seed, without slow cells.
    pub is_quick: bool,
    /// Cells that would begin later are skipped.
    pub budget: Option<Duration>,
    /// Cells that run at the same time.
    pub jobs: usize,
}

/// A row under a fault.
#[derive(Serialize)]
pub struct Cell {
    /// The name of the row.
    pub row: &'static str,
    /// The name of the fault.
    pub fault: String,
    /// The column of the table.
    pub group: &'static str,
    /// The judgement.
    #[serde(flatten)]
    pub outcome: Outcome,
    /// The time of the run.
    pub seconds: f64,
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

    /// Runs the cells of the choice, on several threads. The cells are in the order of the rows and the faults.
    ///
    /// # Errors
    /// A cell cannot be prepared.
    pub fn run(&self, choice: &Choice) -> io::Result<Vec<Cell>> {
        let begin = Instant::now();
        let is_late = || choice.budget.is_some_and(|budget| begin.elapsed() > budget);
        let rows: Vec<&Row> = self
            .rows
            .iter()
            .filter(|row| choice.row.as_ref().is_none_or(|text| row.name.contains(text)))
            .collect();
        let usual = each(choice.jobs, &rows, |row| usual::run(&self.means, row))?;
        let mut wanted = Vec::new();
        for (row, usual) in rows.iter().zip(&usual) {
            wanted.push((*row, usual, None));
            let faults =
                Fault::all(self.trials).into_iter().filter(|fault| choice.has(self.means.seed, row, *fault));
            let applies = faults.filter(|fault| cell::applies(row, *fault));
            wanted.extend(applies.map(|fault| (*row, usual, Some(fault))));
        }
        each(choice.jobs, &wanted, |&(row, usual, fault)| {
            let start = Instant::now();
            let outcome = match (usual, fault) {
                (Err(reason), _) => Outcome::Skipped(reason.clone()),
                (Ok(usual), None) => usual.outcome(),
                (Ok(_), Some(_)) if is_late() => Outcome::Skipped("no time was left".to_owned()),
                (Ok(usual), Some(fault)) => cell::run(&self.means, row, usual, fault)?,
            };
            let (name, group) = match fault {
                Some(fault) => (fault.to_string(), fault.group()),
                None => ("none".to_owned(), "none"),
            };
            Ok(Cell { row: row.name, fault: name, group, outcome, seconds: start.elapsed().as_secs_f64() })
        })
    }
}

impl Choice {
    fn has(&self, seed: u64, row: &Row, fault: Fault) -> bool {
        let name = fault.to_string();
        if self.fault.as_ref().is_some_and(|text| !name.starts_with(text.as_str())) {
            return false;
        }
        !self.is_quick || (!fault.is_slow() && number(seed, &[row.name, &name]).is_multiple_of(QUICK_SHARE))
    }
}

/// Works on all items, `jobs` at the same time.
fn each<T: Sync, U: Send>(
    jobs: usize,
    items: &[T],
    work: impl Fn(&T) -> io::Result<U> + Sync,
) -> io::Result<Vec<U>> {
    let next = AtomicUsize::new(0);
    let results = Mutex::new(BTreeMap::new());
    thread::scope(|scope| {
        for _ in 0..jobs.max(1) {
            scope.spawn(|| {
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    let Some(item) = items.get(index) else { break };
                    let result = work(item);
                    if let Ok(mut results) = results.lock() {
                        results.insert(index, result);
                    }
                }
            });
        }
    });
    let results = results.into_inner().map_err(|_| io::Error::other("a thread of the kit has panicked"))?;
    results.into_values().collect()
}
