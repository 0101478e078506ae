//! Characters of tokens, tags as they are in files, and the ends of games.

use chess_notation::Color;
use chess_notation::pgn::{Event, Game, MAX_TOKEN, PgnError, PgnRule, Reader, TagError};

use super::events;
use super::naive::{fast, naive};

/// Texts that mean the same have one line of events.
#[test]
fn tokens_follow_the_standard_and_existing_files() {
    let numbers: [&[u8]; 10] = [
        b"1. e4 e5 2. Nf3 *",
        b"1.e4 e5 2.Nf3 *",
        b"1 e4 e5 2 Nf3 *",
        b"1.  e4 1... e5 2. Nf3*",
        b"1. e4 1. ... e5 2 . Nf3 *",
        b"1...e4 1....e5 2\x0b..Nf3 *",
        b"1e4 e5 2Nf3 *",
        b"001. e4 e5 999999999999999999999999. Nf3 *",
        b"1.\ne4\r\n1...\re5\n\n\n2.\tNf3 *",
        b"e4\0e5\x0cNf3 *\x1a\x1a",
    ];
    let table: [(&[&[u8]], &str); 51] = [
        (&numbers, "| e4 e5 Nf3 *"),
        // A word ends before a mark.
        (&[b"e4{a}e5;b\nNf3$1(Nc3)Nc6!?d4*"], "| e4 {a} e5 {b} Nf3 $1 ( Nc3 ) Nc6 $5 d4 *"),
        // Results, and what only resembles one.
        (&[b"e4 1/2-1/2", b"e4 1/2\n", b"e4 \xc2\xbd-\xc2\xbd", b"e4 \xbd-\xbd"], "| e4 1/2-1/2"),
        (&[b"e4 1-0{x}*\n\n0-1"], "| e4 1-0 {x} | * | 0-1"),
        (&[b"1. 11-0 1-00 2-1 1-O 1/2-1/3 e1-0 *"], "| -0 -00 -1 -O /2-1/3 e1-0 *"),
        (&[b"1.0-0 0-0-0 2. 0-0+ 0-0-0# 3. 0-0!? 0-1"], "| 0-0 0-0-0 0-0+ 0-0-0# 0-0 $5 0-1"),
        (&[b"0-0"], "| 0-0 end"),
        // Glyphs.
        (&[b"e4 $0 $13 $255 $007 *"], "| e4 $0 $13 $255 $7 *"),
        (&[b"e4! e5? Nf3!! Nc6?? Bb5!? a6 ?! *"], "| e4 $1 e5 $2 Nf3 $3 Nc6 $4 Bb5 $5 a6 $6 *"),
        (&[b"e4!!! e5?!? Nf3+!$14$1 *"], "| e4 $3 $1 e5 $6 $2 Nf3+ $1 $14 $1 *"),
        // Comments in braces do not nest and may have any bytes; others end with the line.
        (&[b"{a { b} e4 {} *"], "{a { b} | e4 {} *"),
        (&[b"e4 {; % ( $ [Event \"x\"]\n%z\n} *"], "| e4 {; % ( $ [Event \"x\"]\n%z\n} *"),
        (&[b"e4 {\0\xe9} {\xc3\xa9} *"], "| e4 {\u{0}é} {é} *"),
        (&[b"e4 ; } ) 1-0\n e5 ;x\r\nNf3;\rNc6 *"], "| e4 { } ) 1-0} e5 {x} Nf3 {} Nc6 *"),
        (&[b"e4 ;to the end"], "| e4 {to the end} end"),
        (&[b"1. e4 {\n[A \"a\"]\n} ;\n; [B \"b\"]\ne5 *"], "| e4 {\n[A \"a\"]\n} {} { [B \"b\"]} e5 *"),
        // A percent sign in the first column hides the line.
        (
            &[b"%a\n[A \"a\"]\n%b ]\n[B \"b\"]\n% {\n\n%c\n1. e4\n%e5 1-0\nNf3 *\n%x"],
            "[A a] [B b] | e4 Nf3 *",
        ),
        (&[b"e4\n%all that is left"], "| e4 end"),
        (&[b"e4\n %e5 *"], "| e4 <1 2 4 `%` Stray>"),
        (&[b"exd6 e.p. Nc3 ep exd6e.p. exd6ep exd6 e.p.! *"], "| exd6 Nc3 exd6e.p. exd6ep exd6 $1 *"),
        // A promotion may be written in parentheses.
        (&[b"e8(Q)+ a1(N) (b1(R)) *"], "| e8(Q)+ a1(N) ( b1(R) ) *"),
        // Null moves are words.
        (
            &[b"e4 -- Nf3 Z0 2. 0000 3. Nc3  0000  e4 0000. d4 0000\n*"],
            "| e4 -- Nf3 Z0 0000 Nc3 0000 e4 d4 0000 *",
        ),
        // Files without games; byte order marks are passed.
        (&[b"", b"\n\n", b" \t", b"%\n", b"\xef\xbb\xbf\r\n", b"\0\0"], ""),
        (&[b"\xef\xbb\xbf1. e4 *\n\xef\xbb\xbf[A \"a\"]\n\n*"], "| e4 * [A a] | *"),
        (&[b"1. e4\n\xef\xbb\xbf[A \"a\"]\n\n*"], "| e4 end [A a] | *"),
        // Tags may lack quotation marks, and have white space around their parts and many signs in their names.
        (&[b"[A a b ]\n[B c]\n[C]\n[D d\"]\n\n*"], "[A a b] [B c] [C ] [D d\"] | *"),
        (&[b"  [ A  \"a\" ] [B\n\"b\"][C \"c\"]\n\t[D\"d\"\t]\n*"], "[A a] [B b] [C c] [D d] | *"),
        (&[b"[White_1+2#3=4:5-6 \"a\"] *"], "[White_1+2#3=4:5-6 a] | *"),
        // Games need no blank lines between, no tags and no movetext.
        (
            &[b"[A \"a\"]\n1. e4 1-0\n[B \"b\"]\nd4 0-1\n[C \"c\"] * [D \"d\"] *"],
            "[A a] | e4 1-0 [B b] | d4 0-1 [C c] | * [D d] | *",
        ),
        (&[b"1. e4 1-0 1. d4 0-1\n1. c4 *\n\n*"], "| e4 1-0 | d4 0-1 | c4 * | *"),
        (
            &[
                b"[A \"a\"]\n\n[A \"b\"]\n",
                b"[A \"a\"]\r\n\r\n[A \"b\"]\r\n",
                b"[A \"a\"]\r\r[ A \"b\"]\r",
                b"[A \"a\"]\n \t\n\n[A \"b\"]",
            ],
            "[A a] | end [A b] | end",
        ),
        // A blank line among tags ends no game, and anything but a tag ends the tags.
        (
            &[
                b"[A \"a\"]\n[B \"b\"]\n%\n[C \"c\"]\n\n*",
                b"\n\n[A \"a\"]\n[B \"b\"]\n[C \"c\"]\n*",
                b"[A \"a\"]\n\n[B \"b\"]\n \n\n[C \"c\"]\n\n*",
                b"[A \"a\"]\r\n[B \"b\"]\r\n\r\n[C \"c\"]*",
            ],
            "[A a] [B b] [C c] | *",
        ),
        (&[b"[A \"a\"]\n\n[_B \"b\"]\n*"], "[A a] [_B b] | *"),
        // A game may be cut off, by a tag in a line of its own.
        (&[b"[A \"a\"]\n\n1. e4 e"], "[A a] | e4 e end"),
        (&[b"1. e4 e5 2.\n  [B \"b\"]\n\n1. d4 1-0"], "| e4 e5 end [B b] | d4 1-0"),
        (&[b"1. e4\n[%clk 1] 1-0\n\n*"], "| e4 <1 2 6 `[` Stray> | *"),
        // Variations may be nested, and results in them end nothing.
        (&[b"e4 (d4 (c4 (b4) (a4)) 1-0 *) e5 0-1\n\n*"], "| e4 ( d4 ( c4 ( b4 ) ( a4 ) ) ) e5 0-1 | *"),
        // Comments between games belong to the second.
        (&[b"{a} [A \"a\"]\n\n* {b}\n;c\n[B \"b\"]\n\n*"], "{a} [A a] | * {b} {c} [B b] | *"),
        (&[b"{a} 1. e4 * {after the last one}"], "{a} | e4 * {after the last one}"),
        // Errors name game, line, offset and token, and cost the rest of their game.
        (&[b"1. e4 ) e5 1-0\n\n*"], "| e4 <1 1 6 `)` NoVariation> | *"),
        (&[b"1. e4 (d4)) e5 1-0\n\n*"], "| e4 ( d4 ) <1 1 10 `)` NoVariation> | *"),
        (&[b"1. e4 (d4"], "| e4 ( d4 <1 1 9 at the end UnclosedVariation>"),
        (&[b"1. e4 (d4 1-0\n[A \"a\"]\n*"], "| e4 ( d4 <1 2 14 at the end UnclosedVariation> [A a] | *"),
        (&[b"1. e4 {x ; [A \"a\"] 1-0"], "| e4 <1 1 6 `{x ; [A \"a\"] 1…` UnclosedComment>"),
        (&[b"* {x"], "| * <2 1 2 `{x` UnclosedComment>"),
        (&[b"1. e4 } e5 *\n\n*"], "| e4 <1 1 6 `}` Stray> | *"),
        (&[b"1. e4 ] e5 *\n\n*"], "| e4 <1 1 6 `]` Stray> | *"),
        (&[b"e4 $256 e5 *\n\n*"], "| e4 <1 1 3 `$256` Nag> | *"),
        (&[b"e4 $ e5 *\n\n*", b"e4 $x e5 *\n\n*"], "| e4 <1 1 3 `$` Nag> | *"),
        (&[b"[A \"a"], "<1 1 0 `[A \"a` Tag>"),
        (&[b"["], "<1 1 0 `[` Tag>"),
    ];
    for (text, expected) in
        table.iter().flat_map(|(texts, expected)| texts.iter().map(move |it| (*it, *expected)))
    {
        assert_eq!(events(text), expected, "{}", text.escape_ascii());
        assert_eq!(naive(text), fast(text), "{}", text.escape_ascii());
    }
}

