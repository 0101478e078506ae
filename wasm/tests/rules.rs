//! The exported functions, called as the glue calls them.

use chess_wasm::*;

/// The bytes of an answer, or those of an error.
fn bytes(answer: i32) -> Result<usize, usize> {
    usize::try_from(answer).map_err(|_| answer.unsigned_abs() as usize)
}

#[test]
fn a_game_is_played_taken_back_and_replaced() {
    assert_eq!(bytes(game_start(0)), Ok(0));
    assert_eq!(bytes(game_moves(0, 64)), Ok(20 * RECORD));
    assert_eq!(bytes(game_moves(0, 1)), Ok(2 * RECORD));
    assert_eq!(bytes(game_moves(0, 0)), Ok(0));
    assert_eq!((bytes(game_dests(0)), bytes(game_look(0))), (Ok(40), Ok(95)));
    assert_eq!(game_perft(0, 3) as u64, 8902);
    // e2e4: from square 12 (0x0c) to 28 (0x700), a double step (0x1000).
    assert_eq!(bytes(game_play_word(0, 0x170c)), Ok(RECORD));
    assert_eq!(bytes(game_history(0)), Ok(RECORD));
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
fn a_game_of_its_bytes_is_the_same() {
    let standing = |game: &mut Game| {
        let look = game.look();
        (
            game.fen(true),
            look,
            game.history(),
            game.tree().unwrap(),
            game.tags().unwrap(),
            game.pgn().unwrap(),
        )
    };
    for (text, back, played) in [
        ("*", 0, ""),
        ("*", 0, "e4 e5 Nf3 Ng8f6"),
        ("1. e4 {good [%clk 0:03:00]} (1. d4 $1) 1... e5 (1... c5 2. Nf3 (2. c3)) 2. Nf3 Nc6 1-0", 0, "Bb5"),
        (
            "1. e4 {good [%clk 0:03:00]} (1. d4 $1) 1... e5 (1... c5 2. Nf3 (2. c3)) 2. Nf3 Nc6 1-0",
            3,
            "c5 c3 d5",
        ),
        (
            "[SetUp \"1\"]\n[FEN \"1r3k1r/8/8/8/8/8/8/1R3KR1 w GBhb - 3 9\"]\n[Variant \"Chess960\"]\n\n9. O-O *",
            1,
            "",
        ),
        ("1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 *", 0, ""),
    ] {
        let mut game = Game::from_pgn(text).unwrap();
        (0..back).for_each(|_| assert!(!game.walk(Step::Back).unwrap().is_empty()));
        played.split(' ').filter(|mv| !mv.is_empty()).for_each(|mv| assert!(game.play(mv).is_ok(), "{mv}"));
        let mut saved = Game::restore(&game.copy().save().unwrap()).unwrap();
        let mut again = Game::restore(&saved.save().unwrap()).unwrap();
        for other in
            [&mut game.copy(), &mut saved, &mut again, &mut Game::restore(&game.save().unwrap()).unwrap()]
        {
            assert_eq!(standing(other), standing(&mut game), "{text}");
        }
        let bytes = game.save().unwrap();
        for end in 0..7 {
            assert!(Game::restore(&bytes[..end]).is_err(), "{end}");
        }
    }
}

fn movetext(game: &mut Game) -> String {
    game.pgn().unwrap().split_once("\n\n").unwrap().1.replace('\n', " ").trim_end().to_owned()
}

#[test]
fn comments_glyphs_and_variations_are_edited() {
    let mut game = Game::from_pgn("1. e4 {good} (1. d4) 1... e5 (1... c5 {sharp}) *").unwrap();
    game.play("Nf3").unwrap();
    for (request, expected) in [
        ("comment\ne4\nbest", "1. e4 {best} (1. d4) 1... e5 (1... c5 {sharp}) 2. Nf3 *"),
        ("comment\ne4\n", "1. e4 (1. d4) 1... e5 (1... c5 {sharp}) 2. Nf3 *"),
        ("comment\n\nfirst", "{first} 1. e4 (1. d4) 1... e5 (1... c5 {sharp}) 2. Nf3 *"),
        ("nags\ne4 c5\n1 14", "{first} 1. e4 (1. d4) 1... e5 (1... c5 $1 $14 {sharp}) 2. Nf3 *"),
        ("nags\ne4 c5\n", "{first} 1. e4 (1. d4) 1... e5 (1... c5 {sharp}) 2. Nf3 *"),
        ("add\n^\nf4 exf4", "{first} 1. e4 (1. d4) 1... e5 (1... c5 {sharp}) 2. Nf3 (2. f4 exf4) *"),
        (
            "add\ne4 e5\nf4 d5",
            "{first} 1. e4 (1. d4) 1... e5 (1... c5 {sharp}) 2. Nf3 (2. f4 exf4 (2... d5)) *",
        ),
        ("remove\ne4 e5 f4\n", "{first} 1. e4 (1. d4) 1... e5 (1... c5 {sharp}) 2. Nf3 *"),
        ("add\n@\nNc6", "{first} 1. e4 (1. d4) 1... e5 (1... c5 {sharp}) 2. Nf3 Nc6 *"),
        (
            "clock\n@\n179500",
            "{first} 1. e4 (1. d4) 1... e5 (1... c5 {sharp}) 2. Nf3 {[%clk 0:02:59.5]} 2... Nc6 *",
        ),
        (
            "comment\n@\nx",
            "{first} 1. e4 (1. d4) 1... e5 (1... c5 {sharp}) 2. Nf3 {x [%clk 0:02:59.5]} 2... Nc6 *",
        ),
        ("clock\n@\n", "{first} 1. e4 (1. d4) 1... e5 (1... c5 {sharp}) 2. Nf3 {x} 2... Nc6 *"),
        ("promote\nd4\n", "{first} 1. d4 (1. e4 e5 (1... c5 {sharp}) 2. Nf3 {x} 2... Nc6) *"),
    ] {
        let done = game.edit(request);
        assert!(done.is_ok(), "{request} {done:?}");
        let same = |text: &str| text.replace("1... e5 (", "e5 (");
        assert_eq!(same(&movetext(&mut game)), same(expected), "{request}");
    }
    for (request, answer) in
        [("promote\nd4\n", ""), ("demote\ne4\n", ""), ("promote\ne4\n", "1"), ("demote\n\n", "")]
    {
        assert_eq!(game.edit(request), Ok(answer), "{request}");
    }
    for request in [
        "remove\n\n",
        "remove\nc4\n",
        "comment\nd4 d5\nx",
        "nags\ne4\n256",
        "add\ne4\n",
        "add\ne4\nd4",
        "x",
        "comment\ne5\nx",
        "comment\n@\na } b",
        "clock\n@\n-1",
        "eval\n@\ncp",
        "eval\n@\ncp 1 -1",
        "eval\n@\ncp -2147483648",
        "arrows\n@\nGe9",
        "goto\ne4 c5 Nf3\n",
    ] {
        let before = game.pgn();
        assert!(game.edit(request).is_err() && game.pgn() == before, "{request}");
    }
    let mut game = Game::from_pgn("1. e4 {[%eval #-3,20] a [%csl Gd4]} (1. d4) *").unwrap();
    let values = r#""comments":[],"clock":null,"emt":null,"eval":null,"arrows":[],"nags":[]"#;
    let first = r#""comments":["a"],"clock":null,"emt":null,"eval":{"cp":null,"mate":-3,"depth":20},"arrows":[{"from":"d4","to":"d4","color":"green"}],"nags":[]"#;
    assert_eq!(game.values("@").unwrap(), format!("{{{first}}}"));
    let expected = format!(
        r#"{{{values},"moves":[{{"san":"e4","uci":"e2e4","startingComments":[],{first},"variations":[[{{"san":"d4","uci":"d2d4","startingComments":[],{values},"variations":[]}}]]}}]}}"#
    );
    assert_eq!(game.tree().unwrap(), expected);
    assert_eq!(Game::start().tree().unwrap(), format!(r#"{{{values},"moves":[]}}"#));
}

/// Of each value the first is the move's, and all arrows are.
#[test]
fn values_are_the_first_of_all_comments() {
    let text = "1. e4 {[%clk 0:03:00] [%eval 0.1] [%emt 0:00:05] [%cal Ge2e4] [%eval 0.2]} {[%clk 0:02:00] x [%emt 0:00:06] [%csl Rd4]} *";
    let expected = r#"{"comments":["x"],"clock":180.000000000,"emt":5.000000000,"eval":{"mate":null,"cp":10,"depth":null},"arrows":[{"from":"e2","to":"e4","color":"green"},{"from":"d4","to":"d4","color":"red"}],"nags":[]}"#;
    assert_eq!(Game::from_pgn(text).unwrap().values("@").unwrap(), expected);
}

#[test]
fn variations_are_nested_as_deep_as_they_can_be_read() {
    let mut game = Game::new("4k3/8/8/8/8/8/8/4K3 w - - 0 1").unwrap();
    let mut depth = 0;
    let fault = loop {
        let records = game.moves(None);
        let word = |number: usize| {
            u16::from_le_bytes([records[number * RECORD], records[number * RECORD + 1]]).into()
        };
        game.play_word(word(0)).unwrap();
        if records.len() == RECORD {
            continue;
        }
        game.walk(Step::Back).unwrap();
        if let Err(fault) = game.play_word(word(1)) {
            break fault;
        }
        depth += 1;
    };
    assert!(fault.json().contains("deeper than 64") && depth == 64);
    let read = Game::from_pgn(&game.pgn().unwrap()).unwrap().pgn();
    assert_eq!((read, Game::restore(&game.save().unwrap()).unwrap().tree()), (game.pgn(), game.tree()));
    // Nor does an exchange nest them deeper: what follows the first move would be in one variation more.
    let first = &game.history()[8..RECORD];
    let path = std::str::from_utf8(first).unwrap().trim_end_matches('\0').to_owned();
    assert_eq!(game.edit(&format!("promote\n{path}\n")), Ok("1"));
    assert_eq!(game.edit(&format!("demote\n{path}\n")), Ok("1"));
    game.edit(&format!("add\n\n{path} --")).unwrap();
    assert!(Game::from_pgn(&game.pgn().unwrap()).is_ok());
}

#[test]
fn what_is_wrong_is_an_error_with_a_text() {
    game_start(0);
    for answer in [
        game_new(0, 0),
        game_start(1024),
        game_restore(0, 0),
        game_copy(9, 0),
        game_copy(0, 1024),
        game_values(9, 0),
        game_moves(7, 64),
        game_moves(0, 65),
        game_fen(usize::MAX, 0),
        game_chess960(0, 960),
        game_attackers(0, 64, 0),
        game_new(0, 1),
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
    assert_eq!(Game::start().fen(false), "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    let fault = |game: Result<Game, Fault>| game.err().unwrap().json().to_owned();
    let expected = r#"{"kind":"fen","message":"board field, byte 0: expected a piece (PNBRQKpnbrqk), a digit from 1 to 8 or a slash","field":"board","offset":0,"rules":["board_character"]}"#;
    assert_eq!(fault(Game::new("x")), expected);
    assert!(fault(Game::new("8/8/8/8/8/8/8/8 w - - 0 1")).contains(r#""rules":["#));
    assert!(fault(Game::from_pgn("1. e4 e9 *")).starts_with(r#"{"kind":"pgn""#));
    let mut game = Game::start();
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
fn a_place_moves_in_the_tree_and_undo_deletes() {
    let text = "1. e4 {good} (1. d4 {solid}) 1... e5 (1... c5 $1 {sharp} 2. Nf3) 2. Nf3 {both} *";
    for (steps, expected) in [
        ("", text),
        (
            "+Nc6 +Bb5",
            "1. e4 {good} (1. d4 {solid}) 1... e5 (1... c5 $1 {sharp} 2. Nf3) 2. Nf3 {both} 2... Nc6 3. Bb5 *",
        ),
        // Steps delete nothing, and a move that is there is only stepped to.
        ("< < <", text),
        ("< < < +e4 +e5 +Nf3", text),
        ("< < < +e4 +c5 +Nf3", text),
        // Another move begins a variation.
        (
            "< +Nc3",
            "1. e4 {good} (1. d4 {solid}) 1... e5 (1... c5 $1 {sharp} 2. Nf3) 2. Nf3 {both} (2. Nc3) *",
        ),
        (
            "< < < +c4 +c5",
            "1. e4 {good} (1. d4 {solid}) (1. c4 c5) 1... e5 (1... c5 $1 {sharp} 2. Nf3) 2. Nf3 {both} *",
        ),
        (
            "< < +c5 +Nf3 +d6",
            "1. e4 {good} (1. d4 {solid}) 1... e5 (1... c5 $1 {sharp} 2. Nf3 d6) 2. Nf3 {both} *",
        ),
        // The last move of a line is deleted; of a main line, its first alternative takes its place.
        ("-", "1. e4 {good} (1. d4 {solid}) 1... e5 (1... c5 $1 {sharp} 2. Nf3) *"),
        ("- -", "1. e4 {good} (1. d4 {solid}) 1... c5 $1 {sharp} 2. Nf3 *"),
        ("- - -", "1. e4 {good} (1. d4 {solid}) 1... c5 $1 {sharp} 2. Nf3 *"),
        ("+Nc6 - -", "1. e4 {good} (1. d4 {solid}) 1... e5 (1... c5 $1 {sharp} 2. Nf3) *"),
        // A move before others is only stepped back.
        ("< -", text),
        ("< < < +d4 -", "1. e4 {good} 1... e5 (1... c5 $1 {sharp} 2. Nf3) 2. Nf3 {both} *"),
    ] {
        let mut game = Game::from_pgn(text).unwrap();
        for step in steps.split_whitespace() {
            match step.strip_prefix('+') {
                Some(mv) => assert!(game.play(mv).is_ok(), "{mv}"),
                None if step == "-" => assert!(!game.undo().unwrap().is_empty()),
                None => assert!(!game.walk(Step::Back).unwrap().is_empty()),
            }
        }
        let same = |text: &str| text.replace("1... e5 (", "e5 (").replace("2. Nf3 {both} (", "Nf3 {both} (");
        assert_eq!(same(&movetext(&mut game)), same(expected), "{steps}");
        let pgn = game.pgn().unwrap();
        let mut read = Game::from_pgn(&pgn).unwrap();
        assert_eq!((read.tree(), read.pgn().unwrap()), (game.tree(), pgn));
    }
    let mut game = Game::from_pgn("[White \"W\"]\n\n1. e4 *").unwrap();
    game.play("e5").unwrap();
    assert!(game.pgn().unwrap().contains("[White \"W\"]") && game.tags().unwrap().contains(r#""White":"W""#));
    game.set_tag("White", "").unwrap();
    assert!(!game.pgn().unwrap().contains("\"W\""));
    // Playing and taking back as programs do leaves nothing.
    let mut game = Game::start();
    game.set_tag("White", "W").unwrap();
    for mv in ["e4", "e5", "Nf3"] {
        game.play(mv).unwrap();
    }
    while !game.undo().unwrap().is_empty() {}
    assert_eq!(movetext(&mut game), "*");
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
        let pgn = game.pgn().unwrap();
        assert!(pgn.contains(&tag) && pgn.ends_with(&format!("{expected}\n\n")), "{text}");
        assert!(game.tags().unwrap().contains(&tags), "{text}");
    }
    // One that the position gave by itself goes with it, any other stays.
    for (text, expected) in [(format!("{mate} 0-1"), "*"), (format!("{mate} 1-0"), "1-0")] {
        let mut game = Game::from_pgn(&text).unwrap();
        game.undo().unwrap();
        assert!(game.pgn().unwrap().ends_with(&format!(" {expected}\n\n")), "{text}");
    }
    for wrong in ["2-0", "draw", "1-0 x", "x"] {
        assert!(Game::start().set_tag("Result", wrong).unwrap_err().json().starts_with(r#"{"kind":"tag""#));
    }
}

#[test]
fn a_null_move_is_one_of_the_king() {
    let mut game = Game::from_pgn("1. e4 -- *").unwrap();
    let records = game.history();
    assert_eq!(records[RECORD..][..10], *b"\0\0\x3c\x3c\x3ck\0\0--");
    game.undo().unwrap();
    assert_eq!(game.play_word(0).unwrap(), records[RECORD..]);
    assert!(game.pgn().unwrap().ends_with("1. e4 -- *\n\n"));
    let mut game = Game::new("4k3/8/8/8/8/8/4r3/4K3 w - - 0 1").unwrap();
    assert!(game.play_word(0).is_err());
}

#[test]
fn a_look_tells_outcomes_and_claims() {
    let mut game = Game::start();
    for mv in ["f3", "e5", "g4", "Qh4"] {
        game.play(mv).unwrap();
    }
    let look = game.look();
    assert_eq!((&look[64..68], &look[92..94]), (&b"w\x01\0b"[..], &[31, 64][..]));
    assert_eq!(&look[94..], b"\x09checkmate");
    assert!(movetext(&mut game).ends_with("2. g4 Qh4# 0-1"));
    let mut game = Game::start();
    for mv in ["Nf3", "Nf6", "Ng1", "Ng8"].repeat(2) {
        game.play(mv).unwrap();
    }
    let look = game.look();
    assert_eq!((&look[76..80], &look[94..]), (&[2, 0, 0, 0][..], &b"\0threefold repetition"[..]));
    assert!(game.divide(1).unwrap().contains(r#""a2a3":1"#));
}
