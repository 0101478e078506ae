//! Tags as they stand in files.

use chess_notation::pgn::{Event, Reader};

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
