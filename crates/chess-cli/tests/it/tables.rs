//! `chess tables`.

use std::fs;

use chess_testkit::known::START;
use serde_json::{Value, json};

use crate::made_tables::{file, rook_tables, shared, write};
use crate::run::{Run, chess, chess_with_input};

/// Black has one move.
const CORNERED: &str = "k7/8/8/8/8/8/1R6/2K5 b - - 0 1";
const ROOK: &str = "8/8/8/3k4/8/8/8/K6R w - - 0 1";

fn tables(folder: &std::path::Path, args: &[&str], input: &str) -> Run {
    let path = folder.to_str().unwrap();
    let run = chess_with_input(&[&["tables", "--path", path], args].concat(), input);
    assert_eq!(run.stderr, "");
    run
}

#[test]
fn a_position_as_text_word_for_word() {
    let folder = rook_tables();
    let run = tables(folder.path(), &["--fen", CORNERED], "");
    assert_eq!(run.code, Some(0));
    assert_eq!(run.stdout, "loss, DTZ -2\nKa7     a8a7  loss               -1\n");
    let run = tables(folder.path(), &["--fen", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"], "");
    assert_eq!(run.stdout.lines().next(), Some("draw"));
    assert!(run.stdout.lines().skip(1).all(|line| line.ends_with(" draw")), "{}", run.stdout);
}

#[test]
fn a_position_as_json_word_for_word() {
    let folder = rook_tables();
    for run in [
        tables(folder.path(), &["--json", "--fen", CORNERED], ""),
        tables(folder.path(), &["--json"], &format!("{CORNERED}\r\n")),
    ] {
        let expected = r#"{"fen":"k7/8/8/8/8/8/1R6/2K5 b - - 0 1","wdl":-2,"dtz":-2,"moves":[{"uci":"a8a7","san":"Ka7","wdl":-2,"dtz":-1}]}"#;
        assert_eq!((run.code, run.stdout), (Some(0), format!("{expected}\n")));
    }
}

#[test]
fn every_legal_move_is_ranked() {
    let folder = rook_tables();
    let answer = tables(folder.path(), &["--json"], &format!("{ROOK}\n")).json();
    let moves = answer["moves"].as_array().unwrap();
    assert_eq!(moves.len(), chess_movegen::legal_moves(&ROOK.parse().unwrap()).len());
    assert!(moves.iter().all(|mv| mv["wdl"] == 2 && mv["dtz"].as_i64().unwrap() > 0), "{answer}");
    // The king can take the rook after three of the moves, which come last.
    let answer = tables(folder.path(), &["--json"], "8/8/8/3k4/8/8/8/K3R3 w - - 0 1\n").json();
    let values: Vec<i64> =
        answer["moves"].as_array().unwrap().iter().map(|mv| mv["wdl"].as_i64().unwrap()).collect();
    assert_eq!(values.iter().filter(|&&value| value == 0).count(), 3, "{answer}");
    assert!(values.is_sorted_by(|a, b| a >= b), "{values:?}");
}

#[test]
fn every_line_has_its_answer_and_every_error_its_kind() {
    let folder = rook_tables();
    write(folder.path(), "KBNvK");
    fs::write(file(folder.path(), "KNPvK", "rtbw"), "no table").unwrap();
    let long = "8".repeat(70_000);
    let lines = [
        (ROOK, ""),
        ("", "fen"),
        ("8/8/8/8/8/8/8/8 w - - 0 1", "fen"),
        (&long, "too_long"),
        ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "castling"),
        ("startpos", "castling"),
        ("rk6/8/8/8/8/8/8/K1QR4 w - - 0 1", "too_many_pieces"),
        ("8/8/8/3k4/8/8/8/KQ6 w - - 0 1", "missing_table"),
        ("8/8/8/3k4/8/8/P7/KN6 w - - 0 1", "broken_table"),
        // Chess960 without castling rights is as any other position.
        ("8/8/8/3k4/8/8/8/RK6 w - - 0 1", ""),
    ];
    let input: String = lines.iter().flat_map(|(line, _)| [line, "\n"]).collect();
    let run = tables(folder.path(), &["--json"], &input);
    assert_eq!(run.code, Some(1));
    let answers = run.json_lines();
    assert_eq!(answers.len(), lines.len());
    for (answer, (line, kind)) in answers.iter().zip(lines) {
        let line = if kind == "too_long" { "" } else { line };
        assert_eq!(answer["fen"], line);
        if kind.is_empty() {
            assert_eq!(
                answer.as_object().unwrap().keys().collect::<Vec<_>>(),
                ["dtz", "fen", "moves", "wdl"]
            );
        } else {
            assert_eq!(answer["error"]["kind"], kind, "{line}");
            assert!(!answer["error"]["message"].as_str().unwrap().is_empty());
            assert_eq!(answer.as_object().unwrap().len(), 2);
        }
    }
    let run = tables(folder.path(), &[], &input);
    assert_eq!(run.code, Some(1));
    let text: Vec<&str> = run.stdout.lines().collect();
    assert_eq!(text.len(), lines.len());
    assert!(text[0].starts_with("win, DTZ 1, best "), "{}", text[0]);
    for (text, (line, kind)) in text.iter().zip(lines) {
        assert_eq!(text.starts_with("error: "), !kind.is_empty(), "{line}: {text}");
    }
}

#[test]
fn an_error_with_a_fen_is_an_exit_code_of_1() {
    let folder = rook_tables();
    let path = folder.path().to_str().unwrap();
    for fen in ["nonsense", START, "8/8/8/3k4/8/8/8/KQ6 w - - 0 1"] {
        let run = chess(&["tables", "--path", path, "--fen", fen]);
        assert_eq!((run.code, run.stdout.as_str()), (Some(1), ""));
        assert!(run.stderr.starts_with("error: "), "{}", run.stderr);
        let run = chess(&["tables", "--path", path, "--fen", fen, "--json"]);
        assert_eq!((run.code, run.stderr.as_str()), (Some(1), ""));
        assert!(run.json()["error"]["kind"].is_string());
    }
}

#[test]
fn folders() {
    let run = chess(&["tables", "--fen", ROOK]);
    assert_eq!(run.code, Some(2));
    assert!(run.stderr.contains("--path"), "{}", run.stderr);
    let run = chess(&["tables", "--path", "no/such/folder", "--fen", ROOK]);
    assert_eq!((run.code, run.stdout.as_str()), (Some(1), ""));
    assert!(run.stderr.contains("no/such/folder"), "{}", run.stderr);
    let (empty, full) = (tempfile::tempdir().unwrap(), rook_tables());
    let [empty, full] = [&empty, &full].map(|folder| folder.path().to_str().unwrap());
    let run = chess(&["tables", "--path", empty, "--fen", ROOK]);
    assert_eq!(run.code, Some(1));
    assert!(run.stderr.starts_with("no endgame table in "), "{}", run.stderr);
    let run = chess(&["tables", "--path", empty, "--path", full, "--fen", ROOK]);
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""));
}

