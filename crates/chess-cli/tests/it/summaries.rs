//! Summaries of commands that write data: one rule for their stream and form. And one rule for words that are files or positions.

use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

use crate::run::{chess_with_input, file, folder, text};

const GAMES: &str = "[White \"A\"]\n[Result \"1-0\"]\n\n1. e4 {[%eval 0.25]} e5 {[%eval 0.3]} 1-0\n\n\
    [White \"B\"]\n[Result \"1-0\"]\n\n1. d4 {[%eval 0.1]} Ke3 1-0\n\n";

/// The commands that write data to a file or to stdout, as words before and after its name, and the keys of their summaries.
fn commands() -> Vec<(Vec<String>, Vec<&'static str>, Vec<&'static str>)> {
    let games = file("summaries/games.pgn", GAMES);
    let plain = file("summaries/positions.plain", "4k3/8/8/8/8/8/4P3/4K3 w - - 3 40 | -7 | 0.5\n");
    let records = vec!["records", "games", "written", "faults", "losses"];
    let words = |words: &[&str]| words.iter().map(|&word| word.to_owned()).collect::<Vec<_>>();
    let mut commands = vec![
        (words(&["pgn", &games, "--out"]), vec![], vec!["games", "broken", "duplicates"]),
        (words(&["pgn", &games, "--training", "plain"]), vec![], records.clone()),
        (words(&["pgn", &games, "--training", "marlin"]), vec![], records.clone()),
        (words(&["convert", &games]), vec!["--to", "marlin"], records.clone()),
        (words(&["convert", &plain]), vec!["--to", "binpack"], records),
    ];
    if cfg!(feature = "parquet") {
        let line =
            r#"{"fen":"k7/8/8/8/8/8/8/K7 w - -","evals":[{"pvs":[{"cp":1,"line":"a1a2"}],"depth":1}]}"#;
        let evals = file("summaries/evals.jsonl", format!("{line}\n"));
        let keys = vec!["rows", "broken", "checksum"];
        commands.push((words(&["pgn", &games, "--arrow"]), vec![], keys.clone()));
        commands.push((words(&["dump", "evals", &evals, "--arrow"]), vec![], keys.clone()));
        commands.push((words(&["dump", "evals", &evals, "--parquet"]), vec![], keys));
        for format in ["--arrow", "--parquet"] {
            commands.push((words(&["tree", &games, format]), vec![], vec!["games", "broken", "moves"]));
        }
    }
    commands
}

