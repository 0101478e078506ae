//! A running `chess uci`, as a graphical interface talks to it: what limits and stops searches, and what they answer.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout};
use std::time::{Duration, Instant};

use chess_board::Position;
use chess_cli::fuzzing::converse;
use chess_notation::read_uci;

use crate::run::{chess_in_pipes, chess_with_input};

/// A running engine.
pub(crate) struct Engine {
    child: Child,
    stdin: ChildStdin,
    stdout: BufReader<ChildStdout>,
}

impl Engine {
    pub(crate) fn start() -> Self {
        let mut child = chess_in_pipes(&["uci"]);
        let (stdin, stdout) = (child.stdin.take().unwrap(), BufReader::new(child.stdout.take().unwrap()));
        Self { child, stdin, stdout }
    }

    pub(crate) fn tell(&mut self, command: &str) {
        writeln!(self.stdin, "{command}").unwrap();
    }

    /// Reads on until a line begins so, and gives all lines read.
    pub(crate) fn until(&mut self, beginning: &str) -> Vec<String> {
        let mut lines = Vec::new();
        while !lines.last().is_some_and(|line: &String| line.starts_with(beginning)) {
            let mut line = String::new();
            assert!(self.stdout.read_line(&mut line).unwrap() > 0, "{lines:?}");
            lines.push(line.trim_end().to_owned());
        }
        lines
    }

    pub(crate) fn quit(mut self) {
        self.tell("quit");
        assert!(self.child.wait().unwrap().success());
    }
}

/// The number or word that follows a word.
pub(crate) fn after<'a>(line: &'a str, word: &str) -> &'a str {
    line.split(' ').skip_while(|other| *other != word).nth(1).unwrap_or_else(|| panic!("{word} in {line}"))
}

/// Leads a whole conversation with the engine in memory, and returns the lines of its answers.
fn answers(input: &str) -> Vec<String> {
    converse(input.as_bytes()).expect(input).lines().map(str::to_owned).collect()
}

/// A search without an end goes on whatever is said but `stop`; one with an end is waited for.
#[test]
fn no_command_but_stop_ends_a_search() {
    let mut engine = Engine::start();
    for (command, name) in [
        ("perft 1", "perft"),
        ("go perft 1", "go"),
        ("go depth 1", "go"),
        ("go depht 1", "go"),
        ("ucinewgame", "ucinewgame"),
        ("setoption name Hash value 17", "setoption"),
    ] {
        engine.tell(&format!("go infinite\n{command}\nisready"));
        let lines = engine.until("readyok");
        let answer = lines.iter().rfind(|line| line.starts_with("info string ")).expect(command);
        assert!(answer.starts_with(&format!("info string {name}: ")), "{command}: {lines:?}");
        assert!(!lines.iter().any(|line| line.starts_with("bestmove ")), "{command}: {lines:?}");
        engine.tell("stop");
        assert_ne!(after(&engine.until("bestmove").pop().unwrap(), "bestmove"), "0000");
        engine.tell(&format!("go depth 7\n{command}"));
        let lines = engine.until("bestmove");
        assert_eq!(after(&lines[lines.len() - 2], "depth"), "7", "{command}: {lines:?}");
        if command.starts_with("go dep") {
            engine.until("bestmove");
        }
    }
    engine.quit();
}

#[test]
fn what_waits_for_a_search_leaves_the_engine_responsive() {
    for (command, answers) in [
        ("perft 1", 1),
        ("go depth 100", 2),
        ("go depht 1", 2),
        ("ucinewgame\nposition startpos\ngo movetime 600000\ngo movetime 600000", 3),
        ("setoption name Hash value 17", 1),
    ] {
        let mut engine = Engine::start();
        for end in ["stop", "quit"] {
            engine.tell(&format!("go depth 100\n{command}\nisready"));
            let lines = engine.until("readyok");
            assert!(!lines.iter().any(|line| line.starts_with("bestmove ")), "{command}: {lines:?}");
            engine.tell(end);
            (0..answers).for_each(|_| drop(engine.until("bestmove")));
        }
        assert!(engine.child.wait().unwrap().success());
    }
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
        // The speed is exact, and the time is cut to milliseconds.
        let [nodes, speed, time] =
            ["nodes", "nps", "time"].map(|key| after(line, key).parse::<u64>().unwrap());
        assert!(nodes * 1000 / (time + 1) <= speed && speed * time <= nodes * 1000, "{line}");
        let (_, line) = line.split_once(" pv ").unwrap();
        for name in line.split(' ') {
            position.play_unchecked(read_uci(&position, name).unwrap());
        }
    }
    assert_eq!(lines.len(), 8);
    assert_eq!(after(&lines[7], "bestmove"), after(&lines[6], "pv"));
    engine.quit();
}

