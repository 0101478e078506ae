//! The exported functions, called as the glue calls them.

use chess_wasm::*;

/// The bytes of an answer, or those of an error.
fn bytes(answer: i32) -> Result<usize, usize> {
    usize::try_from(answer).map_err(|_| answer.unsigned_abs() as usize)
}

#[test]
fn a_game_is_played_taken_back_and_replaced() {
    assert_eq!(bytes(game_new(0, 0)), Ok(0));
    assert_eq!(bytes(game_moves(0, 64)), Ok(20 * RECORD));
    assert_eq!(bytes(game_moves(0, 1)), Ok(2 * RECORD));
    assert_eq!(bytes(game_moves(0, 0)), Ok(0));
    assert_eq!((bytes(game_dests(0)), bytes(game_look(0))), (Ok(40), Ok(66)));
    assert_eq!(game_perft(0, 3) as u64, 8902);
    // e2e4: from square 12 (0x0c) to 28 (0x700), a double step (0x1000).
    assert_eq!(bytes(game_play_word(0, 0x170c)), Ok(RECORD));
    assert_eq!((bytes(game_history(0)), bytes(game_words(0))), (Ok(RECORD), Ok(2)));
    assert_eq!(bytes(game_undo(0)), Ok(RECORD));
    assert_eq!(bytes(game_undo(0)), Ok(0));
    assert_eq!(bytes(game_chess960(1, 518)), Ok(0));
    assert_eq!(game_fen(0, 1), game_fen(1, 1));
    game_free(0);
    game_free(0);
    assert!(bytes(game_fen(0, 0)).is_err() && bytes(game_perft(0, 1) as i32).is_err());
}

#[test]
fn moves_are_found_by_san_and_uci_alone() {
    let knight = Game::new("rnbqkb1r/pppppppp/7n/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1").unwrap();
    let found = knight.find("Ng8").unwrap();
    for text in ["Nh6-g8", "Nh6g8", "h6g8"] {
        assert_eq!(knight.find(text).unwrap(), found, "{text}");
    }
    for text in ["h6-g8", "h6xg8", "h6:g8"] {
        assert!(knight.find(text).is_err(), "{text}");
    }
}

#[test]
fn moves_are_replayed_from_where_they_differ() {
    let mut game = Game::new("").unwrap();
    for mv in ["e4", "e5", "Nf3"] {
        game.play(mv).unwrap();
    }
    let words = game.words();
    for line in [&["d4"][..], &["e4", "c5"], &["e4", "e5", "Nf3", "Nc6"], &[]] {
        let mut other = Game::new("").unwrap();
        for mv in line {
            other.play(mv).unwrap();
        }
        other.replay(&words).unwrap();
        assert_eq!(
            (other.words(), other.history(), other.fen(false)),
            (words.clone(), game.history(), game.fen(false))
        );
    }
    assert!(game.replay(&[0, 0, 0xff, 0xff]).is_err());
}

