//! Tests of the public interface. This file tests round trips; the others expect given texts.

mod answers;
#[cfg(feature = "std")]
mod client;
mod commands;

use std::time::Duration;

use chess_uci::{
    Answer, BestMove, Bound, Command, CurrentLine, EngineOption, Go, Id, Info, OptionKind, Position,
    PositionCommand, Refutation, Register, Score, SetOption, Status, UciMove, Value, Wdl,
};
use proptest::collection::vec;
use proptest::option::of;
use proptest::prelude::*;
use proptest::string::string_regex;

/// Any move that has a spelling.
fn a_move() -> impl Strategy<Value = UciMove> {
    pattern("[a-h][1-8][a-h][1-8][nbrq]?").prop_filter_map("no null move", |text| text.parse().ok())
}

fn moves() -> impl Strategy<Value = Vec<UciMove>> {
    vec(a_move(), 0..9)
}

/// Texts of a regular expression, which is parsed once: proptest parses a plain string for each value.
fn pattern(regex: &str) -> impl Strategy<Value = String> + use<> {
    string_regex(regex).unwrap()
}

/// Words with one space between each two, none of which begins a field.
fn words() -> impl Strategy<Value = String> {
    vec(pattern("[A-Z0-9_.:\\\\é♞]{1,8}"), 1..4).prop_map(|words| words.join(" "))
}

/// Any text without white space around it that stays on its line.
fn text() -> impl Strategy<Value = String> {
    pattern("[^\\p{C}\\p{Z}]([^\\p{C}]{0,20}[^\\p{C}\\p{Z}])?")
}

fn time() -> impl Strategy<Value = Option<Duration>> {
    of(any::<u64>().prop_map(Duration::from_millis))
}

fn position() -> impl Strategy<Value = PositionCommand> {
    (0..961_u16, moves()).prop_map(|(start, moves)| {
        let start = Position::chess960(start).unwrap_or(Position::START);
        PositionCommand { start, moves }
    })
}

fn go() -> impl Strategy<Value = Go> {
    let switches = (any::<bool>(), any::<bool>());
    let times = (time(), time(), time(), time(), time());
    let numbers = (of(any::<u32>()), of(any::<u32>()), of(any::<u64>()), of(any::<u32>()), of(any::<u32>()));
    (switches, times, numbers, moves()).prop_map(|((ponder, infinite), times, numbers, mut moves)| {
        let (wtime, btime, winc, binc, movetime) = times;
        let (movestogo, depth, nodes, mate, perft) = numbers;
        let mut searchmoves = Vec::new();
        moves.retain(|mv| {
            !searchmoves.contains(mv) && {
                searchmoves.push(*mv);
                true
            }
        });
        Go {
            searchmoves,
            ponder,
            wtime,
            btime,
            winc,
            binc,
            movestogo,
            depth,
            nodes,
            mate,
            movetime,
            infinite,
            perft,
        }
    })
}

fn command() -> impl Strategy<Value = Command> {
    prop_oneof![
        Just(Command::Uci),
        any::<bool>().prop_map(Command::Debug),
        Just(Command::IsReady),
        Just(Command::NewGame),
        Just(Command::Stop),
        Just(Command::PonderHit),
        Just(Command::Quit),
        Just(Command::Register(Register::Later)),
        (words(), words()).prop_map(|(name, code)| Command::Register(Register::As { name, code })),
        (words(), of(text())).prop_map(|(name, value)| Command::SetOption(SetOption { name, value })),
        position().prop_map(Command::Position),
        go().prop_map(Command::Go),
        words().prop_map(Command::Unknown),
    ]
}

fn score() -> impl Strategy<Value = Score> {
    let value = prop_oneof![any::<i32>().prop_map(Value::Centipawns), any::<i32>().prop_map(Value::Mate)];
    let bound = prop_oneof![Just(Bound::Exact), Just(Bound::Lower), Just(Bound::Upper)];
    (value, bound).prop_map(|(value, bound)| Score { value, bound })
}

fn info() -> impl Strategy<Value = Info> {
    let depths = (of(any::<u32>()), of(any::<u32>()), of(any::<u32>()));
    let wdl = any::<(u32, u32, u32)>().prop_map(|(win, draw, loss)| Wdl { win, draw, loss });
    let counts = (of(any::<u64>()), of(any::<u64>()), of(any::<u32>()), of(any::<u64>()), time());
    let current = (of(a_move()), of(any::<u32>()), of(any::<u32>()));
    let refutation = (a_move(), moves()).prop_map(|(mv, line)| Refutation { mv, line });
    let currline = (of(any::<u32>()), moves()).prop_map(|(cpu, moves)| CurrentLine { cpu, moves });
    let lines = (of(refutation), of(currline), moves(), of(text()));
    (depths, of(score()), of(wdl), counts, current, lines).prop_map(
        |(depths, score, wdl, counts, current, lines)| {
            let (depth, seldepth, multipv) = depths;
            let (nodes, nps, hashfull, tbhits, time) = counts;
            let (currmove, currmovenumber, cpuload) = current;
            let (refutation, currline, pv, string) = lines;
            Info {
                depth,
                seldepth,
                multipv,
                score,
                wdl,
                nodes,
                nps,
                hashfull,
                tbhits,
                time,
                currmove,
                currmovenumber,
                cpuload,
                refutation,
                currline,
                pv,
                string,
            }
        },
    )
}

fn option() -> impl Strategy<Value = EngineOption> {
    let kind = prop_oneof![
        any::<bool>().prop_map(|default| OptionKind::Check { default }),
        (any::<i32>(), any::<i32>(), any::<i32>()).prop_map(|(default, min, max)| OptionKind::Spin {
            default: default.into(),
            min: min.into(),
            max: max.into()
        }),
        (words(), vec(words(), 0..4)).prop_map(|(default, vars)| OptionKind::Combo { default, vars }),
        Just(OptionKind::Button),
        prop_oneof![text(), Just(String::new())].prop_map(|default| OptionKind::String { default }),
    ];
    (words(), kind).prop_map(|(name, kind)| EngineOption { name, kind })
}

fn answer() -> impl Strategy<Value = Answer> {
    let status = || prop_oneof![Just(Status::Checking), Just(Status::Ok), Just(Status::Error)];
    prop_oneof![
        text().prop_map(|name| Answer::Id(Id::Name(name))),
        text().prop_map(|author| Answer::Id(Id::Author(author))),
        Just(Answer::UciOk),
        Just(Answer::ReadyOk),
        (of(a_move()), of(a_move())).prop_map(|(best, ponder)| Answer::BestMove(BestMove { best, ponder })),
        info().prop_map(|info| Answer::Info(Box::new(info))),
        option().prop_map(Answer::Option),
        status().prop_map(Answer::CopyProtection),
        status().prop_map(Answer::Registration),
        words().prop_map(Answer::Unknown),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(5_000) })]

    #[test]
    fn commands_are_read_as_they_are_written(command in command()) {
        prop_assert_eq!(command.to_string().parse::<Command>(), Ok(command));
    }

    #[test]
    fn answers_are_read_as_they_are_written(answer in answer()) {
        prop_assert_eq!(answer.to_string().parse::<Answer>(), Ok(answer));
    }
}