#[test]
fn an_infinite_search_answers_only_after_stop() {
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
    // It ends by itself now, so that the next search waits for it.
    engine.tell("go nodes 1");
    engine.until("bestmove");
    engine.until("bestmove");
    engine.quit();
}

#[test]
fn every_search_is_answered_once_whatever_stops_it() {
    let mut engine = Engine::start();
    let commands = [
        "stop",
        "ucinewgame",
        "setoption name Hash value 2",
        "setoption name Clear Hash",
        "setoption name Threads value 2",
        "go depth 1",
        "go infinite",
        "stop\nstop",
        "ponderhit\nponderhit\nstop",
        "setoption name MultiPV value 0\nsetoption name MultiPV value 2",
        "position startpos moves e2e4\nucinewgame\nucinewgame",
        "\0\ngo\0\nstop",
    ];
    for command in commands.repeat(4) {
        engine.tell("go infinite");
        engine.tell(command);
        engine.tell("stop");
        let lines = engine.until("bestmove");
        assert_ne!(after(&lines[lines.len() - 1], "bestmove"), "0000", "{command}");
        engine.tell("isready");
        let rest = engine.until("readyok");
        let said: Vec<_> = rest.iter().filter(|line| !line.starts_with("info string ")).collect();
        assert_eq!(said, ["readyok"], "{command}");
    }
    engine.quit();
}

#[test]
fn quit_and_end_of_input_end_an_unlimited_search() {
    for input in ["go infinite\nquit\n", "go infinite\n", "go\n", "go ponder movetime 1\n", "go mate 30\n"] {
        let run = chess_with_input(&["uci"], input);
        assert_eq!(run.code, Some(0), "{input}");
        assert_eq!(run.stdout.matches("bestmove ").count(), 1, "{input}: {}", run.stdout);
    }
}

#[test]
fn a_position_set_during_a_search_is_for_the_next() {
    let mut engine = Engine::start();
    engine.tell("go infinite");
    engine.tell("position fen 7k/5K2/8/8/8/8/8/6R1 w - - 0 1");
    engine.tell("stop");
    assert_ne!(after(&engine.until("bestmove").pop().unwrap(), "bestmove"), "g1h1");
    engine.tell("go depth 3");
    assert_eq!(after(&engine.until("bestmove").pop().unwrap(), "bestmove"), "g1h1");
    engine.quit();
}

