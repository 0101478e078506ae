//! `chess uci`, as a graphical interface talks to it.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout};

use chess_board::Position;
use chess_notation::read_uci;

use crate::run::{chess_in_pipes, chess_with_input};

/// A running engine.
struct Engine {
    child: Child,
    stdin: ChildStdin,
    stdout: BufReader<ChildStdout>,
}

impl Engine {
    fn start() -> Self {
        let mut child = chess_in_pipes(&["uci"]);
        let (stdin, stdout) = (child.stdin.take().unwrap(), BufReader::new(child.stdout.take().unwrap()));
        Self { child, stdin, stdout }
    }

    fn tell(&mut self, command: &str) {
        writeln!(self.stdin, "{command}").unwrap();
    }

    /// Reads on until a line begins so, and gives all lines read.
    fn until(&mut self, beginning: &str) -> Vec<String> {
        let mut lines = Vec::new();
        while !lines.last().is_some_and(|line: &String| line.starts_with(beginning)) {
            let mut line = String::new();
            assert!(self.stdout.read_line(&mut line).unwrap() > 0, "{lines:?}");
            lines.push(line.trim_end().to_owned());
        }
        lines
    }

    fn quit(mut self) {
        self.tell("quit");
        assert!(self.child.wait().unwrap().success());
    }
}

fn words(line: &str) -> Vec<&str> {
    line.split(' ').collect()
}

/// The number or word that follows a word.
fn after<'a>(line: &'a str, word: &str) -> &'a str {
    words(line).windows(2).find(|pair| pair[0] == word).unwrap_or_else(|| panic!("{word} in {line}"))[1]
}

#[test]
fn it_introduces_itself() {
    let mut engine = Engine::start();
    engine.tell("uci");
    let lines = engine.until("uciok");
    assert!(lines[0].starts_with("id name chess "), "{lines:?}");
    for option in ["Hash", "Threads", "Ponder", "UCI_Chess960", "Clear Hash"] {
        assert!(
            lines.iter().any(|line| line.starts_with(&format!("option name {option} type "))),
            "{option}"
        );
    }
    engine.tell("isready");
    engine.until("readyok");
    engine.quit();
}

#[test]
fn lines_are_legal_and_grow_deeper() {
    let mut engine = Engine::start();
    engine.tell("position startpos moves e2e4 c7c5");
    engine.tell("go depth 7");
    let lines = engine.until("bestmove");
    for (line, depth) in lines[..lines.len() - 1].iter().zip(1..) {
        assert_eq!(after(line, "depth"), depth.to_string(), "{line}");
        let fen = "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2";
        let mut position: Position = fen.parse().unwrap();
        let (_, line) = line.split_once(" pv ").unwrap();
        for name in line.split(' ') {
            position.play(read_uci(&position, name).unwrap());
        }
    }
    assert_eq!(lines.len(), 8);
    assert_eq!(after(&lines[7], "bestmove"), after(&lines[6], "pv"));
    engine.quit();
}

#[test]
fn an_endless_search_answers_when_it_is_stopped_and_not_before() {
    let mut engine = Engine::start();
    for go in ["go infinite", "go ponder wtime 10 btime 10", "go"] {
        engine.tell("position fen 7k/5K2/8/8/8/8/8/6R1 w - - 0 1");
        engine.tell(go);
        engine.tell("isready");
        let lines = engine.until("readyok");
        assert!(!lines.iter().any(|line| line.starts_with("bestmove")), "{lines:?}");
        engine.tell("stop");
        let lines = engine.until("bestmove");
        assert_ne!(after(&lines[lines.len() - 1], "bestmove"), "0000");
    }
    engine.tell("go ponder movetime 50");
    engine.tell("ponderhit");
    engine.until("bestmove");
    engine.quit();
}

#[test]
fn nodes_are_exact_and_the_same_every_time() {
    let mut engine = Engine::start();
    let mut answers = Vec::new();
    for _ in 0..2 {
        engine.tell("ucinewgame");
        engine.tell("position startpos");
        engine.tell("go nodes 5000");
        let lines = engine.until("bestmove");
        let nodes: u64 = after(&lines[lines.len() - 2], "nodes").parse().unwrap();
        assert!(nodes <= 5000);
        answers.push((lines[lines.len() - 1].clone(), nodes));
    }
    assert_eq!(answers[0], answers[1]);
    engine.quit();
}

#[test]
fn castling_is_spelt_as_the_option_says() {
    let mut engine = Engine::start();
    for (is_chess960, spelling) in [("false", "e1g1"), ("true", "e1h1")] {
        engine.tell(&format!("setoption name UCI_Chess960 value {is_chess960}"));
        engine.tell("position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1");
        engine.tell("go depth 2 searchmoves e1g1");
        let lines = engine.until("bestmove");
        assert_eq!(after(&lines[lines.len() - 1], "bestmove"), spelling);
    }
    engine.quit();
}

#[test]
fn without_a_legal_move_the_null_move_is_the_answer() {
    let run = chess_with_input(&["uci"], "position fen 7k/5K2/6Q1/8/8/8/8/8 b - - 0 1\ngo depth 3\n");
    assert_eq!((run.code, run.stdout.as_str()), (Some(0), "bestmove 0000\n"));
}

#[test]
fn what_is_not_understood_is_said_and_changes_nothing() {
    let input = "hello\nposition startpos moves e2e5\nposition fen nonsense\nposition\ngo depth many\ngo wherever\n\
        go searchmoves e2e5\nsetoption name Hash value 0\nsetoption name Hash value -1\nsetoption name Nothing value 1\n\
        setoption\nsetoption name Threads\nstop\nponderhit\n\ngo wtime -20 btime 5 depth 99999999999 nodes 10\n";
    let run = chess_with_input(&["uci"], input);
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""));
    let complaints = run.stdout.lines().filter(|line| line.starts_with("info string ")).count();
    assert_eq!(complaints, 12, "{}", run.stdout);
    assert!(run.stdout.lines().last().unwrap().starts_with("bestmove "), "{}", run.stdout);
}
