//! Lenient reading of PGN.

use chess_notation::pgn::{Event, Game, MAX_TOKEN, PartialGame, PgnError, PgnRule, Reader, Replay, TagError};
use chess_testkit::Random;

use super::{events_of, replay_of, replayed, shown, text_of, walk};

/// The events of lenient reading.
fn events(text: &str) -> String {
    events_of(&mut Reader::new(text).lenient(true))
}

/// The moves, ends and errors of lenient replay; errors as their tokens.
fn told(text: &str) -> String {
    let mut replay = Replay::new(text).lenient(true);
    let next = || Ok(replay.next_event()?.map(|event| shown(event, |mv| mv.to_string())));
    let mut all = walk(next, |error| match error {
        PgnError::Game(error) => {
            format!("<{} {}>", error.token, format!("{:?}", error.rule).split('(').next().unwrap_or_default())
        }
        error => panic!("{error}"),
    });
    all.retain(|event| event != "|");
    all.join(" ")
}

fn games(text: &str) -> Vec<PartialGame> {
    let mut replay = Replay::new(text).lenient(true);
    core::iter::from_fn(|| replay.next_partial_game().unwrap()).collect()
}

#[test]
fn what_strict_reading_refuses_is_read_or_costs_itself() {
    let table = [
        ("1. g1f3 g8f6 *", "g1f3 g8f6 *"),
        ("e2e4 e7e5 f1c4 b8c6 d1h5 g8f6 h5f7 1-0", "e2e4 e7e5 f1c4 b8c6 d1h5 g8f6 h5f7 1-0"),
        (
            "[FEN \"8/P6k/8/8/8/8/p7/4K3 w - -\"]\n\na7a8q a2a1N *",
            "[FEN 8/P6k/8/8/8/8/p7/4K3 w - -] a7a8q a2a1n *",
        ),
        ("1. e2-e4 e7-e5 2. g1-f3 Nb8-c6 3. Ng1-f3 *", "e2e4 e7e5 g1f3 b8c6 <`Ng1-f3` San> *"),
        ("1. e2-e4 d7-d5 2. e4xd5 Qd8xd5 3. b1-c3! d5-d8? *", "e2e4 d7d5 e4d5 d8d5 b1c3 $1 d5d8 $2 *"),
        // Signs and glyphs.
        ("1. e4 e5 2. Bb5 + a6 *", "e2e4 e7e5 f1b5 <`+` San> a7a6 *"),
        ("1. e4 +- e5 = 2. Nf3 +/= N D *", "e2e4 $18 e7e5 $10 g1f3 $14 $146 $220 *"),
        ("1. e4, e5 *", "e2e4 <`,` San> e7e5 *"),
        ("1. e4+- e5= 2. Nf3± *", "e2e4 $18 e7e5 $10 g1f3 $16 *"),
        ("1. e4 $256 e5 $ 2. Nf3 *", "e2e4 <`$256` Nag> e7e5 <`$` Nag> g1f3 *"),
        ("1. e4 ] % zzz Diagram e5 *", "e2e4 <`]` Stray> <`%` Stray> <`zzz` San> <`Diagram` San> e7e5 *"),
        ("1. e4 (=) 1... e5 *", "e2e4 ( $10 ) e7e5 *"),
        (
            "1. e4,e5 2. Nf3/Nc6 3. Bb5<br>a6 </p> 4. Ba4<br/>Nf6 <BR> 5. O-O, *",
            "e2e4 <`,` San> e7e5 g1f3 <`/` San> b8c6 f1b5 <`<br>` San> a7a6 <`</p>` San> b5a4 <`<br/>` San> g8f6 \
             <`<BR>` San> e1g1 <`,` San> *",
        ),
        (
            "[FEN \"1n2k3/P7/8/8/8/8/8/4K3 w - -\"]\n\naxb8/Q+/Kd7 *",
            "[FEN 1n2k3/P7/8/8/8/8/8/4K3 w - -] a7b8q <`/` San> e8d7 *",
        ),
        // Castling without dashes.
        (
            "[FEN \"r3k2r/8/8/8/8/8/8/R3K2R w KQkq -\"]\n\n1. OO OOO+ *",
            "[FEN r3k2r/8/8/8/8/8/8/R3K2R w KQkq -] e1g1 e8c8 *",
        ),
        (
            "[FEN \"r3k2r/8/8/8/8/8/8/R3K2R w KQkq -\"]\n\n1. 000 00 *",
            "[FEN r3k2r/8/8/8/8/8/8/R3K2R w KQkq -] e1c1 e8g8 *",
        ),
        // The next word would be a legal move of the same side.
        (
            "[FEN \"r3k2r/8/8/8/8/8/8/R3K2R w KQkq -\"]\n\n1. 00 O-O-O 2. Kg2 Kb8 *",
            "[FEN r3k2r/8/8/8/8/8/8/R3K2R w KQkq -] e1g1 e8c8 g1g2 c8b8 *",
        ),
        ("[SetUp \"1\"]\n\n1. e4 *", "[SetUp 1] <at the end NoFen> e2e4 *"),
        // Text that is part of no game.
        (
            "[A \"a\"]\n\n1. e4 1-0 ff\n\n[B \"b\"]\n\n* *\n\n[C \"c\"]\n\n1. d4 d5 0-1 $14\n\nRound 2\n\n[D \"d\"]\n\n1. c4 *",
            "[A a] e2e4 <`ff` NoPart> 1-0 [B b] <`*` NoPart> * [C c] d2d4 d7d5 <`$14` NoPart> 0-1 [D d] c2c4 *",
        ),
        (
            "1. e4 1-0 (Black resigns) 1-0\n1-0\n\n1. d4 0-1 !?\n",
            "e2e4 <`(Black resigns…` NoPart> 1-0 d2d4 <`!` NoPart> 0-1",
        ),
        ("1. e4 1-0 after 25 moves.\n1. d4 *", "e2e4 <`after` NoPart> 1-0 d2d4 *"),
        (
            "<html>\n<pre>\n[A \"a\"]\n\n1. e4 *</pre>\n</html>",
            "<`<html>` NoPart> [A a] e2e4 <`</pre>` NoPart> *",
        ),
        (
            "[A \"a\"]\n[B \"b\"]]\n[C \"c\"],\n<br>\n[D \"d\"]<br>\n1. e4 1-0</p>",
            "[A a] [B b] <`]` NoPart> [C c] <`,` NoPart> [D d] <`<br>` NoPart> e2e4 <`</p>` NoPart> 1-0",
        ),
        // Behind a blank line only a tag whose name the game has begins another.
        ("[A \"a\"]\n]\n\n[B \"b\"]\n\n*", "[A a] <`]` NoPart> [B b] *"),
        ("[A \"a\"]\n[B \"b\"]\n]\n\n[B \"b\"]\n\n*", "[A a] [B b] <`]` NoPart> end [B b] *"),
        ("[A \"a\"]\n\n*\n\nB \"b\"]\n[C \"c\"]\n\n1. d4 *", "[A a] * <`B \"b\"]` Tag> [B b] [C c] d2d4 *"),
        (
            "[A \"a\"\n[B \"b \"x\"\n[C \"c]\n\n1. d4 *",
            "<`[A \"a\"` Tag> [A a] <`[B \"b \"x\"` Tag> [B b \"x] <`[C \"c]` Tag> d2d4 *",
        ),
        // A bad variation costs that variation, and an illegal move the rest of the game.
        (
            "1. e4 (1. d4 Ke5 {lost} (c4) d5) 1... e5 (c5 2. Nf3 (Nc3 Qh9)) *",
            "e2e4 ( d2d4 <`Ke5` San> ) e7e5 ( c7c5 g1f3 ( b1c3 <`Qh9` San> ) ) *",
        ),
        ("(1. d4 (c4) d5) 1. e4 e5 *", "<`(` NothingToVary> e2e4 e7e5 *"),
        ("1. e4 ) e5 *", "e2e4 <`)` NoVariation> e7e5 *"),
        (
            "1. e4 (d4 (c4 1-0\n\n[A \"b\"]\n\n*",
            "e2e4 ( d2d4 ( c2c4 <at the end UnclosedVariation> ) ) end [A b] *",
        ),
        ("1. e4 e5 2. Ke3 Nf6 {x} (d4) 0-1 1. d4 *", "e2e4 e7e5 <`Ke3` San> 0-1 d2d4 *"),
        ("1. e4 e5 2. Ke3\n\n[A \"b\"]\n\n1. c4 *", "e2e4 e7e5 <`Ke3` San> end [A b] c2c4 *"),
        ("1. e4 {never", "e2e4 <`{never` UnclosedComment> end"),
    ];
    for (text, expected) in table {
        assert_eq!(told(text), expected, "{text}");
    }
    let deep = told(&format!("1. e4 {}{} e5 *", "(d4 ".repeat(70), ")".repeat(70)));
    assert!(deep.contains("<`(` TooDeep> )") && deep.ends_with(") e7e5 *"), "{deep}");
}

