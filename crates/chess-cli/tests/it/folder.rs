//! Folders and names of files for tests.

use std::fs;
use std::path::{Path, PathBuf};

/// An empty folder for one test, below that of all tests.
pub(crate) fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    drop(fs::remove_dir_all(&folder));
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// A path as a word of a command line.
pub(crate) fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}
