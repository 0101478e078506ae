//! Characters of tokens, tags as they are in files, and the ends of games.

use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};

use chess_notation::Color;
use chess_notation::pgn::{Event, Game, MAX_TOKEN, PgnError, PgnRule, Reader, TagError, Tags};

use super::events;

#[test]
fn move_numbers_are_passed_in_all_their_forms() {
    for text in [
        "1. e4 e5 2. Nf3 *",
        "1.e4 e5 2.Nf3 *",
        "1 e4 e5 2 Nf3 *",
        "1.  e4 1... e5 2. Nf3*",
        "1. e4 1. ... e5 2 . Nf3 *",
        "1...e4 1....e5 2\u{b}..Nf3 *",
        "e4 e5 Nf3 *",
        "1e4 e5 2Nf3 *",
        "001. e4 e5 999999999999999999999999. Nf3 *",
        "1.\ne4\r\n1...\re5\n\n\n2.\tNf3 *",
    ] {
        assert_eq!(events(text), "| e4 e5 Nf3 *", "{text:?}");
    }
}

#[test]
fn a_word_ends_before_a_mark() {
    assert_eq!(events("e4{a}e5;b\nNf3$1(Nc3)Nc6!?d4*"), "| e4 {a} e5 {b} Nf3 $1 ( Nc3 ) Nc6 $5 d4 *");
    assert_eq!(events("e4(d4)*"), "| e4 ( d4 ) *");
}

#[test]
fn words_of_all_lengths_are_whole() {
    for length in 1..=255 {
        let word = "N".repeat(length);
        for end in [" *", "\n*", "!*", "*", "{}*", " e5*"] {
            let text = format!("1. {word}{end}");
            let shown = events(&text);
            assert!(shown.starts_with(&format!("| {word} ")), "{text} {shown}");
        }
    }
}

#[test]
fn results_are_read() {
    for (text, result) in [
        ("1-0", "1-0"),
        ("0-1", "0-1"),
        ("1/2-1/2", "1/2-1/2"),
        ("1/2", "1/2-1/2"),
        ("\u{bd}-\u{bd}", "1/2-1/2"),
        ("*", "*"),
    ] {
        assert_eq!(events(&format!("e4 {text}")), format!("| e4 {result}"));
        assert_eq!(events(&format!("e4 {text}\n")), format!("| e4 {result}"));
        assert_eq!(events(&format!("e4 {text}{{x}}")), format!("| e4 {result} {{x}}"));
        assert_eq!(events(text), format!("| {result}"));
    }
    // One half in Latin-1.
    assert_eq!(events(b"e4 \xbd-\xbd"), "| e4 1/2-1/2");
}

#[test]
fn castling_with_zeros_is_no_result() {
    assert_eq!(events("1. 0-0 0-0-0 2. 0-0+ 0-0-0# 3. 0-0!? 0-1"), "| 0-0 0-0-0 0-0+ 0-0-0# 0-0 $5 0-1");
    assert_eq!(events("1.0-0 0-0 0-1"), "| 0-0 0-0 0-1");
    assert_eq!(events("0-0"), "| 0-0 end");
}

#[test]
fn what_only_resembles_a_result_is_none() {
    assert_eq!(events("11-0 *"), "| -0 *");
    assert_eq!(events("1-00 *"), "| -00 *");
    assert_eq!(events("2-1 *"), "| -1 *");
    assert_eq!(events("1-O *"), "| -O *");
    assert_eq!(events("1/2-1/3 *"), "| /2-1/3 *");
    assert_eq!(events("e1-0 *"), "| e1-0 *");
}

#[test]
fn glyphs_are_numbers_or_suffixes() {
    assert_eq!(events("e4 $0 $1 $13 $255 $007 *"), "| e4 $0 $1 $13 $255 $7 *");
    assert_eq!(events("e4! e5? Nf3!! Nc6?? Bb5!? a6?! *"), "| e4 $1 e5 $2 Nf3 $3 Nc6 $4 Bb5 $5 a6 $6 *");
    assert_eq!(events("e4 ! e5 ?? Nf3+!$14 *"), "| e4 $1 e5 $4 Nf3+ $1 $14 *");
    assert_eq!(events("e4!!! e5?!? *"), "| e4 $3 $1 e5 $6 $2 *");
    assert_eq!(events("e4$1$2 *"), "| e4 $1 $2 *");
}

