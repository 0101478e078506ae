use std::collections::BTreeMap;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde::Deserialize;

/// A package of the workspace, as `cargo metadata` describes it.
#[derive(Deserialize)]
pub(crate) struct Package {
    pub(crate) name: String,
    /// Seen from the root of the workspace, as all paths here.
    pub(crate) manifest_path: String,
    pub(crate) dependencies: Vec<Dependency>,
    targets: Vec<Target>,
    /// The registries that it may go to, or none if it may go to all.
    publish: Option<Vec<String>>,
}

/// A dependency of a package.
#[derive(Deserialize)]
pub(crate) struct Dependency {
    pub(crate) name: String,
    /// "dev" or "build"; none for dependencies of the library or program itself.
    pub(crate) kind: Option<String>,
}

/// A library, program, test, bench or build script.
#[derive(Deserialize)]
struct Target {
    name: Option<String>,
    kind: Vec<String>,
    /// False if it is not documented.
    doc: Option<bool>,
}

impl Package {
    pub(crate) fn is_published(&self) -> bool {
        self.publish.as_ref().is_none_or(|registries| !registries.is_empty())
    }

    /// Tests whether this is a library that is documented. One that is only for a program of the same package is not.
    pub(crate) fn has_documented_library(&self) -> bool {
        self.targets
            .iter()
            .any(|target| target.doc != Some(false) && target.kind.iter().any(|kind| kind == "lib"))
    }

    /// The names of its programs.
    pub(crate) fn programs(&self) -> impl Iterator<Item = &str> {
        let programs = self.targets.iter().filter(|target| target.kind.iter().any(|kind| kind == "bin"));
        programs.filter_map(|target| target.name.as_deref())
    }

    /// The folder of the manifest.
    pub(crate) fn folder(&self) -> &str {
        self.manifest_path.strip_suffix("/Cargo.toml").unwrap_or("")
    }
}

/// The folder that all tracked paths are seen from.
pub(crate) fn root() -> PathBuf {
    // Cargo sets it for `cargo xtask`; a program in a shared target folder may have been compiled in another checkout.
    let package = std::env::var_os("CARGO_MANIFEST_DIR").unwrap_or_else(|| env!("CARGO_MANIFEST_DIR").into());
    Path::new(&package).join("..")
}

/// The texts of tracked and untracked files that git does not ignore, by their paths. That of a binary file is empty.
pub(crate) fn files() -> Result<BTreeMap<String, String>, String> {
    let mut git = Command::new("git");
    git.args(["ls-files", "-z", "--cached", "--others", "--exclude-standard"]).current_dir(root());
    let mut files = BTreeMap::new();
    for path in output(&mut git)?.split_terminator('\0') {
        match fs::read_to_string(root().join(path)) {
            Ok(text) => drop(files.insert(path.to_owned(), text)),
            Err(error) if error.kind() == ErrorKind::InvalidData => {
                drop(files.insert(path.to_owned(), String::new()));
            }
            // It is tracked but gone.
            Err(error) if error.kind() == ErrorKind::NotFound => {}
            Err(error) => return Err(format!("{path}: {error}")),
        }
    }
    Ok(files)
}

/// The packages of the workspace.
pub(crate) fn packages() -> Result<Vec<Package>, String> {
    let mut cargo = Command::new(env!("CARGO"));
    parse(&output(cargo.args(["metadata", "--no-deps", "--format-version", "1"]).current_dir(root()))?)
}

/// The packages in the output of `cargo metadata`.
pub(crate) fn parse(metadata: &str) -> Result<Vec<Package>, String> {
    #[derive(Deserialize)]
    struct Metadata {
        packages: Vec<Package>,
        workspace_root: String,
    }

    let Metadata { mut packages, workspace_root } =
        serde_json::from_str(metadata).map_err(|error| format!("cargo metadata: {error}"))?;
    // On Windows, cargo writes backslashes; tracked paths have none.
    let seen_from_root = |path: &str| {
        let path = path.strip_prefix(&workspace_root).unwrap_or(path).replace('\\', "/");
        path.trim_start_matches('/').to_owned()
    };
    for package in &mut packages {
        package.manifest_path = seen_from_root(&package.manifest_path);
    }
    packages.sort_by(|left, right| left.name.cmp(&right.name));
    Ok(packages)
}

/// Runs a command and returns its standard output.
pub(crate) fn output(command: &mut Command) -> Result<String, String> {
    let program = command.get_program().to_string_lossy().into_owned();
    let output = command.output().map_err(|error| format!("{program}: {error}"))?;
    if !output.status.success() {
        return Err(format!("{program}: {}", String::from_utf8_lossy(&output.stderr).trim_end()));
    }
    String::from_utf8(output.stdout).map_err(|error| format!("{program}: {error}"))
}

/// The violations found so far: the file, the line from 1, the rule and the message.
#[derive(Default)]
pub(crate) struct Report(Vec<(String, usize, &'static str, String)>);

impl Report {
    pub(crate) fn add(&mut self, path: &str, line: usize, rule: &'static str, message: impl Into<String>) {
        self.0.push((path.to_owned(), line, rule, message.into()));
    }
}

/// The texts of the tracked files by their paths, and the packages.
pub(crate) struct Tree {
    pub(crate) files: BTreeMap<String, String>,
    pub(crate) packages: Vec<Package>,
}

impl Tree {
    pub(crate) fn read() -> Result<Self, String> {
        Ok(Self { files: files()?, packages: packages()? })
    }

    pub(crate) fn text(&self, path: &str) -> &str {
        self.files.get(path).map_or("", String::as_str)
    }

    /// The Rust files.
    pub(crate) fn sources(&self) -> impl Iterator<Item = (&str, &str)> {
        self.files.iter().map(|(path, text)| (&path[..], &text[..])).filter(|(path, _)| is_rust(path))
    }

    /// The violations that a rule finds, as they are printed.
    pub(crate) fn broken(&self, check: fn(&Self, &mut Report)) -> Vec<String> {
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
    pub(crate) fn of(files: &[(&str, &str)], packages: &str) -> Self {
        let files = files.iter().map(|&(path, text)| (path.to_owned(), text.to_owned())).collect();
        let metadata = format!(r#"{{"workspace_root": "/w", "packages": [{packages}]}}"#);
        Self { files, packages: parse(&metadata).unwrap() }
    }
}

pub(crate) fn is_rust(path: &str) -> bool {
    has_extension(path, "rs")
}

pub(crate) fn has_extension(path: &str, wanted: &str) -> bool {
    path.rsplit_once('.').is_some_and(|(_, extension)| extension == wanted)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn this_package_is_found() {
        let packages = packages().unwrap();
        let own = packages.iter().find(|package| package.name == "xtask").unwrap();
        assert_eq!((own.folder(), own.is_published()), ("xtask", false));
    }
}
