//! Commands in comments.

use core::time::Duration;

use chess_notation::pgn::{
    Arrow, ArrowColor, Command, Eval, Game, NodeId, Score, commands, without_commands,
};
use chess_notation::{Color, Outcome, Square};
use chess_testkit::Random;

use super::text_of;

fn only(comment: &str) -> Command<'_> {
    let mut found = commands(comment);
    let first = found.next().unwrap_or_else(|| panic!("{comment}: none"));
    assert_eq!(found.next(), None, "{comment}");
    first
}

/// All commands, in the canonical form; those without a type in angle brackets.
fn found(comment: &str) -> String {
    let shown = commands(comment).map(|command| match command {
        Command::Other { .. } => format!("<{command}>"),
        command => command.to_string(),
    });
    shown.collect::<Vec<_>>().join(" ")
}

#[test]
fn clocks_keep_fractions_of_a_second() {
    for (text, milliseconds, canonical) in [
        ("1:05:23", 3_923_000, "1:05:23"),
        ("0:02:59.9", 179_900, "0:02:59.9"),
        ("0:00:00.050", 50, "0:00:00.05"),
        ("10:00:00", 36_000_000, "10:00:00"),
        ("00:00:01.", 1_000, "0:00:01"),
        ("3:05", 185_000, "0:03:05"),
        ("185", 185_000, "0:03:05"),
        ("0:90:75", 5_475_000, "1:31:15"),
    ] {
        let time = Duration::from_millis(milliseconds);
        assert_eq!(only(&format!("[%clk {text}]")), Command::Clock(time), "{text}");
        let command = only(&format!("[%emt  {text} ]")).to_string();
        assert_eq!(command, format!("[%emt {canonical}]"));
    }
    assert_eq!(only("[%clk 0:00:00.1234567899]"), Command::Clock(Duration::new(0, 123_456_789)));
}

#[test]
fn evaluations_are_pawns_or_mates_with_a_depth() {
    for (text, score, depth, canonical) in [
        ("0.17", Score::Centipawns(17), None, "0.17"),
        ("-1.50,22", Score::Centipawns(-150), Some(22), "-1.50,22"),
        ("+.5", Score::Centipawns(50), None, "0.50"),
        ("3", Score::Centipawns(300), None, "3.00"),
        ("3.", Score::Centipawns(300), None, "3.00"),
        ("-0.05", Score::Centipawns(-5), None, "-0.05"),
        ("0.125 , 7", Score::Centipawns(13), Some(7), "0.13,7"),
        ("#-3", Score::Mate(-3), None, "#-3"),
        ("#+3,30", Score::Mate(3), Some(30), "#3,30"),
        ("-#3", Score::Mate(-3), None, "#-3"),
        ("#0", Score::Mate(0), None, "#0"),
        ("21474836.47", Score::Centipawns(i32::MAX), None, "21474836.47"),
        ("-21474836.47", Score::Centipawns(-i32::MAX), None, "-21474836.47"),
        ("#-2147483647,4294967295", Score::Mate(-i32::MAX), Some(u32::MAX), "#-2147483647,4294967295"),
        ("0.25/18", Score::Centipawns(25), Some(18), "0.25,18"),
        ("-0.30,d20", Score::Centipawns(-30), Some(20), "-0.30,20"),
        ("#-3 / 12", Score::Mate(-3), Some(12), "#-3,12"),
        // A comma is a point where hundredths and a depth are not possible.
        ("-0,3", Score::Centipawns(-30), None, "-0.30"),
        ("1,05", Score::Centipawns(105), None, "1.05"),
    ] {
        assert_eq!(only(&format!("[%eval {text}]")), Command::Eval(Eval { score, depth }), "{text}");
        assert_eq!(only(&format!("[%eval {text}]")).to_string(), format!("[%eval {canonical}]"));
    }
}

