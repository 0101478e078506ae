//! The client, and engines that a shell plays.

#![cfg(unix)]

use std::error::Error;
use std::process::Command as Program;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
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

/// An engine that sends lines without end gives no other answer.
#[test]
fn waiting_ends_although_lines_come() {
    for (case, awaited) in [("isready) yes noise;;", "readyok"), ("go*) yes info depth 1;;", "bestmove")] {
        let script = format!("echo uciok; while read -r line; do case $line in {case} esac; done");
        let mut program = Program::new("sh");
        program.args(["-c", &script]);
        let mut engine = EngineProcess::start(program, SECONDS).unwrap();
        let begun = Instant::now();
        let error = match awaited {
            "readyok" => engine.ready(SHORT).unwrap_err(),
            _ => engine.go(&Go::default(), SHORT, |_| ()).unwrap_err(),
        };
        assert!(matches!(error, ClientError::TimeOut { awaited: found } if found == awaited), "{error}");
        assert!(begun.elapsed() >= SHORT && begun.elapsed() < SECONDS);
    }
    let mut flood = Program::new("sh");
    flood.args(["-c", "yes option name Hash type check"]);
    let error = EngineProcess::start(flood, Duration::from_millis(300)).unwrap_err();
    assert!(matches!(error, ClientError::TimeOut { awaited: "uciok" }), "{error}");
}

#[test]
fn waiting_is_ended_by_its_caller() {
    let ended = |wait: &mut dyn FnMut(&AtomicBool) -> Result<(), ClientError>| {
        let (stop, begun) = (AtomicBool::new(false), Instant::now());
        thread::scope(|scope| {
            scope.spawn(|| {
                thread::sleep(SHORT);
                stop.store(true, Ordering::Relaxed);
            });
            assert!(matches!(wait(&stop), Err(ClientError::Stopped)));
        });
        assert!(begun.elapsed() >= SHORT && begun.elapsed() < SECONDS / 2);
    };
    for script in ["sleep 60", "yes id name Noise"] {
        ended(&mut |stop| {
            let mut silent = Program::new("sh");
            silent.args(["-c", script]);
            EngineProcess::start_until(silent, SECONDS, Box::new(|_, _| ()), stop).map(drop)
        });
    }
    let script = "read -r line; echo uciok; sleep 60";
    let mut silent = Program::new("sh");
    silent.args(["-c", script]);
    let mut engine = EngineProcess::start(silent, SECONDS).unwrap();
    ended(&mut |stop| engine.ready_until(SECONDS, stop));
}

