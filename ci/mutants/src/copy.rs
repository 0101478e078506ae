//! The copy of the workspace in which a crate is mutated.

use std::collections::HashSet;
use std::fmt::Write as _;
use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};

use crate::error::Error;
use crate::workspace::{Package, Workspace};

/// The source of the switch.
const SWITCH: &str = include_str!("../switch/lib.rs");

const SWITCH_MANIFEST: &str = "[package]\nname = \"mutant-switch\"\nversion = \"0.1.0\"\nedition = \"2024\"\n\n[lib]\npath = \"lib.rs\"\n";

/// The folder of the switch inside the copy.
const SWITCH_FOLDER: &str = "mutant-switch";

/// A wrapper for rustc: the switch may use what is unstable, and no lint of a mutated crate stops the build.
const WRAPPER: &str = "#!/bin/sh
case \" $* \" in *' --crate-name mutant_switch '*) RUSTC_BOOTSTRAP=1; export RUSTC_BOOTSTRAP ;; esac
exec \"$@\" --cap-lints allow
";

/// A copy of the workspace.
#[derive(Clone, Debug)]
pub struct Copy {
    /// The root of the copied workspace.
    pub root: PathBuf,
    /// The folder of the mutated package.
    pub package: PathBuf,
    pub name: String,
    /// The script that runs rustc.
    pub wrapper: PathBuf,
    /// The target folder of the copy.
    pub target: PathBuf,
}

impl Copy {
    /// Brings the copy up to date, but for the `mutated` files of the package, which only [`Copy::write`] touches. What has not
    /// changed keeps its time, so that Cargo does not build it again.
    ///
    /// # Errors
    ///
    /// A file that cannot be read or written.
    pub fn update(workspace: &Workspace, package: &Package, mutated: &[PathBuf]) -> Result<Self, Error> {
        let folder = workspace.folder(&package.name);
        let from = &workspace.workspace_root;
        let inside = package.folder().strip_prefix(from).unwrap_or(Path::new("")).to_path_buf();
        let copy = Self {
            root: folder.join("copy").join("workspace"),
            package: folder.join("copy").join("workspace").join(&inside),
            name: package.name.clone(),
            wrapper: folder.join("rustc.sh"),
            target: workspace.target_directory.join("mutants").join("target"),
        };
        let mut files = Vec::new();
        list(from, Path::new(""), &workspace.target_directory, &mut files)?;
        let manifest = inside.join("Cargo.toml");
        let own: HashSet<PathBuf> = mutated.iter().map(|path| inside.join(path)).collect();
        for file in &files {
            if own.contains(file) || *file == Path::new("Cargo.lock") && copy.root.join(file).exists() {
                continue;
            }
            let path = from.join(file);
            let mut bytes = fs::read(&path).map_err(|error| Error::file(&path, &error))?;
            if *file == manifest {
                let text = String::from_utf8_lossy(&bytes);
                bytes = with_switch(&text, &copy.root.join(SWITCH_FOLDER), package.has_build_script())
                    .into_bytes();
            }
            write(&copy.root.join(file), &bytes)?;
        }
        write(&copy.root.join(SWITCH_FOLDER).join("lib.rs"), SWITCH.as_bytes())?;
        write(&copy.root.join(SWITCH_FOLDER).join("Cargo.toml"), SWITCH_MANIFEST.as_bytes())?;
        write(&copy.wrapper, WRAPPER.as_bytes())?;
        make_executable(&copy.wrapper)?;
        copy.remove_others(&files)?;
        copy.link_shared(from);
        Ok(copy)
    }

    /// Writes a file of the package.
    ///
    /// # Errors
    ///
    /// A file that cannot be written.
    pub fn write(&self, path: &Path, text: &str) -> Result<(), Error> {
        write(&self.package.join(path), text.as_bytes())
    }

    /// Removes what the original does not have, such as what tests have written.
    fn remove_others(&self, files: &[PathBuf]) -> Result<(), Error> {
        let known: HashSet<&Path> = files.iter().map(PathBuf::as_path).collect();
        let mut present = Vec::new();
        list(&self.root, Path::new(""), &self.target, &mut present)?;
        for file in present {
            if !known.contains(file.as_path())
                && !file.starts_with(SWITCH_FOLDER)
                && file != Path::new("Cargo.lock")
            {
                let path = self.root.join(&file);
                fs::remove_file(&path).map_err(|error| Error::file(&path, &error))?;
            }
        }
        Ok(())
    }

    /// Makes the data beside the workspace visible beside the copy. Tests that do not find it skip what they would do with it.
    fn link_shared(&self, from: &Path) {
        if let (Some(beside), Some(parent)) = (from.parent(), self.root.parent()) {
            let shared = beside.join("shared");
            if let Ok(shared) = shared.canonicalize() {
                let _ = symlink(shared, parent.join("shared"));
            }
        }
    }
}

/// The manifest with the switch among the dependencies.
fn with_switch(manifest: &str, switch: &Path, has_build_script: bool) -> String {
    let line = format!("mutant-switch = {{ path = {:?} }}", switch.display().to_string());
    let mut text = manifest.to_owned();
    let tables =
        if has_build_script { &["[dependencies]", "[build-dependencies]"][..] } else { &["[dependencies]"] };
    for table in tables {
        let whole = format!("\n{table}\n");
        if text.contains(&whole) {
            text = text.replacen(&whole, &format!("{whole}{line}\n"), 1);
        } else {
            let _ = write!(text, "\n{table}\n{line}\n");
        }
    }
    text
}

/// All files below a folder but those of targets and of version control.
fn list(root: &Path, inside: &Path, target: &Path, files: &mut Vec<PathBuf>) -> Result<(), Error> {
    let folder = root.join(inside);
    let entries = fs::read_dir(&folder).map_err(|error| Error::file(&folder, &error))?;
    for entry in entries {
        let entry = entry.map_err(|error| Error::file(&folder, &error))?;
        let path = inside.join(entry.file_name());
        let kind = entry.file_type().map_err(|error| Error::file(&entry.path(), &error))?;
        if kind.is_dir() {
            let name = entry.file_name();
            if name != "target" && name != ".git" && name != ".venv" && entry.path() != target {
                list(root, &path, target, files)?;
            }
        } else if kind.is_file() && entry.file_name() != ".git" {
            files.push(path);
        }
    }
    Ok(())
}

/// Writes a file unless it has these bytes.
fn write(path: &Path, bytes: &[u8]) -> Result<(), Error> {
    if fs::read(path).is_ok_and(|present| present == bytes) {
        return Ok(());
    }
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(|error| Error::file(folder, &error))?;
    }
    fs::write(path, bytes).map_err(|error| Error::file(path, &error))
}

fn make_executable(path: &Path) -> Result<(), Error> {
    let permissions = fs::Permissions::from_mode(0o755);
    fs::set_permissions(path, permissions).map_err(|error| Error::file(path, &error))
}
