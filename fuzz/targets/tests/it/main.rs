//! The tracked inputs of the fuzz targets, without a fuzzer: none of them may fail.

use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

use chess_fuzz_targets::{CORPUS, TARGETS, inputs, quoted, split};

#[test]
fn every_target_passes_on_its_corpus() {
    let text = fs::read_to_string(CORPUS).unwrap();
    for (name, target) in TARGETS {
        let inputs = inputs(split(&text, name)[1]);
        assert!((5..=30).contains(&inputs.len()), "{name} has {} inputs", inputs.len());
        for input in &inputs {
            assert_eq!(crate::inputs(&quoted(input)), [&input[..]]);
            let result = catch_unwind(AssertUnwindSafe(|| target(input)));
            assert!(result.is_ok(), "{name} fails on {}", quoted(input));
        }
    }
}

#[test]
fn every_target_has_a_program_corpus_and_readme_entry() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let read = |path: &str| fs::read_to_string(root.join(path)).unwrap();
    // The names between these two texts, one a line at most.
    let names = |text: &str, before, after| -> Vec<String> {
        let rest = text.lines().filter_map(|line| line.trim().strip_prefix(before)?.split_once(after));
        rest.map(|(name, _)| name.to_owned()).collect()
    };
    let programs = names(&read("Cargo.toml"), "{ name = \"", "\", ");
    let readme = read("README.md");
    let paragraph = readme.split("\n\n").find(|text| text.starts_with("Each function's comment")).unwrap();
    let described = paragraph.split('`').skip(1).step_by(2).map(str::to_owned).collect();
    for mut found in [described, names(&read("corpus.pack"), "[", "]"), programs] {
        found.sort();
        assert_eq!(found, TARGETS.map(|(name, _)| name));
    }
}
