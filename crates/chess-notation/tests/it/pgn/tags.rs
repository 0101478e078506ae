//! Tags as they stand in files.

use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};

use chess_notation::Color;
use chess_notation::pgn::{Event, Game, MAX_TOKEN, PgnError, PgnRule, Reader, TagError, Tags};

use super::events;

/// The value of the first tag, and its bytes.
fn value(text: &[u8]) -> (String, Vec<u8>) {
    match Reader::new(text).next_event().unwrap() {
        Some(Event::Tag { value, .. }) => (value.to_string(), value.bytes().collect()),
        other => panic!("{other:?}"),
    }
}

#[test]
fn quotation_marks_and_backslashes_are_escaped() {
    assert_eq!(value(br#"[A "a \"b\" c\\"]"#), (r#"a "b" c\"#.to_string(), br#"a "b" c\"#.to_vec()));
    assert_eq!(value(br#"[A "\\\""]"#).0, r#"\""#);
    assert_eq!(value(br#"[A "C:\new"]"#).0, r"C:\new");
    assert_eq!(value(br#"[A ""]"#).0, "");
    assert_eq!(value("[A \"\\é\\\"\"]".as_bytes()).0, "\\é\"");
}

#[test]
fn values_with_odd_bytes_are_kept_and_shown_as_latin_1() {
    assert_eq!(value(b"[A \"Gr\xfcnfeld\"]"), ("Gr\u{fc}nfeld".to_string(), b"Gr\xfcnfeld".to_vec()));
    assert_eq!(value(b"[A \"\\\"\xfc\\\\\"]"), ("\"\u{fc}\\".to_string(), b"\"\xfc\\".to_vec()));
    assert_eq!(value("[A \"Grünfeld\"]".as_bytes()).0, "Grünfeld");
    assert_eq!(value(b"[A \"a\x00\tb\"]").1, b"a\x00\tb");
}

#[test]
fn quotation_marks_that_should_have_been_escaped_are_part_of_the_value() {
    assert_eq!(value(br#"[A "John "The Rock" Doe"]"#).0, r#"John "The Rock" Doe"#);
    assert_eq!(value(br#"[A "[x] "y"] z" ]"#).0, r#"[x] "y"#);
    // A backslash before a bracket ends nothing.
    assert_eq!(value(br#"[A "a\] b\ ] c"]"#).0, r"a\] b\ ] c");
}

#[test]
fn quotation_marks_may_be_missing() {
    assert_eq!(events("[A a b ]\n[B c]\n[C]\n[D d\"]\n\n*"), "[A a b] [B c] [C ] [D d\"] | *");
}

#[test]
fn white_space_may_surround_the_parts() {
    assert_eq!(events("  [ A  \"a\" ] [B\n\"b\"][C \"c\"]\n\t[D\"d\"\t]\n*"), "[A a] [B b] [C c] [D d] | *");
}

#[test]
fn names_have_all_characters_of_symbols() {
    assert_eq!(events("[White_1+2#3=4:5-6 \"a\"] *"), "[White_1+2#3=4:5-6 a] | *");
}

#[test]
fn broken_tags_break_their_game() {
    for broken in
        ["[]", "[ \"a\"]", "[A \"a", "[A \"a\"x", "[A \"a\\\"]", "[A a", "[é \"a\"]", "[A", "[A \"a\"", "["]
    {
        let text = format!("[X \"x\"]\n{broken}\n[B \"b\"]\n\n1. e4 1-0\n\n[C \"c\"]\n\n*");
        let shown = events(&text);
        assert!(shown.starts_with("[X x] <1 2 8 `"), "{broken:?} {shown}");
        assert!(shown.ends_with(" Tag> [C c] | *"), "{broken:?} {shown}");
    }
    assert_eq!(events("[A \"a"), "<1 1 0 `[A \"a` Tag>");
    assert_eq!(events("["), "<1 1 0 `[` Tag>");
}

/// A tag that does not end with its line is broken, however much follows.
#[test]
fn a_tag_ends_with_its_line_at_the_latest() {
    for behind in [0, 1, MAX_TOKEN, 2 * MAX_TOKEN] {
        let text = format!("[A \"x\n{}", " ".repeat(behind));
        let Err(PgnError::Game(error)) = Reader::new(&text).next_event() else { panic!("{behind}") };
        assert_eq!(error.rule, PgnRule::Tag, "{behind}");
    }
}

#[test]
fn a_tag_may_be_as_long_as_a_reader_accepts() {
    for (name, escapes) in [("A", ""), ("Annotator", ""), ("White", "\"\\")] {
        let room = MAX_TOKEN - "[ \"\"]".len() - name.len() - 2 * escapes.len();
        let mut game = Game::default();
        game.set_tag(name, &(escapes.to_owned() + &"x".repeat(room))).unwrap();
        assert_eq!(game.to_string().parse(), Ok(game.clone()), "{name}");
        let longer = escapes.to_owned() + &"x".repeat(room + 1);
        assert_eq!(game.set_tag(name, &longer), Err(TagError::TooLong), "{name}");
        assert_eq!(Tags::default().set(name, &longer), Err(TagError::TooLong), "{name}");
    }
}

#[test]
fn a_rating_is_a_number() {
    let mut tags = Tags::default();
    for (value, elo) in
        [("2500", Some(2500)), (" 1800 ", Some(1800)), ("0", Some(0)), ("?", None), ("-", None), ("", None)]
    {
        tags.set("WhiteElo", value).unwrap();
        assert_eq!((tags.elo(Color::White), tags.elo(Color::Black)), (elo, None), "{value:?}");
    }
    tags.set("BlackElo", "2400").unwrap();
    assert_eq!((tags.elo(Color::White), tags.elo(Color::Black)), (None, Some(2400)));
}

#[test]
fn equal_tags_have_equal_hashes_and_others_have_others() {
    let state = BuildHasherDefault::<DefaultHasher>::default();
    let tags = |all: &[(&str, &str)]| {
        let mut tags = Tags::default();
        for (name, value) in all {
            tags.set(name, value).unwrap();
        }
        (state.hash_one(&tags), tags)
    };
    let (hash, one) = tags(&[("White", "a"), ("X", "b"), ("Y", "c")]);
    assert_eq!(
        tags(&[("Y", "c"), ("X", "d"), ("White", "a"), ("X", "b"), ("Event", "?")]),
        (hash, one.clone())
    );
    for other in [&[("White", "a"), ("X", "b")][..], &[("White", "b"), ("X", "b"), ("Y", "c")], &[]] {
        let (other_hash, other) = tags(other);
        assert!(other != one && other_hash != hash, "{other:?}");
    }
}
