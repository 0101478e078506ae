//! The ways to give a command its position, which all commands share.

use std::fs;
use std::path::Path;

use chess_testkit::known::KIWIPETE;

use crate::run::{Run, chess, chess_with_input};

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// A command and what it needs besides the position.
const WITH_OPTION: [&[&str]; 5] = [
    &["perft", "2", "--divide"],
    &["units", "emit", "2", "--plies", "1"],
    &["moves"],
    &["show"],
    &["play", "--random"],
];

/// A Polyglot book without moves.
fn book() -> String {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("fen.bin");
    fs::write(&path, "").unwrap();
    path.to_str().unwrap().to_owned()
}

/// The exit code and the lines of stdout that are the same in each run.
fn answer(args: &[&str]) -> (Option<i32>, Vec<String>) {
    let Run { code, stdout, stderr } = chess_with_input(args, "fen\n");
    assert!(code == Some(0) || stderr.starts_with("error: "), "{args:?}: {stderr}");
    let changes = ["seconds", "mnps"];
    (
        code,
        stdout
            .lines()
            .filter(|line| !changes.iter().any(|it| line.starts_with(it)))
            .map(str::to_owned)
            .collect(),
    )
}

#[test]
fn every_command_takes_the_option_and_startpos() {
    let book = book();
    let commands = WITH_OPTION.map(<[&str]>::to_vec).into_iter().chain([vec!["book", "show", &book]]);
    for command in commands {
        let of = |fen: &str| answer(&[&command[..], &["--fen", fen]].concat());
        let without = answer(&command);
        assert_eq!(without.0, Some(0), "{command:?}");
        assert_eq!(of(START), without, "{command:?}");
        assert_eq!(of("startpos"), without, "{command:?}");
        assert_eq!(of("start").0, Some(1), "{command:?}");
        assert_eq!(of(KIWIPETE).0, Some(0), "{command:?}");
        // A book without moves prints the same for all positions.
        assert!(command[0] == "book" || of(KIWIPETE) != without, "{command:?}");
    }
}

#[test]
fn words_are_the_position_where_a_command_has_room_for_them() {
    let book = book();
    for command in [&["moves"][..], &["show"], &["play", "--random"], &["book", "show", &book]] {
        let with_option = answer(&[command, &["--fen", KIWIPETE]].concat());
        assert_eq!(answer(&[command, &[KIWIPETE]].concat()), with_option);
        assert_eq!(answer(&[command, &KIWIPETE.split(' ').collect::<Vec<_>>()].concat()), with_option);
        assert_eq!(answer(&[command, &["startpos"]].concat()), answer(command));
        let both = chess(&[command, &["startpos", "--fen", "startpos"]].concat());
        assert_eq!((both.code, both.stdout.as_str()), (Some(2), ""), "{command:?}");
    }
    for command in [&["perft", "2"][..], &["units", "emit", "2", "--plies", "1"]] {
        assert_eq!(chess(&[command, &["startpos"]].concat()).code, Some(2), "{command:?}");
    }
}

#[test]
fn lines_with_startpos_are_the_start_position() {
    let [named, written] = ["startpos", START].map(|fen| {
        let mut record = chess_with_input(&["inspect"], format!("{fen}\n")).json();
        assert_eq!(record["input"], fen);
        record["input"].take();
        record
    });
    assert_eq!(named, written);
    let run = chess_with_input(&["resolve"], "startpos\te4\n");
    assert_eq!((run.code, run.json()["uci"].as_str()), (Some(0), Some("e2e4")));
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("startpos.epd");
    fs::write(&path, "startpos ;D1 20 ;D2 400\n").unwrap();
    let run = chess(&["suite", path.to_str().unwrap()]);
    assert_eq!(
        (run.code, run.stdout.as_str()),
        (Some(0), "1 positions, 2 counts: 2 ok, 0 failed, 0 skipped; 0 positions refused\n")
    );
}
