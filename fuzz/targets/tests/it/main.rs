//! The kept inputs of the fuzz targets, without a fuzzer: none of them may fail. What is wrong with a target or a pack is seen.

mod pack;
mod script;

use std::collections::BTreeSet;
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

use chess_fuzz_targets::{Pack, TARGETS, Target};

/// The folder with the packs.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// An empty folder of this name for a test.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    if folder.exists() {
        fs::remove_dir_all(&folder).expect("ours");
    }
    fs::create_dir(&folder).expect("writable");
    folder
}

/// Runs a target on its pack, and returns the number of inputs, or the first thing that is wrong.
fn run(name: &str, target: Target, pack: &str) -> Result<usize, String> {
    let pack: Pack = pack.parse().map_err(|error| format!("{name}: the pack: {error}"))?;
    for (count, of) in pack.counts().into_iter().zip(["seeds", "inputs"]) {
        if count == 0 {
            return Err(format!("{name}: there are no {of}"));
        }
    }
    for input in pack.inputs() {
        catch_unwind(AssertUnwindSafe(|| target(input)))
            .map_err(|_| format!("{name}: fails on \"{}\"", input.escape_ascii()))?;
    }
    Ok(pack.inputs().count())
}

#[test]
fn every_target_passes_on_all_its_seeds_and_its_corpus() {
    for (name, target) in TARGETS {
        let text = fs::read_to_string(Pack::path(name)).expect("readable");
        let lines = text.lines().filter(|line| line.ends_with('"')).count();
        assert_eq!(run(name, target, &text), Ok(lines));
    }
}

/// A target that is broken on purpose.
fn fails_on_e(data: &[u8]) {
    assert!(!data.contains(&b'e'));
}

#[test]
fn a_broken_target_is_seen() {
    let run = |pack| run("broken", fails_on_e, pack);
    assert_eq!(run("seed=\"a\"\n\"b\"\n\"c\"\n"), Ok(3));
    assert_eq!(run("seed=\"e\"\n\"b\"\n"), Err("broken: fails on \"e\"".into()));
    assert_eq!(run("seed=\"a\"\n\"b\"\n\"\\x00e\"\n"), Err("broken: fails on \"\\x00e\"".into()));
}

#[test]
fn a_target_without_inputs_is_seen() {
    let run = |pack| run("broken", fails_on_e, pack);
    let none = |of: &str| Err(format!("broken: there are no {of}"));
    assert_eq!(run("\"b\"\n"), none("seeds"));
    assert_eq!(run(""), none("seeds"));
    assert_eq!(run("seed=\"a\"\n# nothing\n"), none("inputs"));
    let torn = run("seed=\"a\"\n\"b\"\n\"c\n");
    assert!(torn.as_ref().is_err_and(|error| error.starts_with("broken: the pack: ")), "{torn:?}");
}

#[test]
fn every_target_has_a_program_and_every_input_a_target() {
    let expected: BTreeSet<_> = TARGETS.iter().map(|(name, _)| (*name).to_owned()).collect();
    let files = fs::read_dir(root().join("corpus")).expect("readable");
    let packs = files.map(|file| file.expect("readable").path().file_stem().expect("a name").to_owned());
    assert_eq!(packs.map(|name| name.into_string().expect("ASCII")).collect::<BTreeSet<_>>(), expected);
    let manifest = fs::read_to_string(root().join("Cargo.toml")).expect("readable");
    let programs =
        manifest.lines().filter_map(|line| line.trim().strip_prefix("{ name = \"")?.split('"').next());
    assert_eq!(programs.map(String::from).collect::<BTreeSet<_>>(), expected);
}

#[test]
fn every_target_is_named_in_the_table_and_in_the_manifest() {
    let read = |path: &str| fs::read_to_string(root().join(path)).expect("readable");
    let (table, manifest) = (read("README.md"), read("Cargo.toml"));
    for (name, _) in TARGETS {
        assert!(table.contains(&format!("\n| `{name}` |")), "{name}");
        assert!(manifest.contains(&format!("{{ name = \"{name}\", ")), "{name}");
    }
}
