//! `chess pgn --training`.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::Command;

use serde_json::json;

#[cfg(unix)]
use crate::run::wait_for_part;
use crate::run::{Run, chess, chess_in_pipes, chess_with_input, chess_without_reader};
use crate::run::{folder, text};

const FORMATS: [&str; 6] = ["viri", "marlin", "bullet", "binpack", "plain", "pgn"];
const GAME: &str = "[WhiteElo \"2500\"]\n[Result \"1-0\"]\n\n\
    1. e4 {[%eval 0.25]} d5 {[%eval 0.3]} 2. exd5 {[%eval 0.2]} Qxd5 {[%eval 0.4]} 3. Nc3 1-0\n\n";
const WEAK: &str =
    "[WhiteElo \"1500\"]\n[Result \"0-1\"]\n\n1. d4 {[%eval -0.25]} Nf6 {[%eval 0.3]} 2. c4 0-1\n\n";

fn write(path: &Path, content: impl AsRef<[u8]>) {
    fs::write(path, content).unwrap();
}

/// Writes a training file of games and returns its bytes.
fn training(games: &Path, format: &str, more: &[&str]) -> (Run, Vec<u8>) {
    let out = games.with_extension("out");
    let run = chess(&[&["pgn", text(games), "--training", format, text(&out)], more].concat());
    let bytes = fs::read(&out).unwrap_or_default();
    drop(fs::remove_file(out));
    (run, bytes)
}

#[test]
fn all_formats_are_those_of_convert() {
    let folder = folder("training/formats");
    let (games, converted) = (folder.join("a.pgn"), folder.join("b"));
    // Several chunks.
    write(&games, [GAME, WEAK].concat().repeat(4000));
    for format in FORMATS {
        let run = chess(&["convert", text(&games), text(&converted), "--to", format]);
        assert_eq!(run.code, Some(0), "{}", run.stderr);
        for threads in ["1", "2"] {
            let (twin, bytes) = training(&games, format, &["--threads", threads]);
            assert_eq!((twin.code, &twin.stdout, &twin.stderr), (run.code, &run.stdout, &run.stderr));
            assert!(bytes == fs::read(&converted).unwrap(), "{format}, {threads} threads");
        }
    }
}

#[test]
fn a_filter_keeps_games_and_moves() {
    let folder = folder("training/filter");
    let (games, strong) = (folder.join("a.pgn"), folder.join("strong.pgn"));
    write(&games, [GAME, WEAK, "[WhiteElo \"1400\"]\n\n1. e5 *\n\n"].concat().repeat(3000));
    write(&strong, GAME.repeat(3000));
    let expected = training(&strong, "marlin", &[]);
    for threads in ["1", "2"] {
        let (run, bytes) =
            training(&games, "marlin", &["--filter", "white_elo >= 2000", "--threads", threads]);
        assert_eq!((run.code, &run.stderr), (Some(0), &expected.0.stderr));
        assert!(bytes == expected.1);
    }
    let filter = "white_elo > 2000 and not capture and ply >= 1";
    for format in FORMATS {
        let (run, bytes) = training(&games, format, &["--filter", filter, "--json"]);
        let summary: serde_json::Value = serde_json::from_str(&run.stderr).unwrap();
        assert_eq!((run.code, &summary["games"], &summary["faults"]), (Some(0), &json!(3000), &json!(0)));
        assert_eq!((&summary["records"], &summary["written"]), (&json!(6000), &json!(6000)), "{format}");
        // Without a filter on moves, each game has four records with a score.
        let (all, _) = training(&strong, format, &["--json"]);
        let all: serde_json::Value = serde_json::from_str(&all.stderr).unwrap();
        assert_eq!(all["written"], if format == "pgn" { 15_000 } else { 12_000 });
        if ["marlin", "bullet"].contains(&format) {
            assert_eq!(bytes.len(), 6000 * 32);
        }
    }
}