#[test]
fn comments_glyphs_and_variations_are_edited() {
    let mut game = Game::from_pgn("1. e4 {good} (1. d4) 1... e5 (1... c5 {sharp}) *").unwrap();
    game.play("Nf3").unwrap();
    let movetext =
        |game: &Game| game.pgn().split_once("\n\n").unwrap().1.replace('\n', " ").trim_end().to_owned();
    for (request, expected) in [
        ("comment\ne4\nbest", "1. e4 {best} (1. d4) 1... e5 (1... c5 {sharp}) 2. Nf3 *"),
        ("comment\ne4\n", "1. e4 (1. d4) 1... e5 (1... c5 {sharp}) 2. Nf3 *"),
        ("comment\n\nfirst", "{first} 1. e4 (1. d4) 1... e5 (1... c5 {sharp}) 2. Nf3 *"),
        ("nags\ne4 c5\n1 14", "{first} 1. e4 (1. d4) 1... e5 (1... c5 $1 $14 {sharp}) 2. Nf3 *"),
        ("nags\ne4 c5\n", "{first} 1. e4 (1. d4) 1... e5 (1... c5 {sharp}) 2. Nf3 *"),
        ("add\ne4 e5\nf4 exf4", "{first} 1. e4 (1. d4) 1... e5 (1... c5 {sharp}) 2. Nf3 (2. f4 exf4) *"),
        (
            "add\ne4 e5\nf4 d5",
            "{first} 1. e4 (1. d4) 1... e5 (1... c5 {sharp}) 2. Nf3 (2. f4 exf4 (2... d5)) *",
        ),
        ("add\n=1804\nd5", ""),
        ("remove\ne4 e5 f4\n", "{first} 1. e4 (1. d4) 1... e5 (1... c5 {sharp}) 2. Nf3 *"),
        ("remove\nd4\n", "{first} 1. e4 1... e5 (1... c5 {sharp}) 2. Nf3 *"),
    ] {
        let done = game.edit(request);
        assert_eq!(done.is_err(), expected.is_empty(), "{request} {done:?}");
        if done.is_ok() {
            assert_eq!(
                movetext(&game).replace("1... e5 (", "e5 ("),
                expected.replace("1... e5 (", "e5 ("),
                "{request}"
            );
        }
    }
    for request in [
        "remove\ne4\n",
        "remove\nd4\n",
        "comment\nd4\nx",
        "nags\ne4\n256",
        "add\ne4 e5 Nf3\nNc6",
        "add\ne4\n",
        "x",
        "comment\ne5\nx",
    ] {
        let before = game.pgn();
        assert!(game.edit(request).is_err() && game.pgn() == before, "{request}");
        // Nor is anything changed that was taken back.
        let mut taken_back = Game::from_pgn("1. e4 e5 {mine} *").unwrap();
        taken_back.undo();
        taken_back.play("d5").unwrap();
        assert!(taken_back.edit(request).is_err(), "{request}");
        taken_back.undo();
        taken_back.play("e5").unwrap();
        assert!(taken_back.pgn().contains("{mine}"), "{request}");
    }
    let expected = r#"{"comments":["first"],"moves":[{"san":"e4","uci":"e2e4","startingComments":[],"comments":[],"nags":[],"variations":[]},{"san":"e5","uci":"e7e5","startingComments":[],"comments":[],"nags":[],"variations":[[{"san":"c5","uci":"c7c5","startingComments":[],"comments":["sharp"],"nags":[],"variations":[]}]]},{"san":"Nf3","uci":"g1f3","startingComments":[],"comments":[],"nags":[],"variations":[]}]}"#;
    assert_eq!(game.tree(), expected);
    assert_eq!(Game::new("").unwrap().tree(), r#"{"comments":[],"moves":[]}"#);
}

#[test]
fn what_is_wrong_is_an_error_with_a_text() {
    game_new(0, 0);
    for answer in [
        game_moves(7, 64),
        game_moves(0, 65),
        game_fen(usize::MAX, 0),
        game_chess960(0, 960),
        game_attackers(0, 64, 0),
        game_new(0, 1),
        game_new(1024, 0),
        game_play_word(0, 0x1_0000),
        game_play_word(0, 0x0b0c),
        game_edit(0, 0),
        game_perft(0, 65) as i32,
        game_perft(0, u32::MAX) as i32,
        game_divide(0, u32::MAX),
        pgn_next(0, 0, 0),
        pgn_open(0, 9, 0.0, 0.0, 0.0),
    ] {
        assert!(bytes(answer).unwrap_err() > 30, "{answer}");
    }
    game_free(9);
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
    let promoting = Game::new("8/4P3/8/8/8/8/8/k1K5 w - - 0 1").unwrap();
    for text in ["e8", "e7e8"] {
        let error = promoting.find(text).unwrap_err();
        assert!(
            error.json().starts_with(r#"{"kind":"illegal_move""#) && error.json().contains("promotes to")
        );
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
        played.split_whitespace().for_each(|mv| assert!(game.play(mv).is_ok(), "{mv}"));
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
fn the_result_is_set_read_or_that_of_the_position() {
    let mate = "1. f3 e5 2. g4 Qh4#";
    for (text, set, expected) in [
        ("*", None, "*"),
        ("*", Some("1-0"), "1-0"),
        ("*", Some("1/2 - 1/2"), "1/2-1/2"),
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
    for wrong in ["2-0", "draw", "1-0 x", "x"] {
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
