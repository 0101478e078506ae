//! `chess play`, as somebody who types ahead.

use std::fs;
#[cfg(unix)]
use std::io::Write;
#[cfg(unix)]
use std::process::Command;
#[cfg(unix)]
use std::thread::sleep;
#[cfg(unix)]
use std::time::Duration;
use std::time::{SystemTime, UNIX_EPOCH};

use chess_movegen::{Position, PositionExt};
use chess_notation::pgn;

use crate::run::{chess, chess_in_pipes, chess_with_input, folder, run};

#[test]
fn a_game_is_played_shown_taken_back_and_printed() {
    let input = "Nf3\nundo\ne2e4\nhint\nKe4\nhello\n\n0000\npgn\nquit\n";
    let run = chess_with_input(&["play", "--seconds", "0.02", "--ascii"], input);
    assert_eq!(run.code, Some(0));
    assert!(run.stdout.contains("4 |   |   |   |   |[P]|"), "{}", run.stdout);
    let (_, text) = run.stdout.split_once("[Event").unwrap();
    let game: pgn::Game = format!("[Event{text}").parse().unwrap();
    let moves: Vec<String> = game.mainline().map(|played| played.mv.to_string()).collect();
    assert_eq!((moves.len(), moves[0].as_str()), (2, "e2e4"));
    assert_eq!(
        run.stderr.matches("Ke4: no white king can move to e4. Legal moves of a king: Ke2\n").count(),
        1
    );
    assert_eq!(run.stderr.matches("hello is neither a move nor a command").count(), 1);
    assert!(run.stderr.contains("a player may not pass"));
}

#[test]
fn mate_ends_the_game() {
    let run = chess_with_input(&["play", "7k/8/6K1/8/8/8/8/R7 w - - 0 1", "--random"], "Ra8#\n");
    assert_eq!(run.code, Some(0));
    assert!(
        run.stdout.contains("checkmate, White wins") && run.stdout.contains("1. Ra8# 1-0"),
        "{}",
        run.stdout
    );
}

#[test]
fn chance_plays_legal_moves_and_the_person_may_have_black() {
    let run = chess_with_input(&["play", "--black", "--random"], "pgn\nquit\n");
    assert_eq!(run.code, Some(0));
    let (_, text) = run.stdout.split_once("[Event").unwrap();
    let game: pgn::Game = format!("[Event{text}").parse().unwrap();
    assert_eq!(game.mainline().count(), 1);
}

#[test]
fn a_game_that_is_given_up_is_won_by_the_other_side() {
    let run = chess_with_input(&["play", "--random"], "e4\nresign\n");
    assert_eq!(run.code, Some(0));
    for text in ["White resigns", "[White \"person\"]", "[Black \"random\"]", "[Result \"0-1\"]"] {
        assert!(run.stdout.contains(text), "{text}: {}", run.stdout);
    }
    let run = chess_with_input(&["play", "--black", "--seconds", "0.01"], "resign\n");
    assert!(
        run.stdout.contains("Black resigns") && run.stdout.contains("[Result \"1-0\"]"),
        "{}",
        run.stdout
    );
}

#[test]
fn before_the_first_move_there_is_nothing_to_take_back() {
    for args in [&["play", "--random"][..], &["play", "--random", "--black"]] {
        let run = chess_with_input(args, "undo\nhelp\npgn\n");
        assert_eq!(run.code, Some(0));
        assert!(run.stderr.contains("there is no move of yours to take back"), "{}", run.stderr);
        assert!(run.stdout.contains("undo        take back"), "{}", run.stdout);
        assert_eq!(run.stdout.contains("\n1. "), args.contains(&"--black"), "{}", run.stdout);
    }
}

#[test]
fn lines_that_are_no_text_or_have_no_end_are_passed_over() {
    let mut input = b"e4\xff\n".to_vec();
    input.extend(b"x".repeat(200_000));
    input.extend(b"\nNf3\npgn\n");
    let run = chess_with_input(&["play", "--random"], input);
    assert_eq!(run.code, Some(0));
    assert!(run.stderr.contains("more than 65536 bytes"), "{}", run.stderr);
    assert!(run.stdout.contains("1. Nf3 "), "{}", run.stdout);
}

