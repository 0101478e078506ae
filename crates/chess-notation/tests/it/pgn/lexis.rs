//! What tokens are made of.

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
    assert_eq!(events("e4 -- Nf3 Z0 *"), "| e4 -- Nf3 Z0 *");
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
