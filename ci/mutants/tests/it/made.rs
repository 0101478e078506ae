use std::fs;
use std::path::PathBuf;
use std::time::Duration;

use chess_mutants::campaign::{self, Options};
use chess_mutants::equivalent;
use chess_mutants::error::Error;
use chess_mutants::progress::Progress;
use chess_mutants::report::Report;
use chess_mutants::workspace::Workspace;
use tempfile::TempDir;

const MANIFEST: &str = "[package]\nname = \"made\"\nversion = \"0.1.0\"\nedition = \"2024\"\n\n[workspace]\n";

/// A small crate in a folder of its own.
pub(crate) struct Made {
    folder: TempDir,
}

impl Made {
    pub(crate) fn new() -> Self {
        let made = Self { folder: tempfile::tempdir().unwrap() };
        made.write("Cargo.toml", MANIFEST);
        made.write("src/lib.rs", include_str!("made/lib.rs.txt"));
        made.write("tests/it.rs", include_str!("made/tests.rs.txt"));
        made
    }

    pub(crate) fn write(&self, path: &str, text: &str) {
        let path = self.path().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    pub(crate) fn remove(&self, path: &str) {
        fs::remove_file(self.path().join(path)).unwrap();
    }

    /// Runs all mutants, with a list of equivalent ones.
    pub(crate) fn run(&self, equivalent: &str) -> Result<Report, Error> {
        self.run_within(None, equivalent)
    }

    /// The same without tests that take longer.
    pub(crate) fn run_within(&self, longest: Option<Duration>, equivalent: &str) -> Result<Report, Error> {
        self.write("equivalent.txt", equivalent);
        let mut workspace = Workspace::read(Some(&self.path().join("Cargo.toml"))).unwrap();
        workspace.target_directory = self.path().join("target");
        let entries = equivalent::read(&self.path().join("equivalent.txt")).unwrap();
        let options = Options {
            workers: 2,
            sample: None,
            seed: 1,
            only: None,
            mutant: None,
            fresh: false,
            with: Vec::new(),
            longest,
            grace: 0.5,
        };
        campaign::run(&workspace, "made", &options, &entries, &Progress::hidden())
    }

    fn path(&self) -> PathBuf {
        self.folder.path().to_path_buf()
    }
}
