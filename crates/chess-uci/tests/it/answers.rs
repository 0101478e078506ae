//! Answers of engines, and moves.

use std::time::Duration;

use chess_uci::{
    Answer, BestMove, Bound, CurrentLine, EngineOption, Go, Id, Info, OptionKind, ParseUciMoveError,
    Refutation, Score, Status, UciMove, Value, Wdl, read_move,
};

fn answer(line: &str) -> Answer {
    line.parse().unwrap_or_else(|error| panic!("{line}: {error}"))
}

fn mv(text: &str) -> UciMove {
    read_move(text).unwrap()
}

fn moves(text: &str) -> Vec<UciMove> {
    text.split(' ').map(mv).collect()
}

fn info(info: Info) -> Answer {
    Answer::Info(Box::new(info))
}

#[test]
fn introductions() {
    let table = [
        ("id name Fish 17.1", Answer::Id(Id::Name("Fish 17.1".into()))),
        (
            "id author the authors (see the file)\r\n",
            Answer::Id(Id::Author("the authors (see the file)".into())),
        ),
        ("uciok", Answer::UciOk),
        ("readyok", Answer::ReadyOk),
        ("copyprotection checking", Answer::CopyProtection(Status::Checking)),
        ("copyprotection ok", Answer::CopyProtection(Status::Ok)),
        ("registration error", Answer::Registration(Status::Error)),
        ("Fish 17.1 by its authors", Answer::Unknown("Fish 17.1 by its authors".into())),
        ("", Answer::Unknown(String::new())),
        ("No such option: Foo", Answer::Unknown("No such option: Foo".into())),
        ("# comment uciok", Answer::UciOk),
    ];
    for (line, expected) in table {
        assert_eq!(answer(line), expected, "{line:?}");
    }
}

#[test]
fn best_moves() {
    let best = |best: Option<&str>, ponder: Option<&str>| {
        Answer::BestMove(BestMove { best: best.map(mv), ponder: ponder.map(mv) })
    };
    let table = [
        ("bestmove e2e4", best(Some("e2e4"), None)),
        ("bestmove e2e4 ponder e7e5", best(Some("e2e4"), Some("e7e5"))),
        ("bestmove e7e8Q ponder (none)", best(Some("e7e8q"), None)),
        ("bestmove e2e4 ponder", best(Some("e2e4"), None)),
        ("bestmove (none)", best(None, None)),
        ("bestmove 0000", best(None, None)),
        ("bestmove NULL", best(None, None)),
        ("bestmove a1a1", best(None, None)),
        ("bestmove e1h1 ponder e8h8", best(Some("e1h1"), Some("e8h8"))),
    ];
    for (line, expected) in table {
        assert_eq!(answer(line), expected, "{line:?}");
    }
    assert_eq!(best(None, None).to_string(), "bestmove 0000");
}

#[test]
fn options_as_engines_declare_them() {
    let vars = ["Off", "Very Solid"].map(Into::into).to_vec();
    let table = [
        ("Hash type spin max 9 min 1 default 4", OptionKind::Spin { default: 4, min: 1, max: 9 }),
        ("Level type spin min 3", OptionKind::Spin { default: 3, min: 3, max: i64::MAX }),
        ("Own Book type check default TRUE", OptionKind::Check { default: true }),
        ("NoDefault type check", OptionKind::Check { default: false }),
        ("Clear Hash type button", OptionKind::Button),
        ("Style type combo var Off var Very Solid", OptionKind::Combo { default: "Off".into(), vars }),
        ("Path type string default ", OptionKind::String { default: String::new() }),
    ];
    for (line, kind) in table {
        let expected = EngineOption { name: line.split(" type").next().unwrap().into(), kind };
        assert_eq!(answer(&format!("option name {line}")), Answer::Option(expected.clone()), "{line}");
        assert_eq!(format!("name {line}").parse(), Ok(expected));
    }
    // Written as they are declared.
    for line in [
        "Hash type spin default -24 min -100 max 33554432",
        "Path type string default <empty>",
        "WeightsFile type string default <autodiscover>",
        "Book type string default C:\\my books\\a var b.bin",
        "Book type type string default <empty>",
        "Style type combo default Very Solid var Very Solid var Risky",
    ] {
        assert_eq!(answer(&format!("option name {line}")).to_string(), format!("option name {line}"));
    }
}

