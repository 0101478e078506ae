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

    /// Count the functions, types and constants of the five core crates in the listings of FOLDER (default: docs/api); write nothing
    ///
    /// Left out are re-exports, the items of implemented traits, and the names of squares.
    #[arg(long, value_name = "FOLDER", num_args = 0..=1, default_missing_value = FOLDER, conflicts_with_all = ["check", "probe"])]
    count: Option<PathBuf>,
}

/// The crates whose names `--count` counts.
const CORE: [&str; 5] = ["chess-types", "chess-slider", "chess-magic", "chess-board", "chess-movegen"];

impl Api {
    /// Writes, compares or probes.
    pub(crate) fn run(&self) -> Result<String, String> {
        if let Some(folder) = &self.count {
            return counts(folder);
        }
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

/// Returns the numbers of names of the core crates, a line for each, and their sum.
fn counts(folder: &Path) -> Result<String, String> {
    let (mut text, mut sum) = (String::new(), 0);
    for library in CORE {
        let path = workspace::root().join(folder).join(library).with_extension("txt");
        let listing = fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        let count = names(&listing).len();
        let _ = writeln!(text, "{count:5} {library}");
        sum += count;
    }
    Ok(format!("{text}{sum:5} functions, types and constants"))
}

/// Returns the paths of the functions, types and constants of a listing, without the items of implemented traits and squares.
fn names(listing: &str) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    let mut is_of_trait = false;
    for line in listing.lines() {
        if line.starts_with("impl") {
            is_of_trait = without_arguments(line).contains(" for ");
            continue;
        }
        // Attributes come before the visibility.
        let Some((_, item)) = line.split_once("pub ") else { continue };
        let (kinds, path) =
            item.split_at(item.find("::").map_or(0, |end| item[..end].rfind(' ').map_or(0, |at| at + 1)));
        let is_item = kinds.split(' ').any(|kind| {
            ["fn", "const", "static", "struct", "enum", "union", "trait", "type", "macro"].contains(&kind)
        });
        if !is_item {
            continue;
        }
        let path = without_arguments(path);
        let path = path.split(['(', ' ', '=', '!']).next().unwrap_or_default().trim_end_matches(':');
        let mut parts = path.rsplit("::");
        let name = parts.next().unwrap_or_default();
        // The owner of an associated item is a type; that of any other item is a crate or a module.
        let is_associated = parts.next().is_some_and(|owner| owner.starts_with(char::is_uppercase));
        is_of_trait &= is_associated;
        if !(is_associated && (is_of_trait || is_square(name))) {
            names.insert(path.to_owned());
        }
    }
    names
}

/// Returns the text without what is between angle brackets. The arrow of a function is no bracket.
fn without_arguments(text: &str) -> String {
    let (mut depth, mut last) = (0_usize, ' ');
    let mut outer = String::new();
    for letter in text.chars() {
        match letter {
            '<' => depth += 1,
            '>' if last != '-' => depth = depth.saturating_sub(1),
            _ if depth == 0 => outer.push(letter),
            _ => {}
        }
        last = letter;
    }
    outer
}

fn is_square(name: &str) -> bool {
    matches!(name.as_bytes(), [b'A'..=b'H', b'1'..=b'8'])
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
    fn names_are_counted_once_and_without_those_of_implemented_traits() {
        let listing = "# Written by `cargo xtask api`; --all-features
pub mod a
pub use a::Other
pub mod a::inner
pub struct a::inner::Deep
#[repr(u8)] pub enum a::Square
pub a::Square::A1 = 0
impl a::Square
pub const a::Square::ALL: [Self; 64]
pub const a::Square::B1: Self
pub const fn a::Square::index(self) -> usize
impl<T> core::convert::From<a::Square> for a::Set<T>
pub fn a::Set<T>::from(square: a::Square) -> Self
impl core::ops::bit::Not for a::Square
pub type a::Square::Output = a::Square
pub struct a::Set<T>(pub u64)
pub a::Set::0: u64
impl<T> a::Set<T>
pub fn a::Set<T>::map<U>(self, f: impl core::ops::function::Fn(T) -> U) -> a::Set<U>
pub trait a::Shape: core::marker::Copy
pub fn a::Shape::area(&self) -> u32
impl a::Shape for a::Square
pub fn a::Square::area(&self) -> u32
pub trait a::Solid
pub fn a::Solid::volume(&self) -> u32
pub const fn a::free<const N: usize>(square: a::Square) -> bool
pub macro a::set!
a::Square derives Clone, Copy
";
        let expected = [
            "a::Set",
            "a::Set::map",
            "a::Shape",
            "a::Shape::area",
            "a::Solid",
            "a::Solid::volume",
            "a::Square",
            "a::Square::ALL",
            "a::Square::index",
            "a::free",
            "a::inner::Deep",
            "a::set",
        ];
        assert_eq!(names(listing).into_iter().collect::<Vec<_>>(), expected);
    }

    #[test]
    fn lines_that_have_gone_and_come() {
        let (old, new) = ("pub fn a()\npub fn b()\n", "pub fn a()\npub fn b(u8)\n");
        assert_eq!(difference(old, new), "- pub fn b()\n+ pub fn b(u8)\n");
        assert_eq!(difference("", "a\n"), "+ a\n");
    }
}
