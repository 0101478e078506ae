//! Lines of moves, and lines of EPD.

use chess_board::Position;
use chess_movegen::PositionExt;
use chess_notation::epd::{Epd, EpdError, EpdRule, Operand, Operation};
use chess_notation::pgn::{Game, NodeId};
use chess_notation::{NumberedMoves, San, SanError, read_san};
use chess_testkit::{Random, sample};
use chess_types::Move;

use crate::POSITIONS;

/// A line of up to twenty random moves, with some null moves.
fn line(start: Position, random: &mut Random) -> Vec<Move> {
    let (mut position, mut line) = (start, Vec::new());
    for _ in 0..random.below(20) {
        let is_null = random.below(10) == 0 && !position.is_in_check();
        let moves = if is_null { [Move::NULL].into_iter().collect() } else { position.legal_moves() };
        if !moves.is_empty() {
            line.push(random.pick(&moves));
            position.play_unchecked(line[line.len() - 1]);
        }
    }
    line
}

#[test]
fn numbered_moves_are_those_of_a_game() {
    let mut random = Random::new(3);
    for &start in sample(POSITIONS.iter(), 3) {
        let (line, mut game) = (line(start, &mut random), Game::new(start));
        game.add_line(NodeId::ROOT, &line).unwrap();
        let written = game.to_string().split_once("\n\n").unwrap().1.replace('\n', " ");
        assert_eq!(format!("{} *", NumberedMoves::new(&start, &line)).trim(), written.trim());
    }
}

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";

fn read(operations: &str) -> Vec<Operation> {
    let line = format!("{START} {operations}");
    let epd: Epd = line.parse().unwrap_or_else(|error| panic!("{line}: {error}"));
    assert_eq!(Epd::parse_lenient(&line, |error| panic!("{line}: {error}")).as_ref(), Ok(&epd));
    epd.operations
}

fn error(operations: &str) -> EpdError {
    format!("{START} {operations}").parse::<Epd>().unwrap_err()
}

fn moves<const N: usize>(texts: [&str; N]) -> Vec<Move> {
    texts.map(|text| read_san(&Position::START, text).unwrap()).to_vec()
}

#[test]
fn operations_of_the_standard_have_types() {
    assert_eq!(read("acd 12;"), [Operation::AnalysisDepth(12)]);
    assert_eq!(read("acn 5000000000;"), [Operation::AnalysisNodes(5_000_000_000)]);
    assert_eq!(read("acs 60;"), [Operation::AnalysisSeconds(60)]);
    assert_eq!(read("am f3 g4;"), [Operation::AvoidMoves(moves(["f3", "g4"]))]);
    assert_eq!(read("bm e4 Nf3;"), [Operation::BestMoves(moves(["e4", "Nf3"]))]);
    assert_eq!(
        read("c0 \"a; b\"; c9 \"\";"),
        [Operation::Comment(0, "a; b".into()), Operation::Comment(9, String::new())]
    );
    assert_eq!(read("ce -32;"), [Operation::Centipawns(-32)]);
    assert_eq!(read("ce +32;"), [Operation::Centipawns(32)]);
    assert_eq!(read("dm 3;"), [Operation::MateIn(3)]);
    assert_eq!(read("eco A00;"), [Operation::Eco("A00".into())]);
    assert_eq!(read("id \"x\";"), [Operation::Id("x".into())]);
    assert_eq!(read("pm e4;"), [Operation::PredictedMove(moves(["e4"])[0])]);
    assert_eq!(read("rc 2;"), [Operation::RepetitionCount(2)]);
    assert_eq!(read("sm e4;"), [Operation::SuppliedMove(moves(["e4"])[0])]);
    assert_eq!(read("v3 \"Sicilian\";"), [Operation::Variation(3, "Sicilian".into())]);
    let [Operation::PredictedVariation(line)] = &read("pv e4 e5 -- Nf6;")[..] else { panic!("no variation") };
    assert_eq!(line.iter().map(Move::to_string).collect::<Vec<_>>(), ["e2e4", "e7e5", "0000", "g8f6"]);
}