/// Boards write minutes and seconds with a point, other programs a fraction of a second: without the time control nothing tells.
#[test]
fn a_point_with_two_meanings_is_no_clock() {
    for (text, milliseconds) in [
        ("3.03", None),
        ("0:02.59", None),
        ("0:15.16", None),
        ("12.00", None),
        ("3.60", Some(3_600)),
        ("3.5", Some(3_500)),
        ("3.030", Some(3_030)),
        ("0:15.75", Some(15_750)),
        ("0:00:02.59", Some(2_590)),
        ("1:00:15.16", Some(3_615_160)),
        ("0:00:02,5", Some(2_500)),
    ] {
        let expected = milliseconds.map(|time| Command::Clock(Duration::from_millis(time)));
        let comment = format!("[%clk {text}]");
        assert_eq!(
            Some(only(&comment)).filter(|it| !matches!(it, Command::Other { .. })),
            expected,
            "{text}"
        );
    }
    // The time that a move takes has seconds.
    assert_eq!(only("[%emt 3.03]"), Command::MoveTime(Duration::from_millis(3_030)));
}

#[test]
fn times_are_written_with_three_digits_of_a_fraction_at_most() {
    let time = Duration::new(302, 60_128_159);
    assert_eq!(Command::Clock(time).to_string(), "[%clk 0:05:02.06]");
    let mut game: Game = "1. e4 *".parse().unwrap();
    game.set_clock(game.last(), Some(Duration::from_nanos(302_060_999_999)));
    assert_eq!(game.node(game.last()).clock(), Some(Duration::from_millis(302_060)));
}

/// Numbers of 31 bits and their opposites are scores; -2^31, which has no opposite, is none.
#[test]
fn scores_have_the_same_bounds_on_both_sides() {
    for text in ["21474836.47", "#2147483647", "21474836.474,3"] {
        for sign in ["", "-"] {
            assert!(matches!(only(&format!("[%eval {sign}{text}]")), Command::Eval(_)), "{sign}{text}");
        }
    }
    for text in ["21474836.48", "21474836.475", "#2147483648", "99999999999999999999", "2147483648,3"] {
        for sign in ["", "-"] {
            assert!(matches!(only(&format!("[%eval {sign}{text}]")), Command::Other { .. }), "{sign}{text}");
        }
    }
    for score in [Score::Centipawns(i32::MIN), Score::Mate(i32::MIN)] {
        assert_eq!((-score).number(), i32::MAX);
        assert!(matches!(only(&format!("[%eval {score}]")), Command::Eval(_)), "{score}");
    }
}

/// Reads a score as a person does: the sign, then a number as a rational in text.
fn naive_score(text: &str) -> Option<Score> {
    let (sign, text) = match text.strip_prefix(['+', '-']) {
        Some(rest) => (if text.starts_with('-') { -1 } else { 1 }, rest),
        None => (1, text),
    };
    let number: i128 = if let Some(moves) = text.strip_prefix('#') {
        moves.parse::<u64>().ok()?.into()
    } else {
        let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
        let whole = if whole.is_empty() && !fraction.is_empty() { "0" } else { whole };
        let thousandths: i128 = format!("{fraction:0<3}").get(..3)?.parse::<u64>().ok()?.into();
        let whole: i128 = whole.parse::<u64>().ok()?.into();
        (whole * 1000 + thousandths + 5) / 10
    };
    let number = i32::try_from(number).ok()? * sign;
    Some(if text.starts_with('#') { Score::Mate(number) } else { Score::Centipawns(number) })
}

#[test]
fn scores_and_times_are_those_of_naive_readers() {
    let mut random = Random::new(25);
    let mut read = 0;
    for _ in 0..100_000 {
        let digits = |most: usize, random: &mut Random| -> String {
            (0..random.below(most + 1)).map(|_| char::from(b'0' + random.below(10) as u8)).collect()
        };
        let sign = random.pick(&["", "", "-", "+"]);
        let whole = digits(11, &mut random);
        let text = match random.below(4) {
            0 => format!("{sign}#{whole}"),
            1 => format!("{sign}{whole}"),
            _ => format!("{sign}{whole}.{}", digits(5, &mut random)),
        };
        let found = match only(&format!("[%eval {text}]")) {
            Command::Eval(Eval { score, depth: None }) => Some(score),
            _ => None,
        };
        assert_eq!(found, naive_score(&text), "{text}");
        read += usize::from(found.is_some());

        let parts: Vec<String> = (0..=random.below(3)).map(|_| digits(4, &mut random)).collect();
        let fraction = digits(4, &mut random);
        let text =
            if random.below(2) == 0 { parts.join(":") } else { format!("{}.{fraction}", parts.join(":")) };
        let seconds =
            parts.iter().map(|part| part.parse::<u64>().ok()).try_fold(0, |sum, part| Some(60 * sum + part?));
        let thousandths = || format!("{fraction:0<3}")[..3].parse::<u64>().unwrap();
        let milliseconds = if text.contains('.') { thousandths() } else { 0 };
        let expected = seconds.map(|seconds| 1000 * seconds + milliseconds);
        let found = match only(&format!("[%emt {text}]")) {
            Command::MoveTime(time) => Some(time.as_millis() as u64),
            _ => None,
        };
        // `.5` is a number of seconds without one before the point.
        if !text.starts_with('.') || parts.len() > 1 {
            assert_eq!(found, expected, "{text}");
        }
    }
    assert!(read > 50_000, "{read}");
}

