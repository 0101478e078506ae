use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::fs;
use std::path::PathBuf;
use std::process::Command;

use public_api::Builder;
use serde::Deserialize;

use crate::magics_file::write_atomically;
use crate::workspace::{self, Package};

/// The folder of the listings, seen from the root of the workspace.
const FOLDER: &str = "docs/api/";

/// The target folder of these builds, apart from the usual one: with another environment, cargo would rebuild everything there.
const TARGET: &str = "target/api";

/// Write what each published library offers to docs/api
///
/// A listing has a line for everything that other crates can name, so that a change of it is seen in review. Implementations
/// that follow from others, and those of auto traits, are left out. Features are those of the published documentation.
#[derive(clap::Args)]
pub(crate) struct Api {
    /// Compare the tracked listings with what the libraries offer; write nothing
    #[arg(long)]
    check: bool,

    /// Only say whether this toolchain and processor can do it; if not, the reason goes to stdout
    #[arg(long, conflicts_with = "check")]
    probe: bool,
}

impl Api {
    /// Writes, compares or probes.
    pub(crate) fn run(&self) -> Result<String, String> {
        let libraries = libraries()?;
        match self {
            Self { probe: true, .. } => probe(&libraries).inspect_err(|reason| println!("{reason}")),
            Self { check: true, .. } => check(&libraries),
            _ => write(&libraries),
        }
    }
}

fn libraries() -> Result<Vec<Package>, String> {
    let mut packages = workspace::packages()?;
    packages.retain(|package| package.is_published() && package.has_documented_library());
    Ok(packages)
}

fn probe(libraries: &[Package]) -> Result<String, String> {
    if cfg!(not(target_arch = "x86_64")) {
        return Err("the listings are of x86-64, which some modules are for".into());
    }
    let first = libraries.first().ok_or("there is no published library")?;
    describe(first, &crate_names(libraries)).map(|_| "this toolchain can write the listings".into())
}

fn write(libraries: &[Package]) -> Result<String, String> {
    let (tracked, current) = (tracked()?, listings(libraries)?);
    for (path, text) in &current {
        write_atomically(&workspace::root().join(path), text).map_err(|error| format!("{path}: {error}"))?;
    }
    for path in tracked.keys().filter(|path| !current.contains_key(*path)) {
        fs::remove_file(workspace::root().join(path)).map_err(|error| format!("{path}: {error}"))?;
    }
    Ok(format!("{} listings written to {FOLDER}", current.len()))
}

fn check(libraries: &[Package]) -> Result<String, String> {
    let (tracked, current) = (tracked()?, listings(libraries)?);
    let mut differences = String::new();
    for (path, text) in &current {
        if let Some(difference) = compare(tracked.get(path).map_or("", String::as_str), text) {
            let _ = write!(differences, "\n{path}\n{difference}");
        }
    }
    for path in tracked.keys().filter(|path| !current.contains_key(*path)) {
        let _ = write!(differences, "\n{path}\nis of no published library\n");
    }
    if differences.is_empty() {
        return Ok(format!("{} listings are current", current.len()));
    }
    Err(format!("the tracked listings are others; run cargo xtask api and look at the change\n{differences}"))
}

/// The texts of the listings that are there, by their paths.
fn tracked() -> Result<BTreeMap<String, String>, String> {
    let mut files = workspace::files()?;
    files.retain(|path, _| path.starts_with(FOLDER));
    Ok(files)
}

/// The texts of the listings as they have to be, by their paths.
fn listings(libraries: &[Package]) -> Result<BTreeMap<String, String>, String> {
    let names = crate_names(libraries);
    let listing =
        |library: &Package| Ok((format!("{FOLDER}{}.txt", library.name), listing(library, &names)?));
    libraries.iter().map(listing).collect()
}

/// The lines that have gone and come, or none if the texts are the same.
fn compare(tracked: &str, current: &str) -> Option<String> {
    // Git may have written other line ends.
    let tracked = tracked.replace("\r\n", "\n");
    if tracked == current {
        return None;
    }
    let (old, new): (BTreeSet<_>, BTreeSet<_>) = (tracked.lines().collect(), current.lines().collect());
    let mut difference = String::new();
    for line in old.difference(&new) {
        let _ = writeln!(difference, "- {line}");
    }
    for line in new.difference(&old) {
        let _ = writeln!(difference, "+ {line}");
    }
    if difference.is_empty() {
        difference.push_str("the same lines in another order, or another number of times\n");
    }
    Some(difference)
}

/// The names of the libraries as the compiler has them, with commas between them.
fn crate_names(libraries: &[Package]) -> String {
    let names: Vec<_> = libraries.iter().map(|library| library.name.replace('-', "_")).collect();
    names.join(",")
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

/// Lets rustdoc describe a library as JSON, and returns where that is.
fn describe(library: &Package, names: &str) -> Result<PathBuf, String> {
    #[derive(Deserialize)]
    struct Description {
        format_version: u32,
    }

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
            // The stable toolchain has this output, but does not promise its form: for these crates, we do not mind.
            // They are always the same ones, since some build scripts run again when the variable is another.
            .env("RUSTC_BOOTSTRAP", names)
            .env_remove("CARGO_BUILD_TARGET"),
    )?;
    let path = target.join("doc").join(&name).with_extension("json");
    let text = fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    let Description { format_version } =
        serde_json::from_str(&text).map_err(|error| format!("{}: {error}", path.display()))?;
    if format_version != rustdoc_types::FORMAT_VERSION {
        let known = rustdoc_types::FORMAT_VERSION;
        return Err(format!(
            "rustdoc writes version {format_version} of its JSON, and public-api reads {known}"
        ));
    }
    Ok(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_listing_with_any_line_ends() {
        assert_eq!(compare("a\nb\n", "a\nb\n"), None);
        assert_eq!(compare("a\r\nb\r\n", "a\nb\n"), None);
    }

    #[test]
    fn lines_that_have_gone_and_come() {
        assert_eq!(
            compare("pub fn a()\npub fn b()\n", "pub fn a()\npub fn b(u8)\n").unwrap(),
            "- pub fn b()\n+ pub fn b(u8)\n"
        );
        assert!(compare("a\nb\n", "b\na\n").unwrap().starts_with("the same lines in another order"));
        assert_eq!(compare("", "a\n").unwrap(), "+ a\n");
    }
}
