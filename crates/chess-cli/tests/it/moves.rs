//! `chess moves` and `chess resolve`.

use chess_testkit::known::START;
use serde_json::{Value, json};

use crate::run::{Run, chess, chess_with_input};

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

const CASTLING: &str = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
/// Both knights reach d2.
const KNIGHTS: &str = "4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1";
const CHECK: &str = "4k3/8/8/8/8/8/4r3/4K3 w - - 0 1";

fn resolve(args: &[&str], input: impl AsRef<[u8]>) -> Run {
    let run = chess_with_input(&[&["resolve"], args].concat(), input);
    assert_eq!(run.stderr, "");
    run
}

/// The answer to a legal move.
fn legal(fen: &str, mv: &str) -> Value {
    let run = resolve(&[], format!("{fen}\t{mv}"));
    assert_eq!(run.code, Some(0), "{mv}: {}", run.stdout);
    run.json()
}

/// The kind of what is wrong with a line, and the message.
fn wrong(args: &[&str], line: &str) -> (String, String) {
    let run = resolve(args, format!("{line}\n"));
    let answer = run.json();
    assert_eq!((run.code, &answer["ok"]), (Some(1), &json!(false)), "{line:?}");
    let text = |key: &str| answer[key].as_str().unwrap().to_owned();
    (text("kind"), text("message"))
}

#[test]
fn a_move_word_for_word() {
    for mv in ["e1g1", "e1h1", "O-O", "0-0"] {
        assert_eq!(
            resolve(&[], format!("{CASTLING}\t{mv}\n")).stdout,
            "{\"ok\":true,\"uci\":\"e1g1\",\"uci960\":\"e1h1\",\"san\":\"O-O\",\
             \"fen\":\"r3k2r/8/8/8/8/8/8/R4RK1 b kq - 1 1\"}\n"
        );
    }
}

#[test]
fn uci_and_san() {
    for (fen, mv, uci, san) in [
        (START, "e2e4", "e2e4", "e4"),
        (START, "e4", "e2e4", "e4"),
        (START, "e2-e4!?", "e2e4", "e4"),
        (START, "Ng1f3", "g1f3", "Nf3"),
        (KNIGHTS, "Nbd2", "b1d2", "Nbd2"),
        (KNIGHTS, "f3d2", "f3d2", "Nfd2"),
        ("8/P6k/8/8/8/8/8/K7 w - - 0 1", "a7a8q", "a7a8q", "a8=Q"),
        ("8/P6k/8/8/8/8/8/K7 w - - 0 1", "a8N", "a7a8n", "a8=N"),
        // No UCI, since the promotion is upper case.
        ("8/P6k/8/8/8/8/8/K7 w - - 0 1", "a7a8R", "a7a8r", "a8=R"),
    ] {
        let answer = legal(fen, mv);
        assert_eq!((&answer["uci"], &answer["san"]), (&json!(uci), &json!(san)), "{mv}");
        assert_eq!(answer["uci960"], uci, "{mv}");
    }
}

#[test]
fn castling_and_a_step_to_the_same_square() {
    let fen = "4k3/8/8/8/8/8/8/5K1R w H - 0 1";
    assert_eq!(legal(fen, "f1g1")["san"], "Kg1");
    assert_eq!(legal(fen, "f1h1")["san"], "O-O");
    assert_eq!(legal(fen, "O-O")["uci960"], "f1h1");
}

#[test]
fn the_null_move_passes_the_turn() {
    for mv in ["0000", "--"] {
        assert_eq!(
            legal("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 7", mv),
            json!({
                "ok": true, "uci": "0000", "uci960": "0000", "san": "--",
                "fen": "4k3/8/8/3pP3/8/8/8/4K3 b - - 1 7",
            })
        );
        assert_eq!(wrong(&[], &format!("{CHECK}\t{mv}")).0, "illegal");
    }
    assert_eq!(resolve(&["--strict"], format!("{START}\t0000")).code, Some(0));
    assert_eq!(wrong(&["--strict"], &format!("{START}\t--")).0, "invalid");
}

#[test]
fn kinds() {
    for (line, kind) in [
        (String::new(), "fen"),
        ("\te4".to_owned(), "fen"),
        (START.replace('w', "W") + "\te4", "fen"),
        // A position is looked at before a move is missed.
        ("8/8/8/8/8/8/8/8 w - - 0 1".to_owned(), "fen"),
        (START.to_owned(), "invalid"),
        (format!("{START}\t"), "invalid"),
        (format!("{START}\t e4"), "invalid"),
        (format!("{START}\te4\te5"), "invalid"),
        (format!("{START}\te9"), "invalid"),
        (format!("{START}\thello"), "invalid"),
        (format!("{START}\te2e5"), "illegal"),
        (format!("{START}\te7e5"), "illegal"),
        (format!("{START}\tNf6"), "illegal"),
        (format!("{START}\tO-O"), "illegal"),
        (format!("{CHECK}\tKf1"), "ok"),
        (format!("{CHECK}\tKd2"), "illegal"),
        (format!("{KNIGHTS}\tNd2"), "ambiguous"),
        (format!("{START}\t{}", "e".repeat(1 << 16)), "invalid"),
    ] {
        if kind == "ok" {
            assert_eq!(resolve(&[], &line).code, Some(0), "{line:?}");
        } else {
            assert_eq!(wrong(&[], &line).0, kind, "{line:?}");
        }
    }
}

#[test]
fn messages_say_where() {
    assert!(wrong(&[], "4k3/8/8/8/8/8/8/4K3 w - e9\te4").1.starts_with("en passant field, byte 24: "));
    let (_, message) = wrong(&[], "P7/8/8/8/8/8/8/4K3 w - -\te4");
    assert_eq!(message, "Black has no king; a pawn stands on the first or last rank: a8");
    assert!(wrong(&[], &format!("{START}\tNg9")).1.contains("byte 2"));
}

#[test]
fn an_ambiguous_move_has_candidates() {
    assert_eq!(
        resolve(&[], format!("{KNIGHTS}\tNd2\n")).stdout,
        "{\"ok\":false,\"kind\":\"ambiguous\",\
         \"message\":\"several legal moves answer to it: b1d2, f3d2\",\
         \"candidates\":[\"b1d2\",\"f3d2\"],\
         \"error\":{\"kind\":\"ambiguous\",\"message\":\"several legal moves answer to it: b1d2, f3d2\"}}\n"
    );
    assert_eq!(resolve(&[], format!("{START}\tNd2")).json().get("candidates"), None);
}

#[test]
fn strict_takes_the_standards_form_only() {
    for mv in ["Nf3", "g1f3"] {
        assert_eq!(resolve(&["--strict"], format!("{START}\t{mv}")).json()["san"], "Nf3");
    }
    for mv in ["Ng1f3", "Nf3+", "Nf3!"] {
        assert_eq!(legal(START, mv)["san"], "Nf3");
        let expected = ("invalid".to_owned(), "the standard's spelling is Nf3".to_owned());
        assert_eq!(wrong(&["--strict"], &format!("{START}\t{mv}")), expected);
    }
    assert_eq!(wrong(&["--strict"], &format!("{KNIGHTS}\tNd2")).0, "ambiguous");
    assert_eq!(wrong(&["--strict"], &format!("{START}\tNf6")).0, "illegal");
}

#[test]
fn wrong_command_line_of_resolve() {
    for args in [&["resolve", START, "e4"][..], &["resolve", "--lenient"]] {
        let run = chess(args);
        assert_eq!((run.code, run.stdout.as_str()), (Some(2), ""), "{args:?}");
    }
}
