//! The form of the packed corpora.

use std::fs;

use chess_fuzz_targets::{Pack, TARGETS};

use crate::folder;

#[test]
fn every_kept_pack_is_what_packing_it_again_writes_and_keeps_its_seeds() {
    let mut seeds = 0;
    for (name, _) in TARGETS {
        let text = fs::read_to_string(Pack::path(name)).expect("readable");
        let pack: Pack = text.parse().unwrap_or_else(|error| panic!("{name}: {error}"));
        assert!(text == pack.file(name), "{name}");
        seeds += pack.counts()[0];
    }
    assert!(seeds >= 208, "{seeds} seeds");
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
fn seeds_and_inputs_are_sorted_and_stand_once() {
    let pack: Pack = "\"b\"\nz=\"\"\n# a comment\n\n\"a\\x0a\"\na-1=\"c\"\n\"b\"\n".parse().expect("a pack");
    assert_eq!(pack.to_string(), "a-1=\"c\"\nz=\"\"\n\"a\\x0a\"\n\"b\"\n");
    assert_eq!(
        pack.file("x"),
        format!("# Written by `cargo run -p chess-fuzz-targets -- pack x FOLDER`.\n{pack}")
    );
}

/// Minimising leaves the files that reach new code, and packing writes the others: a seed stays if its file is gone, is written
/// once if it is there, and becomes an input without its name.
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
    let lines =
        r#"a|"|"a|a"|"a"b"|"\"|"\n"|"\x0"|"\x0G"|"\x0A"|"é"|="a"|a b="a"|name "a"|name=|seed="again""#;
    for line in lines.split('|') {
        let error = format!("seed=\"a\"\n\n{line}\n").parse::<Pack>().expect_err(line);
        assert!(error.starts_with("line 3: "), "{line}: {error}");
    }
}
