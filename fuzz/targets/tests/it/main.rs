//! The tracked inputs of the fuzz targets, without a fuzzer: none of them may fail. Faults of a target or a pack are detected.

mod pack;

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

/// Runs a target on its pack, and returns the number of inputs, or the first failure.
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
fn a_broken_target_or_pack_is_seen() {
    let run = |pack| run("broken", fails_on_e, pack);
    assert_eq!(run("seed=\"a\"\n\"b\"\n\"c\"\n"), Ok(3));
    for (pack, error) in [
        ("seed=\"e\"\n\"b\"\n", "fails on \"e\""),
        ("seed=\"a\"\n\"b\"\n\"\\x00e\"\n", "fails on \"\\x00e\""),
        ("\"b\"\n", "there are no seeds"),
        ("seed=\"a\"\n# nothing\n", "there are no inputs"),
        ("seed=\"a\"\n\"b\"\n\"c\n", "the pack: line 3"),
    ] {
        let found = run(pack).unwrap_err();
        assert!(found.starts_with(&format!("broken: {error}")), "{found}");
    }
}

#[test]
fn every_target_has_a_program_a_pack_and_a_row_in_the_table_and_nothing_else_has() {
    let read = |path: &str| fs::read_to_string(root().join(path)).expect("readable");
    // The names between these two texts, one a line at most.
    let names = |text: &str, before, after| -> Vec<String> {
        let rest = text.lines().filter_map(|line| line.trim().strip_prefix(before)?.split_once(after));
        rest.map(|(name, _)| name.to_owned()).collect()
    };
    let mut rows = names(&read("README.md"), "| `", "` |");
    rows.sort();
    let files = fs::read_dir(root().join("corpus")).expect("readable");
    let files = files.map(|file| file.expect("readable").file_name().into_string().expect("ASCII"));
    let mut packs = names(&files.collect::<Vec<_>>().join("\n"), "", ".pack");
    packs.sort();
    for found in [rows, packs, names(&read("Cargo.toml"), "{ name = \"", "\", ")] {
        assert_eq!(found, TARGETS.map(|(name, _)| name));
    }
}
