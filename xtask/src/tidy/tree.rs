use std::collections::BTreeMap;
use std::fmt;
use std::fs;
use std::io::ErrorKind;
use std::process::Command;

use crate::workspace::{self, Package};

/// Takes a violation: its rule, path, line and message.
pub(super) type Report<'a> = dyn FnMut(&'static str, &str, usize, String) + 'a;

/// A place where a rule is broken: its file, its line from 1, the rule and what to do.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Violation {
    pub(super) path: String,
    pub(super) line: usize,
    pub(super) rule: &'static str,
    pub(super) message: String,
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { path, line, rule, message } = self;
        write!(f, "{path}:{line}: [{rule}] {message}")
    }
}

/// The texts of the tracked files by their paths, the packages, and the violations found so far.
#[derive(Default)]
pub(super) struct Tree {
    pub(super) files: BTreeMap<String, String>,
    pub(super) packages: Vec<Package>,
}

impl Tree {
    /// Reads what git tracks, and what it would if it were added. Files that are no text are left out.
    pub(super) fn read() -> Result<Self, String> {
        let root = workspace::root();
        let mut git = Command::new("git");
        git.args(["ls-files", "-z", "--cached", "--others", "--exclude-standard"]).current_dir(&root);
        let mut files = BTreeMap::new();
        for path in workspace::output(&mut git)?.split_terminator('\0') {
            match fs::read_to_string(root.join(path)) {
                Ok(text) => drop(files.insert(path.to_owned(), text)),
                // It is no text, or tracked but gone.
                Err(error) if matches!(error.kind(), ErrorKind::InvalidData | ErrorKind::NotFound) => {}
                Err(error) => return Err(format!("{path}: {error}")),
            }
        }
        Ok(Self { files, packages: workspace::packages()? })
    }

    pub(super) fn text(&self, path: &str) -> &str {
        self.files.get(path).map_or("", String::as_str)
    }

    /// The Rust files.
    pub(super) fn sources(&self) -> impl Iterator<Item = (&str, &str)> {
        let is_rust = |path: &str| path.rsplit_once('.').is_some_and(|(_, extension)| extension == "rs");
        self.files.iter().map(|(path, text)| (&path[..], &text[..])).filter(move |(path, _)| is_rust(path))
    }
}

#[cfg(test)]
impl Tree {
    /// A tree of files, and of packages as `cargo metadata` would list them for a workspace in `/w`.
    pub(super) fn of(files: &[(&str, &str)], packages: &str) -> Self {
        let files = files.iter().map(|&(path, text)| (path.to_owned(), text.to_owned())).collect();
        let metadata = format!(r#"{{"workspace_root": "/w", "packages": [{packages}]}}"#);
        Self { files, packages: workspace::parse(&metadata).unwrap() }
    }

    /// The violations that a rule finds, as they are printed.
    pub(super) fn broken(&self, check: fn(&Self, &mut Report<'_>)) -> Vec<String> {
        let mut lines = Vec::new();
        check(self, &mut |rule, path, line, message| {
            lines.push(format!("{path}:{line}: [{rule}] {message}"));
        });
        lines
    }
}
