//! Rules that hold for all commands that answer line by line.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::Child;
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::Duration;

use serde_json::Value;

use crate::run::{chess_in_pipes, chess_with_input};

const FEN: &str = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";
const BROKEN: &str = "4k3/8/8/8/8/8/8/4K2X w - - 0 1";

/// The commands, and what they expect behind a FEN.
const COMMANDS: [(&str, &str); 2] = [("inspect", ""), ("resolve", "\tO-O")];

/// The lines of stdout, as they come.
fn answers(child: &mut Child) -> Receiver<String> {
    let (sender, answers) = channel();
    let stdout = child.stdout.take().unwrap();
    thread::spawn(move || {
        BufReader::new(stdout).lines().map_while(Result::ok).try_for_each(|line| sender.send(line))
    });
    answers
}

fn is_ok(answer: &str) -> bool {
    serde_json::from_str::<Value>(answer).unwrap()["ok"].as_bool().unwrap()
}

#[test]
fn every_line_is_answered_by_one() {
    for (command, rest) in COMMANDS {
        let input = format!("{FEN}{rest}\r\n\n{BROKEN}{rest}\n{FEN}{rest}\n\r\n{FEN}{rest}");
        let run = chess_with_input(&[command], input);
        assert_eq!((run.code, run.stderr.as_str()), (Some(1), ""), "{command}");
        let answers: Vec<bool> = run.stdout.lines().map(is_ok).collect();
        assert_eq!(answers, [true, false, false, true, false, true], "{command}");
        let lines: Vec<&str> = run.stdout.lines().collect();
        assert!(lines[0] == lines[3] && lines[3] == lines[5], "{command}");
    }
}

#[test]
fn nothing_is_answered_by_nothing() {
    for (command, _) in COMMANDS {
        let run = chess_with_input(&[command], "");
        assert_eq!((run.code, run.stdout.as_str(), run.stderr.as_str()), (Some(0), "", ""));
    }
}

#[test]
fn what_is_not_utf8_is_a_broken_line() {
    for (command, rest) in COMMANDS {
        let mut input = b"\xff\n4k3/8/8/8/8/8/8/4K3 w \x80- -\tKe2\n".to_vec();
        input.extend(format!("{FEN}{rest}\n").into_bytes());
        let run = chess_with_input(&[command], input);
        let answers: Vec<bool> = run.stdout.lines().map(is_ok).collect();
        assert_eq!((run.code, &answers[..]), (Some(1), &[false, false, true][..]), "{command}");
    }
    let run = chess_with_input(&["inspect"], b"\xff");
    assert_eq!(run.json()["input"], "\u{fffd}");
    assert_eq!(run.json()["errors"][0]["kind"], "board_character");
}

#[test]
fn answers_come_before_the_input_ends() {
    for (command, rest) in COMMANDS {
        let mut child = chess_in_pipes(&[command]);
        let mut stdin = child.stdin.take().unwrap();
        let answers = answers(&mut child);
        for lines in [1, 3, 1] {
            // The beginning of the next line does not keep the answers back.
            write!(stdin, "{}{}", format!("{FEN}{rest}\n").repeat(lines), &FEN[..9]).unwrap();
            for _ in 0..lines {
                assert!(is_ok(&answers.recv_timeout(Duration::from_mins(1)).expect(command)));
            }
            writeln!(stdin, "{}{rest}", &FEN[9..]).unwrap();
            assert!(is_ok(&answers.recv_timeout(Duration::from_mins(1)).expect(command)));
        }
        drop(stdin);
        assert_eq!(child.wait().unwrap().code(), Some(0));
    }
}

#[test]
fn a_reader_that_has_gone_is_no_error() {
    for (command, rest) in COMMANDS {
        for (line, code) in [(FEN, 0), (BROKEN, 1)] {
            let mut child = chess_in_pipes(&[command]);
            drop(child.stdout.take());
            let mut stdin = child.stdin.take().unwrap();
            // It ends although there is no end of lines.
            let line = format!("{line}{rest}\n");
            while stdin.write_all(line.as_bytes()).is_ok() {}
            let mut stderr = String::new();
            child.stderr.take().unwrap().read_to_string(&mut stderr).unwrap();
            assert_eq!((child.wait().unwrap().code(), stderr.as_str()), (Some(code), ""), "{command}");
        }
    }
}

/// The most memory that a process has used by now, in KiB.
#[cfg(target_os = "linux")]
fn peak_memory(child: &Child) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap();
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
    peak.trim().trim_end_matches(" kB").parse().unwrap()
}

#[test]
#[cfg(target_os = "linux")]
fn memory_does_not_grow() {
    for (command, rest) in COMMANDS {
        let mut child = chess_in_pipes(&[command]);
        let mut stdin = child.stdin.take().unwrap();
        let answers = answers(&mut child);
        let line = format!("{FEN}{rest}\n");
        let writer = thread::spawn(move || {
            stdin.write_all(line.repeat(50_000).as_bytes()).unwrap();
            stdin.write_all("x".repeat(20 << 20).as_bytes()).unwrap();
            stdin.write_all(b"\n").unwrap();
            stdin.write_all(line.repeat(50_000).as_bytes()).unwrap();
            stdin
        });
        let (mut right, mut wrong) = (0, 0);
        for answer in answers.iter().take(100_001) {
            *(if is_ok(&answer) { &mut right } else { &mut wrong }) += 1;
        }
        assert_eq!((right, wrong), (100_000, 1), "{command}");
        let peak = peak_memory(&child);
        assert!(peak < 32 << 10, "{command}: {peak} KiB");
        drop(writer.join().unwrap());
        assert_eq!(child.wait().unwrap().code(), Some(1));
    }
}
