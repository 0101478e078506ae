use std::collections::BTreeMap;
use std::fs;
use std::io::ErrorKind;
use std::process::Command;

use crate::workspace::{self, Package};

/// All that the rules are about: the texts of the tracked files, by their paths, and the packages.
#[derive(Default)]
pub(crate) struct Tree {
    pub(crate) files: BTreeMap<String, String>,
    pub(crate) packages: Vec<Package>,
}

impl Tree {
    /// Reads the working tree: what git tracks, and what it would if it were added. Files that are no text are left out.
    ///
    /// # Errors
    ///
    /// If git or cargo fails, or a file cannot be read.
    pub(crate) fn read() -> Result<Self, String> {
        let root = workspace::root();
        let list = workspace::output(
            Command::new("git")
                .args(["ls-files", "-z", "--cached", "--others", "--exclude-standard"])
                .current_dir(&root),
        )?;
        let mut files = BTreeMap::new();
        for path in list.split_terminator('\0') {
            match fs::read_to_string(root.join(path)) {
                Ok(text) => drop(files.insert(path.to_owned(), text)),
                // It is no text, or tracked but gone.
                Err(error) if matches!(error.kind(), ErrorKind::InvalidData | ErrorKind::NotFound) => {}
                Err(error) => return Err(format!("{path}: {error}")),
            }
        }
        Ok(Self { files, packages: workspace::packages()? })
    }

    /// The text of a file, if there is one.
    pub(crate) fn text(&self, path: &str) -> Option<&str> {
        self.files.get(path).map(String::as_str)
    }
}

#[cfg(test)]
impl Tree {
    /// A small tree without packages.
    pub(crate) fn of(files: &[(&str, &str)]) -> Self {
        let files = files.iter().map(|&(path, text)| (path.to_owned(), text.to_owned())).collect();
        Self { files, packages: Vec::new() }
    }

    /// The same with packages, given by what `cargo metadata` would list of a workspace in `/w`.
    pub(crate) fn with_packages(mut self, packages: &str) -> Self {
        let metadata = format!(r#"{{"workspace_root": "/w", "packages": [{packages}]}}"#);
        self.packages = workspace::parse(&metadata).unwrap();
        self
    }
}