#[test]
fn pawns_are_promoted_and_chess960_castles_in_either_spelling() {
    for promotion in ["b8=N", "b7b8n"] {
        let run = chess_with_input(
            &["play", "8/1P4k1/8/8/8/8/8/K6R w - - 0 1", "--random"],
            format!("b7b8\nb8\n{promotion}\npgn\n"),
        );
        assert!(run.stdout.contains("1. b8=N "), "{}", run.stdout);
    }
    for castling in ["O-O", "g1h1"] {
        let run = chess_with_input(
            &["play", "4k3/8/8/8/8/8/8/RR4KR w HA - 0 1", "--random"],
            format!("{castling}\npgn\n"),
        );
        assert!(
            run.stdout.contains("[Variant \"Chess960\"]") && run.stdout.contains("1. O-O "),
            "{}",
            run.stdout
        );
    }
}

#[test]
fn the_greeting_says_how_to_get_help_and_the_date_is_in_the_game() {
    let before = SystemTime::now();
    let run = chess_with_input(&["play", "--random", "--black"], "pgn\n");
    assert!(run.stderr.starts_with("You play Black against random moves.\nType a move"), "{}", run.stderr);
    assert!(run.stderr.contains("help lists what else you can type"), "{}", run.stderr);
    let (_, date) = run.stdout.split_once("[Date \"").unwrap();
    let days = |date: &str| {
        let numbers: Vec<u64> = date.split('.').map(|number| number.parse().unwrap()).collect();
        let [year, month, day] = numbers[..] else { panic!("{date}") };
        // Between the fewest and the most days that can be before this date.
        ((year - 1970) * 365 + (month - 1) * 28 + day - 1)..=((year - 1970) * 366 + month * 31 + day)
    };
    let today = before.duration_since(UNIX_EPOCH).unwrap().as_secs() / 86_400;
    let date = date.split('"').next().unwrap();
    assert!(date.len() == 10 && days(date).contains(&today), "{date}");
    let run = chess_with_input(&["play", "--seconds", "0.5"], "");
    assert!(run.stderr.starts_with("You play White against the engine, which thinks 0.5 s about a move.\n"));
    assert_eq!(run.code, Some(0));
}

#[test]
fn the_board_the_moves_and_the_fen_are_printed_on_demand() {
    let run = chess_with_input(
        &["play", "--random", "--ascii"],
        "BOARD\nmoves\nmoves b1\nmoves e3\nmoves x9\nfen\nexit\n",
    );
    assert_eq!(run.stdout.matches("  8 | r | n | b | q | k | b | n | r |").count(), 2, "{}", run.stdout);
    let (_, lists) = run.stdout.split_once("Na3").unwrap();
    assert_eq!(
        lists,
        " Nc3 Nf3 Nh3 a3 a4 b3 b4 c3 c4 d3 d4 e3 e4 f3 f4 g3 g4 h3 h4\n\
         Na3 Nc3\n\
         rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n"
    );
    assert!(run.stderr.contains("there is no legal move from e3\n"), "{}", run.stderr);
    assert!(run.stderr.contains("moves takes a square, such as moves e2\n"), "{}", run.stderr);
    let queens = "k7/8/8/8/8/2Q5/8/K3Q1Q1 w - - 0 1";
    let run = chess_with_input(&["play", queens, "--random", "--ascii"], "moves\n");
    let lists: Vec<&str> = run.stdout.lines().filter(|line| line.starts_with(['K', 'Q'])).collect();
    assert!(lists.len() > 1 && lists.iter().all(|line| line.len() <= 78), "{lists:?}");
    let moves: Vec<&str> = lists.iter().flat_map(|line| line.split(' ')).collect();
    assert_eq!(moves.len(), queens.parse::<Position>().unwrap().legal_count());
}

#[test]
fn a_typo_is_answered_with_the_moves_that_can_be_meant() {
    let input = "e2e5\ne5\nNf4\nnf3\nundoo\ne2 e4\nb1\u{1b}[31m\n";
    let run = chess_with_input(&["play", "--random"], input);
    for answer in [
        "e2e5: the white pawn on e2 cannot move to e5. Legal moves of that pawn: e3 e4",
        "e5: no white pawn can move to e5. Legal moves of a pawn on the e-file: e3 e4",
        "Nf4: no white knight can move to f4. Legal moves of a knight: Na3 Nc3 Nf3 Nh3",
        "nf3 is neither a move nor a command. Did you mean Nf3?",
        "undoo is neither a move nor a command. Did you mean undo?",
        "e2 e4 is neither a move nor a command. Did you mean e2e4?",
        "b1\\u{1b}[31m is neither a move nor a command; help lists what you can type",
    ] {
        assert!(
            run.stderr.lines().any(|line| line.trim_start_matches("> ") == answer),
            "{answer}: {}",
            run.stderr
        );
    }
    assert!(!run.stderr.contains('\u{1b}'));
}

