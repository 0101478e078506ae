//! Tests of the public interface. This file tests round trips; the others expect given texts.

mod answers;
#[cfg(feature = "std")]
mod client;
mod commands;

use std::time::Duration;

use chess_testkit::Random;
use chess_uci::{
    Answer, BestMove, Bound, Command, CurrentLine, EngineOption, Go, Id, Info, OptionKind, Position,
    PositionCommand, Refutation, Register, Score, SetOption, Status, UciMove, Value, Wdl,
};

/// Any move that has a spelling.
fn a_move(random: &mut Random) -> UciMove {
    loop {
        let [from, to] = [(); 2].map(|()| random.square());
        let promotion = random.pick(&["", "n", "b", "r", "q"]);
        if let Ok(mv) = format!("{from}{to}{promotion}").parse() {
            return mv;
        }
    }
}

fn moves(random: &mut Random) -> Vec<UciMove> {
    (0..random.below(9)).map(|_| a_move(random)).collect()
}

/// Words with one space between each two, none of which begins a field.
fn words(random: &mut Random) -> String {
    let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.:\\é♞";
    let words: Vec<String> = (0..=random.below(3)).map(|_| random.text(letters, 1..=8)).collect();
    words.join(" ")
}

/// Any text without white space around it that stays on its line.
fn text(random: &mut Random) -> String {
    loop {
        let count = 1 + random.below(22);
        let text: String = (0..count).map(|_| random.character()).filter(|it| !it.is_control()).collect();
        if !text.trim().is_empty() {
            return text.trim().to_owned();
        }
    }
}

fn yes(random: &mut Random) -> bool {
    random.below(2) == 0
}

fn number(random: &mut Random) -> u32 {
    random.word() as u32
}

fn time(random: &mut Random) -> Duration {
    Duration::from_millis(random.word())
}

/// A value or none.
fn of<T>(random: &mut Random, value: fn(&mut Random) -> T) -> Option<T> {
    yes(random).then(|| value(random))
}

fn position(random: &mut Random) -> PositionCommand {
    let start = Position::chess960(random.below(961) as u16).unwrap_or(Position::START);
    PositionCommand { start, moves: moves(random) }
}

fn go(random: &mut Random) -> Go {
    let mut searchmoves = Vec::new();
    for mv in moves(random) {
        if !searchmoves.contains(&mv) {
            searchmoves.push(mv);
        }
    }
    Go {
        searchmoves,
        ponder: yes(random),
        wtime: of(random, time),
        btime: of(random, time),
        winc: of(random, time),
        binc: of(random, time),
        movestogo: of(random, number),
        depth: of(random, number),
        nodes: of(random, Random::word),
        mate: of(random, number),
        movetime: of(random, time),
        infinite: yes(random),
        perft: of(random, number),
    }
}

fn command(random: &mut Random) -> Command {
    match random.below(13) {
        0 => Command::Uci,
        1 => Command::Debug(yes(random)),
        2 => Command::IsReady,
        3 => Command::NewGame,
        4 => Command::Stop,
        5 => Command::PonderHit,
        6 => Command::Quit,
        7 => Command::Register(Register::Later),
        8 => Command::Register(Register::As { name: words(random), code: words(random) }),
        9 => Command::SetOption(SetOption { name: words(random), value: of(random, text) }),
        10 => Command::Position(position(random)),
        11 => Command::Go(go(random)),
        _ => Command::Unknown(words(random)),
    }
}

fn score(random: &mut Random) -> Score {
    let kind = random.pick::<fn(i32) -> Value>(&[Value::Centipawns, Value::Mate]);
    Score {
        value: kind(random.word() as i32),
        bound: random.pick(&[Bound::Exact, Bound::Lower, Bound::Upper]),
    }
}

fn info(random: &mut Random) -> Info {
    Info {
        depth: of(random, number),
        seldepth: of(random, number),
        multipv: of(random, number),
        score: of(random, score),
        wdl: of(random, |it| Wdl { win: number(it), draw: number(it), loss: number(it) }),
        nodes: of(random, Random::word),
        nps: of(random, Random::word),
        hashfull: of(random, number),
        tbhits: of(random, Random::word),
        time: of(random, time),
        currmove: of(random, a_move),
        currmovenumber: of(random, number),
        cpuload: of(random, number),
        refutation: of(random, |it| Refutation { mv: a_move(it), line: moves(it) }),
        currline: of(random, |it| CurrentLine { cpu: of(it, number), moves: moves(it) }),
        pv: moves(random),
        string: of(random, text),
    }
}

fn option(random: &mut Random) -> EngineOption {
    let kind = match random.below(5) {
        0 => OptionKind::Check { default: yes(random) },
        1 => {
            let [default, min, max] = [(); 3].map(|()| i64::from(random.word() as i32));
            OptionKind::Spin { default, min, max }
        }
        2 => {
            let vars = (0..random.below(4)).map(|_| words(random)).collect();
            OptionKind::Combo { default: words(random), vars }
        }
        3 => OptionKind::Button,
        _ => OptionKind::String { default: of(random, text).unwrap_or_default() },
    };
    EngineOption { name: words(random), kind }
}

fn answer(random: &mut Random) -> Answer {
    let status = random.pick(&[Status::Checking, Status::Ok, Status::Error]);
    match random.below(10) {
        0 => Answer::Id(Id::Name(text(random))),
        1 => Answer::Id(Id::Author(text(random))),
        2 => Answer::UciOk,
        3 => Answer::ReadyOk,
        4 => Answer::BestMove(BestMove { best: of(random, a_move), ponder: of(random, a_move) }),
        5 => Answer::Info(Box::new(info(random))),
        6 => Answer::Option(option(random)),
        7 => Answer::CopyProtection(status),
        8 => Answer::Registration(status),
        _ => Answer::Unknown(words(random)),
    }
}

#[test]
fn commands_are_read_as_they_are_written() {
    for mut random in Random::cases(5_000) {
        let command = command(&mut random);
        assert_eq!(command.to_string().parse::<Command>(), Ok(command));
    }
}

#[test]
fn answers_are_read_as_they_are_written() {
    for mut random in Random::cases(5_000) {
        let answer = answer(&mut random);
        assert_eq!(answer.to_string().parse::<Answer>(), Ok(answer));
    }
}
