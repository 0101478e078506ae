//! Rules of input that several commands share: the ways to give a position, lines that are answered one by one, and readers of
//! the answers that go before the input ends.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::process::Child;
use std::sync::mpsc::{Receiver, channel};
use std::thread::{self, sleep};
use std::time::{Duration, Instant};

use chess_testkit::known::{KIWIPETE, START};
use serde_json::Value;

use crate::run::{Run, chess, chess_in_pipes, chess_with_input, file};

/// A command and what it needs besides the position.
const WITH_OPTION: [&[&str]; 5] = [
    &["perft", "2", "--divide"],
    &["units", "emit", "2", "--plies", "1"],
    &["moves"],
    &["show"],
    &["play", "--random"],
];

/// Tests whether the program has a command without the feature `full`, or with it.
fn is_there(command: &[&str]) -> bool {
    cfg!(feature = "full") || !["book", "play"].contains(&command[0])
}

/// A Polyglot book without moves.
fn book() -> String {
    file("fen.bin", "")
}

/// The exit code and the lines of stdout that are the same in each run.
fn answer(args: &[&str]) -> (Option<i32>, Vec<String>) {
    let Run { code, stdout, stderr } = chess_with_input(args, "fen\n");
    assert!(code == Some(0) || stderr.starts_with("error: "), "{args:?}: {stderr}");
    let changes = ["seconds", "mnps"];
    (
        code,
        stdout
            .lines()
            .filter(|line| !changes.iter().any(|it| line.starts_with(it)))
            .map(str::to_owned)
            .collect(),
    )
}

#[test]
fn every_command_takes_the_option_and_startpos() {
    let book = book();
    let commands = WITH_OPTION.map(<[&str]>::to_vec).into_iter().chain([vec!["book", "show", &book]]);
    for command in commands.filter(|command| is_there(command)) {
        let of = |fen: &str| answer(&[&command[..], &["--fen", fen]].concat());
        let without = answer(&command);
        assert_eq!(without.0, Some(0), "{command:?}");
        assert_eq!(of(START), without, "{command:?}");
        assert_eq!(of("startpos"), without, "{command:?}");
        let refused = chess_with_input(&[&command[..], &["--fen", "start"]].concat(), "");
        assert_eq!(refused.code, Some(1), "{command:?}");
        assert!(refused.stderr.starts_with("error: --fen: board field"), "{command:?}: {}", refused.stderr);
        assert_eq!(of(KIWIPETE).0, Some(0), "{command:?}");
        // A book without moves prints the same for all positions.
        assert!(command[0] == "book" || of(KIWIPETE) != without, "{command:?}");
    }
}

#[test]
fn plain_words_are_the_position_where_a_command_takes_one() {
    let book = book();
    let commands = [&["moves"][..], &["show"], &["play", "--random"], &["book", "show", &book]];
    for command in commands.into_iter().filter(|command| is_there(command)) {
        let with_option = answer(&[command, &["--fen", KIWIPETE]].concat());
        assert_eq!(answer(&[command, &[KIWIPETE]].concat()), with_option);
        assert_eq!(answer(&[command, &KIWIPETE.split(' ').collect::<Vec<_>>()].concat()), with_option);
        assert_eq!(answer(&[command, &["startpos"]].concat()), answer(command));
        let both = chess(&[command, &["startpos", "--fen", "startpos"]].concat());
        assert_eq!((both.code, both.stdout.as_str()), (Some(2), ""), "{command:?}");
    }
    for command in [&["perft", "2"][..], &["units", "emit", "2", "--plies", "1"]] {
        assert_eq!(chess(&[command, &["startpos"]].concat()).code, Some(2), "{command:?}");
    }
}

