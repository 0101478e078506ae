//! The kept inputs of the fuzz targets, without a fuzzer: none of them may fail.

mod pack;
mod places;
mod runner;
mod script;
mod sums;

use std::collections::BTreeSet;
use std::fs;

use chess_fuzz_targets::TARGETS;

use crate::places::{paths_in, root};

#[test]
fn every_target_has_a_program_and_every_input_a_target() {
    let expected: BTreeSet<_> = TARGETS.iter().map(|(name, _)| (*name).to_owned()).collect();
    for kind in ["seeds", "corpus", "fuzz_targets"] {
        let paths = paths_in(&root().join(kind));
        let names: BTreeSet<_> = paths
            .iter()
            .map(|path| path.file_stem().expect("a name").to_string_lossy().into_owned())
            .collect();
        assert_eq!(names, expected, "{kind}");
    }
}

#[test]
fn every_target_is_named_in_the_table_and_in_the_manifest() {
    let read = |path: &str| fs::read_to_string(root().join(path)).expect("readable");
    let (table, manifest) = (read("README.md"), read("Cargo.toml"));
    for (name, _) in TARGETS {
        assert!(table.contains(&format!("\n| `{name}` |")), "{name}");
        assert!(manifest.contains(&format!("\nname = \"{name}\"\n")), "{name}");
    }
}
