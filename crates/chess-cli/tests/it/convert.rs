//! `chess convert`.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::Command;

use serde_json::json;

#[cfg(unix)]
use crate::run::wait_for_part;
use crate::run::{chess, chess_in_pipes, chess_with_input, chess_without_reader};
use crate::run::{folder, text};

const LINES: &str = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1 | 25 | 1.0\n\
                     4k3/8/8/8/8/8/4P3/4K3 w - - 3 40 | -7 | 0.5\n";
const GAME: &str =
    "[Result \"1-0\"]\n\n1. e4 {[%eval 0.25]} e5 {[%eval 0.3]} 2. Nf3 {[%eval 0.2]} Nc6 1-0\n\n";

/// Converts a file to another one.
fn convert(from: &Path, to: &Path) -> crate::run::Run {
    chess(&["convert", text(from), text(to)])
}

#[test]
fn formats_are_known_by_their_names() {
    let folder = folder("convert/names");
    let [plain, marlin, viri, binpack, back, pgn] =
        ["a.txt", "a.marlin", "a.vf", "a.binpack", "b.plain", "a.pgn"].map(|name| folder.join(name));
    fs::write(&plain, LINES).unwrap();
    for (from, to) in
        [(&plain, &marlin), (&marlin, &viri), (&viri, &pgn), (&pgn, &binpack), (&binpack, &back)]
    {
        let run = convert(from, to);
        assert_eq!((run.code, run.stdout.as_str()), (Some(0), ""), "{}", run.stderr);
        let counts = run.stderr.lines().next();
        assert_eq!(counts, Some("records 2, games 2, written 2, faults 0"));
    }
    // Binpack knows no square that no pawn can capture on.
    assert_eq!(fs::read_to_string(&back).unwrap(), LINES.replace("e3", "-"));
    assert_eq!(fs::metadata(&marlin).unwrap().len(), 64);
}

#[test]
fn what_is_lost_is_told() {
    let folder = folder("convert/losses");
    let (pgn, bullet) = (folder.join("a.pgn"), folder.join("a.bf"));
    fs::write(&pgn, GAME).unwrap();
    let run = convert(&pgn, &bullet);
    assert_eq!(
        run.stderr,
        "records 4, games 1, written 3, faults 0\n\
         lost: 1 positions without a score left out\n\
         lost: 3 moves dropped\n\
         lost: 2 positions with Black to move written with colours changed\n\
         lost: 3 positions without their castling rights\n\
         lost: 2 positions without their en passant square\n\
         lost: 2 positions without their counters\n"
    );
    let run = chess(&["convert", text(&pgn), text(&bullet), "--json"]);
    let summary: serde_json::Value = serde_json::from_str(&run.stderr).unwrap();
    assert_eq!(
        summary,
        json!({"records": 4, "games": 1, "written": 3, "faults": 0, "losses": {
            "no_score": 1, "move": 3, "side_to_move": 2, "castling": 3, "en_passant": 2, "counters": 2}})
    );
}

#[test]
fn stdin_and_stdout() {
    let run = chess_with_input(&["convert", "-", "-", "--from", "pgn", "--to", "plain"], GAME);
    assert_eq!(run.code, Some(0));
    assert_eq!(run.stdout.lines().count(), 3);
    let back = chess_with_input(&["convert", "-", "-", "--from", "plain", "--to", "plain"], &run.stdout);
    assert_eq!((back.code, back.stdout), (Some(0), run.stdout));
}

#[test]
fn a_format_that_is_not_known_is_an_error_of_the_command_line() {
    let run = chess(&["convert", "-", "out.bf"]);
    assert_eq!(run.code, Some(2));
    assert!(
        run.stderr.contains("the name of IN does not tell its format: --from FORMAT gives it"),
        "{}",
        run.stderr
    );
    assert!(run.stderr.contains("\nUsage: chess convert [OPTIONS] <IN> <OUT>\n"), "{}", run.stderr);
    let run = chess(&["convert", "in.bf", "out.bin"]);
    assert_eq!(run.code, Some(2));
    assert!(run.stderr.contains("the name of OUT does not tell its format"), "{}", run.stderr);
    let run = chess(&["convert", "in.bf", "out.bin", "--to", "json"]);
    assert_eq!(run.code, Some(2));
    assert!(run.stderr.contains("viri, marlin, bullet, binpack, plain, pgn"), "{}", run.stderr);
}

