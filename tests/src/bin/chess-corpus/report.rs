use std::fmt::Debug;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// The fault of a record.
pub(crate) type Finding = Result<(), String>;

/// The numbers of checks and of faults so far.
pub(crate) struct Report {
    directory: PathBuf,
    records: usize,
    failed: usize,
}

impl Report {
    pub(crate) fn new(directory: &Path) -> Self {
        Self { directory: directory.to_owned(), records: 0, failed: 0 }
    }

    /// Checks each line of a file that is neither empty nor a comment.
    pub(crate) fn check(&mut self, file: &str, mut check: impl FnMut(&str) -> Finding) {
        let Some(text) = self.read(file) else { return };
        let (records, failed) = (self.records, self.failed);
        for (index, line) in text.lines().enumerate() {
            if !line.is_empty() && !line.starts_with('#') {
                self.records += 1;
                if let Err(finding) = check(line) {
                    self.fail(&format!("{file}:{}: {finding}", index + 1));
                }
            }
        }
        if self.records == records {
            self.fail(&format!("{file}: no record"));
        }
        println!("{file}: {} records, {} failed", self.records - records, self.failed - failed);
    }

    /// The path of a file or folder.
    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.directory.join(name)
    }

    /// Counts a record that is checked elsewhere.
    pub(crate) fn count(&mut self) {
        self.records += 1;
    }

    /// The number of faults so far.
    pub(crate) fn failed(&self) -> usize {
        self.failed
    }

    /// The text of a file; if it cannot be read, that is a failure.
    pub(crate) fn read(&mut self, file: &str) -> Option<String> {
        let text = fs::read_to_string(self.directory.join(file));
        text.map_err(|error| self.fail(&format!("{file}: {error}"))).ok()
    }

    pub(crate) fn fail(&mut self, message: &str) {
        println!("{message}");
        self.failed += 1;
    }

    /// Prints the summary.
    pub(crate) fn finish(self) -> ExitCode {
        println!("{} records, {} failed", self.records, self.failed);
        if self.failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
    }
}

/// A finding if our value differs from that of the file.
pub(crate) fn same<T: PartialEq + Debug + ?Sized>(what: &str, ours: &T, expected: &T) -> Finding {
    if ours == expected { Ok(()) } else { Err(format!("{what} is {ours:?}, not {expected:?}")) }
}
