//! The workspace whose crates are mutated.

use std::env;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde::Deserialize;

use crate::error::Error;

/// What `cargo metadata` says.
#[derive(Clone, Debug, Deserialize)]
pub struct Workspace {
    pub packages: Vec<Package>,
    pub workspace_root: PathBuf,
    pub target_directory: PathBuf,
}

/// A member of the workspace.
#[derive(Clone, Debug, Deserialize)]
pub struct Package {
    pub name: String,
    pub manifest_path: PathBuf,
    pub targets: Vec<Target>,
    pub features: std::collections::BTreeMap<String, Vec<String>>,
}

/// A library, a program, a test or another target.
#[derive(Clone, Debug, Deserialize)]
pub struct Target {
    pub kind: Vec<String>,
    pub src_path: PathBuf,
}

impl Workspace {
    /// The workspace of a manifest, or of the current folder.
    ///
    /// # Errors
    ///
    /// Cargo's message if it refuses the manifest.
    pub fn read(manifest: Option<&Path>) -> Result<Self, Error> {
        let mut command = Command::new(cargo());
        command.args(["metadata", "--format-version", "1", "--no-deps"]);
        if let Some(manifest) = manifest {
            command.arg("--manifest-path").arg(manifest);
        }
        let output = command.output().map_err(|error| Error::Program(format!("cargo: {error}")))?;
        if !output.status.success() {
            return Err(Error::Program(String::from_utf8_lossy(&output.stderr).into_owned()));
        }
        serde_json::from_slice(&output.stdout)
            .map_err(|error| Error::Program(format!("cargo metadata: {error}")))
    }

    /// The member of this name.
    ///
    /// # Errors
    ///
    /// [`Error::NoCrate`].
    pub fn package(&self, name: &str) -> Result<&Package, Error> {
        self.packages
            .iter()
            .find(|package| package.name == name)
            .ok_or_else(|| Error::NoCrate(name.to_owned()))
    }

    /// The folder for all that the tool writes about a crate.
    pub fn folder(&self, name: &str) -> PathBuf {
        self.target_directory.join("mutants").join(name)
    }
}

impl Package {
    /// The folder of the manifest.
    pub fn folder(&self) -> &Path {
        self.manifest_path.parent().unwrap_or(Path::new("."))
    }

    /// The first files of the library and of the programs, from the folder of the package.
    pub fn roots(&self) -> Vec<PathBuf> {
        let is_program = |target: &&Target| target.kind.iter().any(|kind| kind == "lib" || kind == "bin");
        let paths = self.targets.iter().filter(is_program).map(|target| &target.src_path);
        paths.filter_map(|path| path.strip_prefix(self.folder()).ok().map(Path::to_path_buf)).collect()
    }

    /// Tests whether it has a build script.
    pub fn has_build_script(&self) -> bool {
        self.targets.iter().any(|target| target.kind.iter().any(|kind| kind == "custom-build"))
    }
}

/// The program that started this one, or the one of the path.
pub fn cargo() -> OsString {
    env::var_os("CARGO").unwrap_or_else(|| "cargo".into())
}
