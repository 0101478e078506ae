//! `chess suite`.

use std::fs;

use serde_json::json;

use crate::run::{self, Run, chess, chess_without_reader, folder};

const SMOKE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/smoke.epd");

/// Checks a suite of this text, and `args` besides; `name` is that of the test, so that tests share no file.
fn suite(name: &str, text: &str, args: &[&str]) -> Run {
    chess(&[&["suite", &file(name, text)], args].concat())
}

fn file(name: &str, text: &str) -> String {
    run::file(&format!("{name}.epd"), text)
}

const KINGS: &str = "4k3/8/8/8/8/8/8/4K3 w - - 0 1";

#[test]
fn smoke_suite() {
    for threads in ["1", "2"] {
        let run = chess(&["suite", SMOKE, "--threads", threads, "--json"]);
        assert_eq!(run.code, Some(0), "{}{}", run.stdout, run.stderr);
        assert_eq!(
            run.stdout,
            "{\"positions\":8,\"counts\":25,\"ok\":25,\"failed\":0,\"refused\":0,\"skipped\":0}\n"
        );
    }
}

#[test]
fn smoke_suite_on_every_backend() {
    for backend in chess_movegen::machine::Backend::ALL {
        let run = chess(&["suite", SMOKE, "--backend", backend.name()]);
        if backend.is_available() {
            assert!(run.code == Some(0) && run.stdout.contains(" 25 ok, "), "{backend}: {}", run.stdout);
        } else {
            assert_eq!((run.code, run.stdout.as_str()), (Some(1), ""), "{backend}");
        }
    }
}

#[test]
fn smoke_suite_with_a_table() {
    for threads in ["1", "2"] {
        let run = chess(&["suite", SMOKE, "--hash", "1", "--threads", threads]);
        assert!(run.code == Some(0) && run.stdout.contains(" 25 ok, "), "{}{}", run.stdout, run.stderr);
    }
    // Without a table this perft would not end.
    let text = format!("{KINGS} ;D1 5 ;D2 24 ;D23 8934501555889985874\n");
    let run = suite("table", &text, &["--hash", "16", "--max-nodes", "9000000000000000000"]);
    assert!(run.code == Some(1) && run.stdout.contains(" 2 ok, 1 failed, "), "{}{}", run.stdout, run.stderr);
}

#[test]
fn summary_as_text() {
    let run = chess(&["suite", SMOKE]);
    assert_eq!(run.stdout, "8 positions, 25 counts: 25 ok, 0 failed, 0 skipped; 0 positions refused\n");
    assert_eq!(run.stderr, "");
}

#[test]
fn wrong_count() {
    let text = format!("# one right, one wrong\n\n{KINGS} ;D1 5 ;D2 26 ;id two kings\n");
    let run = suite("wrong_count", &text, &[]);
    assert_eq!(run.code, Some(1));
    let lines: Vec<&str> = run.stdout.lines().collect();
    assert_eq!(lines.len(), 2, "{}", run.stdout);
    assert!(
        lines[0].starts_with("failed ")
            && lines[0].contains("wrong_count.epd:3: depth 2: expected 26, counted 25"),
        "{}",
        lines[0]
    );
    assert_eq!(lines[1], "1 positions, 2 counts: 1 ok, 1 failed, 0 skipped; 0 positions refused");
}

#[test]
fn wrong_count_as_json() {
    let text = format!("{KINGS} ;D1 5 ;D2 26 ;id two kings\n");
    let run = suite("wrong_count_as_json", &text, &["--json"]);
    assert_eq!(run.code, Some(1));
    let [failure, summary] = &run.json_lines()[..] else { panic!("{}", run.stdout) };
    assert_eq!(
        *failure,
        json!({
            "kind": "failed", "file": failure["file"], "line": 1, "id": "two kings", "fen": KINGS,
            "depth": 2, "expected": 26, "counted": 25,
        })
    );
    assert_eq!(
        *summary,
        json!({"positions": 1, "counts": 2, "ok": 1, "failed": 1, "refused": 0, "skipped": 0})
    );
}

#[test]
fn refused_position_does_not_fail() {
    let text = format!("8/8/8/8/8/8/8/4K3 w - - 0 1 ;D1 5\n{KINGS};D1 5\n");
    let run = suite("refused", &text, &["--json"]);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    let [refusal, summary] = &run.json_lines()[..] else { panic!("{}", run.stdout) };
    assert_eq!((&refusal["kind"], &refusal["line"]), (&json!("refused"), &json!(1)));
    assert!(refusal["reason"].as_str().unwrap().contains("no king"), "{refusal}");
    assert_eq!(
        *summary,
        json!({"positions": 2, "counts": 1, "ok": 1, "failed": 0, "refused": 1, "skipped": 0})
    );

    let run = suite("refused", &text, &[]);
    assert!(run.stdout.starts_with("refused ") && run.stdout.contains("refused.epd:1: "), "{}", run.stdout);
}

#[test]
fn large_counts_are_skipped() {
    // The last count is beyond 64 bits.
    let text = format!("{KINGS} ;D1 5 ;D2 25 ;D3 170 ;D15 2015099950053364471960\n");
    let run = suite("skipped", &text, &["--max-nodes", "25", "--json"]);
    assert_eq!(run.code, Some(0));
    assert_eq!(
        run.json(),
        json!({"positions": 1, "counts": 4, "ok": 2, "failed": 0, "refused": 0, "skipped": 2})
    );
}

#[test]
fn malformed_line_is_named_and_the_rest_is_checked() {
    let text = format!("{KINGS} ;D1 5\n{KINGS} ;D2 many\n{KINGS} ;D2 25\n");
    let run = suite("malformed", &text, &["--json"]);
    assert_eq!(run.code, Some(1));
    assert_eq!(run.stderr.lines().count(), 1, "{}", run.stderr);
    assert!(
        run.stderr.starts_with("error: ") && run.stderr.contains("malformed.epd:2: `D2 many`"),
        "{}",
        run.stderr
    );
    assert_eq!(
        run.json(),
        json!({"positions": 2, "counts": 2, "ok": 2, "failed": 0, "refused": 0, "skipped": 0})
    );
}

#[test]
fn unreadable_file() {
    let run = chess(&["suite", "no/such/file.epd", SMOKE]);
    assert_eq!(run.code, Some(1));
    assert!(run.stderr.starts_with("error: no/such/file.epd: "), "{}", run.stderr);
    assert!(run.stdout.contains("25 ok"), "{}", run.stdout);
}

#[test]
fn a_wrong_count_is_told_by_the_exit_code_even_if_nobody_reads() {
    let path = file("nobody_reads", &format!("{KINGS} ;D1 6\n"));
    let run = chess_without_reader(&["suite", &path]);
    assert_eq!((run.code, run.stderr.as_str()), (Some(1), ""));
}

#[test]
fn a_suite_that_is_not_utf8() {
    let file = folder("suite/bytes").join("suite.epd");
    fs::write(&file, b"4k3/8/8/8/8/8/8/4K3 w - - 0 1 ;D1 5\n4k3/8/8/8/8/8/8/4K3 w - - 0 1 ;D1 5 ;id \xff\n")
        .unwrap();
    let run = chess(&["suite", file.to_str().unwrap()]);
    assert_eq!(run.code, Some(1));
    assert_eq!(run.stderr, format!("error: {}:2: the line is not UTF-8\n", file.display()));
    assert_eq!(run.stdout, "1 positions, 1 counts: 1 ok, 0 failed, 0 skipped; 0 positions refused\n");
}