/// Where games have neither tags nor results, only a blank line before a first move divides them.
#[test]
fn a_first_move_behind_a_blank_line_begins_a_game() {
    for (text, expected) in [
        ("1. e4 e5 {x}\n\n    1. d4 d5\n\n\n1.c4", "e2e4 e7e5 {x} end d2d4 d7d5 end c2c4 end"),
        ("1. e4\r\n\r\n1. d4 *\n\n1. c4", "e2e4 end d2d4 * c2c4 end"),
        // No blank line, no first move, no game before it, or a variation.
        ("1. e4 e5\n1. Nf3\n\n2. Bc4 Nc6\n\n1... Nf6", "e2e4 e7e5 g1f3 <`Bc4` San> end"),
        ("1. e4\n\n1... e5\n\n1. ... d5", "e2e4 e7e5 <`d5` San> end"),
        ("{x}\n\n1. e4 e5", "{x} e2e4 e7e5 end"),
        ("1. e4 (1. d4\n\n1. d5) e5", "e2e4 ( d2d4 d7d5 ) e7e5 end"),
    ] {
        assert_eq!(told(text), expected, "{text}");
        assert!(replayed(text).matches("end").count() + replayed(text).matches('*').count() < 2, "{text}");
        for end in 0..text.len() {
            let text = &text[..end];
            assert_eq!(beginnings(text, false), beginnings(text, true), "{text}");
        }
    }
}

