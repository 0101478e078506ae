//! Lenient reading of PGN.

use chess_notation::pgn::{Event, PartialGame, PgnError, PgnRule, Reader, Replay};
use chess_testkit::Random;

use super::{Portions, events_of, replay_of, replayed, text_of};

/// The events of lenient reading.
fn events(text: &str) -> String {
    events_of(&mut Reader::new(text).lenient(true))
}

/// The moves, ends and errors of lenient replay; errors as their tokens.
fn told(text: &str) -> String {
    let mut replay = Replay::new(text).lenient(true);
    let mut all = Vec::new();
    loop {
        match replay.next_event() {
            Ok(None) => return all.join(" "),
            Ok(Some(Event::Movetext)) => {}
            Ok(Some(event)) => all.push(super::shown(event, |mv| mv.to_string())),
            Err(PgnError::Game(error)) => {
                let rule = format!("{:?}", error.rule);
                let name = rule.split('(').next().unwrap_or_default();
                all.push(format!("<{} {name}>", error.token));
            }
            Err(error) => panic!("{error}"),
        }
    }
}

fn games(text: &str) -> Vec<PartialGame> {
    let mut replay = Replay::new(text).lenient(true);
    core::iter::from_fn(|| replay.next_partial_game().unwrap()).collect()
}

#[test]
fn moves_in_the_notation_of_uci() {
    assert_eq!(told("1. g1f3 g8f6 *"), "g1f3 g8f6 *");
    assert_eq!(told("e2e4 e7e5 f1c4 b8c6 d1h5 g8f6 h5f7 1-0"), "e2e4 e7e5 f1c4 b8c6 d1h5 g8f6 h5f7 1-0");
    let promotion = "[FEN \"4k3/P7/8/8/8/8/8/4K3 w - - 0 1\"]\n\n";
    assert!(told(&format!("{promotion}a7a8q *")).ends_with("] a7a8q *"));
    assert!(told(&format!("{promotion}a7a8N *")).ends_with("] a7a8n *"));
}

#[test]
fn castling_by_squares() {
    let castling = |fen: &str, word: &str| told(&format!("[FEN \"{fen}\"]\n\n{word} *"));
    for word in ["e1g1", "e1h1", "e1-g1", "Ke1-g1", "Ke1g1", "O-O"] {
        assert!(castling("4k3/8/8/8/8/8/8/4K2R w K - 0 1", word).ends_with("] e1g1 *"), "{word}");
    }
    // In Chess960 the king steps where it can, and castles by the square of the rook.
    for (word, uci) in [("f1g1", "f1g1"), ("f1h1", "f1g1"), ("f1c1", "f1c1"), ("f1a1", "f1c1")] {
        let text = castling("4k3/8/8/8/8/8/8/R4K1R w KQ - 0 1", word);
        assert!(text.ends_with(&format!("] {uci} *")), "{word}: {text}");
    }
}

#[test]
fn long_algebraic_moves() {
    assert_eq!(told("1. e2-e4 e7-e5 2. g1-f3 Nb8-c6 3. Ng1-f3 *"), "e2e4 e7e5 g1f3 b8c6 <`Ng1-f3` San> *");
    assert_eq!(told("1. e2-e4 d7-d5 2. e4xd5 Qd8xd5 3. b1-c3! d5-d8? *"), {
        "e2e4 d7d5 e4d5 d8d5 b1c3 $1 d5d8 $2 *"
    });
}

#[test]
fn signs_and_stray_glyphs() {
    assert_eq!(told("1. e4 e5 2. Bb5 + a6 *"), "e2e4 e7e5 f1b5 <`+` San> a7a6 *");
    assert_eq!(told("1. e4 +- e5 = 2. Nf3 +/= N D *"), "e2e4 $18 e7e5 $10 g1f3 $14 $146 $220 *");
    assert_eq!(told("1. e4, e5 *"), "e2e4 <`,` San> e7e5 *");
    assert_eq!(told("1. e4+- e5= 2. Nf3± *"), "e2e4 $18 e7e5 $10 g1f3 $16 *");
    assert_eq!(told("1. e4 $256 e5 $ 2. Nf3 *"), "e2e4 <`$256` Nag> e7e5 <`$` Nag> g1f3 *");
    assert_eq!(told("1. e4 ] % zzz Diagram e5 *"), {
        "e2e4 <`]` Stray> <`%` Stray> <`zzz` San> <`Diagram` San> e7e5 *"
    });
    assert_eq!(told("1. e4 (=) 1... e5 *"), "e2e4 ( $10 ) e7e5 *");
}

