use std::collections::BTreeMap;

use crate::workspace::{self, Package};

/// The violations found so far: the file, the line from 1, the rule and the message.
#[derive(Default)]
pub(super) struct Report(Vec<(String, usize, &'static str, String)>);

impl Report {
    pub(super) fn add(&mut self, path: &str, line: usize, rule: &'static str, message: impl Into<String>) {
        self.0.push((path.to_owned(), line, rule, message.into()));
    }
}

/// The texts of the tracked files by their paths, and the packages.
pub(super) struct Tree {
    pub(super) files: BTreeMap<String, String>,
    pub(super) packages: Vec<Package>,
}

impl Tree {
    pub(super) fn read() -> Result<Self, String> {
        Ok(Self { files: workspace::files()?, packages: workspace::packages()? })
    }

    pub(super) fn text(&self, path: &str) -> &str {
        self.files.get(path).map_or("", String::as_str)
    }

    /// The Rust files.
    pub(super) fn sources(&self) -> impl Iterator<Item = (&str, &str)> {
        self.files.iter().map(|(path, text)| (&path[..], &text[..])).filter(|(path, _)| is_rust(path))
    }

    /// The violations that a rule finds, as they are printed.
    pub(super) fn broken(&self, check: fn(&Self, &mut Report)) -> Vec<String> {
        let mut report = Report::default();
        check(self, &mut report);
        report.0.sort();
        report
            .0
            .iter()
            .map(|(path, line, rule, message)| format!("{path}:{line}: [{rule}] {message}"))
            .collect()
    }

    /// A tree of files, and of packages as `cargo metadata` would list them for a workspace in `/w`.
    #[cfg(test)]
    pub(super) fn of(files: &[(&str, &str)], packages: &str) -> Self {
        let files = files.iter().map(|&(path, text)| (path.to_owned(), text.to_owned())).collect();
        let metadata = format!(r#"{{"workspace_root": "/w", "packages": [{packages}]}}"#);
        Self { files, packages: workspace::parse(&metadata).unwrap() }
    }
}

pub(super) fn is_rust(path: &str) -> bool {
    path.rsplit_once('.').is_some_and(|(_, extension)| extension == "rs")
}
