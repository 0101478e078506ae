//! `chess inspect`.

use std::collections::BTreeSet;
use std::fs;

use chess_board::{FenRule, Position, Reason};
use chess_movegen::PositionExt;
use chess_testkit::known::{KIWIPETE, START};
use serde_json::{Value, json};

use crate::run::{Run, chess, chess_with_input};

fn inspect(input: impl AsRef<[u8]>) -> Run {
    let run = chess_with_input(&["inspect"], input);
    assert_eq!(run.stderr, "");
    run
}

/// The answer to a line that is a position.
fn position(line: &str) -> Value {
    let run = inspect(line);
    assert_eq!(run.code, Some(0), "{}", run.stdout);
    run.json()
}

/// The kinds and fields of what is wrong with a line.
fn errors(line: &str) -> Vec<(String, String)> {
    let run = inspect(line);
    let answer = run.json();
    assert_eq!((run.code, &answer["ok"]), (Some(1), &json!(false)), "{line:?}");
    assert_eq!(answer["input"], line);
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    answer["errors"].as_array().unwrap().iter().map(|it| (text(&it["kind"]), text(&it["field"]))).collect()
}

#[test]
fn a_position_word_for_word() {
    let line = "1k6/P7/1K6/8/8/8/8/8 b - - 3 60";
    let expected = concat!(
        r#"{"ok":true,"input":"1k6/P7/1K6/8/8/8/8/8 b - - 3 60","fen":"1k6/P7/1K6/8/8/8/8/8 b - - 3 60","#,
        r#""shredder":"1k6/P7/1K6/8/8/8/8/8 b - - 3 60","side_to_move":"black","checkers":["a7"],"#,
        r#""legal":[{"uci":"b8a8","uci960":"b8a8","san":"Ka8"},{"uci":"b8c8","uci960":"b8c8","san":"Kc8"}],"#,
        r#""status":"ongoing","key":"KEY","polyglot":"POLYGLOT"}"#,
        "\n"
    );
    let position: Position = line.parse().unwrap();
    let polyglot = chess_notation::polyglot::key(&position);
    let expected = expected
        .replace("KEY", &format!("{:016x}", position.key()))
        .replace("POLYGLOT", &format!("{polyglot:016x}"));
    assert_eq!(inspect(format!("{line}\n")).stdout, expected);
}

#[test]
fn start_position() {
    let answer = position(START);
    assert_eq!(answer["polyglot"], "463b96181691fc9c");
    assert_eq!(answer["side_to_move"], "white");
    assert_eq!(answer["checkers"], json!([]));
    let moves = answer["legal"].as_array().unwrap();
    assert_eq!(moves.len(), 20);
    assert_eq!(moves[0], json!({"uci": "a2a3", "uci960": "a2a3", "san": "a3"}));
}

#[test]
fn castling_in_all_spellings() {
    let answer = position("nrk1brnb/pp1ppppp/8/2p5/3P4/1N1Q1N2/1PP1PPPP/1RK1BR1B w KQkq - 2 10");
    assert_eq!(answer["shredder"], "nrk1brnb/pp1ppppp/8/2p5/3P4/1N1Q1N2/1PP1PPPP/1RK1BR1B w FBfb - 2 10");
    assert_eq!(answer["fen"], answer["input"]);
    let castling = json!({"uci": "c1c1", "uci960": "c1b1", "san": "O-O-O"});
    assert!(answer["legal"].as_array().unwrap().contains(&castling), "{answer}");
}

#[test]
fn moves_are_sorted_by_their_text() {
    for fen in [
        KIWIPETE,
        "1n1n2k1/P1P5/8/8/8/8/8/R3K2R w KQ - 0 1",
        // The king steps to the square that castling takes it to, from both sides.
        "4k3/8/8/8/8/8/8/1RK4R w HB - 0 1",
        "4k3/8/8/8/8/8/8/R4K1R w HA - 0 1",
    ] {
        let answer = position(fen);
        let moves = answer["legal"].as_array().unwrap();
        let texts: Vec<_> = moves.iter().map(|mv| (mv["uci"].as_str(), mv["uci960"].as_str())).collect();
        assert!(texts.is_sorted(), "{fen}: {texts:?}");
        let mut expected: Vec<_> =
            fen.parse::<Position>().unwrap().legal_moves().iter().map(|mv| mv.uci960().to_string()).collect();
        let mut found: Vec<_> = texts.iter().map(|(_, uci960)| uci960.unwrap().to_owned()).collect();
        expected.sort_unstable();
        found.sort_unstable();
        assert_eq!(found, expected, "{fen}");
    }
}

