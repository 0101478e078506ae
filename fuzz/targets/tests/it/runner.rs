//! Runs targets on their seeds and packed corpora, and proves that what is wrong with any of them is seen.

use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

use chess_fuzz_targets::{Pack, TARGETS, Target};

use crate::places::{folder, paths_in, root};

/// Runs the targets on all that `root` has for them, and returns the number of inputs, or the first thing that is wrong.
fn run(targets: &[(&str, Target)], root: &Path) -> Result<usize, String> {
    let mut count = 0;
    for &(name, target) in targets {
        let seeds = paths_in(&root.join("seeds").join(name));
        let text = fs::read_to_string(root.join("corpus").join(format!("{name}.pack")));
        let pack: Pack =
            text.unwrap_or_default().parse().map_err(|error| format!("{name}: the pack: {error}"))?;
        if seeds.is_empty() || pack.inputs().len() == 0 {
            return Err(format!(
                "{name}: there are no {}",
                if seeds.is_empty() { "seeds" } else { "inputs" }
            ));
        }
        let seeds = seeds.iter().map(|path| fs::read(path).expect("readable"));
        for input in seeds.chain(pack.inputs().map(<[u8]>::to_vec)) {
            catch_unwind(AssertUnwindSafe(|| target(&input)))
                .map_err(|_| format!("{name}: fails on \"{}\"", input.escape_ascii()))?;
            count += 1;
        }
    }
    Ok(count)
}

#[test]
fn every_target_passes_on_all_its_seeds_and_its_corpus() {
    let mut expected = 0;
    for (name, _) in TARGETS {
        let pack = fs::read_to_string(Pack::path(name)).expect("readable");
        expected += pack.lines().filter(|line| line.starts_with('"')).count();
        expected += fs::read_dir(root().join("seeds").join(name)).expect("readable").count();
    }
    assert_eq!(run(&TARGETS, &root()), Ok(expected));
}

/// A target that is broken on purpose.
fn fails_on_e(data: &[u8]) {
    assert!(!data.contains(&b'e'));
}

/// A folder with one seed and a pack of a target "broken".
fn small_root(name: &str, seed: Option<&str>, pack: Option<&str>) -> PathBuf {
    let root = folder(name);
    fs::create_dir_all(root.join("seeds/broken")).expect("writable");
    fs::create_dir_all(root.join("corpus")).expect("writable");
    if let Some(seed) = seed {
        fs::write(root.join("seeds/broken/seed"), seed).expect("writable");
    }
    if let Some(pack) = pack {
        fs::write(root.join("corpus/broken.pack"), pack).expect("writable");
    }
    root
}

#[test]
fn a_broken_target_is_seen() {
    let run = |name, seed, pack| run(&[("broken", fails_on_e)], &small_root(name, Some(seed), Some(pack)));
    assert_eq!(run("runner-passes", "a", "\"b\"\n\"c\"\n"), Ok(3));
    assert_eq!(run("runner-seed", "e", "\"b\"\n"), Err("broken: fails on \"e\"".into()));
    assert_eq!(run("runner-input", "a", "\"b\"\n\"\\x00e\"\n"), Err("broken: fails on \"\\x00e\"".into()));
}

#[test]
fn a_target_without_inputs_is_seen() {
    let run = |name, seed, pack| run(&[("broken", fails_on_e)], &small_root(name, seed, pack));
    let none = |of: &str| Err(format!("broken: there are no {of}"));
    assert_eq!(run("runner-no-seed", None, Some("\"b\"\n")), none("seeds"));
    assert_eq!(run("runner-no-pack", Some("a"), None), none("inputs"));
    assert_eq!(run("runner-empty-pack", Some("a"), Some("# nothing\n")), none("inputs"));
    let torn = run("runner-torn-pack", Some("a"), Some("\"b\"\n\"c\n"));
    assert!(torn.as_ref().is_err_and(|error| error.starts_with("broken: the pack: ")), "{torn:?}");
}