#[test]
fn a_mate_that_was_asked_for_ends_the_search() {
    let mut engine = Engine::start();
    for (fen, moves, best) in [
        ("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 2, "a1a6"),
        ("r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1", 3, "f6a6"),
    ] {
        engine.tell(&format!("position fen {fen}"));
        engine.tell(&format!("go mate {moves}"));
        let lines = engine.until("bestmove");
        let [.., info, answer] = &lines[..] else { panic!("{lines:?}") };
        assert!(info.contains(&format!(" score mate {moves} ")), "{info}");
        assert_eq!(after(answer, "bestmove"), best);
    }
    engine.quit();
}

#[test]
fn no_time_is_enough_for_a_move() {
    let mut engine = Engine::start();
    engine.tell("position startpos moves e2e4");
    let clocks = [
        "wtime 0 btime 0",
        "wtime -5 btime -5 winc 0 binc 0",
        "wtime 1000",
        "movetime 0",
        "btime 1 movestogo 0",
    ];
    for clock in clocks {
        engine.tell(&format!("go {clock}"));
        let answer = engine.until("bestmove").pop().unwrap();
        let position = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1".parse().unwrap();
        assert!(read_uci(&position, after(&answer, "bestmove")).is_ok(), "{clock}: {answer}");
    }
    engine.quit();
}

#[test]
fn a_go_that_cannot_be_obeyed_is_answered_at_once() {
    for go in ["go depth many", "go depth", "go searchmoves Nf3", "go wtime soon btime 3"] {
        let lines = answers(&format!("{go}\n"));
        assert_eq!(lines.len(), 2, "{lines:?}");
        assert!(lines[0].starts_with("info string go "), "{lines:?}");
        assert_eq!(lines[1], "bestmove 0000");
    }
    for go in ["go blah", "go depht 5", "go 5 wtme 100"] {
        let lines = answers(&format!("{go}\n"));
        let told = "info string go: no valid limit";
        assert_eq!(lines[lines.len() - 2..], [told, "bestmove 0000"], "{go}");
    }
    // A search that is under way answers alone.
    let lines = answers("position fen 7k/5K2/8/8/8/8/8/6R1 w - - 0 1\ngo infinite\ngo depth many\n");
    let best: Vec<_> = lines.iter().filter(|line| line.starts_with("bestmove ")).collect();
    assert!(best.len() == 1 && *best[0] != "bestmove 0000", "{lines:?}");
}

#[test]
fn illegal_searchmoves_are_ignored_and_mate_means_any_mate() {
    let told = "info string go searchmoves: ";
    for (go, count, best) in [
        ("searchmoves e2e5 a2a3 e1g1", 2, "a2a3"),
        ("searchmoves a2a3", 0, "a2a3"),
        ("searchmoves e2e5", 1, ""),
    ] {
        let lines = answers(&format!("go depth 1 {go}\n"));
        assert_eq!(lines.iter().filter(|line| line.starts_with(told)).count(), count, "{lines:?}");
        let answer = lines.last().unwrap();
        assert!(answer.starts_with(&format!("bestmove {best}")) && answer != "bestmove 0000", "{lines:?}");
    }
    let lines = answers("position fen kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1\ngo mate\nisready\n");
    assert!(lines[0].starts_with("info string go mate: "), "{lines:?}");
    let mut engine = Engine::start();
    engine.tell("position fen kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1\ngo mate");
    assert_eq!(after(engine.until("bestmove").last().unwrap(), "bestmove"), "a1a6");
    engine.quit();
}

/// The knight's return to g1 gives the start position for the third time.
#[test]
fn a_line_ends_with_the_game() {
    let moves = "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1";
    for depth in 1..4 {
        let lines = answers(&format!(
            "setoption name MultiPV value 3\nposition startpos moves {moves}\ngo depth {depth} searchmoves f6g8\n"
        ));
        let info = &lines[lines.len() - 2];
        assert!(info.contains(" score cp 0 ") && info.ends_with(" pv f6g8"), "{lines:?}");
    }
}

/// Numbers out of their range are not limits: the engine says so and answers within seconds, without being told to.
#[test]
fn numbers_beyond_all_ranges_are_answered_in_time() {
    let cases = [
        ("go wtime 9223372036854775808 btime 9223372036854775808", "go wtime: more than 30 days"),
        ("go wtime 9223372036854775807 winc 9223372036854775807", "go winc: more than 30 days"),
        ("go movetime 99999999999999999999999999", "go movetime: more than 30 days"),
        ("go depth 4294967296", "go depth: number too large"),
        ("go nodes 18446744073709551616", "go nodes: number too large"),
        ("go mate 99999999999", "go mate: number too large"),
        ("go mate -9223372036854775809", "go mate: must be at least 1"),
        ("go winc 10", "go: no valid limit"),
    ];
    let begun = Instant::now();
    let mut engines = cases.map(|case| (Engine::start(), case));
    for (index, (engine, (go, _))) in engines.iter_mut().enumerate() {
        engine.tell(go);
        // The first thinks until its clock ends the search.
        if index > 0 {
            engine.tell("stop");
        }
    }
    for (mut engine, (go, told)) in engines {
        let lines = engine.until("bestmove");
        assert!(lines.iter().any(|line| line.starts_with(&format!("info string {told}"))), "{go}: {lines:?}");
        assert!(lines.contains(
            &"info string go: no valid limit: searching as with one minute on the clock".to_owned()
        ));
        assert_ne!(after(lines.last().unwrap(), "bestmove"), "0000", "{go}");
        engine.tell("isready");
        engine.until("readyok");
        engine.quit();
    }
    assert!(begun.elapsed() < Duration::from_mins(1), "{:?}", begun.elapsed());
}

/// One limit that counts is enough, and negative numbers count as 0.
#[test]
fn other_limits_count_beside_one_that_does_not() {
    for go in [
        "go wtime 9223372036854775808 depth 2",
        "go depth 4294967296 movetime 1",
        "go nodes 18446744073709551615 mate 0 nodes 100",
        "go nodes -9223372036854775809",
        "go depth -1",
        "go movetime -1",
        "go wtime -9223372036854775809 movestogo 0",
        "go wtime 100 winc 9223372036854775808 movestogo 4294967296",
    ] {
        let mut engine = Engine::start();
        engine.tell(go);
        let lines = engine.until("bestmove");
        assert_ne!(after(lines.last().unwrap(), "bestmove"), "0000", "{go}");
        assert!(!lines.iter().any(|line| line.contains("no limit counts")), "{go}: {lines:?}");
        engine.quit();
    }
}

#[test]
fn several_lines_are_told_by_rank() {
    let lines = answers("setoption name MultiPV value 3\nposition startpos\ngo depth 4\n");
    let ranks: Vec<_> =
        lines.iter().filter(|line| line.contains(" depth 4 ")).map(|line| after(line, "multipv")).collect();
    assert_eq!(ranks, ["1", "2", "3"], "{lines:?}");
    let best = lines.iter().rfind(|line| line.contains(" multipv 1 ")).unwrap();
    assert_eq!(after(lines.last().unwrap(), "bestmove"), after(best, "pv"));
}

#[test]
fn limited_strength_plays_legal_moves_with_few_nodes() {
    let lines = answers(
        "setoption name UCI_Elo value 1000\nsetoption name uci_limitstrength value true\ngo depth 30\n",
    );
    let nodes: u64 = after(&lines[lines.len() - 2], "nodes").parse().unwrap();
    assert!(nodes < 1000, "{lines:?}");
    assert!(read_uci(&Position::START, after(lines.last().unwrap(), "bestmove")).is_ok());
}

/// Without a legal move there is nothing to search.
#[test]
fn a_finished_search_waits_for_stop_or_ponderhit() {
    let mut engine = Engine::start();
    for (go, end) in
        [("go infinite", "stop"), ("go ponder movetime 1", "ponderhit"), ("go ponder depth 1", "stop")]
    {
        engine.tell("position fen 7k/5K2/6Q1/8/8/8/8/8 b - - 0 1");
        engine.tell(go);
        assert_eq!(engine.until("info "), ["info depth 0 score cp 0"], "{go}");
        engine.tell("isready");
        assert_eq!(engine.until("readyok"), ["readyok"], "{go}");
        engine.tell(end);
        assert_eq!(engine.until("bestmove"), ["bestmove 0000"], "{go}");
    }
    engine.quit();
}

#[test]
fn end_of_input_does_not_cut_a_limited_search_short() {
    let lines = answers("go depth 8\n");
    assert_eq!((after(&lines[7], "depth"), lines.len()), ("8", 9), "{lines:?}");
}

/// It uses one thread, whatever the number of threads is, which is no shortage.
#[test]
fn limited_strength_misses_no_threads() {
    let input = "setoption name Threads value 2\nsetoption name UCI_LimitStrength value true\ngo depth 2\n";
    let lines = answers(input);
    assert!(!lines.iter().any(|line| line.starts_with("info string")), "{lines:?}");
    assert!(lines.last().unwrap().starts_with("bestmove "), "{lines:?}");
}

/// An engine that searches a position in which it has much to think about.
fn searching(options: &[&str], go: &str) -> Engine {
    let mut engine = Engine::start();
    for option in options {
        engine.tell(option);
    }
    engine.tell("position fen r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1");
    engine.tell(go);
    engine
}

#[test]
fn a_stopped_search_reports_root_moves_and_its_best_line() {
    let mut engine = searching(&["setoption name UCI_ShowWDL value true"], "go infinite");
    let mut lines = engine.until("info depth 1 ");
    let begun = Instant::now();
    while lines.iter().filter(|line| line.contains(" currmove ")).count() <= 10 {
        lines.extend(engine.until("info "));
    }
    let waited = begun.elapsed();
    engine.tell("stop");
    lines.extend(engine.until("bestmove"));
    engine.quit();
    let (best, last) = (&lines[lines.len() - 1], &lines[lines.len() - 2]);
    assert_eq!(after(best, "bestmove"), after(last, "pv"));
    assert!(after(last, "time").parse::<u128>().unwrap() >= waited.as_millis(), "{last}");
    for line in lines.iter().filter(|line| line.contains(" score ")) {
        let (_, numbers) = line.split_once(" wdl ").unwrap();
        let sum: u32 = numbers.split(' ').take(3).map(|number| number.parse::<u32>().unwrap()).sum();
        assert_eq!(sum, 1000, "{line}");
    }
    let currmoves: Vec<&String> = lines.iter().filter(|line| line.contains(" currmove ")).collect();
    assert!(currmoves.len() > 10, "{lines:?}");
    assert!(currmoves.iter().all(|line| line.contains(" currmovenumber ")), "{currmoves:?}");
    // No bound comes in the first second.
    for line in lines.iter().filter(|line| line.contains("erbound ")) {
        assert!(after(line, "time").parse::<u64>().unwrap() >= 1000, "{line}");
    }
}

#[test]
fn short_movetimes_are_used_up_less_the_overhead() {
    let time = |options: &[&str], go: &str| -> u64 {
        let mut engine = searching(options, go);
        let lines = engine.until("bestmove");
        engine.quit();
        after(&lines[lines.len() - 2], "time").parse().unwrap()
    };
    assert!((9..100).contains(&time(&[], "go movetime 10")));
    assert!((180..300).contains(&time(&["setoption name Move Overhead value 1000"], "go movetime 200")));
    assert!((200..300).contains(&time(&["setoption name move overhead value 0"], "go movetime 200")));
}

#[test]
fn a_search_that_finishes_no_depth_tells_the_static_evaluation() {
    let mut engine = searching(&[], "go nodes 1");
    let lines = engine.until("bestmove");
    engine.quit();
    assert_eq!(lines.len(), 2, "{lines:?}");
    assert!(lines[0].starts_with("info depth 0 seldepth 1 multipv 1 score cp "), "{lines:?}");
}