#[test]
fn castling_with_blanks_is_one_move() {
    let mut reader = Reader::new("1. e4 O - O 2. o - o - o Nf3 3. O-O - O O-O Od3 *").lenient(true);
    let mut moves = Vec::new();
    while let Some(event) = reader.next_event().unwrap() {
        if let Event::Move(word) = event {
            moves.push(String::from_utf8_lossy(word).into_owned());
        }
    }
    assert_eq!(moves, ["e4", "O - O", "o - o - o", "Nf3", "O-O - O", "O-O", "Od3"]);
}

/// A word ends the line if it holds a square, castles, is a capture between files, or the letter of a piece with one file or rank.
#[test]
fn a_word_is_skipped_unless_it_may_be_a_move() {
    for word in [
        "Mf6", "Пf6", "Nf9f6", "exd", "Nf3", "e5e4d6", "f9e6", "=e6e", "ed", "ab", "gxh", "O-O-O-O", "o-O",
        "OO", "OOO", "e5é", "kxe6e", "me5", "~e5", "\"e5", "e6\"e", "Ke7mate", "wonKe7", "e5mate", "K3",
        "Be", "Rx1", "B5", "D3", "E4", "NF6",
    ] {
        assert_eq!(told(&format!("1. e4 {word} e5 1-0")), format!("e2e4 <`{word}` San> 1-0"));
    }
    for word in [
        "zzz", "be", "ah", "hxa", "Z", "az", "za", "axz", "zxa", "axx", "ax5", "e9", "i5", "Se", "Nbd",
        "</h1>", "x", "O", "Oo", "mOO", "O-",
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
        let rule = if tag.contains('\\') { PgnRule::TagEscape } else { PgnRule::Tag };
        assert_eq!((error.game, error.line, error.offset, error.rule), (1, 2, 12, rule), "{tag}");
        assert_eq!(games[1].forgiven, []);
    }
}

/// Other quotation marks, and a sign before the value, cost nothing; strict reading refuses them.
#[test]
fn a_value_may_have_other_quotation_marks() {
    for tag in [
        "[White “Carlsen”]",
        "[White „Carlsen“]",
        "[White «Carlsen»]",
        "[White ＂Carlsen＂]",
        "[White =\"Carlsen\"]",
        "[White :\u{a0}\"Carlsen\"]",
    ] {
        let text = format!("{tag}\n[Black \"b\"]\n\n1. e4 1-0\n\n[Event \"c\"]\n\n*");
        let games = games(&text);
        assert_eq!(games.len(), 2, "{tag}");
        let tags = games[0].game.tags();
        assert_eq!(
            (tags.white(), tags.black(), games[0].game.mainline().count()),
            ("Carlsen", "b", 1),
            "{tag}"
        );
        let rules: Vec<_> = games[0].errors().map(|error| error.rule).collect();
        assert_eq!(rules, [PgnRule::Tag], "{tag}");
        let mut strict = Replay::new(&text);
        let read = strict.next_partial_game().unwrap().unwrap();
        assert_eq!(read.error.map(|error| error.rule), Some(PgnRule::Tag), "{tag}");
        assert_eq!(strict.next_partial_game().unwrap().unwrap().error, None, "{tag}");
    }
}

/// Control characters between a name and its value are blanks, also in strict reading.
#[test]
fn a_value_may_be_behind_control_characters() {
    for blanks in ["\0", "\x0b", "\x7f", " \0", "\x0b ", "\0\u{a0}\x1f"] {
        let text = format!("[White{blanks}\"Carlsen\"]\n\n1. e4 1-0");
        for is_lenient in [false, true] {
            let read = Replay::new(&text).lenient(is_lenient).next_partial_game().unwrap().unwrap();
            assert_eq!(read.errors().count(), 0, "{blanks:?}");
            assert_eq!(
                (read.game.tags().white(), read.game.mainline().count()),
                ("Carlsen", 1),
                "{blanks:?}"
            );
        }
    }
}