#[test]
fn a_repeated_position_and_a_stalemate_end_the_game_with_a_draw() {
    // Black has one legal move each time: the king goes from a8 to b8 and back.
    let run =
        chess_with_input(&["play", "k7/7R/8/8/8/8/8/K1R5 w - - 0 1", "--random"], "Ka2\nKa1\nKa2\nKa1\n");
    assert!(run.stdout.contains("threefold repetition, draw\n"), "{}", run.stdout);
    assert!(run.stdout.contains("[Result \"1/2-1/2\"]"), "{}", run.stdout);
    let run = chess_with_input(&["play", "k7/8/1K6/8/8/8/8/2Q5 w - - 0 1", "--random"], "Qc7\n");
    assert!(run.stdout.contains("stalemate, draw\n"), "{}", run.stdout);
}

#[test]
fn the_engine_thinks_from_a_hundredth_of_a_second_to_an_hour() {
    for (seconds, code) in [("0.009", 2), ("0.01", 0), ("3600", 0), ("3601", 2), ("inf", 2), ("soon", 2)] {
        let run = chess_with_input(&["play", "--seconds", seconds], "pgn\n");
        assert_eq!(run.code, Some(code), "{seconds}: {}", run.stderr);
        assert_eq!(run.stdout.contains("[White \"person\"]\n[Black \"chess\"]"), code == 0, "{}", run.stdout);
    }
}

#[test]
fn the_board_is_shown_after_each_move_and_each_move_taken_back() {
    let run = chess_with_input(&["play", "--random", "--ascii"], "e4\nboard\nundo\nquit\n");
    assert_eq!(run.code, Some(0));
    // The first one, after the move and its answer, on demand, and after taking both back.
    assert_eq!(run.stdout.matches("      a   b   c   d   e   f   g   h\n").count(), 5, "{}", run.stdout);
    let line = |rank| run.stdout.lines().filter(|line| line.starts_with(rank)).collect::<Vec<_>>();
    let fourth = line("  4 ");
    assert_eq!(
        fourth.iter().map(|rank| rank.contains('P')).collect::<Vec<_>>(),
        [false, true, true, true, false]
    );
    // Each line that is asked for has a prompt.
    assert_eq!(run.stderr.matches("> ").count(), 4, "{}", run.stderr);
}

#[test]
fn a_hint_is_the_move_of_the_engine() {
    let run =
        chess_with_input(&["play", "7k/8/6K1/8/8/8/8/R7 w - - 0 1", "--seconds", "0.05"], "hint\nquit\n");
    assert_eq!(run.code, Some(0));
    assert!(run.stdout.ends_with("\nRa8#\n"), "{}", run.stdout);
}

#[test]
fn both_players_are_named_in_the_game() {
    for (args, white, black) in [(&[][..], "person", "random"), (&["--black"], "random", "person")] {
        let run = chess_with_input(&[&["play", "--random"], args].concat(), "pgn\n");
        let names = format!("[White \"{white}\"]\n[Black \"{black}\"]\n");
        assert!(run.stdout.contains(&names), "{}", run.stdout);
    }
}

/// A list that fills the line to its last column needs no other line.
#[test]
fn a_list_of_moves_is_as_wide_as_its_lines_may_be() {
    let list = "Kd1 Kd2 Ke2 Kf1 Kf2 Nb4 Nb6 Nc3 Nc7 Ne3 Ne7 Nf4 Nf6 a3 a4 b3 b4 c6 g3 g4 h3 h4";
    assert_eq!(list.len(), 78);
    let run = chess_with_input(&["play", "7k/8/8/2PN4/8/8/PP4PP/4K3 w - - 0 1", "--random"], "moves\n");
    assert!(run.stdout.ends_with(&format!("\n{list}\n")), "{}", run.stdout);
}