/// The summary alone is on the other stream than the data, which are the same in a file and on stdout; the bytes of Arrow's streams differ
/// from those of its files.
#[test]
fn a_summary_goes_to_stdout_unless_the_data_does() {
    let out = folder("summaries/out").join("out");
    for (before, after, keys) in commands() {
        for as_json in [false, true] {
            let run = |target: &str| {
                let words: Vec<&str> =
                    before.iter().map(String::as_str).chain([target]).chain(after.iter().copied()).collect();
                let words = [&words[..], if as_json { &["--json"] } else { &[] }].concat();
                Command::new(env!("CARGO_BIN_EXE_chess")).args(words).output().unwrap()
            };
            let (to_file, to_stdout) = (run(text(&out)), run("-"));
            assert_eq!(to_file.status.code(), to_stdout.status.code(), "{before:?}");
            let data = fs::read(&out).unwrap();
            let is_arrow = before.iter().any(|word| word == "--arrow");
            assert!(is_arrow || data == to_stdout.stdout, "{before:?}");
            assert!(!to_stdout.stdout.is_empty(), "{before:?}");
            let summary = String::from_utf8(to_file.stdout).unwrap();
            // Faults are reported on stderr in both cases.
            let told = String::from_utf8(to_stdout.stderr).unwrap();
            let faults = String::from_utf8(to_file.stderr).unwrap();
            assert_eq!(told, faults + &summary, "{before:?}");
            if as_json {
                let object: Value = serde_json::from_str(&summary).unwrap();
                let places: Vec<_> = keys.iter().map(|key| summary.find(&format!("\"{key}\":"))).collect();
                assert!(places.is_sorted() && summary.starts_with(r#"{"type":"summary","#), "{summary}");
                assert_eq!(object.as_object().unwrap().len(), keys.len() + 1, "{summary}");
            } else {
                let names =
                    summary.lines().next().unwrap().split(", ").map(|part| part.split_once(' ').unwrap().0);
                assert!(names.eq(keys.iter().copied().filter(|&key| key != "losses")), "{summary}");
            }
        }
    }
}

/// A reader of the data that has gone is no error, and the summary still comes.
#[cfg(unix)]
#[test]
fn the_summary_comes_after_a_reader_has_gone() {
    for (before, after, keys) in commands() {
        let words: Vec<&str> = before
            .iter()
            .map(String::as_str)
            .chain(["-"])
            .chain(after.iter().copied())
            .chain(["--json"])
            .collect();
        let run =
            crate::run::chess_in_shell("exec 3>&2; { \"$0\" \"$@\" 2>&3; echo $? >&3; } | true", &words);
        let lines: Vec<_> = run.stderr.lines().filter(|line| !line.starts_with("broken ")).collect();
        let [summary, code] = lines[..] else { panic!("{before:?}: {}", run.stderr) };
        assert!(serde_json::from_str::<Value>(summary).unwrap().get(keys[0]).is_some(), "{before:?}");
        assert!(["0", "1"].contains(&code), "{before:?}");
    }
}

/// What names a file is one, whatever it is and whether it is there; everything else is a position.
#[cfg(unix)]
#[test]
fn a_word_is_a_file_or_a_position_by_one_rule() {
    let folder = folder("summaries/words");
    let fifo = folder.join("fifo");
    assert!(Command::new("mkfifo").arg(&fifo).status().unwrap().success());
    fs::create_dir(folder.join("games")).unwrap();
    let missing = ["no.pgn", "no.PGN", "no.pgn.gz", "no.Pgn.ZST", "no.pgn.BZ2"].map(|name| folder.join(name));
    for command in [&["analyse", "--depth", "1"][..], &["play", "--random"]] {
        // The text of the error, if it is one; a file without games is one for `play`.
        let ask = |word: &Path| {
            let run = chess_with_input(&[command, &[text(word)]].concat(), "");
            assert_eq!(
                (run.stdout.as_str(), run.code),
                ("", Some(i32::from(!run.stderr.is_empty()))),
                "{word:?}"
            );
            run.stderr
        };
        for path in &missing {
            let error = ask(path);
            assert!(error.contains(&format!("{}: No such file", text(path))), "{command:?}: {error}");
        }
        assert!(ask(&folder.join("games")).contains("folder"), "{command:?}");
        // Its writer has nothing to say.
        let fed = fifo.clone();
        let writer = std::thread::spawn(move || fs::write(fed, ""));
        let errors = [ask(&fifo), ask(Path::new("/dev/null"))];
        writer.join().unwrap().unwrap();
        assert!(errors.iter().all(|error| !error.contains("FEN")), "{command:?}: {errors:?}");
        for word in ["no", "no.txt", "8/8/8/8/8/8/8/8", "e2e4"] {
            let error = ask(Path::new(word));
            assert!(error.contains("FEN") && !error.contains("No such file"), "{command:?} {word}: {error}");
        }
    }
}

/// The folder of a test on a disk that takes letters of either case for one: that of all tests, or one that the variable
/// `CHESS_CASELESS_DIR` names. `None` without one, which is said.
#[allow(clippy::print_stdout, reason = "a test that is skipped says so")]
fn caseless() -> Option<tempfile::TempDir> {
    let given = std::env::var_os("CHESS_CASELESS_DIR").map(std::path::PathBuf::from);
    let places = given.into_iter().chain([folder("summaries/case")]);
    let found = places.map(|place| tempfile::tempdir_in(place).unwrap()).find(|folder| {
        fs::write(folder.path().join("case"), "").unwrap();
        folder.path().join("CASE").exists()
    });
    if found.is_none() {
        println!("skipped: no disk ignores the case of letters; CHESS_CASELESS_DIR may name a folder on one");
    }
    found
}

/// Values and inputs whose names differ only in case lose no game.
#[test]
fn names_that_differ_in_case_are_two_files_or_an_error() {
    let Some(folder) = caseless() else { return };
    let place = |name: &str| text(&folder.path().join(name)).to_owned();
    let game = |white: &str| format!("[White \"{white}\"]\n\n1. e4 *\n\n");
    fs::write(place("games.pgn"), ["anna", "Anna", "anna", "ANNA"].map(game).concat()).unwrap();
    let run = chess_with_input(
        &["pgn", &place("games.pgn"), "--out", &place("out.pgn"), "--split-by", "White"],
        "",
    );
    assert_eq!((run.code, &*run.stdout), (Some(0), "games 4, broken 0, duplicates 0\n"), "{}", run.stderr);
    let files = ["out-anna.pgn", "out-Anna-2.pgn", "out-ANNA-3.pgn"]
        .map(|name| fs::read_to_string(place(name)).unwrap());
    assert_eq!(files, [game("anna").repeat(2), game("Anna"), game("ANNA")]);
    if cfg!(feature = "parquet") {
        for (name, white) in [("one/a.pgn", "anna"), ("two/A.pgn", "Anna")] {
            fs::create_dir(folder.path().join(&name[..3])).unwrap();
            fs::write(place(name), game(white)).unwrap();
        }
        for more in [&[][..], &["--resume"]] {
            let words = ["pgn", &place("one/a.pgn"), &place("two/A.pgn"), "--parquet", &place("tables")];
            let run = chess_with_input(&[&words[..], more].concat(), "");
            assert_eq!(run.code, Some(1), "{}", run.stdout);
            assert!(run.stderr.contains("another file has become this table"), "{}", run.stderr);
        }
    }
}