#[test]
fn counters_belong_to_the_position() {
    for text in ["hmvc 5; fmvn 30;", "5 30", "5 30 ;D1 20"] {
        let epd: Epd = format!("{START} {text}").parse().unwrap();
        assert_eq!((epd.position.halfmove_clock(), epd.position.fullmove_number()), (5, 30));
        assert!(epd.to_string().starts_with(&format!("{START} hmvc 5; fmvn 30;")));
    }
    assert_eq!(Epd::new(Position::START).to_string(), START);
}

#[test]
fn unknown_operations_are_kept() {
    let text = "tcri 3 4; my_own-1".replace("-1", " \"a b\" 7; noop;");
    let operations = read(&text);
    let word = |word: &str| Operand::Word(word.into());
    assert_eq!(
        operations,
        [
            Operation::Other { opcode: "tcri".into(), operands: vec![word("3"), word("4")] },
            Operation::Other {
                opcode: "my_own".into(),
                operands: vec![Operand::Text("a b".into()), word("7")]
            },
            Operation::Other { opcode: "noop".into(), operands: vec![] },
        ]
    );
    let epd: Epd = format!("{START} {text}").parse().unwrap();
    assert_eq!(epd.to_string(), format!("{START} {text}"));
}

#[test]
fn lines_of_perft_suites_are_read() {
    let epd: Epd = format!("{START} 0 1 ;D1 20 ;D2 400 ;id start").parse().unwrap();
    assert_eq!(epd.perft_counts().collect::<Vec<_>>(), [(1, 20), (2, 400)]);
    assert_eq!(epd.id(), Some("start"));
    assert_eq!(epd.to_string(), format!("{START} D1 20; D2 400; id \"start\";"));
}

/// Edwards, "Portable Game Notation Specification", 16.2: operands are sorted in ascending ASCII order.
#[test]
fn best_and_avoided_moves_are_written_in_ascii_order() {
    let epd: Epd = format!("{START} bm e4 Nf3 a3 Nc3; am h4 b4; pv e4 a6;").parse().unwrap();
    assert_eq!(epd.best_moves(), moves(["e4", "Nf3", "a3", "Nc3"]));
    assert_eq!(epd.to_string(), format!("{START} bm Nc3 Nf3 a3 e4; am b4 h4; pv e4 a6;"));
}

#[test]
fn what_begins_as_a_move_number_is_no_operation() {
    for number in ["24|f8d8", "24x", "1-0", "2.5"] {
        let line = format!("{START} 6 {number}");
        for error in [line.parse::<Epd>().unwrap_err(), Epd::parse_lenient(&line, |_| ()).unwrap_err()] {
            assert!(matches!(error.rule, EpdRule::Position(_)), "{line}: {error}");
        }
    }
}

#[test]
fn moves_are_asked_for_by_their_opcode() {
    let epd: Epd = format!("{START} c0 x; am f3 g4; bm e4; bm d4; am a3;").parse().unwrap();
    assert_eq!(epd.best_moves(), moves(["e4"]));
    assert_eq!(epd.avoid_moves(), moves(["f3", "g4"]));
    assert_eq!((epd.id(), epd.perft_counts().count()), (None, 0));
    let bare = Epd::new(Position::START);
    assert!(bare.best_moves().is_empty() && bare.avoid_moves().is_empty());
}

#[test]
fn opcodes_have_15_characters_at_most_and_depths_are_positive() {
    let other =
        |opcode: &str| Operation::Other { opcode: opcode.into(), operands: vec![Operand::Word("1".into())] };
    for opcode in ["a23456789012345", "D0", "D1x", "D", "c10", "c", "v_1", "A"] {
        assert_eq!(read(&format!("{opcode} 1;")), [other(opcode)], "{opcode}");
    }
    assert_eq!(error("a234567890123456 1;").rule, EpdRule::Opcode);
    assert_eq!(read("D1 20;"), [Operation::Perft { depth: 1, leaves: 20 }]);
}

#[test]
fn strict_reading_has_moves_in_san_alone() {
    for operations in ["bm g1f3;", "bm Nf3,;", "pm b1c3;", "pv e4 g8f6;"] {
        let error = error(operations);
        assert!(matches!(error.rule, EpdRule::Move(_)), "{operations} {error}");
        let source = std::error::Error::source(&error.rule).unwrap();
        assert!(error.to_string().ends_with(&source.to_string()), "{operations} {error}");
    }
    assert!(std::error::Error::source(&error("7up;").rule).is_none());
}

