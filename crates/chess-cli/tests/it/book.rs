//! `chess book show`.

use std::fs;
use std::path::PathBuf;

use chess_board::Position;
use chess_notation::polyglot::{BookBuilder, Entry, key};
use chess_notation::read_san;

use crate::run::{Run, chess, chess_without_reader};

fn path(name: &str) -> String {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}.bin"));
    path.to_str().unwrap().to_owned()
}

/// A book of these moves of the start position; `name` is that of the test, so that tests share no file.
fn start_book(name: &str, moves: &[(&str, u32)]) -> String {
    let mut builder = BookBuilder::new();
    for &(san, weight) in moves {
        builder.add(&Position::START, read_san(&Position::START, san).unwrap(), weight);
    }
    let path = path(name);
    fs::write(&path, builder.into_bytes()).unwrap();
    path
}

fn book(args: &[&str]) -> Run {
    chess(&[&["book", "show"], args].concat())
}

#[test]
fn moves_and_their_weights() {
    let path = start_book("moves", &[("e4", 60), ("d4", 30), ("Nf3", 10)]);
    let run = book(&[&path]);
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""));
    assert_eq!(
        run.stdout,
        "\
e4      e2e4     60  60.0 %
d4      d2d4     30  30.0 %
Nf3     g1f3     10  10.0 %
"
    );
    let position = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 7 9";
    assert_eq!(book(&[&path, position]).stdout, run.stdout);
}

#[test]
fn moves_as_json() {
    let path = start_book("json", &[("e4", 3), ("d4", 1)]);
    assert_eq!(
        book(&[&path, "--json"]).stdout,
        "{\"uci\":\"e2e4\",\"uci960\":\"e2e4\",\"san\":\"e4\",\"weight\":3,\"share\":0.75,\"learn\":0}\n\
         {\"uci\":\"d2d4\",\"uci960\":\"d2d4\",\"san\":\"d4\",\"weight\":1,\"share\":0.25,\"learn\":0}\n"
    );
}

#[test]
fn moves_without_weight_have_no_share() {
    let run = book(&[&start_book("weightless", &[("e4", 0)])]);
    assert_eq!((run.code, run.stdout.as_str()), (Some(0), "e4      e2e4      0   0.0 %\n"));
}

#[test]
fn castling_in_either_of_the_books_spellings() {
    let fen = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";
    let record = |word| Entry { key: key(&fen.parse().unwrap()), word, weight: 1, learn: 5 }.to_bytes();
    let path = path("castling");
    fs::write(&path, [record(0o000407), record(0o000406)].concat()).unwrap();
    let run = book(&[&path, fen, "--json"]);
    assert_eq!((run.json()["uci"].as_str(), run.json()["uci960"].as_str()), (Some("e1g1"), Some("e1h1")));
    assert_eq!((run.json()["weight"].as_u64(), run.json()["learn"].as_u64()), (Some(2), Some(5)));
}

#[test]
fn no_move_is_no_error() {
    let path = start_book("no_move", &[("e4", 1)]);
    let run = book(&[&path, "4k3/8/8/8/8/8/8/4K3", "w", "-", "-"]);
    assert_eq!((run.code, run.stdout.as_str()), (Some(0), ""));
    assert_eq!(run.stderr, format!("{path}: no move for this position\n"));
}

#[test]
fn what_is_no_book_is_named() {
    let cut = path("cut");
    fs::write(&cut, [0; 40]).unwrap();
    for (file, words) in [(cut.as_str(), "at byte 32 is cut off"), ("no/such/book.bin", "")] {
        let run = book(&[file]);
        assert_eq!((run.code, run.stdout.as_str()), (Some(1), ""), "{file}");
        assert!(run.stderr.starts_with(&format!("error: {file}: ")), "{}", run.stderr);
        assert!(run.stderr.contains(words) && run.stderr.lines().count() == 1, "{}", run.stderr);
    }
}

#[test]
fn a_directory_is_no_book() {
    let run = book(&[env!("CARGO_TARGET_TMPDIR")]);
    assert_eq!((run.code, run.stdout.as_str()), (Some(1), ""));
    assert!(run.stderr.contains(env!("CARGO_TARGET_TMPDIR")), "{}", run.stderr);
}

#[test]
fn wrong_command_line() {
    for args in [&[][..], &["book.bin", "--san"]] {
        let run = book(args);
        assert_eq!((run.code, run.stdout.as_str()), (Some(2), ""), "{args:?}");
    }
}

#[test]
fn a_reader_that_has_gone_is_no_error() {
    let run = chess_without_reader(&["book", "show", &start_book("no_reader", &[("e4", 1)])]);
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""));
}