/// What a line break cuts is read alike from bytes and from a game in memory; what a blank cuts is not a value.
#[test]
fn a_line_break_cuts_no_value() {
    for (cut, whole) in [
        ("[%clk 0:0\n1:07]", "[%clk 0:01:07]"),
        ("[%clk 0:01:\r\n07]", "[%clk 0:01:07]"),
        ("[%clk\n0:01:07]", "[%clk 0:01:07]"),
        ("[%eval 0.\n31]", "[%eval 0.31]"),
        ("[%eval 0.3\n1,1\n2]", "[%eval 0.31,12]"),
        ("[%eval #\n-3]", "[%eval #-3]"),
        ("[%emt 0:00:0\n2] x", "[%emt 0:00:02]"),
        ("[%eval 0.3 1]", ""),
        ("[%clk 0:0 1:07]", ""),
    ] {
        let values = |commands: &mut dyn Iterator<Item = Command<'_>>| {
            let known = commands.filter(|command| !matches!(command, Command::Other { .. }));
            known.map(|command| command.to_string()).collect::<String>()
        };
        let game: Game = format!("1. e4 {{so {cut} far}} *").parse().unwrap();
        assert_eq!(values(&mut commands(cut)), whole, "{cut:?}");
        assert_eq!(values(&mut game.node(game.last()).commands()), whole, "{cut:?}");
    }
}

#[test]
fn squares_and_arrows_have_colours() {
    let comment = "[%csl Ra3, Gd4][%cal Ge2e4,bd1h5,Ya1]";
    assert_eq!(found(comment), "[%csl Ra3,Gd4] [%cal Ge2e4,Bd1h5,Ya1]");
    let Some(Command::Arrows(arrows)) = commands(comment).nth(1) else { panic!("no arrows") };
    assert_eq!(
        arrows.collect::<Vec<_>>(),
        [
            Arrow { color: ArrowColor::Green, from: Square::E2, to: Square::E4 },
            Arrow { color: ArrowColor::Blue, from: Square::D1, to: Square::H5 },
            Arrow::mark(ArrowColor::Yellow, Square::A1),
        ]
    );
    assert_eq!(found("[%csl] [%cal ,Ra1a2,,]"), "[%csl ] [%cal Ra1a2]");
    for color in ArrowColor::ALL {
        assert_eq!(ArrowColor::from_letter(color.letter() as u8), Some(color));
    }
    assert_eq!(ArrowColor::from_letter(b'W'), None);
}

#[test]
fn commands_that_cannot_be_read_are_given_as_they_are() {
    for operands in [
        "",
        "x",
        "1:2:3:4",
        "1::2",
        "-0:00:01",
        ":",
        ".5",
        "1.x",
        "99999999999999999999",
        "9999999999999999999:0:0",
    ] {
        let text = format!("[%clk {operands}]").replace(" ]", "]");
        assert_eq!(found(&format!("a {text} [%emt 1]")), format!("<{text}> [%emt 0:00:01]"));
    }
    for operands in [
        "",
        "x",
        "1.2.3",
        "1,x",
        "1,",
        ",1",
        "#",
        "#x",
        "--1",
        "-#-3",
        "##1",
        ".",
        "-",
        "99999999.99",
        "#2147483648",
        "1,4294967296",
        "-21474836.49",
    ] {
        let text = format!("[%eval {operands}]").replace(" ]", "]");
        assert_eq!(found(&text), format!("<{text}>"));
    }
    for operands in ["x", "Ra9", "Xa1", "Ra1a", "Ra1a2a3", "Ra1;Ra2", "R"] {
        let text = format!("<[%csl {operands}]> <[%cal {operands}]>");
        assert_eq!(found(&text.replace(['<', '>'], "")), text);
    }
}

