//! The form of the packed corpora.

use std::fs;

use chess_fuzz_targets::{Pack, PackError, TARGETS};

use crate::folder;

/// The kept pack of a target.
fn kept(target: &str) -> Pack {
    let text = fs::read_to_string(Pack::path(target)).expect("readable");
    text.parse().unwrap_or_else(|error| panic!("{target}: {error}"))
}

#[test]
fn every_kept_pack_is_what_packing_it_again_writes() {
    for (name, _) in TARGETS {
        let text = fs::read_to_string(Pack::path(name)).expect("readable");
        assert!(text == kept(name).file(name), "{name}");
    }
}

/// The comparison of the test above sees a change of any line.
#[test]
fn a_changed_pack_is_not_what_packing_it_again_writes() {
    let text = fs::read_to_string(Pack::path("san")).expect("readable");
    let lines: Vec<&str> = text.lines().collect();
    let inputs = lines.iter().position(|line| line.starts_with('"')).expect("an input");
    let (mut swapped, mut seeds_swapped, mut doubled) = (lines.clone(), lines.clone(), lines.clone());
    swapped.swap(inputs, inputs + 1);
    seeds_swapped.swap(inputs - 2, inputs - 1);
    doubled.insert(inputs, lines[inputs]);
    for changed in [swapped, seeds_swapped, doubled, lines[1..].to_vec()] {
        let changed = changed.join("\n") + "\n";
        let pack: Pack = changed.parse().expect("a pack");
        assert!(changed != pack.file("san"));
    }
}

#[test]
fn every_byte_is_read_as_it_was_written() {
    let folder = folder("pack-bytes");
    let inputs: [Vec<u8>; 4] = [vec![], (0..=255).collect(), b" a \\ \" b ".to_vec(), b"\\x41".to_vec()];
    for (index, input) in inputs.iter().enumerate() {
        fs::write(folder.join(index.to_string()), input).expect("writable");
    }
    let pack = Pack::default().repacked(&folder).expect("readable");
    assert!(inputs.iter().all(|input| pack.inputs().any(|it| it == input)));
    assert_eq!(pack.to_string().parse(), Ok(pack));
}

#[test]
fn inputs_are_sorted_and_stand_once() {
    let pack: Pack = "\"b\"\n# a comment\n\n\"a\\x0a\"\n\"b\"\n\"\"\n".parse().expect("a pack");
    assert_eq!(pack.to_string(), "\"\"\n\"a\\x0a\"\n\"b\"\n");
}

/// Minimising leaves the files that reach new code, and packing writes what is left: a seed stays though its file is gone, is
/// spelt once if it is there, and loses its place with its name.
#[test]
fn a_seed_stays_whatever_is_left_of_the_corpus() {
    let folder = folder("pack-minimised");
    let pack: Pack = "gone=\"a\"\nthere=\"b\"\n\"c\"\n\"d\"\n".parse().expect("a pack");
    for (name, input) in [("1", "b"), ("2", "d"), ("3", "e")] {
        fs::write(folder.join(name), input).expect("writable");
    }
    let packed = pack.repacked(&folder).expect("readable").to_string();
    assert_eq!(packed, "gone=\"a\"\nthere=\"b\"\n\"d\"\n\"e\"\n");
    let unmarked: Pack = pack.to_string().replace("gone=", "").parse().expect("a pack");
    assert_eq!(unmarked.repacked(&folder).expect("readable").to_string(), packed.replace("gone=\"a\"\n", ""));
}

#[test]
fn every_seed_is_kept_by_its_name() {
    let seeds: usize = TARGETS.iter().map(|(name, _)| kept(name).counts()[0]).sum();
    assert!(seeds >= 208, "{seeds} seeds");
    let text = kept("san").to_string() + "new-seed=\"Nf3\"\n";
    let pack: Pack = text.parse().expect("a pack");
    assert!(pack.to_string().contains("\nnew-seed=\"Nf3\"\n"));
    assert_eq!(pack.to_string().parse(), Ok(pack));
}

#[test]
fn unpacked_twice_and_packed_is_the_same() {
    let folder = folder("pack-twice").join("in/here");
    let pack: Pack = "\"a\"\n\"b\\x00\"\n\"\"\n".parse().expect("a pack");
    for _ in 0..2 {
        pack.write_to_folder(&folder).expect("writable");
    }
    assert_eq!(fs::read_dir(&folder).expect("a folder").count(), 3);
    assert_eq!(Pack::default().repacked(&folder).expect("readable"), pack);
}

#[test]
fn a_line_that_is_no_input_is_named() {
    for line in [
        "a",
        "\"",
        "\"a",
        "a\"",
        "\"a\"b\"",
        "\"\\\"",
        "\"\\n\"",
        "\"\\x0\"",
        "\"\\x0G\"",
        "\"\\x0A\"",
        "\"é\"",
        "\"\t\"",
        "=\"a\"",
        "a b=\"a\"",
        "name \"a\"",
        "name=",
        "seed=\"again\"",
    ] {
        assert_eq!(format!("seed=\"a\"\n\n{line}\n").parse::<Pack>(), Err(PackError { line: 3 }), "{line}");
    }
}