#[test]
fn faults_are_told_and_the_rest_is_written() {
    let folder = folder("convert/faults");
    let (plain, marlin) = (folder.join("a.txt"), folder.join("a.marlin"));
    fs::write(&plain, format!("{LINES}nonsense\n{LINES}")).unwrap();
    let run = convert(&plain, &marlin);
    assert_eq!(run.code, Some(1));
    let place = LINES.len();
    let told = format!("broken {}: line 3, byte {place}: a line is FEN | score | result\n", text(&plain));
    assert!(run.stderr.starts_with(&told), "{}", run.stderr);
    assert!(run.stderr.contains("written 4, faults 1\n"), "{}", run.stderr);
    assert_eq!(fs::metadata(&marlin).unwrap().len(), 4 * 32);

    // The same with a file that is cut off.
    let bytes = fs::read(&marlin).unwrap();
    fs::write(&marlin, &bytes[..100]).unwrap();
    let run = convert(&marlin, &plain);
    assert_eq!(run.code, Some(1));
    let told = "byte 96: the file ends too early: at least 28 bytes are missing\n";
    assert!(run.stderr.contains(told), "{}", run.stderr);
    assert_eq!(fs::read_to_string(&plain).unwrap().lines().count(), 3);
}

#[test]
fn nothing_is_written_if_nothing_can_be_read_or_if_all_must_be() {
    let folder = folder("convert/strict");
    let (plain, marlin) = (folder.join("a.txt"), folder.join("a.marlin"));
    fs::write(&plain, "nonsense\n".repeat(200)).unwrap();
    let run = convert(&plain, &marlin);
    assert_eq!(run.code, Some(1));
    assert!(run.stderr.ends_with("a.txt: nothing could be read\n"), "{}", run.stderr);
    assert_eq!(run.stderr.lines().count(), 100 + 2);
    fs::write(&plain, format!("{LINES}nonsense\n")).unwrap();
    let run = chess(&["convert", text(&plain), text(&marlin), "--strict"]);
    assert_eq!((run.code, run.stderr.lines().count()), (Some(1), 1));
    // A folder is no file, and what is not there cannot be read.
    for path in [&folder, &folder.join("none.txt")] {
        let run = chess(&["convert", text(path), text(&marlin), "--from", "plain"]);
        assert_eq!(run.code, Some(1));
        assert!(run.stderr.starts_with("error: "), "{}", run.stderr);
    }
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
}

#[test]
fn an_empty_file_becomes_an_empty_file() {
    let folder = folder("convert/empty");
    let (binpack, viri) = (folder.join("a.binpack"), folder.join("a.viri"));
    fs::write(&binpack, "").unwrap();
    assert_eq!(convert(&binpack, &viri).code, Some(0));
    assert_eq!(fs::read(&viri).unwrap(), b"");
}

#[test]
fn a_file_may_be_converted_in_its_place() {
    let folder = folder("convert/place");
    let plain = folder.join("a.txt");
    fs::write(&plain, LINES.repeat(10_000)).unwrap();
    assert_eq!(convert(&plain, &plain).code, Some(0));
    assert_eq!(fs::read_to_string(&plain).unwrap(), LINES.repeat(10_000));
}

#[test]
fn a_reader_that_has_gone_is_no_error() {
    let folder = folder("convert/gone");
    let plain = folder.join("a.txt");
    fs::write(&plain, LINES.repeat(20_000)).unwrap();
    let run = chess_without_reader(&["convert", text(&plain), "-", "--to", "plain"]);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
}

/// True if the tests were started by something that ignores SIGINT, as Linux tells.
#[cfg(unix)]
fn are_interrupts_ignored() -> bool {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    ignored.is_some_and(|mask| u64::from_str_radix(mask.trim(), 16).is_ok_and(|mask| mask & 0b10 != 0))
}

