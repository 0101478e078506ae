use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io;

use tempfile::TempDir;

use crate::fault::{Fault, OUTPUTS};
use crate::folder::open_to_all;
use crate::judge::{Usual, first, judge};
use crate::machine::{End, Means, run as run_process};
use crate::row::Row;
use crate::run::{Run, skip};

/// The judgement of a cell.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// All laws hold.
    Ok,
    /// The broken laws, in words.
    Failed(Vec<String>),
    /// This machine cannot make the fault, or the row is exempt.
    Skipped(String),
}

impl Outcome {
    pub(crate) fn of(broken: Vec<String>) -> Self {
        if broken.is_empty() { Self::Ok } else { Self::Failed(broken) }
    }
}

impl Usual {
    /// Runs a row twice without a fault, with and without an old output file; the results must be equal.
    pub(crate) fn of(means: &Means, row: &Row) -> io::Result<Self> {
        let mut first = Self::once(means, row, false)?;
        let second = Self::once(means, row, true)?;
        if first.stdout != second.stdout || first.files != second.files {
            first.broken.push("two runs differ".to_owned());
        }
        if first.files.is_empty() == row.writes_files() {
            first.broken.push(format!("the files written are {:?}", first.files.keys()));
        }
        first.broken.extend(second.broken);
        Ok(first)
    }

    fn once(means: &Means, row: &Row, has_old: bool) -> io::Result<Self> {
        let temporary = TempDir::new_in(means.work.path())?;
        let run = Run::new(means, row, temporary.path(), has_old, false)?;
        let ended = run_process(&run.start)?;
        let stderr = String::from_utf8_lossy(&ended.stderr);
        if let Some(line) = stderr.lines().find(|line| line.contains("was built without")) {
            let reason = line.trim_start_matches("error: ").split(';').next();
            return Err(skip(reason.unwrap_or_default()));
        }
        let mut broken = Vec::new();
        if ended.end != End::Code(0) {
            broken.push(format!("{:?}: {}", ended.end, first(&stderr)));
        }
        let mut files = BTreeMap::new();
        for (name, bytes) in run.changes()? {
            match bytes {
                Some(bytes) => drop(files.insert(name, bytes)),
                None => broken.push(format!("{} has gone", name.display())),
            }
        }
        let stdout = row.comparable(&ended.stdout);
        Ok(Self { stdout, printed: ended.stdout, files, time: ended.time, broken })
    }
}

/// Runs a cell and judges it.
pub(crate) fn run(means: &Means, row: &Row, usual: &Usual, fault: Fault) -> io::Result<Outcome> {
    let name = fault.to_string();
    if let Some((_, reason)) = row.exempt.iter().find(|(beginning, _)| name.starts_with(beginning)) {
        return Err(skip(*reason));
    }
    let temporary = TempDir::new_in(means.work.path())?;
    let chance = number(means.seed, &row.to_string(), &name);
    // Files that are replaced, and files that are new.
    let has_old = match fault.name {
        "resume" | "output-folder-name" => false,
        _ => fault.group == OUTPUTS || chance.is_multiple_of(2),
    };
    let mut run = Run::new(means, row, temporary.path(), has_old, fault.name == "names")?;
    run.make(fault, usual.time, chance)?;
    if fault.name == "resume" {
        // Files left by the first run count as changes.
        run_process(&run.start)?;
        run.start.during = None;
        run.start.words.push("--resume".into());
    } else {
        // Owners and places of the fault's files are known only now.
        run.folder.look()?;
    }
    let ended = run_process(&run.start)?;
    // It may be one that cannot be read or removed.
    open_to_all(&run.folder.path)?;
    let mut broken = judge(usual, fault, &run, &ended)?;
    if !broken.is_empty() && std::env::var_os("CHESS_FAULTS_SHOW").is_some() {
        broken.push(format!("stderr: {}", String::from_utf8_lossy(&ended.stderr)));
        broken.push(format!("stdout: {}", String::from_utf8_lossy(&ended.stdout)));
    }
    Ok(Outcome::of(broken))
}

/// A number that follows from the seed and the names: the same in every run, for any selection of cells.
pub(crate) fn number(seed: u64, row: &str, fault: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    (seed, row, fault).hash(&mut hasher);
    hasher.finish()
}