#[test]
fn words_that_are_meant_for_moves_end_the_line() {
    for word in ["Sf6", "Nf9f6", "Кf6", "ed", "exd", "O-O-O-O", "Nf3", "bm7e5", "e5e4d6"] {
        let is_move = word != "bm7e5";
        let text = told(&format!("1. e4 {word} 2. d4 1-0"));
        assert!(!text.contains("d2d4"), "{text}");
        assert_eq!(text == format!("e2e4 <`{word}` San> 1-0"), is_move, "{text}");
    }
}

/// A word ends the line if it names a square, castles or is a capture between files, and has only characters of moves.
#[test]
fn a_word_is_passed_unless_it_may_be_meant_for_a_move() {
    for word in [
        "Sf6", "Mf6", "Кf6", "f9e6", "=e6e", "ed", "ah", "hxa", "O-O-O-O", "o-O", "OO", "OOO", "e5é",
        "Nf6±±", "kxe6e",
    ] {
        assert_eq!(told(&format!("1. e4 {word} e5 1-0")), format!("e2e4 <`{word}` San> 1-0"));
    }
    for word in [
        "zzz", "Z", "az", "za", "axz", "zxa", "axx", "ax5", "e9", "i5", "me5", "~e5", "e6,e5x", "e6\"e", "x",
        "O", "Oo", "mOO", "O-",
    ] {
        assert_eq!(told(&format!("1. e4 {word} e5 1-0")), format!("e2e4 <`{word}` San> e7e5 1-0"));
    }
}

#[test]
fn a_bad_tag_costs_that_tag() {
    for tag in ["[Event \"Ugra Cup \\\"]", "[Annotator  \"Krush, I]", "[\"x\"]", "[White \"a\""] {
        let text = format!("[Round \"1\"]\n{tag}\n[Result \"1-0\"]\n\n1. e4 1-0\n\n[Event \"b\"]\n\n*");
        let games = games(&text);
        assert_eq!(games.len(), 2, "{tag}");
        assert_eq!(games[0].game.tags().round(), "1");
        assert_eq!(games[0].game.result().to_string(), "1-0");
        assert_eq!(games[0].game.mainline().count(), 1);
        assert_eq!(games[0].error, None);
        let [error] = games[0].forgiven[..] else { panic!("{:?}", games[0].forgiven) };
        assert_eq!((error.game, error.line, error.offset, error.rule), (1, 2, 12, PgnRule::Tag), "{tag}");
        assert_eq!(games[1].forgiven, []);
    }
}

#[test]
fn a_bad_fen_costs_the_moves() {
    for (tag, tokens) in
        [("[FEN \"4k3/8/8/8/8/8/8/4K3 w - -", 2), ("[FEN \"junk\"]", 1), ("[Variant \"Atomic\"]", 1)]
    {
        let text = format!("[White \"a\"]\n{tag}\n[Black \"b\"]\n\n1. e4 {{x}} (d4) 0-1\n\n*");
        let games = games(&text);
        assert_eq!(games.len(), 2);
        let tags = games[0].game.tags();
        assert_eq!((tags.white(), tags.black(), games[0].game.result().as_str()), ("a", "b", "0-1"));
        assert_eq!(games[0].game.mainline().count(), 0);
        assert_eq!(games[0].forgiven.len(), tokens, "{tag}");
    }
}