#[test]
fn an_engine_that_ends() {
    let mut engine = EngineProcess::start(engine("go*) exit 0;;"), SECONDS).unwrap();
    let error = engine.go(&Go::default(), SECONDS, |_| ()).unwrap_err();
    assert!(matches!(error, ClientError::Ended(Some(status)) if status.success()), "{error}");
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

/// The name in the next answer, in which the engines of the tests report their state.
fn name(engine: &mut EngineProcess) -> String {
    match engine.receive(SECONDS).unwrap() {
        Answer::Id(Id::Name(name)) => name,
        answer => panic!("{answer}"),
    }
}

#[test]
fn every_command_reaches_the_engine_in_its_order() {
    let cases = "ucinewgame) heard=$heard/$line; fresh=yes;; log) echo \"id name $heard\";; *) heard=\"$heard/$line\";;";
    let mut engine = EngineProcess::start(engine(cases), SECONDS).unwrap();
    engine.set_option("Skill Level", "3").unwrap();
    engine.new_game(SECONDS).unwrap();
    let Ok(Command::Position(position)) = "position startpos moves e2e4".parse() else { panic!() };
    engine.position(&position).unwrap();
    engine.send(&Command::Unknown("log".into())).unwrap();
    let heard = "/setoption name Skill Level value 3/ucinewgame/position startpos moves e2e4";
    assert_eq!(name(&mut engine), heard);
}

#[test]
fn an_engine_is_ready_when_it_says_so() {
    // An answer other than `readyok` does not count as ready.
    let mut program = Program::new("sh");
    program.args([
        "-c",
        "echo uciok; while read -r line; do case $line in isready) echo 'info string soon';; esac; done",
    ]);
    let mut engine = EngineProcess::start(program, SECONDS).unwrap();
    for result in [engine.ready(SHORT), engine.new_game(SHORT)] {
        let error = result.unwrap_err();
        assert!(matches!(error, ClientError::TimeOut { awaited: "readyok" }), "{error}");
    }
}

#[test]
fn an_engine_that_talks_on_ends_all_the_same() {
    // More lines than the queue and the pipe hold.
    let cases = "talk) i=0; while [ $i -lt 4000 ]; do i=$((i+1)); echo \"info string $i ................................\
                 ..............................................................................\"; done;;";
    let mut engine = EngineProcess::start(engine(cases), SECONDS).unwrap();
    engine.send(&Command::Unknown("talk".into())).unwrap();
    assert_eq!(engine.quit(SECONDS).unwrap().code(), Some(3));
}

#[test]
fn an_engine_may_take_its_time_to_end() {
    let mut engine = EngineProcess::start(engine("quit) sleep 0.05; exit 4;;"), SECONDS).unwrap();
    assert_eq!(engine.end(SECONDS).unwrap().code(), Some(4));
    assert_eq!(engine.quit(SECONDS).unwrap().code(), Some(4));
}

#[test]
fn a_dropped_engine_is_gone() {
    let mut engine = EngineProcess::start(engine("pid) echo \"id name $$\";;"), SECONDS).unwrap();
    engine.send(&Command::Unknown("pid".into())).unwrap();
    let pid = name(&mut engine);
    let lives =
        || Program::new("sh").args(["-c", &format!("kill -0 {pid} 2>&1")]).output().unwrap().status.success();
    assert!(lives());
    drop(engine);
    assert!(!lives(), "a process that has ended and is not waited for has its number still");
}

#[test]
fn a_too_long_line_does_not_affect_the_next() {
    const MAX_LINE: usize = 1 << 20;
    let before = "id name ".len();
    let cases =
        "long*) printf 'id name '; head -c ${line#long } /dev/zero | tr '\\0' x; echo; echo 'id name next';;";
    let mut engine = EngineProcess::start(engine(cases), SECONDS).unwrap();
    // The line ends where the limit is, and one and many bytes behind it.
    for (count, kept) in [
        (MAX_LINE - before - 1, MAX_LINE - before - 1),
        (MAX_LINE - before, MAX_LINE - before),
        (MAX_LINE + 100_000, MAX_LINE - before),
    ] {
        engine.send(&Command::Unknown(format!("long {count}"))).unwrap();
        assert_eq!(name(&mut engine).len(), kept);
        assert_eq!(name(&mut engine), "next");
    }
}

#[test]
fn errors_say_what_happened_and_name_their_source() {
    let io = || std::io::Error::other("torn");
    let fault = "bestmove x".parse::<Answer>().unwrap_err();
    let told = format!("the engine sent \"bestmove x\": {fault}");
    let answer = ClientError::Answer { line: "bestmove x".into(), error: fault.clone() };
    for (error, text, source) in [
        (ClientError::Start(io()), "the engine cannot be started: torn", Some("torn")),
        (ClientError::Io(io()), "the engine cannot be reached: torn", Some("torn")),
        (ClientError::Ended(None), "the engine has ended", None),
        (ClientError::Stopped, "the wait for the engine was ended", None),
        (ClientError::TimeOut { awaited: "readyok" }, "the engine did not answer in time (readyok)", None),
        (answer, &told, Some(&*fault.to_string())),
    ] {
        assert_eq!(error.to_string(), text);
        assert_eq!(error.source().map(ToString::to_string).as_deref(), source, "{text}");
    }
}
