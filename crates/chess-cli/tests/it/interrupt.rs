//! Ctrl-C in the middle of a perft, and signals.

use std::process::Command;
use std::thread::sleep;
use std::time::Duration;

use serde_json::{Value, json};

use crate::run::{Run, chess_in_pipes, run};

/// Starts `chess`, interrupts it after a while, and tells what it has printed.
fn interrupted(args: &[&str]) -> Run {
    let child = chess_in_pipes(args);
    sleep(Duration::from_millis(1500));
    let pid = child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &pid]).status().unwrap().success());
    run(child.wait_with_output().unwrap())
}

/// All but one of the root's moves are beyond counting; that one mates.
const MATE_IN_ONE: [&str; 4] = ["perft", "30", "--fen", "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1"];

#[test]
fn finished_moves_are_printed() {
    for threads in ["1", "2"] {
        let run = interrupted(&[&MATE_IN_ONE[..], &["--threads", threads]].concat());
        assert_eq!((run.code, run.stderr.as_str()), (Some(130), ""));
        let lines: Vec<&str> = run.stdout.lines().collect();
        assert_eq!(lines[..2], ["a1a8 0", "incomplete 1 of 15 moves"], "{}", run.stdout);
        assert!(lines[2].starts_with("counted "), "{}", run.stdout);
        assert!(!run.stdout.contains("nodes"), "{}", run.stdout);
    }
}

#[test]
fn finished_moves_as_json() {
    let run = interrupted(&[&MATE_IN_ONE[..], &["--json"]].concat());
    assert_eq!(run.code, Some(130));
    assert!(run.stdout.starts_with("{\"incomplete\":true,"), "{}", run.stdout);
    assert_eq!(run.json()["divide"], json!({"a1a8": 0}));
}

/// Leaves that are made take half a minute, of which some branches are done in a second.
#[test]
fn leaves_so_far_are_told() {
    let run = interrupted(&["perft", "7", "--mode", "make", "--json"]);
    assert_eq!(run.code, Some(130));
    let report = run.json();
    let nodes = report["nodes"].as_u64().unwrap();
    assert!(report["incomplete"] == true && 0 < nodes && nodes < 3_195_901_860, "{report}");
    let finished = report["divide"].as_object().unwrap();
    assert!(finished.len() < 20 && finished.values().filter_map(Value::as_u64).sum::<u64>() <= nodes);
}

/// Start position, 30 plies: beyond all memory, but none of it is taken in a second.
#[test]
fn finished_plies_of_distinct_positions() {
    let run = interrupted(&["perft", "30", "--distinct", "--json"]);
    assert_eq!((run.code, run.stderr.as_str()), (Some(130), ""));
    let report = run.json();
    assert!(report["incomplete"] == true && report.get("distinct").is_none(), "{report}");
    assert_eq!(report["plies"].as_array().unwrap()[..3], [1, 20, 400]);
    let run = interrupted(&["perft", "30", "--distinct"]);
    assert_eq!(run.code, Some(130));
    let lines: Vec<&str> = run.stdout.lines().collect();
    assert!(lines[0].starts_with("incomplete ") && lines[0].ends_with(" of 30 plies"), "{}", run.stdout);
    let counted: u64 = lines[1].strip_prefix("counted ").unwrap().parse().unwrap();
    assert!(counted >= 400 && lines[2].starts_with("seconds "), "{}", run.stdout);
    assert!(!run.stdout.contains("distinct"), "{}", run.stdout);
}

/// A reader that reads no further holds the program up, so that the first interrupt does not end it.
#[test]
#[cfg(target_os = "linux")]
fn the_second_interrupt_ends_the_program_at_once() {
    use std::io::Read;
    use std::time::Instant;

    let games = crate::run::file("second_interrupt.pgn", "1. e4 *\n".repeat(20_000));
    let mut child = chess_in_pipes(&["pgn", "--json", &games]);
    // The output is longer than a pipe takes.
    let mut stdout = child.stdout.take().unwrap();
    stdout.read_exact(&mut [0]).unwrap();
    let (begun, mut status) = (Instant::now(), None);
    while status.is_none() && begun.elapsed() < Duration::from_secs(20) {
        crate::run::interrupt(&child);
        sleep(Duration::from_millis(20));
        status = child.try_wait().unwrap();
    }
    child.kill().unwrap();
    child.wait().unwrap();
    assert_eq!(status.and_then(|status| status.code()), Some(130));
}

/// A file that is half written has no name, which a signal would leave.
#[test]
#[cfg(target_os = "linux")]
fn a_signal_leaves_no_file() {
    use std::fs;
    use std::process::Stdio;
    use std::time::Instant;

    use crate::run::{folder, text};

    /// Waits until a program has opened a file besides its three streams.
    fn wait_for_files(folder: &str) {
        let begin = Instant::now();
        while fs::read_dir(folder).unwrap().count() < 4 {
            assert!(begin.elapsed() < Duration::from_secs(20));
            sleep(Duration::from_millis(5));
        }
        sleep(Duration::from_millis(50));
    }

    for (signal, is_bare) in [("-TERM", false), ("-INT", false), ("-KILL", false), ("-KILL", true)] {
        for old in [None, Some("old")] {
            let folder = folder("interrupt/signal");
            let out = folder.join("out.txt");
            // A name alone is one of the present folder.
            let name = if is_bare { "out.txt" } else { text(&out) };
            if let Some(old) = old {
                fs::write(&out, old).unwrap();
            }
            // What a shell starts in the background ignores interrupts, and so would the program.
            let mut command = Command::new("env");
            command.args(["--default-signal=INT", env!("CARGO_BIN_EXE_chess")]);
            command.args(["convert", "-", name, "--from", "plain"]).current_dir(&folder);
            let mut child = command.stdin(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
            wait_for_files(&format!("/proc/{}/fd", child.id()));
            let kill = Command::new("kill").args([signal, &child.id().to_string()]).status().unwrap();
            assert!(kill.success());
            assert_eq!(child.wait().unwrap().code(), None);
            let left: Vec<_> = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()).collect();
            assert_eq!(left, old.map(|_| out.clone()).into_iter().collect::<Vec<_>>(), "{signal}");
            assert!(old.is_none_or(|old| fs::read_to_string(out).unwrap() == old));
        }
    }
}

#[test]
#[cfg(target_os = "linux")]
fn a_suite_tells_what_it_has_counted() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let lines = format!("{start} ;D1 20 ;D2 401\n{start} ;D9 2439530234167\n");
    let suite = crate::run::file("interrupted.epd", lines);
    let run = interrupted(&["suite", &suite, "--max-nodes", "9999999999999", "--json"]);
    assert_eq!((run.code, run.stderr.as_str()), (Some(130), ""));
    let [failed, summary] = &run.json_lines()[..] else { panic!("{}", run.stdout) };
    assert_eq!(failed["counted"], 400);
    assert_eq!(
        *summary,
        json!({"incomplete": true, "positions": 2, "counts": 3, "ok": 1, "failed": 1, "refused": 0, "skipped": 0})
    );
}