#[test]
fn real_positions_have_their_values() {
    let Some(folder) = shared() else { return };
    let sample = fs::read_to_string(format!("{folder}/probed_sample.tsv")).unwrap();
    let expected: Vec<Vec<&str>> =
        sample.lines().filter(|line| !line.starts_with('#')).map(|line| line.split('\t').collect()).collect();
    let input: String = expected.iter().flat_map(|fields| [fields[0], "\n"]).collect();
    let run = tables(folder.as_ref(), &["--json"], &input);
    let answers = run.json_lines();
    assert!(answers.len() == expected.len() && answers.len() >= 600);
    for (answer, fields) in answers.iter().zip(&expected) {
        assert_eq!(answer["wdl"].to_string(), fields[1], "{answer}");
        assert_eq!(answer["dtz"].to_string(), fields[2], "{answer}");
        let best = &answer["moves"][0];
        if *best != Value::Null {
            assert_eq!(best["wdl"], answer["wdl"], "{answer}");
        }
    }
    assert_eq!(run.code, Some(0));
    // A word of the table's own text: mate in one move.
    let run = tables(folder.as_ref(), &["--json", "--fen", "7k/8/6K1/8/8/8/8/R7 w - - 0 1"], "");
    assert_eq!(run.json()["moves"][0], json!({"uci": "a1a8", "san": "Ra8#", "wdl": 2, "dtz": 1}));
}
