//! The mutants that each test reaches.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use crate::compile::Binary;
use crate::error::Error;
use crate::hash::Hash;
use crate::process::{self, Mode, Outcome};

/// A test, and what it does without a mutant.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct Test {
    /// The index of its binary.
    pub binary: usize,
    pub name: String,
    /// Its time with recording.
    pub seconds: f64,
    /// The numbers of the mutants that it reaches.
    pub reached: Vec<usize>,
    /// It takes too long to be run for each mutant, and was ended before it had reached all that it reaches.
    pub is_left_out: bool,
}

/// All tests of some binaries.
#[derive(Debug, Default, Deserialize, Serialize)]
pub struct Coverage {
    /// Of the binaries and of the limit.
    hash: u64,
    pub tests: Vec<Test>,
}

/// The time after which a test without a mutant is given up, unless longer ones are to be left out.
const LONGEST: Duration = Duration::from_mins(15);

impl Coverage {
    /// Runs each test alone, unless `kept` holds the answer for the same binaries. Tests that take more CPU time than `longest` are
    /// left out. `told` gets the numbers of tests done and of all.
    ///
    /// # Errors
    ///
    /// A test that fails without a mutant.
    pub fn measure(
        binaries: &[Binary],
        longest: Option<Duration>,
        kept: &Path,
        workers: &[PathBuf],
        told: impl Fn(usize, usize) + Sync,
    ) -> Result<Self, Error> {
        let hash = hash(binaries, longest)?;
        if let Ok(text) = fs::read_to_string(kept)
            && let Ok(coverage) = serde_json::from_str::<Self>(&text)
            && coverage.hash == hash
        {
            return Ok(coverage);
        }
        let mut names = Vec::new();
        for (index, binary) in binaries.iter().enumerate() {
            names.extend(process::tests(binary)?.into_iter().map(|name| (index, name)));
        }
        let (next, done) = (AtomicUsize::new(0), AtomicUsize::new(0));
        let found: Mutex<Vec<(usize, Test)>> = Mutex::default();
        let failed: Mutex<Option<Error>> = Mutex::default();
        thread::scope(|scope| {
            for worker in workers {
                scope.spawn(|| {
                    while let Some((binary, name)) = names.get(next.fetch_add(1, Ordering::Relaxed)) {
                        let position = done.fetch_add(1, Ordering::Relaxed);
                        told(position, names.len());
                        match record(&binaries[*binary], *binary, name, longest, worker) {
                            Ok(test) => {
                                found.lock().unwrap_or_else(PoisonError::into_inner).push((position, test));
                            }
                            Err(error) => {
                                failed.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
                                next.store(names.len(), Ordering::Relaxed);
                            }
                        }
                    }
                });
            }
        });
        if let Some(error) = failed.into_inner().unwrap_or_else(PoisonError::into_inner) {
            return Err(error);
        }
        let mut tests = found.into_inner().unwrap_or_else(PoisonError::into_inner);
        tests.sort_by(|(_, one), (_, other)| (one.binary, &one.name).cmp(&(other.binary, &other.name)));
        let coverage = Self { hash, tests: tests.into_iter().map(|(_, test)| test).collect() };
        let text = serde_json::to_string(&coverage).map_err(|error| Error::Program(error.to_string()))?;
        fs::write(kept, text).map_err(|error| Error::file(kept, &error))?;
        Ok(coverage)
    }
}

fn record(
    binary: &Binary,
    index: usize,
    name: &str,
    longest: Option<Duration>,
    folder: &Path,
) -> Result<Test, Error> {
    let (file, temporary) = (folder.join("reached"), folder.join("tmp"));
    // Twice, for a test that fails if the machine is busy.
    for attempt in 0..2 {
        let _ = fs::remove_file(&file);
        let start = Instant::now();
        let limit = longest.unwrap_or(LONGEST);
        match process::run(binary, &[name], Mode::Records(&file), &temporary, limit)? {
            outcome if outcome == Outcome::Passed || (outcome == Outcome::TimedOut && longest.is_some()) => {
                let seconds = start.elapsed().as_secs_f64();
                let text = fs::read_to_string(&file).unwrap_or_default();
                let mut reached: Vec<usize> = text.lines().filter_map(|line| line.parse().ok()).collect();
                reached.sort_unstable();
                reached.dedup();
                let is_left_out = outcome == Outcome::TimedOut;
                return Ok(Test { binary: index, name: name.to_owned(), seconds, reached, is_left_out });
            }
            _ if attempt == 0 => {}
            Outcome::Failed(what) => return Err(Error::Baseline(format!("{}: {name}: {what}", binary.name))),
            _ => return Err(Error::Baseline(format!("{}: {name}: no end", binary.name))),
        }
    }
    Err(Error::Baseline(format!("{}: {name}", binary.name)))
}

fn hash(binaries: &[Binary], longest: Option<Duration>) -> Result<u64, Error> {
    let mut hash = Hash::new();
    hash.add(&format!("{longest:?}"));
    for binary in binaries {
        let bytes = fs::read(&binary.path).map_err(|error| Error::file(&binary.path, &error))?;
        hash.add(&binary.path.display().to_string());
        hash.add_bytes(&bytes);
    }
    Ok(hash.value())
}