#[test]
fn text_without_quotation_marks_is_read() {
    assert_eq!(read("id BK.01;"), [Operation::Id("BK.01".into())]);
    // Quotation marks are escaped only between quotation marks.
    assert_eq!(read(r#"id a\"b;"#), [Operation::Id(r#"a\"b"#.into())]);
    assert_eq!(
        read("c0 two  words ; id x"),
        [Operation::Comment(0, "two  words".into()), Operation::Id("x".into())]
    );
}

#[test]
fn what_cannot_be_written_becomes_something_that_can() {
    let mut epd = Epd::new(Position::START);
    epd.operations.push(Operation::Id("a \"b\"\r\nc".into()));
    assert_eq!(epd.to_string(), format!("{START} id \"a 'b'  c\";"));
}

#[test]
fn errors_name_the_place_and_the_rule() {
    let length = START.len() + 1;
    let operand = |opcode: &str, expected| EpdRule::Operand { opcode: opcode.into(), expected };
    let cases = [
        ("bm", 2, operand("bm", "one move or more")),
        ("acd x;", 4, operand("acd", "one whole number")),
        ("acd -1;", 4, operand("acd", "one whole number")),
        ("acd 1 2;", 4, operand("acd", "one whole number")),
        ("ce 99999999999;", 3, operand("ce", "one whole number")),
        ("id;", 2, operand("id", "a text")),
        ("sm e4 d4;", 3, operand("sm", "one move")),
        ("fmvn 0;", 5, operand("fmvn", "a move number from 1 to 65535")),
        ("bm e4 Nd9;", 6, EpdRule::Move(read_san(&Position::START, "Nd9").unwrap_err())),
        ("bm e5;", 3, EpdRule::Move(SanError::Illegal)),
        ("pv e4 e4;", 6, EpdRule::Move(SanError::Illegal)),
        ("id \"x;", 3, EpdRule::OpenText),
        ("id \"x\"; 7up;", 8, EpdRule::Opcode),
        ("a23456789012345x 1;", 0, EpdRule::Opcode),
    ];
    for (text, offset, rule) in cases {
        assert_eq!(error(text), EpdError { offset: length + offset, rule }, "{text}");
    }
    let fields: EpdError = "8/8/8/8/8/8/8/8 w ; id \"x\";".parse::<Epd>().unwrap_err();
    assert_eq!((fields.offset, fields.rule), (18, EpdRule::Fields));
    let castling = START.replace("KQkq", "KQkx").parse::<Epd>().unwrap_err();
    assert_eq!(castling.offset, 49);
    // Blanks before the line count.
    let castling = format!(" \t {START}").replace("KQkq", "KQkx").parse::<Epd>().unwrap_err();
    assert_eq!(castling.offset, 52);
    assert_eq!(
        error("acd x;").to_string(),
        format!("EPD, byte {}: acd expects one whole number", length + 4)
    );
}

#[test]
fn every_position_survives_with_moves_and_text() {
    let mut random = Random::new(7);
    for position in POSITIONS.iter() {
        let moves = position.legal_moves();
        let mut epd = Epd::new(*position);
        if !moves.is_empty() {
            let mut best = vec![random.pick(&moves), random.pick(&moves)];
            best.sort_by_key(|&mv| San::new(position, mv).to_string());
            epd.operations.push(Operation::BestMoves(best));
            epd.operations.push(Operation::SuppliedMove(random.pick(&moves)));
            let (mut here, mut line) = (*position, Vec::new());
            while let Some(&mv) = here.legal_moves().first().filter(|_| line.len() < 5) {
                here.play_unchecked(mv);
                line.push(mv);
            }
            epd.operations.push(Operation::PredictedVariation(line));
        }
        epd.operations.push(Operation::Comment(3, format!("n° {}; x", random.below(100))));
        epd.operations.push(Operation::Centipawns(random.below(1000) as i32 - 500));
        let text = epd.to_string();
        let read: Epd = text.parse().unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(read.operations, epd.operations, "{text}");
        // The square of a double push is written only where it matters.
        assert_eq!(read.position.to_string(), position.to_string());
        assert_eq!(read.to_string(), text);
    }
}

/// The operations of lenient reading, as they are written, and the offsets of the errors in them.
fn read_lenient(operations: &str) -> (String, Vec<usize>) {
    let mut offsets = Vec::new();
    let line = format!("{START} {operations}");
    let epd = Epd::parse_lenient(&line, |error| offsets.push(error.offset - START.len() - 1)).unwrap();
    let written = epd.to_string();
    (written[START.len()..].trim_start().to_string(), offsets)
}

#[test]
fn lenient_reading_keeps_what_it_cannot_type() {
    for (operations, written, offsets) in [
        ("ce +M3; id \"a\";", "ce +M3; id \"a\";", &[3][..]),
        ("dm -15;", "dm -15;", &[3]),
        ("bm Nd4-e6;", "bm Nd4-e6;", &[3]),
        ("bm Nf3 Nd9; am e4;", "bm Nf3; am e4;", &[7]),
        ("- bm Nf3;", "bm Nf3;", &[0]),
        ("bm Nf3 +; am e4 + ? c3;", "bm Nf3; am c3 e4;", &[7, 16, 18]),
        ("bm c4 c3 dm 26 c0 \"c1 c2\" D1 20", "bm c3 c4; dm 26; c0 \"c1 c2\"; D1 20;", &[9, 15, 26]),
        ("id dm 26; id \"a\" eco \"A00\";", "id \"dm 26\"; id \"a\"; eco \"A00\";", &[17]),
        ("; bm\u{a0}Nf3\0", "bm Nf3;", &[]),
        ("bm g1f3, Nb1-c3;", "bm Nc3 Nf3;", &[]),
        ("pv e2e4 e7-e5 g1f3 e8e6", "pv e2e4 e7-e5 g1f3 e8e6;", &[19]),
        ("pv e2e4 e7-e5 g1f3", "pv e4 e5 Nf3;", &[]),
        ("id; sm; acd 12/30;", "id; sm; acd 12/30;", &[2, 6, 12]),
        ("1. e4 e5; bm e4;", "bm e4;", &[0]),
        ("id \"x; bm e4;", "id \"x; bm e4;\";", &[3]),
        ("hmvc x; fmvn 0; fmvn 7;", "fmvn 7; hmvc x; fmvn 0;", &[5, 13]),
        ("D1 twenty;", "D1 twenty;", &[3]),
    ] {
        assert_eq!(read_lenient(operations), (written.to_string(), offsets.to_vec()), "{operations}");
    }
    let mut told = 0;
    let epd = Epd::parse_lenient("4k3/8/8/8/8/8/8/4K3 w K - bm Kd2;", |_| told += 1).unwrap();
    assert_eq!((epd.to_string().as_str(), told), ("4k3/8/8/8/8/8/8/4K3 w - - bm Kd2;", 1));
    // Repairs are reported where no operation follows, too.
    let mut told = Vec::new();
    let epd = Epd::parse_lenient("  4k3/8/8/8/8/8/8/4K3 w K -", |error| told.push(error.offset)).unwrap();
    assert_eq!((epd.to_string().as_str(), told.len()), ("4k3/8/8/8/8/8/8/4K3 w - -", 1));
    assert!(Epd::parse_lenient("8/8/8/8 w - - bm e4;", |_| {}).is_err());
    for line in ["4k3/8/8/8/8/8/8/4K3 w - bm Kd2;", "\u{feff}4k3/8/8/8/8/8/8/4K3 w - - - bm Kd2;"] {
        let epd = Epd::parse_lenient(line, |_| {}).unwrap();
        assert_eq!(epd.to_string(), "4k3/8/8/8/8/8/8/4K3 w - - bm Kd2;", "{line}");
    }
    // Strict reading takes no other operation into a text.
    let error = format!("{START} id \"d\" c0 \"e\";").parse::<Epd>().unwrap_err();
    assert_eq!((error.offset, error.rule), (START.len() + 8, EpdRule::Semicolon));
}

#[test]
fn quotation_marks_within_a_text_are_escaped() {
    for (text, expected) in [
        (r#"id "a \"b\" c";"#, r#"a "b" c"#),
        (r#"id "say \"go\"";"#, r#"say "go""#),
        (r#"id "C:\games\"; c0 "x";"#, r"C:\games\"),
        (r#"id "C:\games\""#, r"C:\games\"),
    ] {
        let epd: Epd = format!("{START} {text}").parse().unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(epd.id(), Some(expected), "{text}");
    }
}
