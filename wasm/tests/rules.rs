//! The exported functions, called as the glue calls them.

use chess_wasm::*;

/// The bytes of an answer, or those of an error.
fn bytes(answer: i32) -> Result<usize, usize> {
    usize::try_from(answer).map_err(|_| answer.unsigned_abs() as usize)
}

#[test]
fn a_game_is_played_taken_back_and_forgotten() {
    let game = bytes(game_new(0)).unwrap();
    assert_eq!(bytes(game_moves(game, 64)), Ok(20 * RECORD));
    assert_eq!(bytes(game_moves(game, 1)), Ok(2 * RECORD));
    assert_eq!(bytes(game_moves(game, 0)), Ok(0));
    assert_eq!(game_perft(game, 3) as u64, 8902);
    // e2e4: from square 12 (0x0c) to 28 (0x700), a double step (0x1000).
    assert_eq!(bytes(game_play_word(game, 0x170c)), Ok(RECORD));
    assert_eq!(bytes(game_history(game)), Ok(RECORD));
    assert_eq!(bytes(game_undo(game)), Ok(RECORD));
    assert_eq!(bytes(game_undo(game)), Ok(0));
    let other = bytes(game_chess960(518)).unwrap();
    assert_ne!(game, other);
    assert_eq!(game_fen(game, 1), game_fen(other, 1));
    game_free(game);
    assert_eq!(bytes(game_new(0)), Ok(game));
}

#[test]
fn what_is_wrong_is_an_error_with_a_text() {
    let game = bytes(game_new(0)).unwrap();
    for answer in [
        game_moves(7, 64),
        game_fen(usize::MAX, 0),
        game_chess960(960),
        game_new(1),
        game_play_word(game, 0x1_0000),
        game_play_word(game, 0x0b0c),
        game_set_tag(game, 1, 0),
    ] {
        assert!(bytes(answer).unwrap_err() > 30, "{answer}");
    }
    assert!(game_perft(9, 1) < 0.0);
    game_free(9);
}

#[test]
fn texts_say_what_is_wrong_and_where() {
    assert_eq!(Game::new("").unwrap().fen(false), "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    let fault = |game: Result<Game, Fault>| game.err().unwrap().json().to_owned();
    let expected = r#"{"kind":"fen","message":"board field, byte 0: expected a piece (PNBRQKpnbrqk), a digit from 1 to 8 or a slash","field":"board","offset":0,"rules":["board_character"]}"#;
    assert_eq!(fault(Game::new("x")), expected);
    assert!(fault(Game::new("8/8/8/8/8/8/8/8 w - - 0 1")).contains(r#""rules":["#));
    assert!(fault(Game::from_pgn("1. e4 e9 *")).starts_with(r#"{"kind":"pgn""#));
    let mut game = Game::new("").unwrap();
    for (text, kind) in [("e9", "invalid_move"), ("e5", "illegal_move"), ("g1e2", "illegal_move")] {
        assert!(game.play(text).unwrap_err().json().starts_with(&format!(r#"{{"kind":"{kind}""#)), "{text}");
    }
    assert!(game.set_tag("two words", "x").unwrap_err().json().starts_with(r#"{"kind":"tag""#));
}

#[test]
fn a_game_that_was_read_keeps_its_comments_until_it_is_changed() {
    let mut game = Game::from_pgn("[White \"W\"]\n\n1. e4 {good} e5 (1... c5) *").unwrap();
    assert!(game.pgn().ends_with("1. e4 {good} 1... e5 (1... c5) *\n\n"));
    assert_eq!(game.history().len(), 2 * RECORD);
    game.undo().unwrap();
    game.play("d5").unwrap();
    assert!(game.pgn().ends_with("1. e4 d5 *\n\n"));
    assert!(game.pgn().contains("[White \"W\"]") && game.tags().contains(r#""White":"W""#));
    game.set_tag("White", "").unwrap();
    assert!(!game.pgn().contains("\"W\""));
}

#[test]
fn the_status_tells_outcomes_and_claims() {
    let mut game = Game::new("").unwrap();
    for mv in ["f3", "e5", "g4", "Qh4"] {
        game.play(mv).unwrap();
    }
    assert!(game.status().contains(r#""check":true,"checkers":["h4"],"outcome":"checkmate","winner":"b""#));
    assert!(game.status().contains(r#""result":"0-1""#) && game.pgn().ends_with("2. g4 Qh4# 0-1\n\n"));
    let mut game = Game::new("").unwrap();
    for mv in ["Nf3", "Nf6", "Ng1", "Ng8"].repeat(2) {
        game.play(mv).unwrap();
    }
    assert!(game.status().contains(r#""claim":"threefold repetition","result":"*","repetitions":2"#));
    assert!(game.divide(1).contains(r#""a2a3":1"#));
}
