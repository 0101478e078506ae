//! `chess play`, as somebody who types ahead.

use chess_notation::pgn;

use crate::run::chess_with_input;

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
    assert_eq!(run.stderr.matches("a move, undo, hint, pgn or quit?").count(), 2);
    assert!(run.stderr.contains("nobody may pass"));
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
