//! The kept inputs of the fuzz targets, without a fuzzer: none of them may fail.

mod pack;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use chess_fuzz_targets::{Pack, TARGETS};

fn directory(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(name)
}

/// The paths in a directory, sorted.
fn paths_in(directory: &Path) -> BTreeSet<PathBuf> {
    let entries = fs::read_dir(directory).unwrap_or_else(|error| panic!("{}: {error}", directory.display()));
    entries.map(|entry| entry.expect("readable").path()).collect()
}

#[test]
fn every_seed_passes() {
    for (name, target) in TARGETS {
        let seeds = paths_in(&directory("seeds").join(name));
        assert!(!seeds.is_empty(), "there is no seed of {name}");
        for path in seeds {
            println!("{}", path.display());
            target(&fs::read(&path).expect("readable"));
        }
    }
}

#[test]
fn every_input_of_a_corpus_passes() {
    for (name, target) in TARGETS {
        let text = fs::read_to_string(Pack::path(name)).expect("readable");
        let pack: Pack = text.parse().unwrap_or_else(|error| panic!("{name}: {error}"));
        assert!(pack.inputs().len() > 0, "the corpus of {name} is empty");
        for input in pack.inputs() {
            println!("{name}: {:?}", String::from_utf8_lossy(input));
            target(input);
        }
    }
}

#[test]
fn every_target_has_a_program_and_every_input_a_target() {
    let expected: BTreeSet<_> = TARGETS.iter().map(|(name, _)| (*name).to_owned()).collect();
    for kind in ["seeds", "corpus", "fuzz_targets"] {
        let paths = paths_in(&directory(kind));
        let names: BTreeSet<_> = paths
            .iter()
            .map(|path| path.file_stem().expect("a name").to_string_lossy().into_owned())
            .collect();
        assert_eq!(names, expected, "{kind}");
    }
}
