//! Helps of any build: they name only what it has.

use crate::run::{chess, file};

/// The commands in examples and in quotes.
fn named(help: &str) -> impl Iterator<Item = &str> {
    let begins = ["  chess ", "'chess ", "| chess "].into_iter();
    let behind = begins.flat_map(|begin| help.split(begin).skip(1));
    behind.filter_map(|rest| rest.split(|c: char| !c.is_ascii_lowercase()).next().filter(|it| !it.is_empty()))
}

#[test]
fn helps_name_only_commands_that_there_are() {
    let whole = chess(&["--help"]).stdout;
    let (_, list) = whole.split_once("Commands:\n").unwrap();
    let commands: Vec<&str> =
        list.lines().map_while(|line| line.strip_prefix("  ")?.split_whitespace().next()).collect();
    assert!(commands.contains(&"perft"), "{whole}");
    for words in [vec![]].into_iter().chain(commands.iter().map(|&command| vec![command])) {
        for option in ["-h", "--help"] {
            let help = chess(&[&words[..], &[option]].concat()).stdout;
            for name in named(&help) {
                assert!(commands.contains(&name), "{words:?} {option}: {name}");
            }
        }
    }
}

/// A small build says how to get the decoders.
#[test]
fn a_compressed_suite_is_read_or_names_the_whole_build() {
    // An empty file, by gzip.
    let empty = b"\x1f\x8b\x08\0\0\0\0\0\0\x03\x03\0\0\0\0\0\0\0\0\0";
    let run = chess(&["suite", &file("empty.epd.gz", empty)]);
    if cfg!(feature = "full") {
        assert_eq!((run.code, &*run.stderr), (Some(0), ""));
    } else {
        assert_eq!(run.code, Some(1));
        assert!(run.stderr.contains("without a decoder for Gzip: "), "{}", run.stderr);
        assert!(run.stderr.contains("cargo build --release -p chess-cli"), "{}", run.stderr);
    }
}