#[test]
fn comments_in_braces_do_not_nest_and_may_have_any_bytes() {
    assert_eq!(events("{a { b} e4 {} *"), "{a { b} | e4 {} *");
    assert_eq!(events("e4 {; % ( $ [Event \"x\"]\n[Site \"y\"]\n%z\n} *"), {
        "| e4 {; % ( $ [Event \"x\"]\n[Site \"y\"]\n%z\n} *"
    });
    assert_eq!(events(b"e4 {\x00\xe9} *"), "| e4 {\u{0}\u{e9}} *");
    assert_eq!(events("e4 {\u{e9}} *"), "| e4 {\u{e9}} *");
}

#[test]
fn comments_from_a_semicolon_end_with_the_line() {
    assert_eq!(events("e4 ; } ) 1-0\n e5 ;x\r\nNf3;\rNc6 *"), "| e4 { } ) 1-0} e5 {x} Nf3 {} Nc6 *");
    assert_eq!(events("e4 ;to the end"), "| e4 {to the end} end");
}

#[test]
fn a_percent_sign_in_the_first_column_hides_the_line() {
    assert_eq!(
        events("%a\n[A \"a\"]\n%b ]\n[B \"b\"]\n% {\n\n%c\n1. e4\n%e5 1-0\nNf3 *"),
        "[A a] [B b] | e4 Nf3 *"
    );
    assert_eq!(events("%\n%\r%\r\n*"), "| *");
    assert_eq!(events("e4 *\n%all that is left"), "| e4 *");
    assert_eq!(events("e4\n%all that is left"), "| e4 end");
    assert!(events("e4\n %e5 *").contains("Stray"));
}

#[test]
fn en_passant_may_be_remarked() {
    assert_eq!(events("exd6 e.p. Nc3 *"), "| exd6 Nc3 *");
    assert_eq!(events("exd6 ep Nc3 *"), "| exd6 Nc3 *");
    assert_eq!(events("exd6e.p. Nc3 *"), "| exd6e.p. Nc3 *");
    assert_eq!(events("exd6ep Nc3 *"), "| exd6ep Nc3 *");
    assert_eq!(events("exd6 e.p.! Nc3 *"), "| exd6 $1 Nc3 *");
}

#[test]
fn promotions_may_stand_in_parentheses() {
    assert_eq!(events("e8(Q)+ a1(N) (b1(R)) *"), "| e8(Q)+ a1(N) ( b1(R) ) *");
}

#[test]
fn null_moves_are_words() {
    assert_eq!(
        events("e4 -- Nf3 Z0 2. 0000 3. Nc3  0000  e4 0000. d4 0000\n*"),
        "| e4 -- Nf3 Z0 0000 Nc3 0000 e4 d4 0000 *"
    );
}

#[test]
fn control_characters_are_blanks() {
    assert_eq!(events("e4\u{0}e5\u{c}Nf3 *\u{1a}\u{1a}"), "| e4 e5 Nf3 *");
    assert_eq!(events("\u{0}\u{0}"), "");
}

#[test]
fn byte_order_marks_are_passed() {
    assert_eq!(events("\u{feff}[A \"a\"]\n\n*"), "[A a] | *");
    assert_eq!(events("\u{feff}1. e4 *\n\u{feff}[A \"a\"]\n\n*"), "| e4 * [A a] | *");
    assert_eq!(events("1. e4\n\u{feff}[A \"a\"]\n\n*"), "| e4 end [A a] | *");
    assert_eq!(events("\u{feff}"), "");
}

#[test]
fn lines_end_in_every_way() {
    let text = "[A \"a\"]\n[B \"b\"]\n\n1. e4\n;x\ne5 *\n\n[A \"c\"]\n\n*\n";
    let expected = "[A a] [B b] | e4 {x} e5 * [A c] | *";
    for end in ["\n", "\r\n", "\r"] {
        assert_eq!(events(&text.replace('\n', end)), expected, "{end:?}");
    }
}

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

#[test]
fn an_empty_file_has_no_games() {
    for text in ["", "\n\n", " \t", "%\n", "\u{feff}\r\n"] {
        assert_eq!(events(text), "", "{text:?}");
    }
}