#[test]
fn unknown_commands_are_given_as_they_are() {
    let Command::Other { name, operands } = only("[%timestamp  1 2, é ]") else { panic!("known") };
    assert_eq!((name, operands.as_str()), ("timestamp", Some("1 2, é")));
    assert_eq!(found("[%tqu] [%CLK 1] [%clk_2 1]"), "<[%tqu]> <[%CLK 1]> <[%clk_2 1]>");
}

#[test]
fn malformed_commands_are_not_commands() {
    for text in
        ["", "[", "[%", "[%]", "[% clk 1]", "[%clk 1", "[clk 1]", "%clk 1]", "[%clk-1]", "[%é 1]", "[%clk:1]"]
    {
        assert_eq!(found(text), "", "{text}");
        assert_eq!(without_commands(text).to_string(), text);
    }
    assert_eq!(found("[%clk [%clk 1]"), "[%clk 0:00:01]");
    assert_eq!(found("[[%clk 1]]"), "[%clk 0:00:01]");
}

#[test]
fn commands_of_python_chess_lichess_and_chess_com() {
    // From the tests of python-chess, games of Lichess and games of chess.com.
    assert_eq!(found("[%clk 1:02:03.999] [%eval -0.25,7] text"), "[%clk 1:02:03.999] [%eval -0.25,7]");
    assert_eq!(found("[%csl Ga4][%cal Ra5b5]"), "[%csl Ga4] [%cal Ra5b5]");
    assert_eq!(found(" [%eval 0.24] [%clk 0:03:00] "), "[%eval 0.24] [%clk 0:03:00]");
    assert_eq!(found("[%clk 0:00:59.8] [%timestamp 12]"), "[%clk 0:00:59.8] <[%timestamp 12]>");
    assert_eq!(found("[%eval #-2]\n[%clk\n0:00:07]"), "[%eval #-2] [%clk 0:00:07]");
    let cut = "[%clk 0:01:\n39] [%eval -0.\r\n  2,\n14] [%eval #\n3] [%emt 0:0\n0:07]";
    assert_eq!(found(cut), "[%clk 0:01:39] [%eval -0.20,14] [%eval #3] [%emt 0:00:07]");
}

#[test]
fn comments_of_a_reader_have_commands_in_any_encoding() {
    let text = b"1. e4 {[%clk 0:01:00] gut f\xfcr [%cal Ge2e4] Wei\xdf} *";
    let mut reader = chess_notation::pgn::Reader::new(text);
    let mut seen = Vec::new();
    while let Some(event) = reader.next_event().unwrap() {
        if let chess_notation::pgn::Event::Comment(comment) = event {
            seen.extend(comment.commands().map(|command| command.to_string()));
            assert_eq!(comment.without_commands().to_string(), "gut für Weiß");
        }
    }
    assert_eq!(seen, ["[%clk 0:01:00]", "[%cal Ge2e4]"]);
}

fn random_time(random: &mut Random) -> Duration {
    let milliseconds = [0, 500, 120, 1, 999][random.below(5)];
    Duration::new(random.word() >> random.below(64), milliseconds * 1_000_000)
}

fn random_eval(random: &mut Random) -> Eval {
    let number = ((random.word() as i32) >> random.below(32)).max(-i32::MAX);
    let score = if random.below(3) == 0 { Score::Mate(number) } else { Score::Centipawns(number) };
    Eval { score, depth: (random.below(2) == 0).then(|| random.word() as u32 >> random.below(32)) }
}

fn random_arrows(random: &mut Random) -> Vec<Arrow> {
    let square = |random: &mut Random| random.pick(&Square::ALL);
    (0..random.below(6))
        .map(|_| {
            let (color, from) = (random.pick(&ArrowColor::ALL), square(random));
            if random.below(2) == 0 {
                Arrow::mark(color, from)
            } else {
                Arrow { color, from, to: square(random) }
            }
        })
        .collect()
}

#[test]
fn commands_are_read_as_they_were_written() {
    let mut random = Random::new(21);
    for _ in 0..20_000 {
        let arrows = random_arrows(&mut random);
        let command = match random.below(5) {
            0 => Command::Clock(random_time(&mut random)),
            1 => Command::MoveTime(random_time(&mut random)),
            2 => Command::Eval(random_eval(&mut random)),
            3 => Command::Squares(arrows.as_slice().into()),
            _ => Command::Arrows(arrows.as_slice().into()),
        };
        let text = command.to_string();
        assert_eq!(only(&text), command, "{text}");
        assert_eq!(found(&format!("a{text}b [%x] {text}")), format!("{text} <[%x]> {text}"));
    }
    for arrow in random_arrows(&mut random) {
        assert_eq!(arrow.to_string().parse(), Ok(arrow));
    }
}

