//! `chess moves`.

use crate::run::{Run, chess};

/// Chess960: castling and a step of the king have the same standard text.
const SAME_TEXT: &str = "4k3/8/8/8/8/8/8/5K1R w H - 0 1";

fn moves(args: &[&str]) -> Run {
    chess(&[&["moves"], args].concat())
}

/// The lines of stdout if all is well.
fn lines(args: &[&str]) -> Vec<String> {
    let run = moves(args);
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""), "{args:?}");
    run.stdout.lines().map(str::to_owned).collect()
}

#[test]
fn start_position() {
    let start = lines(&[]);
    assert_eq!(start.len(), 20);
    assert_eq!(start[..4], ["a2a3", "a2a4", "b1a3", "b1c3"]);
    assert_eq!(lines(&["--san"])[..4], ["a3", "a4", "Na3", "Nc3"]);
}

#[test]
fn castling_is_spelled_as_asked_for() {
    let king: Vec<String> = lines(&[SAME_TEXT]).into_iter().filter(|mv| mv.starts_with('f')).collect();
    assert_eq!(king, ["f1e1", "f1e2", "f1f2", "f1g1", "f1g1", "f1g2"]);
    let king: Vec<String> =
        lines(&[SAME_TEXT, "--uci960"]).into_iter().filter(|mv| mv.starts_with('f')).collect();
    assert_eq!(king, ["f1e1", "f1e2", "f1f2", "f1g1", "f1h1", "f1g2"]);
    assert_eq!(lines(&[SAME_TEXT, "--san"])[..6], ["Ke1", "Ke2", "Kf2", "Kg1", "O-O", "Kg2"]);
}

#[test]
fn json_has_all_spellings_in_the_same_order() {
    let run = moves(&[SAME_TEXT, "--json"]);
    let records = run.json_lines();
    assert!(run.stdout.contains("{\"uci\":\"f1g1\",\"uci960\":\"f1h1\",\"san\":\"O-O\"}\n"));
    for (key, args) in [("uci", &[][..]), ("uci960", &["--uci960"]), ("san", &["--san"])] {
        let column: Vec<&str> = records.iter().map(|record| record[key].as_str().unwrap()).collect();
        assert_eq!(lines(&[&[SAME_TEXT], args].concat()), column);
    }
}

#[test]
fn fen_as_plain_words() {
    let words: Vec<&str> = SAME_TEXT.split(' ').collect();
    assert_eq!(lines(&words), lines(&[SAME_TEXT]));
}

#[test]
fn no_legal_move_is_no_line() {
    assert_eq!(lines(&["7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"]), [""; 0]);
}

#[test]
fn wrong_input() {
    for (fen, words) in [
        ("4k3/8/8/8/8/8/8/4K3 x - - 0 1", "error: FEN: side to move field, byte 20"),
        ("8/8/8/8/8/8/8/4K3 w - - 0 1", "error: FEN: Black has no king"),
        ("", "error: FEN: board field"),
    ] {
        let run = moves(&[fen]);
        assert_eq!((run.code, run.stdout.as_str()), (Some(1), ""), "{fen:?}");
        assert!(run.stderr.starts_with(words) && run.stderr.lines().count() == 1, "{}", run.stderr);
    }
}

#[test]
fn wrong_command_line() {
    for args in [&["--san", "--uci960"][..], &["--json", "--san"], &["--json", "--uci960"], &["--lan"]] {
        let run = moves(args);
        assert_eq!((run.code, run.stdout.as_str()), (Some(2), ""), "{args:?}");
    }
}