#[test]
fn several_files_and_stdin_become_one_file() {
    let folder = folder("training/several");
    let (a, b) = (folder.join("a.pgn"), folder.join("b.pgn"));
    write(&a, GAME);
    write(&b, format!("1. e5 *\n\n{WEAK}"));
    let run = chess(&["pgn", text(&a), text(&b), "--training", "plain", "-"]);
    assert_eq!((run.code, run.stdout.lines().count()), (Some(1), 6));
    let told = format!("broken {}: game 1, line 1, byte 3, `e5`: ", text(&b));
    assert!(run.stderr.starts_with(&told), "{}", run.stderr);
    assert!(run.stderr.contains("\nrecords 8, games 3, written 6, faults 1\n"), "{}", run.stderr);
    let piped = chess_with_input(&["pgn", "-", "--training", "plain", "-"], [GAME, WEAK].concat());
    assert_eq!((piped.code, piped.stdout), (Some(0), run.stdout));
    let of_file = ["--training", "plain", "-", "--filter", "file ~ \"b.pgn\""];
    let run = chess(&[&["pgn", text(&a), text(&b)], &of_file[..]].concat());
    assert_eq!((run.code, run.stdout.lines().count()), (Some(1), 2), "{}", run.stderr);
    let run = chess_without_reader(&["pgn", text(&a), "--training", "plain", "-"]);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
}

#[test]
fn what_cannot_be_read_to_its_end_has_no_file() {
    let folder = folder("training/unreadable");
    let (games, broken) = (folder.join("a.pgn"), folder.join("b.pgn"));
    write(&games, GAME);
    write(&broken, "1. e5 *\n");
    let out = folder.join("out.bf");
    for files in [[text(&games), "/nowhere/x.pgn"], [text(&broken), text(&broken)]] {
        let run = chess(&[&["pgn"], &files[..], &["--training", "bullet", text(&out)]].concat());
        assert_eq!(run.code, Some(1), "{}", run.stderr);
        assert!(run.stderr.contains("error: "), "{}", run.stderr);
    }
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 2);
}

#[test]
fn the_command_line_is_checked() {
    let run = chess(&["pgn", "a.pgn", "--training", "json", "out"]);
    assert_eq!((run.code, &*run.stdout), (Some(2), ""));
    assert!(run.stderr.contains(&format!("FORMAT is one of {}", FORMATS.join(", "))), "{}", run.stderr);
    for more in [&["--lenient"][..], &["--parquet", "x"], &["--arrow", "-"], &["--columns", "game"]] {
        let run = chess(&[&["pgn", "a.pgn", "--training", "viri", "-"], more].concat());
        assert_eq!(run.code, Some(2), "{more:?}");
    }
    assert_eq!(chess(&["pgn", "a.pgn", "--training", "viri"]).code, Some(2));
    assert_eq!(chess(&["convert", "a.pgn", "a.vf", "--threads", "100000"]).code, Some(2));
}

/// A run that is killed or interrupted leaves the file of before, or none.
#[test]
#[cfg(unix)]
fn a_run_that_is_cut_short_leaves_no_half_file() {
    for signal in ["-KILL", "-INT", "-TERM"] {
        for old in [None, Some("old")] {
            let folder = folder("training/killed");
            let out = folder.join("out.bf");
            old.inspect(|old| fs::write(&out, old).unwrap());
            let args = ["pgn", "-", "--training", "bullet", text(&out)];
            let mut child = chess_in_pipes(&args);
            let mut stdin = child.stdin.take().unwrap();
            stdin.write_all(GAME.repeat(20_000).as_bytes()).unwrap();
            stdin.flush().unwrap();
            // A part has been written.
            wait_for_part(&folder, &child);
            assert!(Command::new("kill").args([signal, &child.id().to_string()]).status().unwrap().success());
            let run = crate::run::run(child.wait_with_output().unwrap());
            assert_ne!(run.code, Some(0));
            if signal == "-INT" {
                assert_eq!(run.code, Some(130));
                assert!(run.stderr.starts_with("incomplete\nrecords "), "{}", run.stderr);
                // What was begun has been removed.
                assert_eq!(fs::read_dir(&folder).unwrap().count(), usize::from(old.is_some()));
            }
            assert_eq!(fs::read_to_string(&out).ok().as_deref(), old, "{signal}");
            drop(stdin);
        }
    }
}

/// A file without games is no fault, and one game that can be read is enough.
#[test]
fn a_file_is_written_unless_nothing_could_be_read() {
    let folder = folder("training/enough");
    let (games, out) = (folder.join("a.pgn"), folder.join("out.bf"));
    for (content, code, records) in [(String::new(), 0, 0), (format!("1. e5 *\n\n{WEAK}"), 1, 2)] {
        write(&games, content);
        let run = chess(&["pgn", text(&games), "--training", "bullet", text(&out)]);
        assert_eq!(run.code, Some(code), "{}", run.stderr);
        assert_eq!(fs::read(&out).unwrap().len(), 32 * records);
    }
}