#[test]
fn games_need_no_blank_lines_between() {
    assert_eq!(events("[A \"a\"]\n1. e4 1-0\n[B \"b\"]\nd4 0-1\n[C \"c\"] * [D \"d\"] *"), {
        "[A a] | e4 1-0 [B b] | d4 0-1 [C c] | * [D d] | *"
    });
}

#[test]
fn games_need_no_tags() {
    assert_eq!(events("1. e4 1-0 1. d4 0-1\n1. c4 * *"), "| e4 1-0 | d4 0-1 | c4 * | *");
}

#[test]
fn games_need_no_movetext() {
    for text in [
        "[A \"a\"]\n\n[A \"b\"]\n",
        "[A \"a\"]\r\n\r\n[A \"b\"]\r\n",
        "[A \"a\"]\r\r[ A \"b\"]\r",
        "[A \"a\"]\n \t\n\n[A \"b\"]",
    ] {
        assert_eq!(events(text), "[A a] | end [A b] | end", "{text:?}");
    }
    assert_eq!(
        events("[A \"a\"]\n\n[Event \"b\"]\n\n[Events \"c\"]"),
        "[A a] | end [Event b] [Events c] | end"
    );
}

#[test]
fn a_blank_line_among_tags_ends_no_game() {
    for text in [
        "[A \"a\"]\n[B \"b\"]\n%\n[C \"c\"]\n\n*",
        "\n\n[A \"a\"]\n[B \"b\"]\n[C \"c\"]\n*",
        "[A \"a\"]\n\n[B \"b\"]\n \n\n[C \"c\"]\n\n*",
        "[A \"a\"]\r\n[B \"b\"]\r\n\r\n[C \"c\"]*",
    ] {
        assert_eq!(events(text), "[A a] [B b] [C c] | *", "{text:?}");
    }
    // Names differ in any of their characters, and in their length.
    for (name, is_same) in
        [("A_-b", true), ("A_-c", false), ("A_-", false), ("A", false), ("A_-bc", false), ("a_-b", false)]
    {
        let text = format!("[A_-b \"1\"]\n\n[ {name}\t\"2\"]\n\n*");
        assert_eq!(events(&text).contains("end"), is_same, "{name}");
    }
    // Tags end before anything that is not a tag.
    assert_eq!(events("[A \"a\"]\n\n[_B \"b\"]\n*"), "[A a] | <1 3 9 `[` Stray>");
}

#[test]
fn a_game_may_be_cut_off() {
    assert_eq!(events("[A \"a\"]\n\n1. e4 e"), "[A a] | e4 e end");
    assert_eq!(events("[A \"a\"]\n\n1. e4\n[B \"b\"]\n\n1. d4 1-0"), "[A a] | e4 end [B b] | d4 1-0");
    assert_eq!(events("1. e4 e5 2.\n  [B \"b\"]\n\n*"), "| e4 e5 end [B b] | *");
}

#[test]
fn brackets_within_a_line_begin_no_game() {
    assert_eq!(events("1. e4 [A \"a\"] 1-0\n*"), "| e4 <1 1 6 `[` Stray> | *");
}

#[test]
fn brackets_before_anything_but_a_name_begin_no_game() {
    assert_eq!(events("1. e4\n[%clk 1] 1-0\n*"), "| e4 <1 2 6 `[` Stray> | *");
}

#[test]
fn brackets_in_comments_begin_no_game() {
    assert_eq!(
        events("1. e4 {\n[A \"a\"]\n} ;\n; [B \"b\"]\ne5 *"),
        "| e4 {\n[A \"a\"]\n} {} { [B \"b\"]} e5 *"
    );
}

#[test]
fn results_in_variations_end_nothing() {
    assert_eq!(events("1. e4 (1. d4 1-0 *) e5 0-1 *"), "| e4 ( d4 ) e5 0-1 | *");
}

#[test]
fn comments_between_games_belong_to_the_second() {
    assert_eq!(events("{a} [A \"a\"]\n\n* {b}\n;c\n[B \"b\"]\n\n*"), "{a} [A a] | * {b} {c} [B b] | *");
    assert_eq!(events("{a} 1. e4 *"), "{a} | e4 *");
    assert_eq!(events("* {after the last one}"), "| * {after the last one}");
}

#[test]
fn variations_may_be_nested() {
    assert_eq!(events("e4 (d4 (c4 (b4) (a4)) d5) e5 *"), "| e4 ( d4 ( c4 ( b4 ) ( a4 ) ) d5 ) e5 *");
}
