//! Games and variations that are passed.

use chess_notation::pgn::{Event, GameResult, Reader, Replay};
use chess_testkit::Random;

use super::{events_of, replay_of, text_of};

#[test]
fn a_skipped_game_has_its_end() {
    let mut reader = Reader::new("[A \"a\"]\n\n1. e4 (d4 {1-0} 1-0) 0-0 0-1\n\n[B \"b\"]\n\n*");
    assert!(matches!(reader.next_event().unwrap(), Some(Event::Tag { .. })));
    assert_eq!(reader.next_event().unwrap(), Some(Event::Movetext));
    reader.skip_game().unwrap();
    assert_eq!(reader.next_event().unwrap(), Some(Event::End(Some(GameResult::BlackWins))));
    assert_eq!(events_of(&mut reader), "[B b] | *");
}

#[test]
fn a_game_may_be_skipped_from_anywhere() {
    let text = "[A \"a\"]\n[B \"{\"]\n\n1. e4 (d4 (c4) d5 {x)}) e5 {]\n[} 1-0 [C \"c\"]\n\n*";
    for before in 1..15 {
        let mut reader = Reader::new(text);
        for _ in 0..before {
            assert!(!matches!(reader.next_event().unwrap(), Some(Event::End(_))));
        }
        reader.skip_game().unwrap();
        assert_eq!(events_of(&mut reader), "1-0 [C c] | *", "{before}");
    }
}

#[test]
fn between_games_nothing_is_skipped() {
    let mut reader = Reader::new("{x} *\n*");
    reader.skip_game().unwrap();
    assert!(matches!(reader.next_event().unwrap(), Some(Event::Comment(_))));
    reader.skip_game().unwrap();
    reader.skip_variation().unwrap();
    assert_eq!(events_of(&mut reader), "| * | *");
    reader.skip_game().unwrap();
    assert_eq!(events_of(&mut reader), "");
}

#[test]
fn a_skipped_variation_has_its_end() {
    let mut reader = Reader::new("e4 (d4 (c4) {)} (b4) d5) e5 *");
    while reader.depth() == 0 {
        reader.next_event().unwrap();
    }
    reader.next_event().unwrap();
    reader.skip_variation().unwrap();
    assert_eq!(events_of(&mut reader), ") e5 *");
}

#[test]
fn the_position_behind_a_skipped_variation_is_that_before_it() {
    let mut replay = Replay::new("e4 e5 (c5 Nf3 junk) Nf3 *");
    while replay.depth() == 0 {
        replay.next_event().unwrap();
    }
    replay.skip_variation().unwrap();
    assert_eq!(replay_of(&mut replay), ") g1f3 *");
}

#[test]
fn an_unclosed_variation_that_is_skipped_is_still_an_error() {
    let mut reader = Reader::new("e4 (d4 d5 1-0\n[A \"a\"]\n*");
    while reader.depth() == 0 {
        reader.next_event().unwrap();
    }
    reader.skip_variation().unwrap();
    assert_eq!(events_of(&mut reader), "<1 2 14 at the end UnclosedVariation> [A a] | *");
}

#[test]
fn tags_of_a_skipped_game_are_not_those_of_the_next() {
    let mut replay = Replay::new("[FEN \"8/8/8/8/8/8/8/8 w - - 0 1\"]\n[X \"x\"]\n*\n1. e4 *");
    replay.next_event().unwrap();
    replay.skip_game().unwrap();
    assert_eq!(replay_of(&mut replay), "* | e2e4 *");
    let mut replay = Replay::new("[SetUp \"1\"]\n[\n*\n1. e4 *");
    replay.next_event().unwrap();
    assert!(replay.next_event().is_err());
    assert_eq!(replay_of(&mut replay), "| e2e4 *");
}

/// The ends of games, wherever the reader stops listening.
fn ends(text: &[u8], mut stops: impl FnMut() -> bool) -> Vec<String> {
    let mut reader = Reader::new(text);
    let mut ends = Vec::new();
    loop {
        match reader.next_event() {
            Ok(None) => return ends,
            Ok(Some(Event::End(result))) => ends.push(format!("{} {result:?}", reader.game())),
            Ok(Some(_)) if stops() => reader.skip_game().unwrap(),
            Ok(Some(_)) => {}
            Err(_) => ends.push(format!("{} broken", reader.game())),
        }
    }
}

#[test]
fn games_end_in_the_same_places_whether_read_or_skipped() {
    const PIECES: [&str; 34] = [
        "e4",
        "Nf3",
        "O-O",
        "0-0",
        "0-0-0",
        "1-0",
        "0-1",
        "1/2-1/2",
        "1/2",
        "*",
        "½-½",
        "1.",
        "12",
        "(",
        ")",
        "{",
        "}",
        "{x}",
        ";",
        ";y",
        "$1",
        "!",
        "?",
        "[A \"a\"]",
        "\n[B \"b\"]",
        "\n[",
        "]",
        "%",
        "\n%",
        "-",
        "/",
        "11-0",
        "e.p.",
        "\n\n",
    ];
    let mut random = Random::new(7);
    for _ in 0..20_000 {
        let text = text_of(&PIECES, &["", " ", " ", "\n"], 30, &mut random);
        let read = ends(text.as_bytes(), || false);
        let skipped = ends(text.as_bytes(), || true);
        let sometimes = ends(text.as_bytes(), || random.below(4) == 0);
        let games = |ends: &[String]| {
            ends.iter().map(|end| end.split(' ').next().unwrap().to_string()).collect::<Vec<_>>()
        };
        // An unclosed comment between games is blamed on one that does not come.
        let same = |other: &[String]| {
            games(&read).last() == games(other).last()
                && other.iter().all(|end| {
                    let game = end.split(' ').next().unwrap();
                    end.ends_with("broken") || read.contains(end) || read.contains(&format!("{game} broken"))
                })
        };
        assert!(same(&skipped), "{text:?}\n{read:?}\n{skipped:?}");
        assert!(same(&sometimes), "{text:?}\n{read:?}\n{sometimes:?}");
    }
}