/// What each word of an information means, and the order in which they are written.
#[test]
fn infos_of_searches() {
    let line = "info nps 8 tbhits 9 score upperbound cp -31 currline 2 e2e4 e7e5 depth 1 seldepth 2 multipv 3 nodes 5 wdl 85 \
                880 35 hashfull 6 time 7 currmove d2d4 currmovenumber 4 cpuload 11 refutation d1h5 g6h5 pv e7e6 d2d4 string \
                NNUE  evaluation pv ";
    let all = Info {
        depth: Some(1),
        seldepth: Some(2),
        multipv: Some(3),
        score: Some(Score { value: Value::Centipawns(-31), bound: Bound::Upper }),
        wdl: Some(Wdl { win: 85, draw: 880, loss: 35 }),
        nodes: Some(5),
        nps: Some(8),
        hashfull: Some(6),
        tbhits: Some(9),
        time: Some(Duration::from_millis(7)),
        currmove: Some(mv("d2d4")),
        currmovenumber: Some(4),
        cpuload: Some(11),
        refutation: Some(Refutation { mv: mv("d1h5"), line: moves("g6h5") }),
        currline: Some(CurrentLine { cpu: Some(2), moves: moves("e2e4 e7e5") }),
        pv: moves("e7e6 d2d4"),
        ..Info::text("NNUE  evaluation pv")
    };
    assert_eq!(answer(line), info(all));
    let mate = Score { value: Value::Mate(3), bound: Bound::Lower };
    let currline = CurrentLine { cpu: None, moves: moves("0000 e7e5") };
    for (line, expected) in [
        ("info score lowerbound mate +3", Info { score: Some(mate), ..Info::default() }),
        ("info score mate 0", Info { score: Some(Score::mate(0)), ..Info::default() }),
        ("info currline 0000 e7e5", Info { currline: Some(currline), ..Info::default() }),
        ("info nodes -1", Info { nodes: Some(0), ..Info::default() }),
        // Each score has its opposite.
        ("info score cp 2147483648", Info { score: Some(Score::centipawns(i32::MAX)), ..Info::default() }),
        ("info score cp -2147483648", Info { score: Some(Score::centipawns(-i32::MAX)), ..Info::default() }),
        ("info score mate -99999999999", Info { score: Some(Score::mate(-i32::MAX)), ..Info::default() }),
        // Words of later protocols and of single engines are skipped.
        ("info depth 5 movesleft 47 ebf 1.8", Info { depth: Some(5), ..Info::default() }),
        ("info", Info::default()),
    ] {
        assert_eq!(answer(line), info(expected), "{line}");
    }
}

#[test]
fn lenient_reading_keeps_what_is_right() {
    let mut faults = 0;
    let line = "info depth x score cp 12 nodes - pv e2e4 e7e5 stop e2e4 nps 99";
    let read = Answer::parse_lenient(line, |_| faults += 1).unwrap();
    let expected =
        Info { score: Some(Score::centipawns(12)), pv: moves("e2e4 e7e5"), nps: Some(99), ..Info::default() };
    assert_eq!((read, faults), (info(expected), 3));
    assert!(line.parse::<Answer>().is_err());
}

