use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::fs;
use std::path::PathBuf;
use std::process::Command;

use public_api::Builder;

use crate::workspace::{self, Package};

/// The folder of the listings, seen from the root of the workspace.
const FOLDER: &str = "docs/api/";

/// The target folder of these builds, separate from the usual one: with another environment, cargo would rebuild everything
/// there.
const TARGET: &str = "target/api";

/// Write the public items of each published library to docs/api
///
/// A listing has a line for every public item, so that changes are visible in review. Implementations that follow from others,
/// and those of auto traits, are omitted. Features are those of the published documentation.
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
        let names: Vec<_> = libraries.iter().map(|library| library.name.replace('-', "_")).collect();
        let names = names.join(",");
        if self.probe {
            return probe(&libraries, &names).inspect_err(|reason| println!("{reason}"));
        }
        let mut tracked = workspace::files()?;
        tracked.retain(|path, _| path.starts_with(FOLDER));
        let mut differences = String::new();
        for library in &libraries {
            let path = format!("{FOLDER}{}.txt", library.name);
            // Git may have written other line ends.
            let old = tracked.remove(&path).unwrap_or_default().replace("\r\n", "\n");
            let new = listing(library, &names)?;
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

fn probe(libraries: &[Package], names: &str) -> Result<String, String> {
    if cfg!(not(target_arch = "x86_64")) {
        return Err("the listings can be written on x86-64 only".into());
    }
    let first = libraries.first().ok_or("there is no published library")?;
    describe(first, names).map(|_| "this toolchain can write the listings".into())
}

/// The removed and added lines; none if only their order differs.
fn difference(old: &str, new: &str) -> String {
    let (old, new): (BTreeSet<_>, BTreeSet<_>) = (old.lines().collect(), new.lines().collect());
    let gone = old.difference(&new).map(|line| format!("- {line}\n"));
    gone.chain(new.difference(&old).map(|line| format!("+ {line}\n"))).collect()
}

/// The text of a library's listing: its items, and last a line for each type with the traits that it derives.
fn listing(library: &Package, names: &str) -> Result<String, String> {
    let json = describe(library, names)?;
    let items = |without_derived| -> Result<Vec<String>, String> {
        let builder = Builder::from_rustdoc_json(&json).omit_blanket_impls(true).omit_auto_trait_impls(true);
        let api = builder.omit_auto_derived_impls(without_derived).build();
        let api = api.map_err(|error| format!("{}: {error}", library.name))?;
        Ok(api.items().map(ToString::to_string).collect())
    };
    let features = library.documented_features();
    let features = if features.is_empty() { "default features".to_owned() } else { features.join(" ") };
    let mut text = format!("# Written by `cargo xtask api`; {features}\n");
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

/// Runs rustdoc for a library's JSON, and returns its path.
fn describe(library: &Package, names: &str) -> Result<PathBuf, String> {
    let name = library.name.replace('-', "_");
    let target = workspace::root().join(TARGET);
    workspace::output(
        Command::new(env!("CARGO"))
            .current_dir(workspace::root())
            .args(["rustdoc", "--quiet", "--lib", "--package", &library.name])
            .args(library.documented_features())
            .arg("--target-dir")
            .arg(&target)
            .args(["--", "-Zunstable-options", "--output-format=json", "--cap-lints=allow"])
            // The stable toolchain has this output but does not guarantee its form, which is acceptable for these crates. The
            // list of crates is constant, since some build scripts run again when the variable changes.
            .env("RUSTC_BOOTSTRAP", names)
            .env_remove("CARGO_BUILD_TARGET"),
    )?;
    let path = target.join("doc").join(&name).with_extension("json");
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