#[test]
fn status() {
    for (fen, status, checkers) in [
        (START, "ongoing", json!([])),
        ("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3", "checkmate", json!(["h4"])),
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "stalemate", json!([])),
        ("4k3/8/8/8/8/8/8/2B1K3 w - - 0 1", "insufficient_material", json!([])),
        // Neither the clock nor a double check ends a game.
        ("4k3/8/8/8/8/8/8/R3K3 w - - 200 300", "ongoing", json!([])),
        ("4k3/8/5N2/8/8/8/8/4R1K1 b - - 0 1", "ongoing", json!(["e1", "f6"])),
    ] {
        let answer = position(fen);
        assert_eq!((&answer["status"], &answer["checkers"]), (&json!(status), &checkers), "{fen}");
        let is_over = answer["legal"].as_array().unwrap().is_empty();
        assert_eq!(is_over, ["checkmate", "stalemate"].contains(&status), "{fen}");
    }
}

#[test]
fn en_passant_is_named_if_it_is_legal() {
    assert_eq!(position("4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1")["fen"], "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1");
    assert_eq!(position("4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1")["fen"], "4k3/8/8/8/4P3/8/8/4K3 b - - 0 1");
}

#[test]
fn every_reason_is_an_error_with_its_squares() {
    let answer = inspect("P3k3/8/8/8/8/8/8/4K2p w K e6 0 1").json();
    assert_eq!(
        answer["errors"],
        json!([
            {
                "kind": "pawn_on_back_rank",
                "field": "board",
                "message": "a pawn stands on the first or last rank: h1 a8",
            },
            {
                "kind": "castling",
                "field": "castling",
                "message": "a castling right lacks its king or its rook on the back rank: h1",
            },
            {
                "kind": "en_passant",
                "field": "en_passant",
                "message": "no pawn can have passed over the en passant square by the last move: e6",
            },
        ])
    );
}

#[test]
fn a_broken_rule_is_an_error_with_its_byte() {
    let answer = inspect("4k3/8/8/8/4P3/8/8/4K3 b - e4 0 1").json();
    let [error] = answer["errors"].as_array().unwrap().as_slice() else { panic!("{answer}") };
    assert_eq!((&error["kind"], &error["field"]), (&json!("en_passant_pawn_square"), &json!("en_passant")));
    assert!(error["message"].as_str().unwrap().starts_with("en passant field, byte 27: "), "{error}");
}

/// A row of the table of kinds: kind, fields, example.
fn documented_kinds() -> Vec<[String; 3]> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/json.md");
    let page = fs::read_to_string(path).unwrap();
    let table = page.lines().skip_while(|line| !line.starts_with("| kind | field |")).skip(2);
    table
        .take_while(|line| line.starts_with('|'))
        .map(|row| {
            let cells: Vec<&str> = row.trim_matches('|').split('|').map(str::trim).collect();
            let [kind, fields, _, example] = cells[..] else { panic!("{row}") };
            [kind, fields, example].map(str::to_owned)
        })
        .collect()
}

#[test]
fn kinds_are_as_documented() {
    for [kind, fields, example] in documented_kinds() {
        let Some(line) = example.strip_prefix('`').and_then(|text| text.strip_suffix('`')) else {
            assert!(["`too_long`", "`move_number`"].contains(&kind.as_str()), "{kind} has no example");
            continue;
        };
        let errors = errors(line);
        let [(found, field)] = &errors[..] else { panic!("{kind}: {errors:?}") };
        assert_eq!(format!("`{found}`"), kind);
        assert!(fields.split(", ").any(|it| it == format!("`{field}`")), "{kind}: {field}");
    }
}

#[test]
fn every_kind_is_documented() {
    let rules = FenRule::ALL.into_iter().map(|rule| rule.name().to_owned());
    let reasons = Reason::ALL.into_iter().map(|reason| reason.name().to_owned());
    let kinds: BTreeSet<String> = rules.chain(reasons).chain(["too_long".to_owned()]).collect();
    let documented = documented_kinds().into_iter().map(|[kind, ..]| kind.trim_matches('`').to_owned());
    assert_eq!(documented.collect::<BTreeSet<_>>(), kinds);
}

#[test]
fn a_line_that_is_too_long() {
    let run = inspect(format!("{START}\n{}\n{START}\n", "x".repeat(100_000)));
    assert_eq!(run.code, Some(1));
    let [first, second, third] = &run.json_lines()[..] else { panic!("{}", run.stdout) };
    assert_eq!(first, third);
    assert_eq!(
        *second,
        json!({"ok": false, "input": "", "errors": [{
            "kind": "too_long", "field": "line", "message": "the line has more than 65536 bytes",
        }], "error": {"kind": "too_long", "message": "the line has more than 65536 bytes"}})
    );
}

#[test]
fn wrong_command_line() {
    for args in [&["inspect", START][..], &["inspect", "--json"]] {
        let run = chess(args);
        assert_eq!((run.code, run.stdout.as_str()), (Some(2), ""), "{args:?}");
    }
}
