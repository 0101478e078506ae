//! The answers that runs have found, kept in a file.

use std::collections::HashMap;
use std::fs::{self, File, OpenOptions};
use std::io::Write;
use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::error::Error;

/// What the tests say about a mutant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// A test fails.
    Caught,
    /// Tests do not end.
    TimedOut,
    /// All tests that reach it pass.
    Survived,
    /// No test reaches it.
    Unreached,
    /// The compiler refuses it.
    Uncompiled,
}

/// A line of the file.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct Answer {
    /// Of the program without its tests.
    program: u64,
    /// Of the package with its tests.
    package: u64,
    /// [`crate::scan::Scan::key`].
    key: String,
    pub verdict: Verdict,
    /// The test that failed.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub test: String,
}

/// The file of a crate's answers.
///
/// A mutant that was caught stays caught while the program is the same, so that new tests run survivors only. An answer that a
/// mutant was missed holds as long as the tests are the same, too.
#[derive(Debug)]
pub struct Results {
    file: File,
    program: u64,
    package: u64,
    known: HashMap<String, Answer>,
}

impl Results {
    /// Opens the file.
    ///
    /// # Errors
    ///
    /// A file that cannot be opened.
    pub fn open(path: &Path, program: u64, package: u64, fresh: bool) -> Result<Self, Error> {
        if fresh {
            let _ = fs::remove_file(path);
        }
        let mut known = HashMap::new();
        for line in fs::read_to_string(path).unwrap_or_default().lines() {
            let Ok(answer) = serde_json::from_str::<Answer>(line) else { continue };
            let is_missed = matches!(answer.verdict, Verdict::Survived | Verdict::Unreached);
            if answer.program == program && (answer.package == package || !is_missed) {
                known.insert(answer.key.clone(), answer);
            }
        }
        let file = OpenOptions::new().append(true).create(true).open(path);
        Ok(Self { file: file.map_err(|error| Error::file(path, &error))?, program, package, known })
    }

    /// The answer about a mutant.
    pub fn get(&self, key: &str) -> Option<&Answer> {
        self.known.get(key)
    }

    /// Adds an answer.
    ///
    /// # Errors
    ///
    /// A file that cannot be written.
    pub fn add(&mut self, key: String, verdict: Verdict, test: String) -> Result<(), Error> {
        let answer = Answer { program: self.program, package: self.package, key: key.clone(), verdict, test };
        let mut line = serde_json::to_string(&answer).map_err(|error| Error::Program(error.to_string()))?;
        line.push('\n');
        self.file.write_all(line.as_bytes()).map_err(|error| Error::Program(format!("results: {error}")))?;
        self.known.insert(key, answer);
        Ok(())
    }
}
