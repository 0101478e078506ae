//! The exported functions, called as the glue calls them.

use chess_wasm::*;

/// The bytes of an answer, or those of an error.
fn bytes(answer: i32) -> Result<usize, usize> {
    usize::try_from(answer).map_err(|_| answer.unsigned_abs() as usize)
}

#[test]
fn a_game_is_played_taken_back_and_forgotten() {
    let game = game_new(0);
    assert_eq!(bytes(game_moves(game, 64)), Ok(20 * RECORD));
    assert_eq!(bytes(game_moves(game, 1)), Ok(2 * RECORD));
    assert_eq!(bytes(game_moves(game, 0)), Ok(0));
    assert_eq!(game_perft(game, 3) as u64, 8902);
    // e2e4: from square 12 (0x0c) to 28 (0x700), a double step (0x1000).
    assert_eq!(bytes(game_play_word(game, 0x170c)), Ok(RECORD));
    assert_eq!(bytes(game_history(game)), Ok(RECORD));
    assert_eq!(bytes(game_undo(game)), Ok(RECORD));
    assert_eq!(bytes(game_undo(game)), Ok(0));
    let other = game_chess960(518);
    assert!(other > game);
    assert_eq!(game_fen(game, 1), game_fen(other, 1));
    game_free(game);
    game_free(game);
    let next = game_new(0);
    assert!(next > other);
    let freed = r#"{"kind":"freed","message":"the game was freed"}"#.len();
    assert_eq!(bytes(game_fen(game, 0)), Err(freed));
    assert_eq!(bytes(game_perft(game, 1) as i32), Err(freed));
}

#[test]
fn what_is_wrong_is_an_error_with_a_text() {
    let game = game_new(0);
    for answer in [
        game_moves(7.0, 64),
        game_moves(game, 65),
        game_fen(f64::NAN, 0),
        game_chess960(960) as i32,
        game_new(1) as i32,
        game_play_word(game, 0x1_0000),
        game_play_word(game, 0x0b0c),
        game_set_tag(game, 1, 0),
        game_perft(game, 65) as i32,
        game_perft(game, u32::MAX) as i32,
        game_divide(game, u32::MAX),
    ] {
        assert!(bytes(answer).unwrap_err() > 30, "{answer}");
    }
    game_free(9.0);
    assert!(input(usize::MAX).is_null() && !input(1).is_null());
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
fn a_game_that_was_read_keeps_its_comments_and_variations() {
    let text = "1. e4 {good} (1. d4 {solid}) 1... e5 (1... c5 $1 {sharp} 2. Nf3) 2. Nf3 {both} *";
    for (undone, played, expected) in [
        (0, "", text),
        (
            0,
            "Nc6 Bb5",
            "1. e4 {good} (1. d4 {solid}) 1... e5 (1... c5 $1 {sharp} 2. Nf3) 2. Nf3 {both} 2... Nc6 3. Bb5 *",
        ),
        (1, "", "1. e4 {good} (1. d4 {solid}) 1... e5 (1... c5 $1 {sharp} 2. Nf3) *"),
        (3, "", "*"),
        // What was taken back is there again when it is played again.
        (3, "e4 e5 Nf3", text),
        (1, "Nc3", "1. e4 {good} (1. d4 {solid}) 1... e5 (1... c5 $1 {sharp} 2. Nf3) 2. Nc3 *"),
        (2, "d5", "1. e4 {good} (1. d4 {solid}) 1... d5 (1... c5 $1 {sharp} 2. Nf3) *"),
        // A variation that is played becomes the main line.
        (2, "c5", "1. e4 {good} (1. d4 {solid}) 1... c5 $1 {sharp} *"),
        (2, "c5 Nf3 d6", "1. e4 {good} (1. d4 {solid}) 1... c5 $1 {sharp} 2. Nf3 d6 *"),
        (3, "d4 d5", "1. d4 {solid} 1... d5 *"),
        (3, "c4", "1. c4 (1. d4 {solid}) *"),
    ] {
        let mut game = Game::from_pgn(text).unwrap();
        (0..undone).for_each(|_| assert!(game.undo().is_some()));
        played.split_whitespace().for_each(|mv| drop(game.play(mv).unwrap()));
        let pgn = game.pgn();
        let movetext = pgn.split_once("\n\n").unwrap().1.replace('\n', " ");
        assert_eq!(movetext.trim_end(), expected, "{undone} taken back, {played} played");
        let read = Game::from_pgn(&pgn).unwrap();
        assert_eq!((read.history(), read.pgn()), (game.history(), pgn));
    }
    let mut game = Game::from_pgn("[White \"W\"]\n\n1. e4 *").unwrap();
    game.play("e5").unwrap();
    assert!(game.pgn().contains("[White \"W\"]") && game.tags().contains(r#""White":"W""#));
    game.set_tag("White", "").unwrap();
    assert!(!game.pgn().contains("\"W\""));
}

#[test]
fn the_result_is_the_one_that_was_read_or_set_or_that_of_the_position() {
    let mate = "1. f3 e5 2. g4 Qh4#";
    for (text, set, expected) in [
        ("*", None, "*"),
        ("*", Some("1-0"), "1-0"),
        ("1. e4 0-1", None, "0-1"),
        ("1. e4 0-1", Some("1/2-1/2"), "1/2-1/2"),
        ("1. e4 0-1", Some("*"), "*"),
        ("1. e4 0-1", Some(""), "*"),
        (mate, None, "*"),
        (mate, Some(""), "0-1"),
        (&format!("{mate} 0-1"), Some("1/2-1/2"), "1/2-1/2"),
    ] {
        let mut game = Game::from_pgn(text).unwrap();
        if let Some(value) = set {
            game.set_tag("Result", value).unwrap();
        }
        let (tag, tags) = (format!("[Result \"{expected}\"]"), format!(r#""Result":"{expected}""#));
        assert!(game.pgn().contains(&tag) && game.pgn().ends_with(&format!("{expected}\n\n")), "{text}");
        assert!(game.tags().contains(&tags), "{text}");
    }
    // One that the position gave by itself goes with it, any other stays.
    for (text, expected) in [(format!("{mate} 0-1"), "*"), (format!("{mate} 1-0"), "1-0")] {
        let mut game = Game::from_pgn(&text).unwrap();
        game.undo();
        assert!(game.pgn().ends_with(&format!(" {expected}\n\n")), "{text}");
    }
    for wrong in ["2-0", "draw", "1-0 ", "x"] {
        assert!(
            Game::new("")
                .unwrap()
                .set_tag("Result", wrong)
                .unwrap_err()
                .json()
                .starts_with(r#"{"kind":"tag""#)
        );
    }
}

#[test]
fn a_null_move_is_one_of_the_king() {
    let mut game = Game::from_pgn("1. e4 -- *").unwrap();
    let records = game.history();
    assert_eq!(records[RECORD..][..10], *b"\0\0\x3c\x3c\x3ck\0\0--");
    game.undo().unwrap();
    assert_eq!(game.play_word(0).unwrap(), records[RECORD..]);
    assert!(game.pgn().ends_with("1. e4 -- *\n\n"));
    let mut game = Game::new("4k3/8/8/8/8/8/4r3/4K3 w - - 0 1").unwrap();
    assert!(game.play_word(0).is_err());
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
    assert!(game.divide(1).unwrap().contains(r#""a2a3":1"#));
}