#[test]
fn a_bad_fen_costs_the_moves() {
    for (tag, tokens) in [
        ("[FEN \"4k3/8/8/8/8/8/8/4K3 w - -", 2),
        ("[FEN \"junk\"]", 1),
        // It has a board, whatever its name is.
        ("[\"4k3/8/8/8/8/8/8/4K3 w - - 0 1\"]", 2),
        ("[Variant \"Atomic\"]", 1),
    ] {
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

/// The characters beyond ASCII of a class that regular expressions know.
fn class(name: &str) -> impl Iterator<Item = char> {
    let hir = regex_syntax::parse(name).unwrap();
    let regex_syntax::hir::HirKind::Class(regex_syntax::hir::Class::Unicode(class)) = hir.into_kind() else {
        panic!("{name}: no class")
    };
    let ranges = class.ranges().to_vec();
    ranges.into_iter().flat_map(|range| range.start()..=range.end()).filter(|c| !c.is_ascii())
}

/// The bytes of a character in UTF-8, and in Windows-1252 if that has it.
fn encodings(c: char) -> Vec<Vec<u8>> {
    let byte = match c {
        '–' => Some(0x96),
        '—' => Some(0x97),
        '…' => Some(0x85),
        _ => u8::try_from(c).ok().filter(|&byte| byte >= 0xa0),
    };
    [Some(c.to_string().into_bytes()), byte.map(|byte| vec![byte])].into_iter().flatten().collect()
}

/// What lenient replay reads, and how often, of a text with `~` for a character of the class.
fn assert_all_read(class: impl Iterator<Item = char>, cases: &[(&str, &str)], at_least: usize) {
    let mut count = 0;
    for character in class.flat_map(encodings) {
        for (text, expected) in cases {
            let parts: Vec<&[u8]> = text.split('~').map(str::as_bytes).collect();
            let text = parts.join(&character[..]);
            let read = replay_of(&mut Replay::new(&text).lenient(true));
            assert_eq!(read, *expected, "{}", text.escape_ascii());
            // Strict reading does not understand it, and says so.
            count += 1;
        }
    }
    assert!(count >= at_least, "{count}");
}

#[test]
fn every_dash_is_a_dash() {
    let dashes = class(r"[\p{Dash}\p{Pd}]");
    let cases = [
        ("1. e2~e4 e7~e5 2. Ng1~f3 *", "| e2e4 e7e5 g1f3 *"),
        ("1. Nf3 Nf6 2. g3 g6 3. Bg2 Bg7 4. O~O 0~0 1~0", "| g1f3 g8f6 g2g3 g7g6 f1g2 f8g7 e1g1 e8g8 1-0"),
        ("e4 1~0\n\nd4 0 ~ 1\n\nc4 1/2~1/2\n\nc3 ½~½", "| e2e4 1-0 | d2d4 0-1 | c2c4 1/2-1/2 | c2c3 1/2-1/2"),
        ("1. d4+~ *", "| d2d4 $18 *"),
        (
            "[FEN \"r3k3/3p4/8/8/8/8/3P4/R3K3 w Qq - 0 1\"]\n\nO ~ O~O o~o~o *",
            "[FEN r3k3/3p4/8/8/8/8/3P4/R3K3 w Qq - 0 1] | e1c1 e8c8 *",
        ),
    ];
    assert_all_read(dashes, &cases, 5 * 25);
}

#[test]
fn every_blank_is_a_blank() {
    let blanks = class(r"[\p{White_Space}\p{Default_Ignorable_Code_Point}]").chain(['…']);
    let cases = [
        ("~1.~e4~e5~2.Nf3~{x}~Nc6~$1~1~-~0~", "| e2e4 e7e5 g1f3 {x} b8c6 $1 1-0"),
        ("~[White~\"a\"]~\n~[Black \"b\"]\n~\n1.~d4~*", "[White a] [Black b] | d2d4 *"),
    ];
    // Planes of characters without a shape have 4,096 of them.
    assert_all_read(blanks.filter(|&c| c < '\u{e0010}'), &cases, 2 * 60);
}

/// A symbol or a mark of punctuation that is not a letter of a move costs nothing but itself.
#[test]
fn every_sign_may_be_glued_to_a_move() {
    let signs = class(r"[\p{S}\p{P}--[\p{Dash}\p{Pd}♔-♟⁄∕∶：×✕✖⨯…‥]]");
    let mut kept = Vec::new();
    for c in signs.filter(|c| !c.is_alphanumeric()) {
        for text in [format!("1. e4{c} e5 2. Nf3 {c} Nc6{c} 1-0"), format!("e4{c}{c} e5 Nf3{c}! Nc6 1-0")] {
            let mut replay = Replay::new(&text).lenient(true);
            let read = replay.next_partial_game().unwrap().unwrap();
            let moves: Vec<_> = read.game.mainline().map(|played| played.mv.to_string()).collect();
            assert_eq!(moves.join(" "), "e2e4 e7e5 g1f3 b8c6", "{text}");
            assert_eq!(read.game.result().as_str(), "1-0", "{text}");
        }
        let read = told(&format!("1. e4{c} *"));
        match read.split_once(" $") {
            Some((_, glyph)) => kept.push(format!("{c}{}", glyph.trim_end_matches(" *"))),
            None => assert_eq!(read, "e2e4 *", "{c:?}"),
        }
    }
    kept.sort();
    assert_eq!(
        kept.join(" "),
        "±16 ‼3 ⁇4 ⁈6 ⁉5 ⇄132 ⇆132 ∆140 ∓17 ∞13 ⊕138 ⊙22 □7 ❓2 ❔2 ❕1 ❗1 ⨀22 ⨁138 ⩱15 ⩲14 ！1 ＝10 ？2"
    );
    assert_eq!(told("1. e4 =∞ e5↑↑ 2. Nf3 ∞= Nc6 =/∞ *"), "e2e4 $44 e7e5 $32 g1f3 $44 b8c6 $44 *");
}

#[test]
fn what_says_no_more_than_a_move_is_read_without_an_error() {
    for (text, expected) in [
        ("1) e4 e5 2) Nf3 (2) Nc3) Nc6 *", "e2e4 e7e5 g1f3 ( ) <`Nc3` San> *"),
        ("1) e4 e5 2) Nf3 Nc6 *", "e2e4 e7e5 g1f3 b8c6 *"),
        ("1. E4 D5 2. EXD5 Qxd5 3. D4 *", "e2e4 d7d5 e4d5 d8d5 d2d4 *"),
        ("1. e4 e5 2. Bc4 Bc5 3. Qh5 Nf6 4. Qxf7 mate 1-0", "e2e4 e7e5 f1c4 f8c5 d1h5 g8f6 h5f7 1-0"),
        ("1. e4 e5 2. Qh5 Ke7 3. Qxe5 ch. (3. d4 check) *", "e2e4 e7e5 d1h5 e8e7 h5e5 ( d2d4 ) *"),
        ("1. e4 d53. Nc3 d44. Nf3 *", "e2e4 d7d5 b1c3 d5d4 g1f3 *"),
        (
            "1. e4&nbsp;e5&nbsp;; x\n2.&#160;Nf3 &plusmn; Nc6&hellip;3.&thinsp;Bb5&rarr; a6&foo; *",
            "e2e4 e7e5 { x} g1f3 $16 b8c6 f1b5 a7a6 *",
        ),
        ("&nbsp;1. e4 e5 1&ndash;0", "e2e4 e7e5 1-0"),
        // Not an entity.
        ("1. e4 x & ; y\n e5 *", "e2e4 <`x` San> <`&` San> { y} e7e5 *"),
    ] {
        assert_eq!(told(text), expected, "{text}");
    }
}

/// After a word that is left out, the next move number shows whether it stands for a move.
#[test]
fn a_move_number_of_the_other_side_ends_the_line() {
    for (text, expected) in [
        ("1. e4 Best 2. Nf3 Nc6 *", "e2e4 <`Best` San> <`Nf3` MoveNumber> *"),
        ("1. e4 Best 1... e5 2. Nf3 *", "e2e4 <`Best` San> e7e5 g1f3 *"),
        ("1. e4 Best e5 2. Nf3 *", "e2e4 <`Best` San> e7e5 g1f3 *"),
        ("1. e4 e5 Best 2... Nf6 *", "e2e4 e7e5 <`Best` San> <`Nf6` MoveNumber> *"),
        ("1. e4 e5 Best 2. … Nf6 *", "e2e4 e7e5 <`Best` San> <`Nf6` MoveNumber> *"),
        ("1. e4 Best {x} 2 Nf3 *", "e2e4 <`Best` San> {x} <`Nf3` MoveNumber> *"),
        ("1. e4 Best (1. d4 1... d5) 1... e5 2. Nf3 *", "e2e4 <`Best` San> ( d2d4 d7d5 ) e7e5 g1f3 *"),
        // A move is missing before a variation.
        ("1. (1. d4 d5) 1... e5 2. Nf3 *", "<`(` NothingToVary> <`e5` MoveNumber> *"),
        ("1. (1. d4 d5) 1. e4 e5 *", "<`(` NothingToVary> e2e4 e7e5 *"),
        ("1. (1. d4 d5) e4 e5 *", "<`(` NothingToVary> e2e4 e7e5 *"),
        // No word is left out.
        ("1. e4 2. e5 2... Nf3 Nc6 *", "e2e4 e7e5 g1f3 b8c6 *"),
        ("1. e4 Best *\n\n1. e4 2. e5 *", "e2e4 <`Best` San> * e2e4 e7e5 *"),
    ] {
        assert_eq!(told(text), expected, "{text}");
    }
    // A reader that skips variations finds the same main line.
    for (text, moves) in [("1. (1. d4 d5) 1... e5 *", 0), ("1. (1. d4 d5) 1. e4 e5 *", 2)] {
        let mut replay = Replay::new(text).lenient(true).mainline_only(true);
        assert_eq!(replay.next_partial_game().unwrap().unwrap().game.mainline().count(), moves, "{text}");
    }
}

#[test]
fn results_in_all_spellings() {
    for (text, result) in [
        ("1:0", "1-0"),
        ("0 : 1", "0-1"),
        ("½:½", "1/2-1/2"),
        ("½ – ½", "1/2-1/2"),
        ("½", "1/2-1/2"),
        ("1⁄2-1⁄2", "1/2-1/2"),
        ("0,5-0,5", "1/2-1/2"),
        ("0.5 - 0.5", "1/2-1/2"),
        ("1-0<br>", "1-0"),
        ("1-0,", "1-0"),
        ("1/2 - 1/2", "1/2-1/2"),
        ("1/2- 1/2", "1/2-1/2"),
        ("½ - ½", "1/2-1/2"),
        ("1\t-\t0", "1-0"),
        ("0 -1", "0-1"),
        ("41. 1 - 0", "1-0"),
        ("e.p. 0 - 1", "0-1"),
    ] {
        let read = events(&format!("1. e4 e5 {text}\n\n1. d4 *"));
        assert!(read.starts_with("| e4 e5 "), "{read}");
        assert!(read.ends_with(&format!("{result} | d4 *")), "{read}");
    }
    for text in "1:1|0:0|1,0-0|0,5-1|½-1|1.5-0.5|21:0|1:00|1 - 1|0 - 0|2 - 0|1 -  - 0|1 \n- 0|1 - 01|1-|1 - "
        .split('|')
    {
        let read = events(&format!("1. e4 {text} *"));
        assert!(read.ends_with(" *") && read.matches('|').count() == 1, "{text} {read}");
    }
    // Within a variation a result is ignored, as in strict reading.
    assert_eq!(events("1. e4 (1. d4 1 - 0) e5 1 - 0"), "| e4 ( d4 ) e5 1-0");
}

/// Up to eight blanks on each side of a dash, of one byte or of three.
#[test]
fn results_and_castling_have_up_to_eight_blanks_beside_a_dash() {
    for (blank, before, after) in [" ", "\t", "\u{3000}"]
        .into_iter()
        .flat_map(|blank| (0..=9).flat_map(move |before| (0..=9).map(move |after| (blank, before, after))))
    {
        let dash = format!("{}-{}", blank.repeat(before), blank.repeat(after));
        let is_one = before <= 8 && after <= 8;
        let result = events(&format!("1. e4 e5 1{dash}0"));
        assert_eq!(result == "| e4 e5 1-0", is_one, "{before} {after} {result}");
        let castling = events(&format!("1. e4 O{dash}O{dash}O *"));
        assert_eq!(castling == format!("| e4 O{dash}O{dash}O *"), is_one, "{before} {after} {castling}");
    }
}

/// On the line of the result a whole tag pair begins the next game, on a line of its own a name. Other brackets belong to the game before.
#[test]
fn a_bracket_behind_a_result_begins_a_game_only_as_a_tag() {
    for (bracket, expected) in [
        ("[x]", "e2e4 <`[` NoPart> 1-0 d2d4 *"),
        ("[note] of mine", "e2e4 <`[` NoPart> 1-0 d2d4 *"),
        ("[%clk 1]", "e2e4 <`[` NoPart> 1-0 d2d4 *"),
        ("[Event", "e2e4 <`[` NoPart> 1-0 d2d4 *"),
        ("[", "e2e4 <`[` NoPart> 1-0 d2d4 *"),
        ("\n[%x]", "e2e4 <`[` NoPart> 1-0 d2d4 *"),
        ("[Event \"x\"]", "e2e4 1-0 [Event x] d2d4 *"),
        ("\n[Event \"x\"]", "e2e4 1-0 [Event x] d2d4 *"),
        ("\n [Event x]", "e2e4 1-0 [Event x] d2d4 *"),
        ("\n[Event", "e2e4 1-0 <`[Event` Tag> d2d4 *"),
    ] {
        assert_eq!(told(&format!("1. e4 1-0 {bracket}\n\n1. d4 *")), expected, "{bracket}");
    }
}

/// A move that is read although it is not spelled in full is an event, and before it is the error.
#[test]
fn short_captures_and_promotions_without_a_piece_are_mended() {
    assert_eq!(told("1. e4 d5 2. ed Qxd5 3. Nc3 Qa5 4. d4 c6 *"), {
        "e2e4 d7d5 <`ed` ReadAs> e4d5 d8d5 b1c3 d5a5 d2d4 c7c6 *"
    });
    let text = "[FEN \"1n6/P3k3/8/8/8/8/6pp/4K3 w - - 0 1\"]\n\n1. ab h1+ 2. Kd2 g1! *";
    assert_eq!(told(text).split_once("] ").unwrap().1, {
        "<`ab` ReadAs> a7b8q <`h1+` ReadAs> h2h1q e1d2 <`g1` ReadAs> g2g1q $1 *"
    });
    let [read] = &games(text)[..] else { panic!("not one game") };
    assert_eq!(read.errors().map(|error| error.rule.to_string()).collect::<Vec<_>>(), {
        ["read as axb8=Q", "read as h1=Q+", "read as g1=Q"]
    });
    // Two pawns can take.
    let text = "[FEN \"4k3/8/8/1p1p4/P1P5/8/8/4K3 w - - 0 1\"]\n\n1. cd *\n\n[FEN \"4k3/8/8/3p4/2P5/3p4/2P5/4K3 w - - 0 1\"]\n\n1. cd *";
    let read: Vec<_> = games(text).iter().map(|read| read.game.mainline().count()).collect();
    assert_eq!(read, [1, 0]);
}

#[test]
fn letters_of_other_languages_are_reported_once_a_game() {
    for (language, text) in [
        ("German", "1. e4 e5 2. Sf3 Sc6 3. Lb5 a6 4. La4 Sf6 5. O-O Le7 6. Te1 b5 *"),
        ("French", "1. e4 e5 2. Cf3 Cc6 3. Fb5 a6 4. Fa4 Cf6 5. O-O Fe7 6. Te1 b5 *"),
        ("Spanish", "1. e4 e5 2. Cf3 Cc6 3. Ab5 a6 4. Aa4 Cf6 5. O-O Ae7 6. Te1 b5 *"),
        ("Portuguese", "1. e4 e5 2. Cf3 Cc6 3. Bb5 a6 4. Ba4 Cf6 5. O-O Be7 6. Te1 b5 *"),
        ("Dutch", "1. e4 e5 2. Pf3 Pc6 3. Lb5 a6 4. La4 Pf6 5. O-O Le7 6. Te1 b5 *"),
        ("Russian", "1. e4 e5 2. Кf3 Кc6 3. Сb5 a6 4. Сa4 Кf6 5. O-O Сe7 6. Лe1 b5 *"),
        ("Polish", "1. e4 e5 2. Sf3 Sc6 3. Gb5 a6 4. Ga4 Sf6 5. O-O Ge7 6. We1 b5 *"),
        ("Czech", "1. e4 e5 2. Jf3 Jc6 3. Sb5 a6 4. Sa4 Jf6 5. O-O Se7 6. Ve1 b5 *"),
        ("Hungarian", "1. e4 e5 2. Hf3 Hc6 3. Fb5 a6 4. Fa4 Hf6 5. O-O Fe7 6. Be1 b5 *"),
        ("Romanian", "1. e4 e5 2. Cf3 Cc6 3. Nb5 a6 4. Na4 Cf6 5. O-O Ne7 6. Te1 b5 *"),
        ("Finnish", "1. e4 e5 2. Rf3 Rc6 3. Lb5 a6 4. La4 Rf6 5. O-O Le7 6. Te1 b5 *"),
        ("Icelandic", "1. e4 e5 2. Rf3 Rc6 3. Bb5 a6 4. Ba4 Rf6 5. O-O Be7 6. He1 b5 *"),
        ("Greek", "1. e4 e5 2. Ιf3 Ιc6 3. Αb5 a6 4. Αa4 Ιf6 5. O-O Αe7 6. Πe1 b5 *"),
    ] {
        let [read] = &games(text)[..] else { panic!("{text}") };
        let uci: Vec<_> = read.game.mainline().map(|played| played.mv.to_string()).collect();
        let expected = "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6 e1g1 f8e7 f1e1 b7b5";
        assert_eq!(uci.join(" "), expected, "{text} {:?}", read.forgiven);
        let errors: Vec<_> = read.errors().map(|error| error.rule.to_string()).collect();
        assert_eq!(errors, [format!("read with the letters of {language}")], "{text}");
        // The next game is English.
        assert_eq!(told(&format!("{text}\n\n1. Nf3 Nf6 *")).split(" * ").nth(1), Some("g1f3 g8f6 *"));
    }
    // The king of a French game is not a rook, although a rook could go there too; in Windows-1251 there are two letters of the king.
    let king = "[FEN \"4k3/4p3/8/8/8/8/8/2N2RK1 w - - 0 1\"]\n\n1. Cd3 e6 2. Rf2 e5 3. Cxe5 *";
    assert!(told(king).ends_with("c1d3 e7e6 g1f2 e6e5 d3e5 *"), "{}", told(king));
    let bytes = b"1. e4 e5 2. \xd4h5 \xca\xf0e7 3. \xd4:e5# 1-0";
    let read = replay_of(&mut Replay::new(bytes).lenient(true));
    assert!(read.starts_with("| e2e4 e7e5 <") && read.ends_with("d1h5 e8e7 h5e5 1-0"), "{read}");
    let promotion = "[FEN \"8/P3k3/8/8/8/8/8/4K3 w - - 0 1\"]\n\n1. a8D Kd6 2. Db8+ *";
    assert!(told(promotion).ends_with("a7a8q e7d6 a8b8 *"), "{}", told(promotion));
}

#[test]
fn names_of_tags_have_the_usual_case() {
    let text = "[event \"a\"]\n[SETUP \"1\"]\n[fen \"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"]\n\n1. O-O 1-0";
    let [read] = &games(text)[..] else { panic!("not one game") };
    assert_eq!((read.game.tags().event(), read.game.mainline().count()), ("a", 1));
    let rules: Vec<_> = read.errors().map(|error| error.rule.to_string()).collect();
    let expected =
        ["the tag event is spelled Event", "the tag SETUP is spelled SetUp", "the tag fen is spelled FEN"];
    assert_eq!(rules, expected);
    // Strict reading refuses the game.
    assert!(super::rules(text)[0].ends_with("`[event \"a\"]`: the tag event is spelled Event"));
    assert_eq!(super::rules("[fen \"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"]\n\n1. O-O 1-0"), {
        ["game 1, line 1, byte 0, `[fen \"4k3/8/8/…`: the tag fen is spelled FEN"]
    });
    for (tag, usual) in
        [("Setup", "SetUp"), ("white", "White"), ("WHITEELO", "WhiteElo"), ("ecoURL", "ECOUrl")]
    {
        let text = format!("[Event \"a\"]\n[{tag} \"0\"]\n\n1. e4 1-0\n\n[Event \"b\"]\n\n*");
        for is_lenient in [false, true] {
            let mut replay = Replay::new(&text).lenient(is_lenient);
            let read = replay.next_partial_game().unwrap().unwrap();
            let rules: Vec<_> = read.errors().map(|error| error.rule.to_string()).collect();
            assert_eq!(rules, [format!("the tag {tag} is spelled {usual}")]);
            assert_eq!(replay.next_partial_game().unwrap().unwrap().errors().count(), 0);
        }
    }
    assert_eq!(Game::default().set_tag("white", "w"), Err(TagError::Name));
}