#[test]
fn lenient_reading_reports_each_word_that_it_passes() {
    let table = [
        (
            "and so uciok now",
            "uciok",
            &["byte 0: unknown word", "byte 4: unknown word", "uciok: byte 13: unknown word"][..],
        ),
        ("readyok", "readyok", &[]),
        (
            "bestmove e2e4 e7e5 ponder",
            "bestmove e2e4",
            &["bestmove: byte 14: unknown word", "bestmove: byte 19: unknown word"],
        ),
        (
            "bestmove e2e4 ponder e9",
            "bestmove e2e4",
            &["bestmove ponder: byte 21: expected four characters, like e2e4, or five, like e7e8q"],
        ),
        ("registration ok then", "registration ok", &["registration: byte 16: unknown word"]),
        ("option name A type button now", "option name A type button", &["option: byte 26: unknown word"]),
        (
            "option name A type check so default true",
            "option name A type check default true",
            &["option: byte 25: unknown word"],
        ),
        // A text without its default has words that mean nothing, and a default takes all words to the end.
        (
            "option name A type string a b",
            "option name A type string default <empty>",
            &["option: byte 26: unknown word", "option: byte 28: unknown word"],
        ),
        ("option name A type string default a b", "option name A type string default a b", &[]),
        ("option name A type string default ", "option name A type string default <empty>", &[]),
        ("info depth 3 so score cp 1", "info depth 3 score cp 1", &["info: byte 13: unknown word"]),
    ];
    for (line, written, expected) in table {
        let mut reports = Vec::new();
        let read = Answer::parse_lenient(line, |error| reports.push(error.to_string()));
        assert_eq!(read.unwrap().to_string(), written, "{line}");
        assert_eq!(reports, expected, "{line}");
        // Unknown words alone are not an error in strict reading.
        let is_strict = expected.iter().all(|report| report.ends_with("unknown word"));
        assert_eq!(line.parse::<Answer>().is_ok(), is_strict, "{line}");
    }
}

#[test]
fn a_leading_info_or_option_is_optional() {
    let info = Info { depth: Some(3), ..Info::text("info depth 4") };
    for text in ["depth 3 string info depth 4", "info depth 3 string info depth 4"] {
        assert_eq!(text.parse(), Ok(info.clone()), "{text}");
    }
    let option = EngineOption::button("option name");
    for text in [
        "name option name type button",
        "option name option name type button",
        "option option name type button",
    ] {
        assert_eq!(text.parse(), Ok(option.clone()), "{text}");
    }
    // A second one is an unknown word.
    assert_eq!("info info depth 3 string info depth 4".parse(), Ok(info));
    assert!(
        "info depth x".parse::<Info>().is_err()
            && "name A type spin default x".parse::<EngineOption>().is_err()
    );
    let go = Go { depth: Some(3), ..Go::default() };
    for text in ["depth 3", "go depth 3", " go  depth 3 ", "go go depth 3"] {
        assert_eq!(text.parse(), Ok(go.clone()), "{text}");
    }
    assert_eq!("depth go 3".parse::<Go>().map_err(|error| error.offset), Err(6));
}

#[test]
fn text_cannot_end_the_line() {
    let line = Info::text("one\nbestmove e2e4\r\0two").to_string();
    assert_eq!(line, "info string one bestmove e2e4 \u{fffd}two");
    assert_eq!(Answer::Id(Id::Name("a\nuciok".into())).to_string(), "id name a uciok");
}

#[test]
fn spellings_of_moves() {
    for (text, plain) in [
        ("e2e4", "e2e4"),
        ("e7e8q", "e7e8q"),
        ("e7e8Q", "e7e8q"),
        ("e7e8=N", "e7e8n"),
        ("E2E4", "e2e4"),
        ("0000", "0000"),
        ("(none)", "0000"),
        ("none", "0000"),
        ("NULL", "0000"),
        ("null", "0000"),
        ("a1a1", "0000"),
        ("g1g1", "g1g1"),
    ] {
        assert_eq!(read_move(text).unwrap().to_string(), plain, "{text}");
    }
    assert!(read_move("(none)").unwrap() == UciMove::NULL);
}

#[test]
fn what_is_no_move() {
    for (text, error) in [
        ("", ParseUciMoveError::Length),
        ("e2", ParseUciMoveError::Length),
        ("e2-e4", ParseUciMoveError::Square(2)),
        ("e7e8==q", ParseUciMoveError::Length),
        ("e7e8=", ParseUciMoveError::Promotion),
        ("e7e8k", ParseUciMoveError::Promotion),
        ("i2e4", ParseUciMoveError::Square(0)),
        ("Nf3", ParseUciMoveError::Length),
        ("O-O", ParseUciMoveError::Length),
        ("e2é4", ParseUciMoveError::Square(2)),
    ] {
        assert_eq!(read_move(text), Err(error), "{text}");
    }
}
