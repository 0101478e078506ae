//! `chess uci` as a graphical interface talks to it: options, positions, lines that are wrong, and the commands `d`, `eval` and
//! `perft`, which look at a position.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout};

use chess_cli::in_memory::converse;

use crate::run::chess_in_pipes;

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

    /// The number of its process.
    #[cfg(target_os = "linux")]
    pub(crate) fn id(&self) -> u32 {
        self.child.id()
    }

    pub(crate) fn quit(mut self) {
        self.tell("quit");
        assert!(self.child.wait().unwrap().success());
    }
}

fn words(line: &str) -> Vec<&str> {
    line.split(' ').collect()
}

/// The number or word that follows a word.
pub(crate) fn after<'a>(line: &'a str, word: &str) -> &'a str {
    words(line).windows(2).find(|pair| pair[0] == word).unwrap_or_else(|| panic!("{word} in {line}"))[1]
}

/// Leads a whole conversation with the engine in memory, and gives its answers.
fn talk(input: &str) -> String {
    converse(input.as_bytes()).expect(input)
}

/// The same, line by line.
pub(crate) fn answers(input: &str) -> Vec<String> {
    talk(input).lines().map(str::to_owned).collect()
}

#[test]
fn it_introduces_itself() {
    let mut engine = Engine::start();
    engine.tell("uci");
    let lines = engine.until("uciok");
    assert!(lines[0].starts_with("id name chess "), "{lines:?}");
    assert_eq!(lines[1], "id author the authors of the chess crates");
    for option in [
        "Hash",
        "Threads",
        "MultiPV",
        "Ponder",
        "UCI_Chess960",
        "UCI_LimitStrength",
        "UCI_Elo",
        "Clear Hash",
        "SyzygyPath",
        "SyzygyProbeDepth",
        "Syzygy50MoveRule",
    ] {
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
fn moves_of_a_position_may_castle_in_either_spelling() {
    let moves = "e2e4 e7e5 g1f3 g8f6 f1c4 f8c5";
    for castlings in ["e1g1 e8g8", "e1h1 e8h8", "e1g1 e8h8"] {
        let input = format!("position startpos moves {moves} {castlings}\ngo depth 1 searchmoves f1e1\n");
        assert_eq!(answers(&input).last().unwrap(), "bestmove f1e1", "{castlings}");
    }
    // The king steps to h1; only the rook on a1 is beside nobody.
    let input = "setoption name UCI_Chess960 value true\nposition fen 4k3/8/8/8/8/8/8/1R4KR w HB - 0 1 moves g1h1 e8e7\n\
        go depth 1 searchmoves f1f2\n";
    assert_eq!(answers(input).last().unwrap(), "bestmove f1f2");
}

#[test]
fn what_is_not_understood_is_said_and_changes_nothing() {
    let input = "hello\nposition startpos\n\
        go wherever\ngo somehow depth 1\nsetoption name Hash value 0\nsetoption name Hash value -1\n\
        setoption name Nothing value 1\nsetoption\nsetoption name Threads\nsetoption name MultiPV value 0\n\
        setoption name UCI_Elo value 1\nperft many\ndebug perhaps\nstop\nponderhit\n\n\
        go wtime -20 btime 5 depth 99999999999 nodes 10\n";
    let lines = answers(input);
    let count = |beginning| lines.iter().filter(|line| line.starts_with(beginning)).count();
    // Of a `go` with words that have no meaning the others are obeyed, if one of them sets a limit.
    assert_eq!((count("info string "), count("bestmove ")), (14, 3), "{lines:?}");
    assert_eq!(count("bestmove 0000"), 1, "{lines:?}");
    assert!(lines.last().unwrap().starts_with("bestmove "), "{lines:?}");
}

#[test]
fn after_a_refused_position_nothing_else_is_searched() {
    let refused = [
        "position startpos moves e2e5",
        "position startpos moves e2e9",
        "position startpos e2e4",
        "position fen nonsense",
        "position fen 8/8/8/8/8/8/8/8 w - - 0 1",
        "position",
    ];
    for position in refused {
        let lines = answers(&format!("{position}\ngo depth 3\ngo infinite\nd\neval\nperft 1\n"));
        assert!(
            lines[0].starts_with("info string position: ") || lines[0].starts_with("info string position "),
            "{lines:?}"
        );
        assert_eq!(
            (&lines[2][..], &lines[4][..], lines.len()),
            ("bestmove 0000", "bestmove 0000", 8),
            "{lines:?}"
        );
        assert_eq!(lines.iter().filter(|line| line.starts_with("info string ")).count(), 6, "{lines:?}");
        // Another position mends it.
        let lines = answers(&format!("{position}\nposition startpos\ngo depth 1\n"));
        assert_ne!(after(lines.last().unwrap(), "bestmove"), "0000", "{lines:?}");
    }
}

#[test]
fn lines_of_any_length_are_read_or_refused() {
    // 20,000 plies: a game that goes on after draws.
    let moves = "g1f3 g8f6 f3g1 f6g8 ".repeat(5000);
    let lines = answers(&format!("position startpos moves {moves}e2e4\ngo depth 1 searchmoves e7e5\n"));
    assert_eq!(lines.last().unwrap(), "bestmove e7e5");
    // What is too long to be read was a position, too.
    let lines = answers(&format!("position startpos moves {}\ngo depth 1\n", moves.repeat(20)));
    assert!(lines[0].starts_with("info string position: the line has more than 1048576 bytes"), "{lines:?}");
    assert_eq!(lines.last().unwrap(), "bestmove 0000");
    let lines = answers(&format!("  go {}\nisready\n", "x".repeat(2_000_000)));
    assert_eq!(lines[1..], ["bestmove 0000", "readyok"]);
    let lines = answers(&format!("{}\ngo depth 1\n", "x".repeat(50_000_000)));
    assert!(lines.last().unwrap().starts_with("bestmove ") && lines.len() == 3, "{lines:?}");
}

#[test]
fn boards_evaluations_and_perft() {
    let kiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    let text = answers(&format!("position fen {kiwipete}\nd\nflip\nd\nflip\neval\n")).join("\n");
    assert!(text.contains(" | r |   |   |   | k |   |   | r | 8\n"), "{text}");
    assert!(text.contains(&format!("Fen: {kiwipete}\nKey: ")), "{text}");
    assert!(
        text.contains("Fen: r3k2r/pppbbppp/2n2q1P/1P2p3/3pn3/BN2PNP1/P1PPQPB1/R3K2R b KQkq - 0 1\n"),
        "{text}"
    );
    let evaluation = text.lines().last().unwrap();
    assert!(evaluation.starts_with("Static evaluation: "), "{evaluation}");
    let checked = answers("position fen 4k3/8/8/8/7b/8/5P2/4K2r w - - 0 1\nd\n");
    assert_eq!(checked.last().unwrap(), "Checkers: h1");
    for command in ["perft 2", "go perft 2"] {
        let lines = answers(&format!("position fen {kiwipete}\n{command}\n"));
        assert_eq!(lines.len(), 48 + 3, "{lines:?}");
        assert!(
            lines.contains(&"e1g1: 43".to_owned()) && lines.contains(&"Nodes searched: 2039".to_owned()),
            "{lines:?}"
        );
    }
    assert!(answers("perft 0\n").contains(&"Nodes searched: 1".to_owned()));
}

#[test]
fn lines_are_read_as_guis_write_them() {
    let lines = answers("please go depth 1\r\n");
    assert_eq!(lines[0], "info string byte 0: unknown word");
    assert!(lines.last().unwrap().starts_with("bestmove "), "{lines:?}");
    let lines = answers(
        "position  fen\t7k/5K2/8/8/8/8/8/6R1  w -  - moves f7f6  h8h7\r\ngo depth 1 searchmoves f6f7\r\n",
    );
    assert_eq!(lines.last().unwrap().split(' ').nth(1), Some("f6f7"));
    // Nothing that was sent can end a line of the answer.
    assert_eq!(answers("he\x1b[31mllo\n"), ["info string unknown command: he\\u{1b}[31mllo"]);
}

#[test]
fn a_board_word_for_word() {
    let text = talk("position fen 4k3/8/8/8/7b/8/5P2/4K2r w - - 3 40\nd\n");
    let (board, rest) = text.split_once("Fen: ").unwrap();
    let rule = " +---+---+---+---+---+---+---+---+\n";
    let empty = " |   |   |   |   |   |   |   |   |";
    let ranks = [
        " |   |   |   |   | k |   |   |   | 8",
        &format!("{empty} 7"),
        &format!("{empty} 6"),
        &format!("{empty} 5"),
        " |   |   |   |   |   |   |   | b | 4",
        &format!("{empty} 3"),
        " |   |   |   |   |   | P |   |   | 2",
        " |   |   |   |   | K |   |   | r | 1",
    ];
    let ranks = ranks.join(&format!("\n{rule}"));
    assert_eq!(board, format!("{rule}{ranks}\n{rule}   a   b   c   d   e   f   g   h\n\n"));
    let (fen, rest) = rest.split_once("\nKey: ").unwrap();
    assert_eq!(fen, "4k3/8/8/8/7b/8/5P2/4K2r w - - 3 40");
    assert!(rest.len() == 16 + "\nCheckers: h1\n".len() && rest.ends_with("\nCheckers: h1\n"), "{rest}");
}

/// The number of pawns for White, and that of hundredths for the side to move, of a position that is not even.
fn evaluation(fen: &str) -> (String, i32, String) {
    let text = talk(&format!("position fen {fen}\neval\n"));
    let (pawns, rest) =
        text.strip_prefix("Static evaluation: ").unwrap().split_once(" pawns for White, ").unwrap();
    let (score, note) = rest.split_once(" cp for the side to move").unwrap();
    (pawns.to_owned(), score.parse().unwrap(), note.trim_end().to_owned())
}

#[test]
fn an_evaluation_is_told_for_white_and_for_the_side_to_move() {
    let (pawns, score, note) = evaluation("4k3/8/8/8/8/8/4P3/R3K3 w - - 0 1");
    assert!(score > 100, "{score}");
    assert_eq!((pawns, note.as_str()), (format!("+{}.{:02}", score / 100, score % 100), ""));
    let (pawns, lost, note) = evaluation("4k3/8/8/8/8/8/4P3/R3K3 b - - 0 1");
    assert!(lost < -100, "{lost}");
    assert_eq!((pawns, note.as_str()), (format!("+{}.{:02}", -lost / 100, -lost % 100), ""));
    // The same with the colours exchanged.
    let (pawns, same, _) = evaluation("r3k3/4p3/8/8/8/8/8/4K3 b - - 0 1");
    assert_eq!((pawns, same), (format!("-{}.{:02}", score / 100, score % 100), score));
    let (_, _, note) = evaluation("4k3/8/8/8/8/8/8/4R1K1 b - - 0 1");
    assert_eq!(note, " (in check, where a search does not use it)");
}

#[test]
fn the_depth_of_a_perft_has_a_limit() {
    // A stalemate, in which no depth takes time.
    let stalemate = "position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1\n";
    assert_eq!(talk(&format!("{stalemate}perft 64\n")), "\nNodes searched: 0\n\n");
    for command in ["perft 65", "go perft 65", "perft many"] {
        let expected = "info string perft: expected a depth from 0 to 64 plies\n";
        assert_eq!(talk(&format!("{stalemate}{command}\n")), expected, "{command}");
    }
}

#[test]
fn a_perft_spells_castling_as_the_option_says() {
    for (value, castling) in [("false", "e1g1: 1"), ("true", "e1h1: 1")] {
        let input = format!(
            "setoption name UCI_Chess960 value {value}\nposition fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1\nperft 1\n"
        );
        let text = talk(&input);
        assert_eq!(
            text.lines().filter(|line| ["e1g1: 1", "e1h1: 1"].contains(line)).collect::<Vec<_>>(),
            [castling]
        );
    }
}

#[test]
fn a_perft_stops_the_search() {
    let mut engine = Engine::start();
    for command in ["perft 1", "go perft 1"] {
        engine.tell("go infinite");
        engine.tell(command);
        let lines = engine.until("Nodes searched: 20");
        let best = lines.iter().position(|line| line.starts_with("bestmove ")).expect(command);
        assert_ne!(after(&lines[best], "bestmove"), "0000");
        assert_eq!(lines[best + 1], "a2a3: 1", "{command}");
    }
    engine.quit();
}

#[test]
fn without_a_position_nothing_is_looked_at() {
    let told = "info string there is no position: the last one was refused\n";
    let text = talk("position startpos moves e2e5\nd\neval\nflip\nperft 1\nperft\ngo depth 1\n");
    assert!(text.ends_with(&format!("{}bestmove 0000\n", told.repeat(6))), "{text}");
    assert_eq!(text.lines().count(), 8, "{text}");
}
