//! Paths that a command line names, and the files that are there.

use std::collections::HashSet;
use std::fs::{self, Metadata};
use std::path::{Path, PathBuf};

use clap::builder::{PathBufValueParser, TypedValueParser};

use crate::io::out_file::require_plain_name;

/// Tests whether a path is `-`, which means standard input or output.
pub(crate) fn is_stream(path: &Path) -> bool {
    path == Path::new("-")
}

/// Returns the path with `-` and `suffix` before the extension: `games-2.pgn`.
pub(crate) fn with_suffix(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.file_stem().unwrap_or_default().to_owned();
    name.push("-");
    name.push(suffix);
    if let Some(extension) = path.extension() {
        name.push(".");
        name.push(extension);
    }
    path.with_file_name(name)
}

/// The files that a command has written, by what they are: two names may be one file, by a link or on a disk that takes letters of either
/// case for one.
#[derive(Default)]
pub(crate) struct Written(HashSet<Identity>);

impl Written {
    /// Tests whether the path is that of one of them.
    pub(crate) fn has(&self, path: &Path) -> bool {
        identity(path).is_some_and(|file| self.0.contains(&file))
    }

    pub(crate) fn add(&mut self, path: &Path) {
        self.0.extend(identity(path));
    }
}

#[cfg(unix)]
type Identity = (u64, u64);
#[cfg(not(unix))]
type Identity = PathBuf;

/// Tests whether these are one file, by whatever names; `-` is the file that standard input comes from.
pub(crate) fn are_same(a: &Path, b: &Path) -> bool {
    identity(a).is_some_and(|a| identity(b) == Some(a))
}

/// The identity of a regular file; `None` if there is no file of this name.
fn identity(path: &Path) -> Option<Identity> {
    let path = if path == Path::new("-") { Path::new("/dev/stdin") } else { path };
    let metadata = fs::metadata(path).ok().filter(Metadata::is_file)?;
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        Some((metadata.dev(), metadata.ino()))
    }
    #[cfg(not(unix))]
    {
        let _ = metadata;
        fs::canonicalize(path).ok()
    }
}

/// A path that `require_plain_name` accepts.
pub(crate) fn plain_file() -> impl TypedValueParser<Value = PathBuf> {
    PathBufValueParser::new().try_map(|path| require_plain_name(&path).map(|()| path))
}