#[test]
fn an_open_brace_that_swallows_games_is_reported() {
    let text = "1. e4 {Best. e5 2. Nf3\n\n[Event \"b\"]\n\n1. d4 {x} d5 1-0\n\n1. c4 *";
    assert_eq!(told(text).split(" {").next().unwrap(), "e2e4 <`{Best. e5 2. N…` TagInComment>");
    let before = told("{The first game of the match\n\n[Event \"b\"]\n\n} 1. c4 *");
    assert!(
        before.starts_with("<`{The first gam…` TagInComment> {") && before.ends_with("c2c4 *"),
        "{before}"
    );
    let game = "1. e4 {\n[%clk 0:01:00] [x]\n [Event \"a\"] \"[Event]\"} *";
    assert!(!super::rules(game).iter().chain(&[told(game)]).any(|told| told.contains("TagInComment")));
    // A comment of fewer than 32 bytes is too short for that, whatever is before and after it.
    for (length, is_reported) in [(20, false), (31, false), (32, true), (33, true)] {
        for (before, after) in [" ", "  ", "   1... "].into_iter().zip(["", " e5", " *"]) {
            for more in [0, 40] {
                let (fill, more) = ("x".repeat(length - 12), " ".repeat(more));
                let text = format!("1. e4{before}{{\n\n[Event \"a\"{fill}}}{after}{more}");
                assert_eq!(told(&text).contains("TagInComment"), is_reported, "{length} {text:?}");
            }
        }
    }
}

