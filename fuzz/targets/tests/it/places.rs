use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// The folder with the real seeds and packs.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The paths in a directory, sorted.
pub(crate) fn paths_in(directory: &Path) -> BTreeSet<PathBuf> {
    let entries = fs::read_dir(directory).into_iter().flatten();
    entries.map(|entry| entry.expect("readable").path()).collect()
}

/// An empty folder of this name for a test.
pub(crate) fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    if folder.exists() {
        fs::remove_dir_all(&folder).expect("ours");
    }
    fs::create_dir(&folder).expect("writable");
    folder
}