const PARTS: &str = "[%clk 0:01:02.5]·[%clk· 0:05·]·[%emt 1:0:0]·[%eval 0.3,4]·[%eval #-2]·[%eval· x]·[%csl Ra1]·\
    [%cal Ge2e4,Ya1]·[%cal· Rh1h8·[·%·[%· · ·word·é€·[%xyz 1]·[%tqu]";

/// The commands, found by looking for the end of each bracket without any other state.
fn naive(comment: &str) -> Vec<String> {
    let mut all = Vec::new();
    for (i, _) in comment.match_indices("[%") {
        let inner = &comment[i + 2..];
        let Some(end) = inner.find(['[', ']']) else { continue };
        let inside = &inner[..end];
        let name: String = inside.chars().take_while(|c| c.is_ascii_alphanumeric() || *c == '_').collect();
        let rest = &inside[name.len()..];
        if inner[end..].starts_with(']')
            && !name.is_empty()
            && (rest.is_empty() || rest.starts_with([' ', '\n']))
        {
            all.push(comment[i..=i + 2 + end].to_owned());
        }
    }
    all
}

#[test]
fn any_text_has_the_commands_that_a_naive_search_finds() {
    let mut random = Random::new(22);
    let mut count = 0;
    for _ in 0..20_000 {
        let comment = text_of(PARTS, &["", "", " ", "\n"], 12, &mut random);
        let expected = naive(&comment);
        count += expected.len();
        let all: Vec<_> = commands(&comment).collect();
        assert_eq!(all.len(), expected.len(), "{comment:?}");
        let mut rest = comment.clone();
        for (command, text) in all.iter().zip(&expected) {
            assert_eq!(&only(text), command, "{comment:?}");
            if !matches!(command, Command::Other { .. }) {
                let at = rest.find(text.as_str()).unwrap();
                rest.replace_range(at..at + text.len(), " ");
            }
        }
        let words = |text: &str| text.split_ascii_whitespace().map(str::to_owned).collect::<Vec<_>>();
        assert_eq!(words(&without_commands(&comment).to_string()), words(&rest), "{comment:?}");
    }
    assert!(count > 10_000);
}

