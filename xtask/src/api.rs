use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::{env, fs};

use public_api::Builder;

use crate::workspace::{self, Package};

/// The folder of the listings, seen from the root of the workspace.
const FOLDER: &str = "docs/api/";

/// Set where Cargo runs this program in place of rustdoc.
const IN_PLACE_OF_RUSTDOC: &str = "XTASK_IN_PLACE_OF_RUSTDOC";

/// Write the public items of each published library to docs/api
///
/// A listing has a line for every public item, so that changes are visible in review. Implementations that follow from others,
/// and those of auto traits, are omitted. All features are on, as in the published documentation.
#[derive(clap::Args)]
pub(crate) struct Api {
    /// Compare the tracked listings with the libraries; write nothing
    #[arg(long)]
    check: bool,

    /// Only test whether this toolchain and processor can do it; if not, the reason goes to stdout
    #[arg(long, conflicts_with = "check")]
    probe: bool,
}

impl Api {
    /// Writes, compares or probes.
    pub(crate) fn run(&self) -> Result<String, String> {
        let mut libraries = workspace::packages()?;
        libraries.retain(|package| package.is_published() && package.has_documented_library());
        if self.probe {
            return probe().inspect_err(|reason| println!("{reason}"));
        }
        let folder = describe(&["--workspace", "--exclude=chess-benches"])?;
        let mut tracked = workspace::files()?;
        tracked.retain(|path, _| path.starts_with(FOLDER));
        let mut differences = String::new();
        for library in &libraries {
            let path = format!("{FOLDER}{}.txt", library.name);
            // Git may have written other line ends.
            let old = tracked.remove(&path).unwrap_or_default().replace("\r\n", "\n");
            let new = listing(library, &folder)?;
            if !self.check {
                fs::write(workspace::root().join(&path), &new).map_err(|error| format!("{path}: {error}"))?;
            } else if old != new {
                let _ = write!(differences, "\n{path}\n{}", difference(&old, &new));
            }
        }
        for path in tracked.keys() {
            if self.check {
                let _ = write!(differences, "\n{path}\nbelongs to no published library\n");
            } else {
                fs::remove_file(workspace::root().join(path)).map_err(|error| format!("{path}: {error}"))?;
            }
        }
        match (self.check, differences.is_empty()) {
            (false, _) => Ok(format!("{} listings written to {FOLDER}", libraries.len())),
            (true, true) => Ok(format!("{} listings are current", libraries.len())),
            (true, false) => Err(format!(
                "the tracked listings are out of date; run cargo xtask api and review the change\n{differences}"
            )),
        }
    }
}

fn probe() -> Result<String, String> {
    if cfg!(not(target_arch = "x86_64")) {
        return Err("the listings can be written on x86-64 only".into());
    }
    // It takes the least time.
    json(&describe(&["--package=chess-slider"])?, "chess-slider")?;
    Ok("this toolchain can write the listings".into())
}

/// The removed and added lines; none if only their order differs.
fn difference(old: &str, new: &str) -> String {
    let (old, new): (BTreeSet<_>, BTreeSet<_>) = (old.lines().collect(), new.lines().collect());
    let gone = old.difference(&new).map(|line| format!("- {line}\n"));
    gone.chain(new.difference(&old).map(|line| format!("+ {line}\n"))).collect()
}

/// The text of a library's listing: its items, and last a line for each type with the traits that it derives.
fn listing(library: &Package, folder: &Path) -> Result<String, String> {
    let json = json(folder, &library.name)?;
    let items = |without_derived| -> Result<Vec<String>, String> {
        let builder = Builder::from_rustdoc_json(&json).omit_blanket_impls(true).omit_auto_trait_impls(true);
        let api = builder.omit_auto_derived_impls(without_derived).build();
        let api = api.map_err(|error| format!("{}: {error}", library.name))?;
        Ok(api.items().map(ToString::to_string).collect())
    };
    let mut text = "# Written by `cargo xtask api`; --all-features\n".to_owned();
    let written = items(true)?;
    for item in &written {
        let _ = writeln!(text, "{item}");
    }
    let written: BTreeSet<_> = written.iter().collect();
    let mut derived: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    let all = items(false)?;
    for item in all.iter().filter(|item| item.starts_with("impl") && !written.contains(item)) {
        let Some((of_trait, of_type)) = item.split_once(" for ") else { continue };
        let name = of_trait.rsplit("::").next().filter(|name| *name != "StructuralPartialEq");
        derived.entry(of_type).or_default().extend(name);
    }
    for (of_type, traits) in derived {
        let _ = writeln!(text, "{of_type} derives {}", traits.join(", "));
    }
    Ok(text)
}

/// Writes the JSON of rustdoc for these packages, and returns its folder.
///
/// The stable toolchain has this output but does not guarantee its form, which is acceptable for these crates. It is allowed to
/// rustdoc alone, in whose place Cargo runs this program: with another environment for the compiler, Cargo would compile
/// third-party crates once more.
fn describe(packages: &[&str]) -> Result<PathBuf, String> {
    let program = env::current_exe().map_err(|error| format!("this program: {error}"))?;
    let target = env::var_os("CARGO_TARGET_DIR").unwrap_or_else(|| "target".into());
    workspace::output(
        Command::new(env!("CARGO"))
            .current_dir(workspace::root())
            .args(["doc", "--quiet", "--no-deps", "--all-features"])
            .args(packages)
            .env("RUSTDOC", program)
            .env("RUSTDOCFLAGS", "-Zunstable-options --output-format=json --cap-lints=allow")
            .env(IN_PLACE_OF_RUSTDOC, "")
            .env_remove("CARGO_BUILD_TARGET"),
    )?;
    Ok(workspace::root().join(target).join("doc"))
}

/// Runs rustdoc with the arguments of this program, where Cargo has started it for that.
pub(crate) fn in_place_of_rustdoc() -> Option<ExitCode> {
    env::var_os(IN_PLACE_OF_RUSTDOC)?;
    let rustdoc = Command::new("rustdoc").args(env::args_os().skip(1)).env("RUSTC_BOOTSTRAP", "1").status();
    Some(if rustdoc.is_ok_and(|status| status.success()) { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Returns the path of a library's JSON, which has the version that public-api reads.
fn json(folder: &Path, library: &str) -> Result<PathBuf, String> {
    let path = folder.join(library.replace('-', "_")).with_extension("json");
    let text = fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    let json: serde_json::Value =
        serde_json::from_str(&text).map_err(|error| format!("{}: {error}", path.display()))?;
    let (version, known) = (&json["format_version"], rustdoc_types::FORMAT_VERSION);
    if *version != known {
        return Err(format!("rustdoc writes version {version} of its JSON, and public-api reads {known}"));
    }
    Ok(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_that_have_gone_and_come() {
        let (old, new) = ("pub fn a()\npub fn b()\n", "pub fn a()\npub fn b(u8)\n");
        assert_eq!(difference(old, new), "- pub fn b()\n+ pub fn b(u8)\n");
        assert_eq!(difference("", "a\n"), "+ a\n");
    }
}