#[test]
fn lines_with_startpos_are_the_start_position() {
    let [named, written] = ["startpos", START].map(|fen| {
        let mut record = chess_with_input(&["inspect"], format!("{fen}\n")).json();
        assert_eq!(record["input"], fen);
        record["input"].take();
        record
    });
    assert_eq!(named, written);
    let run = chess_with_input(&["resolve"], "startpos\te4\n");
    assert_eq!((run.code, run.json()["uci"].as_str()), (Some(0), Some("e2e4")));
    let run = chess(&["suite", &file("startpos.epd", "startpos ;D1 20 ;D2 400\n")]);
    assert_eq!(
        (run.code, run.stdout.as_str()),
        (Some(0), "1 positions, 2 counts: 2 ok, 0 failed, 0 skipped; 0 positions refused\n")
    );
}

const FEN: &str = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";

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

/// The most memory that a process has used by now, in KiB.
#[cfg(target_os = "linux")]
fn peak_memory(child: &Child) -> u64 {
    let status = fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap();
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
            stdin.write_all(line.repeat(20_000).as_bytes()).unwrap();
            stdin.write_all("x".repeat(20 << 20).as_bytes()).unwrap();
            stdin.write_all(b"\n").unwrap();
            stdin.write_all(line.repeat(20_000).as_bytes()).unwrap();
            stdin
        });
        let (mut right, mut wrong) = (0, 0);
        for answer in answers.iter().take(40_001) {
            *(if is_ok(&answer) { &mut right } else { &mut wrong }) += 1;
        }
        assert_eq!((right, wrong), (40_000, 1), "{command}");
        let peak = peak_memory(&child);
        assert!(peak < 32 << 10, "{command}: {peak} KiB");
        drop(writer.join().unwrap());
        assert_eq!(child.wait().unwrap().code(), Some(1));
    }
}

/// The exit code of a program without a reader, after this input and without an end of it; `None` if it goes on.
fn end(args: &[&str], input: &str) -> Option<i32> {
    end_of(args, input, false)
}

fn end_of(args: &[&str], input: &str, is_whole: bool) -> Option<i32> {
    let mut child = chess_in_pipes(args);
    drop(child.stdout.take());
    let mut stdin = child.stdin.take().unwrap();
    // A program that has ended does not read.
    drop(stdin.write_all(input.as_bytes()));
    let open = (!is_whole).then_some(stdin);
    let code = wait(&mut child);
    drop(open);
    code
}

fn wait(child: &mut Child) -> Option<i32> {
    let begun = Instant::now();
    while begun.elapsed() < Duration::from_secs(20) {
        if let Some(status) = child.try_wait().unwrap() {
            return status.code();
        }
        sleep(Duration::from_millis(2));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    None
}

#[cfg(feature = "full")]
#[test]
fn a_game_ends_with_the_next_line() {
    assert_eq!(end(&["play", "--random"], "moves\n"), Some(0));
}

#[cfg(feature = "full")]
#[test]
fn the_engine_ends_with_the_answer_that_nobody_reads() {
    assert_eq!(end(&["uci"], "isready\n"), Some(0));
}

/// The first move is a stalemate, which is counted at once, and the others are beyond counting.
#[cfg(feature = "full")]
#[test]
fn a_perft_of_the_engine_ends_without_a_reader() {
    assert_eq!(end(&["uci"], "position fen k7/8/PK6/8/8/8/8/8 w - - 0 1\nperft 60\n"), Some(0));
}

/// A search that would end by itself is waited for, but not one that nobody hears of.
#[cfg(feature = "full")]
#[test]
fn a_search_ends_without_a_reader() {
    assert_eq!(end_of(&["uci"], "go depth 100\n", true), Some(0));
}

/// The rest of the units may be days of work.
#[test]
fn units_that_nobody_reads_are_not_counted() {
    let unit = "{\"unit\":1,\"units\":1,\"fen\":\"4k3/8/8/8/8/8/8/4K3 w - - 0 1\",\"depth\":1,\"multiplicity\":1,\
                \"root\":\"4k3/8/8/8/8/8/8/4K3 w - - 0 1\",\"root_depth\":1}\n";
    assert_eq!(end(&["units", "run"], unit), Some(1));
}
