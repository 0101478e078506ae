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
    let string = |default: &str| OptionKind::String { default: default.into() };
    let combo = |default: &str, vars: &[&str]| OptionKind::Combo {
        default: default.into(),
        vars: vars.iter().map(|&var| var.into()).collect(),
    };
    let table = [
        (
            "name Hash type spin default 16 min 1 max 33554432",
            "Hash",
            OptionKind::Spin { default: 16, min: 1, max: 33_554_432 },
        ),
        (
            "name Threads type spin min 1 max 1024 default 1",
            "Threads",
            OptionKind::Spin { default: 1, min: 1, max: 1024 },
        ),
        (
            "name Contempt type spin default -24 min -100 max 100",
            "Contempt",
            OptionKind::Spin { default: -24, min: -100, max: 100 },
        ),
        ("name Level type spin min 3", "Level", OptionKind::Spin { default: 3, min: 3, max: i64::MAX }),
        ("name Ponder type check default false", "Ponder", OptionKind::Check { default: false }),
        ("name OwnBook type check default TRUE", "OwnBook", OptionKind::Check { default: true }),
        ("name NoDefault type check", "NoDefault", OptionKind::Check { default: false }),
        ("name Clear Hash type button", "Clear Hash", OptionKind::Button),
        ("name SyzygyPath type string default <empty>", "SyzygyPath", string("")),
        ("name SyzygyPath type string default ", "SyzygyPath", string("")),
        ("name WeightsFile type string default <autodiscover>", "WeightsFile", string("<autodiscover>")),
        (
            "name Book type string default C:\\my books\\a var b.bin",
            "Book",
            string("C:\\my books\\a var b.bin"),
        ),
        ("name Book type type string", "Book type", string("")),
        (
            "name Analysis Contempt type combo default Both var Off var White var Both",
            "Analysis Contempt",
            combo("Both", &["Off", "White", "Both"]),
        ),
        (
            "name Style type combo default Very Solid var Very Solid var Risky",
            "Style",
            combo("Very Solid", &["Very Solid", "Risky"]),
        ),
        ("name Style type combo var Normal var Risky", "Style", combo("Normal", &["Normal", "Risky"])),
    ];
    for (line, name, kind) in table {
        let expected = EngineOption { name: name.into(), kind };
        assert_eq!(answer(&format!("option {line}")), Answer::Option(expected.clone()), "{line}");
        assert_eq!(line.parse(), Ok(expected));
    }
}

#[test]
fn infos_of_searches() {
    let table = [
        (
            "info depth 24 seldepth 33 multipv 1 score cp 29 nodes 2036711 nps 1018864 hashfull 641 tbhits 0 time 1999 pv e2e4 e7e5 g1f3",
            Info {
                depth: Some(24),
                seldepth: Some(33),
                multipv: Some(1),
                score: Some(Score::centipawns(29)),
                nodes: Some(2_036_711),
                nps: Some(1_018_864),
                hashfull: Some(641),
                tbhits: Some(0),
                time: Some(Duration::from_millis(1999)),
                pv: moves("e2e4 e7e5 g1f3"),
                ..Info::default()
            },
        ),
        (
            "info depth 15 seldepth 40 time 2111 nodes 9284 score cp 13 wdl 85 880 35 nps 4398 tbhits 0 pv d2d4 g8f6",
            Info {
                depth: Some(15),
                seldepth: Some(40),
                time: Some(Duration::from_millis(2111)),
                nodes: Some(9284),
                score: Some(Score::centipawns(13)),
                wdl: Some(Wdl { win: 85, draw: 880, loss: 35 }),
                nps: Some(4398),
                tbhits: Some(0),
                pv: moves("d2d4 g8f6"),
                ..Info::default()
            },
        ),
        (
            "info depth 9 score cp -31 upperbound time 5 pv e7e6",
            Info {
                depth: Some(9),
                score: Some(Score { value: Value::Centipawns(-31), bound: Bound::Upper }),
                time: Some(Duration::from_millis(5)),
                pv: moves("e7e6"),
                ..Info::default()
            },
        ),
        (
            "info score lowerbound mate +3 depth 4",
            Info {
                depth: Some(4),
                score: Some(Score { value: Value::Mate(3), bound: Bound::Lower }),
                ..Info::default()
            },
        ),
        (
            "info depth 0 score mate 0",
            Info { depth: Some(0), score: Some(Score::mate(0)), ..Info::default() },
        ),
        (
            "info depth 3 currmove e2e4 currmovenumber 1",
            Info { depth: Some(3), currmove: Some(mv("e2e4")), currmovenumber: Some(1), ..Info::default() },
        ),
        ("info cpuload 987 nodes -1", Info { cpuload: Some(987), nodes: Some(0), ..Info::default() }),
        (
            "info refutation d1h5 g6h5",
            Info { refutation: Some(Refutation { mv: mv("d1h5"), line: moves("g6h5") }), ..Info::default() },
        ),
        (
            "info currline 2 e2e4 e7e5 nps 3",
            Info {
                nps: Some(3),
                currline: Some(CurrentLine { cpu: Some(2), moves: moves("e2e4 e7e5") }),
                ..Info::default()
            },
        ),
        (
            "info currline 0000 e7e5",
            Info { currline: Some(CurrentLine { cpu: None, moves: moves("0000 e7e5") }), ..Info::default() },
        ),
        ("info string  pv e2e4 depth x ", Info::text("pv e2e4 depth x")),
        (
            "info depth 5 string NNUE evaluation using nn.nnue",
            Info { depth: Some(5), ..Info::text("NNUE evaluation using nn.nnue") },
        ),
        // Words of later protocols and of single engines are skipped.
        (
            "info depth 5 movesleft 47 time 1 ebf 1.8",
            Info { depth: Some(5), time: Some(Duration::from_millis(1)), ..Info::default() },
        ),
        ("info", Info::default()),
    ];
    for (line, expected) in table {
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
            &["bestmove ponder: byte 21: a move has four characters, like e2e4, or five, like e7e8q"],
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
        // Unknown words alone are no error of strict reading.
        let is_strict = expected.iter().all(|report| report.ends_with("unknown word"));
        assert_eq!(line.parse::<Answer>().is_ok(), is_strict, "{line}");
    }
}

#[test]
fn what_follows_a_name_is_read_with_the_name_and_without_it() {
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
        ("e2-e4", ParseUciMoveError::ToFile),
        ("e7e8==q", ParseUciMoveError::Length),
        ("e7e8=", ParseUciMoveError::Promotion),
        ("e7e8k", ParseUciMoveError::Promotion),
        ("i2e4", ParseUciMoveError::FromFile),
        ("Nf3", ParseUciMoveError::Length),
        ("O-O", ParseUciMoveError::Length),
        ("e2é4", ParseUciMoveError::ToFile),
    ] {
        assert_eq!(read_move(text), Err(error), "{text}");
    }
}