fn set_anything(game: &mut Game, id: NodeId, random: &mut Random) {
    const ARE_SET: [fn(&Command<'_>) -> bool; 4] = [
        |command| matches!(command, Command::Clock(_)),
        |command| matches!(command, Command::MoveTime(_)),
        |command| matches!(command, Command::Eval(_)),
        |command| matches!(command, Command::Squares(_) | Command::Arrows(_)),
    ];
    let kind = random.below(4);
    // The other commands, and the text without commands.
    let others = |game: &Game| {
        let node = game.node(id);
        let commands = node.commands().filter(|command| !ARE_SET[kind](command));
        let texts = node.comments().map(|comment| without_commands(comment).to_string());
        let prose = texts.filter(|text| !text.is_empty()).collect::<Vec<_>>().join(" ");
        (commands.map(|command| command.to_string()).collect::<Vec<_>>(), prose)
    };
    let texts = |game: &Game| game.node(id).comments().map(str::to_owned).collect::<Vec<_>>();
    let (before, said) = (texts(game), others(game));
    let is_some = random.below(3) > 0;
    let (time, eval) = (is_some.then(|| random_time(random)), is_some.then(|| random_eval(random)));
    match kind {
        0 => {
            game.set_clock(id, time);
            assert_eq!(game.node(id).clock(), time, "{before:?}");
        }
        1 => {
            game.set_move_time(id, time);
            assert_eq!(game.node(id).move_time(), time, "{before:?}");
        }
        2 => {
            game.set_eval(id, eval);
            assert_eq!(game.node(id).eval(), eval, "{before:?}");
        }
        _ => {
            let mut arrows = random_arrows(random);
            arrows.sort_by_key(|arrow| !arrow.is_mark());
            game.set_arrows(id, &arrows);
            assert_eq!(game.node(id).arrows().collect::<Vec<_>>(), arrows, "{before:?}");
        }
    }
    assert_eq!(others(game), said, "{before:?}");
    assert!(game.node(id).commands().filter(ARE_SET[kind]).count() <= 2);
}

#[test]
fn commands_that_are_set_are_got_and_all_else_stays() {
    let mut random = Random::new(23);
    for _ in 0..5_000 {
        let mut game: Game = "1. e4 e5 *".parse().unwrap();
        let id = random.pick(&[NodeId::ROOT, game.last()]);
        for _ in 0..random.below(3) {
            // Spaces set words apart, so that an insertion cannot make a command of broken ones.
            game.add_comment(id, &text_of(PARTS, &[" "], 8, &mut random));
        }
        for _ in 0..3 {
            set_anything(&mut game, id, &mut random);
        }
        assert_eq!(game, game.to_string().parse().unwrap());
    }
}

#[test]
fn commands_are_set_where_they_stood() {
    let mut game: Game =
        "1. e4 {one [%clk 0:01:00] two [%eval 0.3]} {three [%clk 1] [%clk x]} *".parse().unwrap();
    let id = game.last();
    game.set_clock(id, Some(Duration::from_secs(59)));
    assert_eq!(game.node(id).comments(), ["one [%clk 0:00:59] two [%eval 0.3]", "three [%clk x]"]);
    game.set_move_time(id, Some(Duration::from_millis(1500)));
    assert_eq!(game.node(id).comments().nth(1), Some("three [%clk x] [%emt 0:00:01.5]"));
    game.set_clock(id, None);
    game.set_eval(id, Some(Score::Mate(-3).into()));
    assert_eq!(game.node(id).comments().next(), Some("one two [%eval #-3]"));
    game.set_arrows(NodeId::ROOT, &["Ge2e4".parse().unwrap(), "Rd5".parse().unwrap()]);
    assert_eq!(game.node(NodeId::ROOT).comments(), ["[%csl Rd5] [%cal Ge2e4]"]);
    game.set_arrows(NodeId::ROOT, &[]);
    assert!(game.node(NodeId::ROOT).comments().is_empty());
}

#[test]
fn removing_a_command_does_not_create_another() {
    let mut game: Game = "1. e4 {a [%cal Ra1a2 [%csl Ra1] b] c} *".parse().unwrap();
    let id = game.last();
    game.set_arrows(id, &[]);
    assert_eq!(game.node(id).comments(), ["a [%cal Ra1a2", "b] c"]);
}

#[test]
fn as_many_arrows_as_there_are_fit_into_comments() {
    let all: Vec<Arrow> = ArrowColor::ALL
        .into_iter()
        .flat_map(|color| {
            Square::ALL.into_iter().flat_map(move |from| Square::ALL.map(|to| Arrow { color, from, to }))
        })
        .collect();
    let mut game: Game = "1. e4 {x} *".parse().unwrap();
    let id = game.last();
    game.set_arrows(id, &all);
    assert_eq!(game.node(id).arrows().count(), all.len());
    assert_eq!(game, game.to_string().parse().unwrap());
    game.set_arrows(id, &[]);
    assert_eq!(game.node(id).comments(), ["x"]);
}

#[test]
fn results_are_read_and_written_and_follow_from_outcomes() {
    use chess_notation::pgn::GameResult;
    for result in GameResult::ALL {
        assert_eq!(result.to_string().parse(), Ok(result));
    }
    assert!("1-1".parse::<GameResult>().is_err());
    for text in ["1/2 - 1/2", " ½–½", "0,5:0,5", "1/2"] {
        assert_eq!(GameResult::from_tag(text.as_bytes()), Some(GameResult::Draw), "{text}");
    }
    assert_eq!(["1 - 0 x", "1-", "", "½ Nf3"].map(|text| GameResult::from_tag(text.as_bytes())), [None; 4]);
    assert_eq!("½-½".parse(), Ok(GameResult::Draw));
    assert_eq!(GameResult::from(Outcome::Checkmate { winner: Color::Black }), GameResult::BlackWins);
    assert_eq!(GameResult::from(Outcome::Stalemate), GameResult::Draw);
    assert_eq!(GameResult::from(None), GameResult::Unknown);
    let winners = GameResult::ALL.map(GameResult::winner);
    assert_eq!(winners, [Some(Color::White), Some(Color::Black), None, None]);
}