/// A game ends after its result or before the tags of another; text after the result is an error of that game.
#[test]
fn games_end_before_tags_and_behind_results() {
    let table: [(&[&[u8]], &str); 16] = [
        (&[b"e4 1-0{x}* 0-1"], "| e4 1-0 {x} | <2 1 11 `0-1` NoPart>"),
        // A half alone is only offered if a move follows, which a second result is not, whatever blank is behind it.
        (
            &[b"1/2 0-1\xef\xbb\xbf", b"1/2 0-1 ", b"1/2 0-1\xef\xbb\xbf 0-1", b"1/2 0-1\xef\xbb\xbf*"],
            "| <1 1 4 `0-1` NoPart>",
        ),
        // A number may have a parenthesis.
        (&[b"1/2 7) e4 *"], "| 1/2 <1 1 5 `)` NoVariation>"),
        // The null move is all four zeros, behind which no full stop is, and not a move number.
        (&[b"0000exd6e.p. *"], "| 0000exd6e.p. *"),
        (&[b"0000.exd6e.p. *"], "| exd6e.p. *"),
        // A full stop is no blank before a tag in a comment, as it is before one in movetext.
        (&[b"{x\n.[A \"a\"]\n} *"], "{x\n.[A \"a\"]\n} | *"),
        // Two backslashes escape no closing mark.
        (&[b"A \"a\\\\\"]\n*\n\n*"], "<1 1 0 `A \"a\\\\\"]` Tag> | *"),
        // A byte order mark is a blank before a value that goes on over line ends, too.
        (&[b"[A\xef\xbb\xbf\"a\n?[B \"b\"]\n*\n\n*"], "<1 1 0 `[A\u{feff}\"a\\n?[B \"b…` Tag> | *"),
        (&[b"1/2 0\t- 1\xef\xbb\xbf"], "| <1 1 4 `0\\t- 1` NoPart>"),
        (&[b"e4 1-0 $1\n\n*"], "| e4 <1 1 7 `$1` NoPart> | *"),
        (&[b"11-0 1-00 2-1 *"], "<1 1 0 `11` NoPart>"),
        (&[b"[A \"a\"]\n[B \"b\"]\n\n[B \"c\"]\n[A \"d\"]"], "[A a] [B b] | end [B c] [A d] | end"),
        (&[b"1. e4 [A a] 1-0\n\n*"], "| e4 <1 1 6 `[` Stray> | *"),
        (&[b"1. e4 [A \"a\"] 1-0", b"1. e4[A \"a\"]1-0"], "| e4 end [A a] | 1-0"),
        (
            &[b"[A \"a\"]\n\n[Event \"b\"]\n\n[Events \"c\"]\n[A \"d\"]"],
            "[A a] [Event b] [Events c] [A d] | end",
        ),
        (&[b"[A \"a\"]\n{x}\n;y\n\n[B \"b\"] {z}\n\n*"], "[A a] {x} {y} [B b] {z} | *"),
    ];
    for (text, expected) in
        table.iter().flat_map(|(texts, expected)| texts.iter().map(move |it| (*it, *expected)))
    {
        assert_eq!(events(text), expected, "{}", text.escape_ascii());
        assert_eq!(naive(text), fast(text), "{}", text.escape_ascii());
    }
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
fn invalid_utf_8_values_are_shown_as_latin_1() {
    assert_eq!(value(b"[A \"Gr\xfcnfeld\"]"), ("Gr\u{fc}nfeld".to_string(), b"Gr\xfcnfeld".to_vec()));
    assert_eq!(value(b"[A \"\\\"\xfc\\\\\"]"), ("\"\u{fc}\\".to_string(), b"\"\xfc\\".to_vec()));
    assert_eq!(value("[A \"Grünfeld\"]".as_bytes()).0, "Grünfeld");
    assert_eq!(value(b"[A \"a\x00\tb\"]").1, b"a\x00\tb");
}

#[test]
fn unescaped_quotation_marks_are_part_of_the_value() {
    assert_eq!(value(br#"[A "John "The Rock" Doe"]"#).0, r#"John "The Rock" Doe"#);
    assert_eq!(value(br#"[A "[x] "y"] z" ]"#).0, r#"[x] "y"#);
    // A backslash before a bracket ends nothing.
    assert_eq!(value(br#"[A "a\] b\ ] c"]"#).0, r"a\] b\ ] c");
}

#[test]
fn broken_tags_break_their_game() {
    for broken in
        ["[]", "[ \"a\"]", "[A \"a", "[A \"a\"x", "[A \"a\\\"]", "[A a", "[é \"a\"]", "[A", "[A \"a\"", "["]
    {
        let text = format!("[X \"x\"]\n{broken}\n[B \"b\"]\n\n1. e4 1-0\n\n[C \"c\"]\n\n*");
        let shown = events(&text);
        let rule = if broken.contains('\\') { "TagEscape" } else { "Tag" };
        assert!(shown.starts_with("[X x] <1 2 8 `"), "{broken:?} {shown}");
        assert!(shown.ends_with(&format!(" {rule}> [C c] | *")), "{broken:?} {shown}");
    }
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
    }
}

#[test]
fn a_rating_is_a_number() {
    let mut game = Game::default();
    for (value, elo) in
        [("2500", Some(2500)), (" 1800 ", Some(1800)), ("0", Some(0)), ("?", None), ("-", None), ("", None)]
    {
        game.set_tag("WhiteElo", value).unwrap();
        assert_eq!((game.tags().elo(Color::White), game.tags().elo(Color::Black)), (elo, None), "{value:?}");
    }
    game.set_tag("BlackElo", "2400").unwrap();
    assert_eq!((game.tags().elo(Color::White), game.tags().elo(Color::Black)), (None, Some(2400)));
}

#[test]
fn tags_are_equal_in_whatever_order_they_are_set() {
    let tags = |all: &[(&str, &str)]| {
        let mut game = Game::default();
        for (name, value) in all {
            game.set_tag(name, value).unwrap();
        }
        game.tags().clone()
    };
    let one = tags(&[("White", "a"), ("X", "b"), ("Y", "c")]);
    assert_eq!(tags(&[("Y", "c"), ("X", "d"), ("White", "a"), ("X", "b"), ("Event", "?")]), one);
    for other in [&[("White", "a"), ("X", "b")][..], &[("White", "b"), ("X", "b"), ("Y", "c")], &[]] {
        assert_ne!(tags(other), one);
    }
}

#[test]
fn a_repeated_first_tag_after_a_blank_begins_a_game() {
    // Names differ in any of their characters, and in their length.
    for (name, is_same) in
        [("A_-b", true), ("A_-c", false), ("A_-", false), ("A", false), ("A_-bc", false), ("a_-b", false)]
    {
        let text = format!("[A_-b \"1\"]\n\n[ {name}\t\"2\"]\n\n*");
        assert_eq!(events(&text).contains("end"), is_same, "{name}");
    }
}

/// A reader knows the names of the first 64 tags, of those that it skips as well.
#[test]
fn a_tag_repeats_one_of_the_first_64() {
    for (count, repeated, begins) in
        [(2, 1, true), (12, 2, true), (12, 12, true), (65, 9, true), (65, 64, true), (65, 65, false)]
    {
        let tags: Vec<String> = (1..=count).map(|number| format!("[T{number} \"x\"]\n")).collect();
        let tags = tags.concat();
        let text = format!("{tags}\n[T{repeated} \"y\"]\n\n*");
        let games = if begins { 2 } else { 1 };
        assert_eq!(events(&text).contains("end"), begins, "{count} {repeated}");
        for is_lenient in [false, true] {
            let mut reader = Reader::new(&text).lenient(is_lenient);
            while reader.next_event().unwrap().is_some() {
                reader.skip_game().unwrap();
            }
            assert_eq!(reader.game(), games, "{count} {repeated} {is_lenient}");
        }
    }
}
