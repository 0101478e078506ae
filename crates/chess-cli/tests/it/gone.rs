//! Readers that have gone: a program that nobody reads ends, although its input does not.

use std::io::Write;
use std::process::Child;
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::run::chess_in_pipes;

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

#[test]
fn a_game_ends_with_the_next_line() {
    assert_eq!(end(&["play", "--random"], "moves\n"), Some(0));
}

#[test]
fn the_engine_ends_with_the_answer_that_nobody_reads() {
    assert_eq!(end(&["uci"], "isready\n"), Some(0));
}

/// The first move is a stalemate, which is counted at once, and the others are beyond counting.
#[test]
fn a_perft_of_the_engine_is_not_counted_to_its_end() {
    assert_eq!(end(&["uci"], "position fen k7/8/PK6/8/8/8/8/8 w - - 0 1\nperft 60\n"), Some(0));
}

/// A search that would end by itself is waited for, but not one that nobody hears of.
#[test]
fn a_search_that_nobody_reads_is_not_searched_to_its_end() {
    assert_eq!(end_of(&["uci"], "go depth 100\n", true), Some(0));
}

/// The rest of the units may be days of work.
#[test]
fn units_that_nobody_reads_are_not_counted() {
    let unit = "{\"unit\":1,\"units\":1,\"fen\":\"4k3/8/8/8/8/8/8/4K3 w - - 0 1\",\"depth\":1,\"multiplicity\":1,\
                \"root\":\"4k3/8/8/8/8/8/8/4K3 w - - 0 1\",\"root_depth\":1}\n";
    assert_eq!(end(&["units", "run"], unit), Some(1));
}