/// The moves of the last game in a text.
fn last_game(text: &str) -> Vec<String> {
    let at = text.rfind("[Event").unwrap();
    let game = pgn::Replay::new(&text[at..]).next_game().unwrap().unwrap();
    game.mainline().map(|played| played.mv.to_string()).collect()
}

#[test]
fn a_game_is_kept_in_its_file_after_each_move_and_loaded_from_any_ply() {
    let file = folder("kept").join("my games.pgn");
    let name = file.display().to_string();
    fs::write(&file, "1. d4 d5 2. c4 *").unwrap();
    let run = chess_with_input(&["play", "--random", "--save", &name], "e4\nh4\nnew\nd4\n");
    assert_eq!(run.code, Some(0));
    assert!(run.stderr.contains(&format!("The game is kept in {name}.\n")), "{}", run.stderr);
    let text = fs::read_to_string(&file).unwrap();
    assert!(text.starts_with("1. d4 d5 2. c4 *\n\n[Event") && text.matches("[Event").count() == 2, "{text}");
    assert_eq!(last_game(&text).len(), 2);
    let load = |numbers: &str| {
        let run = chess_with_input(&["play", "--random"], format!("load {name}{numbers}\npgn\n"));
        (if run.stdout.contains("[Event") { last_game(&run.stdout) } else { Vec::new() }, run.stderr)
    };
    // The person has the side to move; elsewhere the opponent would have moved.
    assert_eq!(load("").0, ["d2d4", "d7d5", "c2c4"]);
    assert_eq!(load(" 1 1").0, ["d2d4"]);
    assert_eq!(load(" 2").0.len(), 4);
    assert!(load(" 4").1.contains("my games.pgn: there are only 3 games"));
    assert!(load(" 1 4").1.contains("my games.pgn: game 1 has only 3 plies"));
    let copy = folder("kept-copy").join("copy.pgn");
    for games in 1..3 {
        let run = chess_with_input(&["play", "--random"], format!("e4\nsave {}\nquit\n", copy.display()));
        assert!(run.stderr.contains("The game is saved in "), "{}", run.stderr);
        assert_eq!(fs::read_to_string(&copy).unwrap().matches("[Event").count(), games);
    }
}

#[test]
fn several_moves_are_taken_back_sides_are_changed_and_the_board_is_turned() {
    let run = chess_with_input(
        &["play", "--random", "--ascii"],
        "e4\nundo 5\nundo\nd4\nswitch\npgn\nflip\nundo 0\ndraw\n",
    );
    assert!(run.stderr.contains("there is no move of yours to take back"), "{}", run.stderr);
    assert!(run.stderr.contains("undo takes a number of moves"), "{}", run.stderr);
    assert!(run.stderr.contains("The draw is declined."), "{}", run.stderr);
    let moves = last_game(&run.stdout);
    assert!(moves.len() == 3 && moves[0] == "d2d4", "{moves:?}");
    assert!(run.stdout.contains("[White \"random\"]\n[Black \"person\"]"), "{}", run.stdout);
    // Black is below after the change, and White after the turn.
    assert!(run.stdout.trim_end().ends_with("a   b   c   d   e   f   g   h"), "{}", run.stdout);
}

#[test]
fn a_level_draw_is_accepted_and_an_evaluation_is_for_white() {
    let moves = "Nf3 Nf6 Ng1 Ng8 a3 a6 Nf3 Nf6 Ng1 Ng8 b3 b6 Nf3 Nf6 Ng1 Ng8 c3 c6 h3 h6 Nf3 Nf6";
    let file = folder("level").join("level.pgn");
    fs::write(&file, format!("{moves} *")).unwrap();
    let input = format!("load {}\neval\ndraw\n", file.display());
    let run = chess_with_input(&["play", "--level", "3", "--ascii"], &input);
    assert!(
        run.stdout.contains(" for White at depth ") && run.stdout.contains("static evaluation"),
        "{}",
        run.stdout
    );
    let is_accepted = run.stdout.contains("draw agreed\n") && run.stdout.contains("[Result \"1/2-1/2\"]");
    assert!(is_accepted || run.stderr.contains("The draw is declined."), "{} {}", run.stdout, run.stderr);
    // Black is a queen down, and glad of a draw.
    fs::write(
        &file,
        format!(
            "[SetUp \"1\"]\n[FEN \"rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\"]\n\n{moves} *"
        ),
    )
    .unwrap();
    let run = chess_with_input(&["play", "--level", "3"], &input);
    assert!(run.stdout.contains("draw agreed\n"), "{}", run.stderr);
}

