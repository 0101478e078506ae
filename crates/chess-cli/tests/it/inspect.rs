//! `chess inspect`.

use std::collections::BTreeSet;
use std::fs;

use chess_board::{FenRule, Position, Reason};
use chess_movegen::PositionExt;
use chess_testkit::known::KIWIPETE;
use serde_json::{Value, json};

use crate::run::{Run, chess_with_input};

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
    answer["errors"].as_array().unwrap().iter().map(|it| (text(&it["kind"]), text(&it["place"]))).collect()
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

/// A row of the table of kinds: kind, fields, example.
fn documented_kinds() -> Vec<[String; 3]> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/json.md");
    let page = fs::read_to_string(path).unwrap();
    let table = page.lines().skip_while(|line| !line.starts_with("| kind | place |")).skip(2);
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
            assert!(
                ["`too_long`", "`move_number`", "`contradiction`"].contains(&kind.as_str()),
                "{kind} has no example"
            );
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