#[test]
fn utf_16_is_named() {
    for text in [&b"\xff\xfe[\0A\0"[..], b"\xfe\xff\0[\0A"] {
        for is_lenient in [false, true] {
            let read = replay_of(&mut Replay::new(text).lenient(is_lenient));
            assert!(read.starts_with("<1 1 0 ") && read.ends_with(" Utf16>"), "{read}");
        }
    }
}

#[test]
fn games_that_are_only_tags() {
    for (text, count) in [
        ("[Event \"a\"]\n[Site \"b\"]\n\n[Event \"c\"]\n[Site \"d\"]\n\n[Event \"e\"]\n", 3),
        ("[White \"a\"]\n[Black \"b\"]\n\n[White \"c\"]\n[Black \"d\"]\n\n[White \"e\"]\n", 3),
        ("[White \"a\"]\n[Black \"b\"]\n\n[Black \"c\"]\n[White \"d\"]\n", 2),
        // A name that the game does not have yet begins none, be it Event.
        ("[EventDate \"a\"]\n\n[Event \"b\"]\n\n[Event\t\"b\"]\n", 2),
        ("[Event \"a\"]\n\n[Site \"b\"]\n\n[Event \"c\"]\n\n[Event \"d\"]\n\n[Site \"e\"]\n", 3),
    ] {
        assert_eq!(events(text), super::events(text), "{text}");
        assert_eq!(games(text).len(), count, "{text}");
    }
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

const WORDS: &str = "0–0·1–0·1 : 0·0,5-0,5·½·O - O·\u{a0}·\u{feff}·Nf3‼·e4,e5·<br>·ff·]·(x·Event \"x\"]·\
    \nSite \"y\"]\n·[event \"a\"]·Sf3·ed·$1·\n[Event \"a\"]·\n[Site \"b\"]\n·\
    \n\n[FEN \"4k3/8/8/8/8/8/8/4K3 w - - 0 1\"]·z·e4·e5·Nf3·Nc6·g1f3·b8-c6·Bb5+·+·+-·=·N·D·e4,·\
    $1·$256·(·)·1-0·1 - 0·1/2 - 1/2·0·1·-·1/2·½·*·{x}·{·}·; y·[Event \"a\"]·[Site \"b\"]·\
    [Site \"b]·[·%z·Ke5·41.·e.p.·O-O·[FEN \"4k3/8/8/8/8/8/8/4K3 w - - 0 1\"]";

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
    // A first move begins a game only if there is a move before it.
    for (text, games) in [
        ("$1 e.p. 41. 41.\n\n1. e4", 1),
        ("{x} ep; y\n\n1. e4", 1),
        ("$1 = 41. 41. 41.\n\n1. e4", 2),
        ("$1 00 41. 41. 41.\n\n1. e4", 2),
    ] {
        assert_eq!([true, false].map(|skips| beginnings(text, skips).1), [games; 2], "{text:?}");
    }
    let (mut random, words) = (Random::new(29), format!("{WORDS}·\n\n1. e4·\n\n1. d4 {{x}}"));
    for _ in 0..4_000 {
        let text = text_of(&words, &SEPARATORS, 40, &mut random);
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

/// The comment is read as several, and is no move that a first move on a new line could follow.
#[test]
fn the_words_of_a_skipped_long_comment_are_no_moves() {
    for length in [10, MAX_TOKEN - 1, MAX_TOKEN, 3 * MAX_TOKEN] {
        let text = format!("[Event \"a\"]\n\n{{{}}}\n\n1. e4 *\n", "x ".repeat(length / 2));
        assert_eq!(beginnings(&text, true), (vec!["1 Event a".to_owned()], 1), "{length}");
    }
}

/// Chunks of a file begin there.
#[test]
fn every_strict_tag_boundary_is_a_lenient_one() {
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
    let words = format!("{WORDS}·1-0\n\n[Site \"c\"]\n·junk *\n\n[Site d]\n·1/2 \n\n\n[Site \"e\n");
    let texts = std::iter::repeat_with(|| text_of(&words, &SEPARATORS, 40, &mut random));
    let mut found = 0;
    for text in texts.take(4_000) {
        let lenient = starts(&text, true);
        for start in starts(&text, false) {
            let before = &text[..start];
            let is_line = before.is_empty()
                || before.replace([' ', '\t'], "").ends_with("\n\n") && before.ends_with('\n');
            let is_in_braces = before.rfind('{').is_some_and(|open| !before[open..].contains('}'));
            let line = before.trim_ascii_end().rsplit('\n').next().unwrap();
            let is_after_result =
                [" 1-0", " 1/2", "*"].iter().any(|result| format!(" {line}").ends_with(result));
            let is_after_result = is_after_result && !line.contains(['[', ';', '%']);
            if is_line && is_after_result && !is_in_braces && text[start..].starts_with("[S") {
                assert!(lenient.contains(&start), "{start} {lenient:?} {text:?}");
                found += 1;
            }
        }
    }
    assert!(found > 200, "{found}");
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
