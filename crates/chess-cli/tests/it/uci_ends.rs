//! When searches of `chess uci` answer.

use std::thread::sleep;
use std::time::Duration;

use crate::run::chess_with_input;
use crate::uci_engine::{Engine, after};

/// Without a legal move there is nothing to search.
#[test]
fn a_search_that_is_over_waits_for_the_command_that_it_must_wait_for() {
    let mut engine = Engine::start();
    for (go, end) in
        [("go infinite", "stop"), ("go ponder movetime 1", "ponderhit"), ("go ponder depth 1", "stop")]
    {
        engine.tell("position fen 7k/5K2/6Q1/8/8/8/8/8 b - - 0 1");
        engine.tell(go);
        sleep(Duration::from_millis(100));
        engine.tell("isready");
        assert_eq!(engine.until("readyok"), ["info depth 0 score cp 0", "readyok"], "{go}");
        engine.tell(end);
        assert_eq!(engine.until("bestmove"), ["bestmove 0000"], "{go}");
    }
    engine.quit();
}

#[test]
fn at_the_end_of_the_input_a_search_with_a_limit_is_not_cut_short() {
    let run = chess_with_input(&["uci"], "go depth 8\n");
    let lines: Vec<&str> = run.stdout.lines().collect();
    assert_eq!((run.code, lines.len()), (Some(0), 9), "{}", run.stdout);
    assert_eq!(after(lines[7], "depth"), "8");
}

/// It uses one thread, whatever the number of threads is, which is no shortage.
#[test]
fn limited_strength_misses_no_threads() {
    let input = "setoption name Threads value 2\nsetoption name UCI_LimitStrength value true\ngo depth 2\n";
    let run = chess_with_input(&["uci"], input);
    assert_eq!((run.code, run.stdout.matches("info string").count()), (Some(0), 0), "{}", run.stdout);
    assert!(run.stdout.contains("bestmove "), "{}", run.stdout);
}