#[test]
fn other_rules_cost_the_moves_whatever_the_fen_is() {
    for fen in ["4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "4k3/8/8/8/8/8/4P3/4K3 w K - 0 1", "junk"] {
        for text in [
            format!("[FEN \"{fen}\"]\n[Variant \"Atomic\"]\n\n1. e4 1-0"),
            format!("[Variant \"Atomic\"]\n[FEN \"{fen}\"]\n\n1. e4 1-0"),
        ] {
            let [PartialGame { game, forgiven, .. }] = &games(&text)[..] else { panic!("{text}") };
            assert_eq!((game.mainline().count(), game.result().as_str()), (0, "1-0"), "{text}");
            assert!(matches!(forgiven[..], [error] if error.rule == PgnRule::Variant), "{text} {forgiven:?}");
        }
    }
}

#[test]
fn a_fen_that_can_be_mended_costs_nothing() {
    let text = "[FEN \"4k3/8/8/8/8/8/4P3/4K3 w KQkq - 0 1\"]\n[SetUp \"1\"]\n\n1. e4 *";
    let games = games(text);
    assert_eq!(games[0].game.start().to_string(), "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
    assert_eq!(games[0].game.mainline().count(), 1);
    assert!(matches!(games[0].forgiven[..], [error] if matches!(error.rule, PgnRule::Fen(_))));
}

#[test]
fn a_game_with_set_up_and_no_fen_begins_as_chess() {
    assert_eq!(told("[SetUp \"1\"]\n\n1. e4 *"), "[SetUp 1] <at the end NoFen> e2e4 *");
}

#[test]
fn results_with_blanks() {
    for (text, result) in [
        ("1/2 - 1/2", "1/2-1/2"),
        ("1/2- 1/2", "1/2-1/2"),
        ("½ - ½", "1/2-1/2"),
        ("1 - 0", "1-0"),
        ("1\t-\t0", "1-0"),
        ("0 -1", "0-1"),
        ("41. 1 - 0", "1-0"),
        ("e.p. 0 - 1", "0-1"),
    ] {
        let text = format!("1. e4 e5 {text}\n\n1. d4 *");
        assert_eq!(events(&text), format!("| e4 e5 {result} | d4 *"));
    }
    for text in ["1 - 1", "0 - 0", "2 - 0", "1 -  - 0", "1 \n- 0", "1 - 01", "1/2 - 1", "1-", "1 - "] {
        let text = format!("1. e4 {text} *");
        assert!(!events(&text).contains("-0 ") && events(&text).ends_with('*'), "{text} {}", events(&text));
    }
    // Within a variation a result is ignored, as in strict reading.
    assert_eq!(events("1. e4 (1. d4 1 - 0) e5 1 - 0"), "| e4 ( d4 ) e5 1-0");
}

#[test]
fn games_that_are_only_tags() {
    for text in [
        "[Event \"a\"]\n[Site \"b\"]\n\n[Event \"c\"]\n[Site \"d\"]\n\n[Event \"e\"]\n",
        "[White \"a\"]\n[Black \"b\"]\n\n[White \"c\"]\n[Black \"d\"]\n\n[White \"e\"]\n",
        "[EventDate \"a\"]\n\n[Event \"b\"]\n\n[Event\t\"b\"]\n",
        "[Event \"a\"]\n\n[Site \"b\"]\n\n[Event \"c\"]\n\n[Event \"d\"]\n\n[Site \"e\"]\n",
    ] {
        assert_eq!(events(text), super::events(text), "{text}");
        assert_eq!(games(text).len(), 3, "{text}");
    }
}

#[test]
fn a_bad_variation_costs_that_variation() {
    assert_eq!(told("1. e4 (1. d4 Ke5 {lost} (c4) d5) 1... e5 (c5 2. Nf3 (Nc3 Qh9)) *"), {
        "e2e4 ( d2d4 <`Ke5` San> ) e7e5 ( c7c5 g1f3 ( b1c3 <`Qh9` San> ) ) *"
    });
    assert_eq!(told("(1. d4 (c4) d5) 1. e4 e5 *"), "<`(` NothingToVary> e2e4 e7e5 *");
    assert_eq!(told("1. e4 ) e5 *"), "e2e4 <`)` NoVariation> e7e5 *");
    assert_eq!(told("1. e4 (d4 (c4 1-0\n\n[A \"b\"]\n\n*"), {
        "e2e4 ( d2d4 ( c2c4 <at the end UnclosedVariation> ) ) end [A b] *"
    });
    let deep = "(d4 ".repeat(70);
    let text = format!("1. e4 {deep}{} e5 *", ")".repeat(70));
    let text = told(&text);
    assert!(text.contains("<`(` TooDeep> )") && text.ends_with(") e7e5 *"), "{text}");
}

#[test]
fn an_illegal_move_costs_the_rest_of_the_game() {
    assert_eq!(told("1. e4 e5 2. Ke3 Nf6 {x} (d4) 0-1 1. d4 *"), "e2e4 e7e5 <`Ke3` San> 0-1 d2d4 *");
    assert_eq!(told("1. e4 e5 2. Ke3\n\n[A \"b\"]\n\n1. c4 *"), "e2e4 e7e5 <`Ke3` San> end [A b] c2c4 *");
}

#[test]
fn comments_that_do_not_end() {
    assert_eq!(told("1. e4 {never"), "e2e4 <`{never` UnclosedComment> end");
    let long = format!("1. e4 {{{}}} e5 *", "x".repeat(1 << 16));
    assert_eq!(told(&long), "e2e4 <`{xxxxxxxxxxxxx…` TooLong> e7e5 *");
}

#[test]
fn what_is_behind_the_last_game_is_told() {
    let games = games("1. e4 *\n\n{never");
    assert_eq!(games.len(), 2);
    assert_eq!(games[1].forgiven[0].rule, PgnRule::UnclosedComment);
    assert_eq!(games[1].forgiven[0].game, 2);
}

#[test]
fn variations_that_are_passed_cost_nothing() {
    let main = |text: &str| replay_of(&mut Replay::new(text).mainline_only(true));
    assert_eq!(main("1. e4 (Ke5 (junk $999)) e5 (c5 ] \"[) 2. Nf3 *"), "| e2e4 e7e5 g1f3 *");
    assert_eq!(main("(1. d4) 1. e4 *"), "| e2e4 *");
    assert_eq!(main("1. e4 (d4"), "| e2e4 <1 1 9 at the end UnclosedVariation>");
    assert_eq!(replay_of(&mut Replay::new("1. e4 (d4").mainline_only(true).lenient(true)), {
        "| e2e4 <1 1 9 at the end UnclosedVariation> end"
    });
    let deep = format!("1. e4 {}{} e5 *", "(d4 ".repeat(1000), ")".repeat(1000));
    assert_eq!(main(&deep), "| e2e4 e7e5 *");
}

#[test]
fn a_skipped_game_may_be_followed_by_others() {
    let text = "[Event \"a\"]\n\n[Site \"b\"]\n\n1. e4 1 - 0\n\n[Event \"c\"]\n\n1. e4 e5 1/2 - 1/2\n";
    let mut replay = Replay::new(text).lenient(true);
    let mut ends = Vec::new();
    loop {
        match replay.next_event().unwrap() {
            None => break,
            Some(Event::End(result)) => ends.push(result.unwrap().to_string()),
            Some(_) => replay.skip_game().unwrap(),
        }
    }
    assert_eq!(ends, ["1-0", "1/2-1/2"]);
}

const WORDS: [&str; 40] = [
    "e4",
    "e5",
    "Nf3",
    "Nc6",
    "g1f3",
    "b8-c6",
    "Bb5+",
    "+",
    "+-",
    "=",
    "N",
    "D",
    "e4,",
    "$1",
    "$256",
    "(",
    ")",
    "1-0",
    "1 - 0",
    "1/2 - 1/2",
    "0",
    "1",
    "-",
    "1/2",
    "½",
    "*",
    "{x}",
    "{",
    "}",
    "; y",
    "[Event \"a\"]",
    "[Site \"b\"]",
    "[Site \"b]",
    "[",
    "%z",
    "Ke5",
    "41.",
    "e.p.",
    "O-O",
    "[FEN \"4k3/8/8/8/8/8/8/4K3 w - - 0 1\"]",
];

const SEPARATORS: [&str; 7] = [" ", " ", " ", "\n", "\n\n", "\t", ""];

/// The numbers and the tags of all games, and the number of them.
fn beginnings(text: &str, skips: bool) -> (Vec<String>, u64) {
    let mut reader = Reader::new(text).lenient(true);
    let mut all = Vec::new();
    loop {
        match reader.next_event() {
            Ok(None) => return (all, reader.game()),
            Ok(Some(Event::Tag { name, value })) => {
                let tag = format!("{name} {value}");
                all.push(format!("{} {tag}", reader.game()));
            }
            Ok(Some(Event::Movetext)) if skips => reader.skip_game().unwrap(),
            Ok(Some(_)) | Err(_) => {}
        }
    }
}

#[test]
fn boundaries_do_not_depend_on_what_is_skipped_or_replayed() {
    let mut random = Random::new(29);
    for _ in 0..4_000 {
        let text = text_of(&WORDS, &SEPARATORS, 40, &mut random);
        assert_eq!(beginnings(&text, true), beginnings(&text, false), "{text:?}");
        // The first event of each game is enough.
        let mut skipping = Reader::new(&text).lenient(true);
        let mut ends = 0;
        while let Some(event) = skipping.next_event().unwrap_or(Some(Event::Movetext)) {
            ends += usize::from(matches!(event, Event::End(_)));
            skipping.skip_game().unwrap();
        }
        let mut replay = Replay::new(&text).lenient(true);
        let mut replayed_ends = 0;
        loop {
            match replay.next_event() {
                Ok(None) => break,
                Ok(Some(event)) => replayed_ends += usize::from(matches!(event, Event::End(_))),
                Err(_) => {}
            }
        }
        assert_eq!((skipping.game(), ends), (replay.game(), replayed_ends), "{text:?}");
        // A comment between games that is not closed is not a game.
        assert_eq!(replay.game(), replayed_ends as u64, "{text:?}");
    }
}

#[test]
fn a_stream_gives_what_a_slice_gives() {
    let mut random = Random::new(31);
    for _ in 0..2_000 {
        let text = text_of(&WORDS, &SEPARATORS, 40, &mut random);
        let whole = replay_of(&mut Replay::new(&text).lenient(true));
        let size = 1 + random.below(5);
        let streamed = replay_of(&mut Replay::from_read(Portions::new(text.as_bytes(), size)).lenient(true));
        assert_eq!(streamed, whole, "{text:?}");
    }
}

#[test]
fn every_strict_boundary_before_a_line_with_a_tag_is_a_lenient_one() {
    let starts = |text: &str, is_lenient: bool| {
        let mut reader = Reader::new(text).lenient(is_lenient);
        let (mut starts, mut game) = (Vec::new(), 0);
        loop {
            if let Ok(None) = reader.next_event() {
                return starts;
            }
            // The number changes with the first event of the game that is not a comment.
            if reader.game() != game {
                game = reader.game();
                starts.push(reader.place().offset as usize);
            }
        }
    };
    let mut random = Random::new(37);
    let mut found = 0;
    for _ in 0..4_000 {
        let text = text_of(&WORDS, &SEPARATORS, 40, &mut random);
        let lenient = starts(&text, true);
        for start in starts(&text, false) {
            let begins_line = start == 0 || text[..start].ends_with('\n');
            if begins_line && text[start..].starts_with('[') {
                assert!(lenient.contains(&start), "{start} {lenient:?} {text:?}");
                found += 1;
            }
        }
    }
    assert!(found > 400, "{found}");
}

#[test]
fn on_clean_games_lenient_reading_is_strict_reading() {
    let mut random = Random::new(41);
    for _ in 0..300 {
        let game = super::writer::game(&mut random);
        let text = game.to_string();
        assert_eq!(replay_of(&mut Replay::new(&text).lenient(true)), replayed(&text), "{text}");
    }
}
