//! The program accepts correct files, and detects every single fault.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Correct files with a record each.
const FILES: [(&str, &str); 10] = [
    (
        "notation/fen_illegal_sample.jsonl",
        r#"{"fen": "8/8/8/8/8/8/8/4K3 w - - 0 1", "python_chess_status": ["NO_BLACK_KING"], "consensus_refuse": true}"#,
    ),
    (
        "notation/fen_malformed_sample.jsonl",
        r#"{"fen": "4k3/8/8/8/8/8/8/4K3 x - - 0 1", "cls": "bad-side-to-move"}"#,
    ),
    (
        "notation/fen_odd_ok_sample.jsonl",
        r#"{"fen": "4k3/8/8/8/4P3/8/8/4K2R b H e3", "xfen": "4k3/8/8/8/4P3/8/8/4K2R b K - 0 1", "xfen_ep_always": "4k3/8/8/8/4P3/8/8/4K2R b K e3 0 1", "shredder": "4k3/8/8/8/4P3/8/8/4K2R b H - 0 1", "legal_moves": 5}"#,
    ),
    (
        "notation/polyglot_keys_sample.tsv",
        "# a comment\nrnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\t463b96181691fc9c\tnone",
    ),
    (
        "notation/polyglot_published9.tsv",
        "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1\t823c9b50fd114196",
    ),
    (
        "notation/san_invalid_sample.jsonl",
        r#"{"fen": "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "san": "Re1", "chess960": false, "python_chess": "illegal"}"#,
    ),
    (
        "notation/san_triples_sample.jsonl",
        r#"{"fen": "5k2/8/8/8/8/8/8/4K2R w K - 0 1", "uci": "e1g1", "san": "O-O+", "chess960": false}"#,
    ),
    (
        "games/frc_engine_games.tsv",
        "1\t2\t5k2/8/8/8/8/8/8/4K2R w H - 0 1\t6k1/8/8/8/8/8/8/5RK1 w - - 2 2\t94fcda32b52aac46\tO-O+ Kg8\te1h1 f8g8",
    ),
    (
        "games/lichess_100.expected.tsv",
        "1\t4\trnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3\tffb8dd4296fd8e38\tcheckmate\tf2f3 e7e5 g2g4 d8h4",
    ),
    ("games/lichess_100.pgn", "[Event \"?\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n"),
];

/// A wrong value in each kind of record.
const CORRUPTIONS: [(&str, &str, &str); 16] = [
    ("notation/fen_illegal_sample.jsonl", "NO_BLACK_KING", "PAWNS_ON_BACKRANK"),
    ("notation/fen_malformed_sample.jsonl", "bad-side-to-move", "bad-fullmove"),
    ("notation/fen_odd_ok_sample.jsonl", "b K - 0 1", "b K - 0 2"),
    ("notation/fen_odd_ok_sample.jsonl", "b K e3", "b K -"),
    ("notation/fen_odd_ok_sample.jsonl", "b H - 0 1", "b K - 0 1"),
    ("notation/fen_odd_ok_sample.jsonl", ": 5}", ": 6}"),
    ("notation/polyglot_keys_sample.tsv", "463b96181691fc9c", "463b96181691fc9d"),
    ("notation/polyglot_published9.tsv", "823c9b50fd114196", "023c9b50fd114196"),
    ("notation/san_invalid_sample.jsonl", "\"illegal\"", "\"ambiguous\""),
    ("notation/san_triples_sample.jsonl", "O-O+", "O-O"),
    ("notation/san_triples_sample.jsonl", "{", ""),
    ("games/frc_engine_games.tsv", "e1h1", "e1g1"),
    ("games/frc_engine_games.tsv", "94fcda32b52aac46", "0000000000000000"),
    ("games/lichess_100.expected.tsv", "checkmate", "-"),
    ("games/lichess_100.pgn", "Qh4#", "Qh4"),
    ("games/lichess_100.pgn", "0-1\n", "0-1\n\n1. e4 *\n"),
];

/// Writes the files, changed by `change`, which receives their names and texts and omits those for which it returns `None`.
fn directory(name: &str, change: impl Fn(&str, &str) -> Option<String>) -> PathBuf {
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&directory);
    for part in ["notation", "games"] {
        fs::create_dir_all(directory.join(part)).unwrap();
    }
    for (file, text) in FILES {
        if let Some(text) = change(file, text) {
            fs::write(directory.join(file), text).unwrap();
        }
    }
    directory
}

/// Runs the program, and returns its output and whether it succeeded.
fn run(directory: &Path) -> (String, bool) {
    let output = Command::new(env!("CARGO_BIN_EXE_chess-corpus")).arg(directory).output().unwrap();
    assert!(output.stderr.is_empty());
    (String::from_utf8(output.stdout).unwrap(), output.status.success())
}

#[test]
fn all_is_right() {
    let (printed, is_right) = run(&directory("right", |_, text| Some(text.to_owned())));
    assert!(is_right, "{printed}");
    assert!(printed.ends_with("10 records, 0 failed\n"), "{printed}");
}

#[test]
fn every_corruption_is_noticed_where_it_is() {
    for (file, right, wrong) in CORRUPTIONS {
        let directory = directory("corrupt", |name, text| {
            assert!(name != file || text.contains(right), "{file} {right}");
            Some(if name == file { text.replacen(right, wrong, 1) } else { text.to_owned() })
        });
        let (printed, is_right) = run(&directory);
        let findings: Vec<_> = printed.lines().filter(|line| !line.ends_with(" failed")).collect();
        let stem = file.split('.').next().unwrap();
        assert!(!is_right && findings.len() == 1, "{file} {right} {wrong}: {printed}");
        assert!(findings[0].starts_with(stem), "{file} {right} {wrong}: {printed}");
    }
}

#[test]
fn missing_and_empty_files_are_failures() {
    for (file, _) in FILES {
        for text in [None, Some(String::new()), Some("# nothing\n".to_owned())] {
            let directory =
                directory(
                    "missing",
                    |name, right| if name == file { text.clone() } else { Some(right.to_owned()) },
                );
            let (printed, is_right) = run(&directory);
            assert!(!is_right, "{file} {text:?}: {printed}");
        }
    }
}
