//! The commands of `chess uci` that look at a position: `d`, `eval` and `perft`.

use crate::run::chess_with_input;
use crate::uci_engine::{Engine, after};

/// Runs the engine on lines and gives its answers.
fn answers(input: &str) -> String {
    let run = chess_with_input(&["uci"], input);
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""), "{input}");
    run.stdout
}

#[test]
fn a_board_word_for_word() {
    let text = answers("position fen 4k3/8/8/8/7b/8/5P2/4K2r w - - 3 40\nd\n");
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
    let text = answers(&format!("position fen {fen}\neval\n"));
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
    assert_eq!(answers(&format!("{stalemate}perft 64\n")), "\nNodes searched: 0\n\n");
    for command in ["perft 65", "go perft 65", "perft many"] {
        let expected = "info string perft: expected a depth from 0 to 64 plies\n";
        assert_eq!(answers(&format!("{stalemate}{command}\n")), expected, "{command}");
    }
}

#[test]
fn a_perft_spells_castling_as_the_option_says() {
    for (value, castling) in [("false", "e1g1: 1"), ("true", "e1h1: 1")] {
        let input = format!(
            "setoption name UCI_Chess960 value {value}\nposition fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1\nperft 1\n"
        );
        let text = answers(&input);
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
    let text = answers("position startpos moves e2e5\nd\neval\nflip\nperft 1\nperft\ngo depth 1\n");
    assert!(text.ends_with(&format!("{}bestmove 0000\n", told.repeat(6))), "{text}");
    assert_eq!(text.lines().count(), 8, "{text}");
}
