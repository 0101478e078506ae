//! The client, and engines that a shell plays.

#![cfg(unix)]

use std::process::Command as Program;
use std::time::{Duration, Instant};

use chess_uci::client::{ClientError, EngineProcess};
use chess_uci::{Answer, Command, Go, Id, OptionKind, Score, read_move};

const SECONDS: Duration = Duration::from_secs(20);
const SHORT: Duration = Duration::from_millis(50);

/// An engine that answers each command as these lines of a shell's `case` say.
fn engine(cases: &str) -> Program {
    let script = format!(
        "echo greeting; while read -r line; do case $line in\n\
        uci) echo 'id name Shell 1'; echo 'id author nobody'; echo 'option name Hash type spin default 1 min 1 max 9'; \
        echo 'option name broken'; echo uciok;;\n\
        isready) echo readyok;;\n{cases}\nquit) exit 3;; esac; done"
    );
    let mut program = Program::new("sh");
    program.args(["-c", &script]);
    program
}

#[test]
fn a_search_from_start_to_end() {
    let cases = "go*) echo 'info depth 1 score cp 7 pv e2e4'; echo 'info nodes ?'; echo noise; echo 'bestmove e2e4 ponder e7e5';;";
    let mut engine = EngineProcess::start(engine(cases), SECONDS).unwrap();
    assert_eq!((engine.name(), engine.author()), ("Shell 1", "nobody"));
    assert_eq!(engine.options().len(), 1);
    assert_eq!(engine.option("hash").unwrap().kind, OptionKind::Spin { default: 1, min: 1, max: 9 });
    engine.set_option("Hash", "3").unwrap();
    engine.new_game(SECONDS).unwrap();
    let mut infos = Vec::new();
    let best = engine.go(&Go::default(), SECONDS, |info| infos.push(info.clone())).unwrap();
    assert_eq!((best.best, best.ponder), (read_move("e2e4").ok(), read_move("e7e5").ok()));
    assert_eq!((infos.len(), infos[0].score), (2, Some(Score::centipawns(7))));
    assert_eq!(engine.quit(SECONDS).unwrap().code(), Some(3));
}

#[test]
fn waiting_ends() {
    let mut engine = EngineProcess::start(engine("stop) echo 'bestmove (none)';;"), SECONDS).unwrap();
    let begun = Instant::now();
    let error = engine.go(&Go::default(), SHORT, |_| ()).unwrap_err();
    assert!(matches!(error, ClientError::TimeOut { awaited: "bestmove" }), "{error}");
    assert!(begun.elapsed() >= SHORT && begun.elapsed() < SECONDS);
    engine.send(&Command::Stop).unwrap();
    assert_eq!(engine.best_move(SECONDS, |_| ()).unwrap().best, None);
}

#[test]
fn an_engine_that_ends() {
    let mut engine = EngineProcess::start(engine("go*) exit 0;;"), SECONDS).unwrap();
    let error = engine.go(&Go::default(), SECONDS, |_| ()).unwrap_err();
    assert!(matches!(error, ClientError::Ended), "{error}");
    let mut silent = Program::new("sh");
    silent.args(["-c", "exit 0"]);
    assert!(EngineProcess::start(silent, SECONDS).is_err());
    let missing = EngineProcess::start(Program::new("./no such engine"), SECONDS).unwrap_err();
    assert!(matches!(missing, ClientError::Start(_)), "{missing}");
}

#[test]
fn an_engine_that_does_not_end_is_killed() {
    let engine = EngineProcess::start(engine("quit) sleep 60;;"), SECONDS).unwrap();
    let begun = Instant::now();
    assert!(matches!(engine.quit(SHORT), Err(ClientError::TimeOut { awaited: "exit" })));
    assert!(begun.elapsed() < SECONDS);
}

#[test]
fn a_wrong_best_move_is_an_error() {
    let mut engine = EngineProcess::start(engine("go*) echo 'bestmove castles';;"), SECONDS).unwrap();
    let error = engine.go(&Go::default(), SECONDS, |_| ()).unwrap_err();
    assert!(matches!(&error, ClientError::Answer { line, .. } if line == "bestmove castles"), "{error}");
}

#[test]
fn lines_are_received_one_by_one() {
    let mut engine = EngineProcess::start(engine("hello) echo 'id name Again';;"), SECONDS).unwrap();
    engine.send(&Command::Unknown("hello\nquit".into())).unwrap();
    assert!(engine.receive(SHORT).is_err(), "the line is one line");
    engine.send(&Command::Unknown("hello".into())).unwrap();
    assert_eq!(engine.receive(SECONDS).unwrap(), Answer::Id(Id::Name("Again".into())));
}