/// A conversion that is killed leaves the file of before, or none.
#[test]
#[cfg(unix)]
fn a_killed_conversion_leaves_no_half_file() {
    let signals = ["-KILL", "-TERM", "-INT"];
    // What a shell starts in the background ignores interrupts, and so does the program that it starts.
    let count = if are_interrupts_ignored() { 2 } else { 3 };
    for signal in &signals[..count] {
        for old in [None, Some("old")] {
            let folder = folder("convert/killed");
            let out = folder.join("out.bf");
            old.inspect(|old| fs::write(&out, old).unwrap());
            let mut child = chess_in_pipes(&["convert", "-", text(&out), "--from", "plain"]);
            let mut stdin = child.stdin.take().unwrap();
            // More than the buffers hold, so that a part has been written.
            stdin.write_all(LINES.repeat(20_000).as_bytes()).unwrap();
            stdin.flush().unwrap();
            wait_for_part(&folder, &child);
            assert!(
                Command::new("kill").args([*signal, &child.id().to_string()]).status().unwrap().success()
            );
            assert!(!child.wait().unwrap().success());
            assert_eq!(fs::read_to_string(&out).ok().as_deref(), old, "{signal}");
            // The same conversion, run again, is whole.
            drop(stdin);
            let run =
                chess_with_input(&["convert", "-", text(&out), "--from", "plain"], LINES.repeat(20_000));
            assert_eq!((run.code, fs::metadata(&out).unwrap().len()), (Some(0), 2 * 20_000 * 32));
        }
    }
}

/// Every command that reads scores takes the caller's word, and tells what is lost without it.
#[test]
fn the_point_of_view_of_scores_can_be_said() {
    let folder = folder("convert/score_view");
    let [pgn, plain] = ["a.pgn", "a.plain"].map(|name| folder.join(name));
    fs::write(&pgn, "[Result \"1-0\"]\n\n1. e4 {-0.31/14} e5 {-0.28/14 2} 1-0\n").unwrap();
    for (view, scores, lost) in [
        (&[][..], [].as_slice(), json!(2)),
        (&["--score-view", "white"], &["-31", "-28"], json!(null)),
        (&["--score-view", "mover"], &["-31", "28"], json!(null)),
    ] {
        for command in [
            &["convert", text(&pgn), text(&plain), "--json"][..],
            &["convert", text(&pgn), text(&plain), "--json", "--threads", "2"],
            &["pgn", text(&pgn), "--training", "plain", text(&plain), "--json"],
            &["pgn", text(&pgn), "--training", "plain", text(&plain), "--json", "--filter", "ply < 9"],
        ] {
            let run = chess(&[command, view].concat());
            let summary: serde_json::Value = serde_json::from_str(&run.stderr).unwrap();
            assert_eq!(
                (run.code, &summary["losses"]["score_view"]),
                (Some(0), &lost),
                "{command:?} {view:?}"
            );
            let lines = fs::read_to_string(&plain).unwrap();
            let found: Vec<_> = lines.lines().filter_map(|line| line.split(" | ").nth(1)).collect();
            assert_eq!(found, scores, "{command:?} {view:?}");
        }
        let filtered = ["pgn", text(&pgn), "--training", "plain", text(&plain), "--filter", "eval < 0"];
        assert_eq!(chess(&[&filtered[..], view].concat()).code, Some(0));
        let negative = scores.iter().filter(|score| score.starts_with('-')).count();
        assert_eq!(fs::read_to_string(&plain).unwrap().lines().count(), negative, "{view:?}");
    }
    let run = chess(&["convert", text(&pgn), text(&plain)]);
    let told = "lost: 2 scores dropped, since their game does not tell whose point of view they have\n";
    assert!(run.stderr.contains(told), "{}", run.stderr);
    assert_eq!(chess(&["convert", text(&pgn), text(&plain), "--score-view", "black"]).code, Some(2));
}
