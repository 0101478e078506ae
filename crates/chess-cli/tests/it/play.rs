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
    assert_eq!(run.stderr.matches("help tells what can be written").count(), 2);
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
        assert!(run.stderr.contains("there is nothing to take back"), "{}", run.stderr);
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
