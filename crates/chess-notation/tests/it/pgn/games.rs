//! Where games begin and end.

use super::events;

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
    // What begins no tag ends the tags.
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