#[test]
fn levels_go_from_one_to_ten() {
    for (level, code) in [("0", 2), ("1", 0), ("10", 0), ("11", 2)] {
        let run = chess_with_input(&["play", "--level", level], "");
        assert_eq!(run.code, Some(code), "{level}");
        assert_eq!(run.stderr.contains(&format!("the engine at level {level} of 10")), code == 0);
    }
}

/// Half a second, which the person lets pass.
#[test]
fn a_flag_falls_while_the_person_thinks() {
    let mut child = chess_in_pipes(&["play", "--tc", "0:00.5+1"]);
    let stdin = child.stdin.take();
    let run = run(child.wait_with_output().unwrap());
    drop(stdin);
    assert_eq!(run.code, Some(0));
    assert!(run.stdout.contains("  White 0:00."), "{}", run.stdout);
    assert!(run.stdout.contains("the time of White is over, Black wins\n"), "{}", run.stdout);
    assert!(
        run.stdout.contains("[TimeControl \"0.5+1\"]") && run.stdout.contains("[Result \"0-1\"]"),
        "{}",
        run.stdout
    );
}

/// An engine of a few lines of a shell, which does this at `go`.
#[cfg(unix)]
fn engine(go: &str) -> String {
    let script = folder("engine").join("engine.sh");
    let loops = format!(
        "while read -r w rest; do case $w in uci) echo id name Script; echo uciok;; isready) echo readyok;; \
         go) {go};; quit) exit;; esac; done"
    );
    fs::write(&script, loops).unwrap();
    format!("sh '{}'", script.display())
}

#[cfg(unix)]
#[test]
fn another_engine_plays_and_its_end_loses_no_game() {
    let run = chess_with_input(&["play", "--engine", &engine("echo bestmove e7e5")], "e4\npgn\n");
    assert_eq!((run.code, last_game(&run.stdout)), (Some(0), vec!["e2e4".to_owned(), "e7e5".to_owned()]));
    assert!(run.stdout.contains("[Black \"Script\"]"), "{}", run.stdout);
    for (go, fault) in [("exit", "crash: "), ("echo bestmove e2e4", "illegal move: ")] {
        let run = chess_with_input(&["play", "--engine", &engine(go)], "e4\n");
        assert_eq!((run.code, last_game(&run.stdout)), (Some(1), vec!["e2e4".to_owned()]));
        assert!(run.stderr.contains(&format!("error: {fault}")), "{}", run.stderr);
    }
    let run = chess_with_input(&["play", "--engine", "./no-such-engine"], "");
    assert!(run.code == Some(1) && run.stderr.contains("--engine: "), "{}", run.stderr);
}

/// Once while the person thinks, and once while the engine does.
#[cfg(unix)]
#[test]
fn an_interrupt_prints_the_game() {
    for (input, args, plies) in
        [("e4\n", &["play", "--random"][..], 2), ("e4\n", &["play", "--seconds", "3600"], 1)]
    {
        let mut child = chess_in_pipes(args);
        let mut stdin = child.stdin.take().unwrap();
        stdin.write_all(input.as_bytes()).unwrap();
        sleep(Duration::from_millis(1500));
        assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
        let run = run(child.wait_with_output().unwrap());
        assert_eq!((run.code, last_game(&run.stdout).len()), (Some(130), plies), "{}", run.stderr);
    }
}

#[test]
fn the_opponent_plays_from_a_book() {
    let folder = folder("play-book");
    let [games, book] = ["games.pgn", "book.bin"].map(|name| folder.join(name).display().to_string());
    fs::write(&games, "1. e4 c6 0-1\n\n1. e4 c6 0-1\n").unwrap();
    assert_eq!(chess(&["book", "build", &games, "--out", &book]).code, Some(0));
    let run = chess_with_input(&["play", "--level", "1", "--book", &book], "e4\npgn\n");
    assert_eq!(last_game(&run.stdout), ["e2e4", "c7c6"]);
}
