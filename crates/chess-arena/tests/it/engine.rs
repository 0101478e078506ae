//! Engines that a shell plays: each way to fail has its name, and options are checked before they are set.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use chess_arena::chess_movegen::{GameState, Position};
use chess_arena::chess_uci::Go;
use chess_arena::engine::{Client, EngineSpec, Fault, MoveTime, StartError, Supervisor};

const SHORT: Duration = Duration::from_millis(50);

/// An engine that knows the options below, and answers `go` by these lines of a shell.
fn engine(settings: &str, go: &str) -> Result<Client, StartError> {
    let script = format!(
        "while read -r w rest; do case $w in uci) echo id name Script; echo option name Hash type spin \
         default 1 min 1 max 64; echo option name Style type combo default calm var calm var wild; echo \
         option name UCI_LimitStrength type check; echo uciok;; isready) echo readyok;; go) {go};; quit) exit;; esac; done"
    );
    let mut spec: EngineSpec = format!("sh; {settings}").parse().unwrap();
    spec.command.extend(["-c".to_owned(), script]);
    Client::start(&spec, false, Duration::from_millis(1500))
}

fn answer(go: &str, time: MoveTime) -> Result<String, String> {
    let mut client = engine("", go).unwrap();
    client.new_game(&AtomicBool::new(false)).unwrap();
    let game = GameState::new(Position::START);
    let choice = client.choose(&game, &Go::default(), time, &AtomicBool::new(false), |_| ());
    choice.map(|choice| choice.mv.to_string()).map_err(|fault| fault.to_string())
}

#[test]
fn an_engine_answers_or_fails_in_one_of_its_ways() {
    let second = MoveTime::Within(Duration::from_secs(1));
    let stoppable = "while read -r w; do if [ $w = stop ]; then echo bestmove d2d4; break; fi; done";
    assert_eq!(answer(stoppable, MoveTime::Until(Duration::from_millis(60))), Ok("d2d4".to_owned()));
    let pondering = "while read -r w; do if [ $w = isready ]; then echo readyok; fi; done";
    assert_eq!(answer("echo info depth 1; echo bestmove e2e4", second), Ok("e2e4".to_owned()));
    // Silent for longer than its patience, but ready when it is asked.
    let slow = "read -r w; echo readyok; sleep 1; echo bestmove e2e4";
    assert_eq!(answer(slow, MoveTime::Within(Duration::from_secs(9))), Ok("e2e4".to_owned()));
    for (go, time, fault) in [
        ("echo bestmove e2e5", second, "illegal move: bestmove e2e5 in rnbq"),
        ("echo bestmove 0000", second, "illegal move: bestmove 0000 in rnbq"),
        ("echo bestmove '(none)'", second, "illegal move: bestmove (none) in rnbq"),
        (
            "echo bestmove nonsense",
            MoveTime::WhileTelling,
            "illegal move: the engine sent \"bestmove nonsense\": ",
        ),
        ("echo out of luck >&2; exit 3", second, "crash: the engine has ended with exit code 3: out of luck"),
        (
            "printf 'Error: odd\\n\\nSee --help' >&2; exit 3",
            second,
            "crash: the engine has ended with exit code 3: Error: odd",
        ),
        ("kill -SEGV $$", second, "crash: the engine has ended with signal: 11 (SIGSEGV)"),
        (pondering, MoveTime::WhileTelling, "stalled connection: no output for "),
        ("sleep 9", MoveTime::WhileTelling, "stalled connection: no output for "),
        ("sleep 9", MoveTime::Until(Duration::ZERO), "stalled connection: no move for 1.5 s after stop"),
        (
            pondering,
            MoveTime::Until(Duration::from_millis(60)),
            "stalled connection: no move for 1.5 s after",
        ),
        (
            "while echo info depth 1; do :; done",
            MoveTime::Until(Duration::ZERO),
            "stalled connection: no move for 1.5",
        ),
        ("sleep 9", MoveTime::Within(Duration::from_millis(60)), "time forfeit: no move after "),
        ("while echo info depth 1; do :; done", MoveTime::WhileTelling, "stalled connection: no news for "),
        // Lines without end: of a search, as fast as they come, and of another kind, which do not start the wait anew.
        ("yes info depth 1", MoveTime::Within(Duration::from_millis(60)), "time forfeit: no move after "),
        (
            "while sleep 0.02; do echo noise; done",
            MoveTime::WhileTelling,
            "stalled connection: no output for ",
        ),
        (
            "while sleep 0.02; do echo readyok; done",
            MoveTime::WhileTelling,
            "stalled connection: no output for ",
        ),
    ] {
        let found = answer(go, time).unwrap_err();
        assert!(found.starts_with(fault), "{found}");
    }
}

#[test]
fn a_second_move_is_none_of_the_next_search() {
    let go =
        "n=$((n + 1)); case $n in 1) echo bestmove e2e4; echo bestmove e2e4;; *) echo bestmove g1f3;; esac";
    let mut client = engine("", go).unwrap();
    let (mut game, stop) = (GameState::new(Position::START), AtomicBool::new(false));
    let mut moves = Vec::new();
    for time in [MoveTime::WhileTelling, MoveTime::Within(Duration::from_secs(9))] {
        moves.push(client.choose(&game, &Go::default(), time, &stop, |_| ()).unwrap().mv.to_string());
        game = GameState::new(Position::START);
    }
    assert_eq!(moves, ["e2e4", "g1f3"]);
}

/// It is ended by its first fault, and starts again when it is needed: for a second attempt at once.
#[test]
fn a_supervisor_starts_an_engine_once_more() {
    let folder = tempfile::tempdir().unwrap();
    let starts = folder.path().join("starts");
    let spec = |go: &str| {
        let script = format!(
            "echo >> {}; while read -r w rest; do case $w in uci) echo id name Script; echo uciok;; isready) echo \
             readyok;; go) {go};; quit) exit;; esac; done",
            starts.display()
        );
        EngineSpec { command: ["sh", "-c", &script].map(str::to_owned).to_vec(), ..EngineSpec::default() }
    };
    let count = || std::fs::read_to_string(&starts).map_or(0, |text| text.lines().count());
    let (game, stop) = (GameState::new(Position::START), AtomicBool::new(false));
    let within = MoveTime::Within(Duration::from_secs(9));
    let first = format!("if [ $(wc -l < {}) = 1 ]; then exit 3; fi; echo bestmove e2e4", starts.display());
    for (go, time, found, begun) in [
        ("echo bestmove e2e4", within, Ok(None), 1),
        (&first, within, Ok(Some("crash: the engine has ended with exit code 3")), 2),
        ("exit 4", within, Err("crash: the engine has ended with exit code 4"), 2),
        ("sleep 9", MoveTime::WhileTelling, Err("stalled connection: no output for "), 2),
        ("echo bestmove e2e5", within, Err("illegal move: bestmove e2e5 in "), 2),
        // Its time is over.
        ("sleep 9", MoveTime::Within(Duration::from_millis(60)), Err("time forfeit: no move after "), 1),
    ] {
        drop(std::fs::remove_file(&starts));
        let mut engine = Supervisor::new(spec(go), false, Duration::from_millis(800));
        assert_eq!((engine.name(), engine.running().is_none()), ("", true));
        let done = engine.twice(|client| client.choose(&game, &Go::default(), time, &stop, |_| ()));
        let done = done.map(|(_, fault)| fault.map(|fault| fault.to_string()));
        let done = done.map_err(|fault| fault.to_string());
        let is_as_found = match (&done, found) {
            (Ok(None), Ok(None)) => true,
            (Ok(Some(fault)), Ok(Some(found))) | (Err(fault), Err(found)) => fault.starts_with(found),
            _ => false,
        };
        assert!(is_as_found, "{go}: {done:?}");
        assert_eq!((count(), engine.running().is_some()), (begun, done.is_ok()), "{go}");
        assert_eq!(engine.name(), "Script");
        engine.once(|client| client.new_game(&stop)).unwrap();
        assert_eq!(count(), begun + usize::from(done.is_err()), "{go}");
        engine.set_chess960(false);
        assert!(engine.running().is_some());
        engine.set_chess960(true);
        assert!(engine.running().is_none() && engine.client().is_err());
    }
}

#[test]
fn options_are_those_that_the_engine_has() {
    let complaint = |settings| engine(settings, "").map(|_| ()).map_err(|error| error.to_string());
    assert_eq!(complaint("hash=64; Style=WILD; name=x"), Ok(()));
    for (settings, text) in [
        ("Hash=65", "Script: option Hash must be an integer from 1 to 64, got \"65\""),
        ("Style=odd; name=x", "x: option Style must be one of calm, wild, got \"odd\""),
        ("Threads=1", "Script has no option Threads; it has Hash, Style, UCI_LimitStrength"),
    ] {
        assert_eq!(complaint(settings), Err(text.to_owned()));
    }
    let weak = complaint("UCI_Elo=1000").unwrap_err();
    assert!(weak.ends_with(": UCI_Elo has no effect without UCI_LimitStrength=true"), "{weak}");
    let missing: EngineSpec = "./no-such-engine".parse().unwrap();
    let error = Client::start(&missing, false, SHORT).unwrap_err().to_string();
    assert!(error.starts_with("./no-such-engine: the engine cannot be started: "), "{error}");
    let silent: EngineSpec = "sleep 9".parse().unwrap();
    let error = Client::start(&silent, false, SHORT).unwrap_err().to_string();
    assert_eq!(error, "sleep 9: the engine did not answer in time (uciok)");
}

/// The options come before the first game. Nobody asks during a search whether an engine is there that answers in time.
#[test]
fn an_engine_is_told_its_options_and_each_game() {
    let folder = tempfile::tempdir().unwrap();
    let script = "while read -r line; do echo \"$line\" >>told; case $line in uci) echo option name Hash type spin \
         default 1 min 1 max 64; echo option name UCI_Chess960 type check; echo uciok;; isready) echo readyok;; \
         go*) sleep 0.1; echo bestmove e2e4;; esac; done";
    let mut spec: EngineSpec = "sh; hash=64".parse().unwrap();
    spec.command.extend(["-c".to_owned(), script.to_owned()]);
    spec.folder = Some(folder.path().to_owned());
    let mut client = Client::start(&spec, true, Duration::from_secs(60)).unwrap();
    let (game, stop) = (GameState::new(Position::START), AtomicBool::new(false));
    for _ in 0..2 {
        client.new_game(&stop).unwrap();
        let go = Go { nodes: Some(1), ..Go::default() };
        let within = MoveTime::Within(Duration::from_secs(60));
        client.choose(&game, &go, within, &stop, |_| ()).unwrap();
    }
    client.new_game(&stop).unwrap();
    let told = std::fs::read_to_string(folder.path().join("told")).unwrap();
    let options = "uci\nsetoption name UCI_Chess960 value true\nsetoption name hash value 64\nisready\n";
    let begun = "ucinewgame\nisready\n";
    let game = format!("{begun}position startpos\nisready\ngo nodes 1\n");
    assert_eq!(told, format!("{options}{game}{game}{begun}"));
}

#[test]
fn a_search_is_stopped_by_its_caller() {
    let mut client = engine("", "sleep 9").unwrap();
    let game = GameState::new(Position::START);
    let choice = client.choose(&game, &Go::default(), MoveTime::WhileTelling, &AtomicBool::new(true), |_| ());
    assert_eq!(choice.unwrap_err(), Fault::Stopped);
    // Also before a game.
    let mut spec: EngineSpec = "sh".parse().unwrap();
    let script = "while read -r w; do case $w in uci) echo uciok;; isready) if [ $n ]; then :; else n=1; echo readyok; fi;; esac; done";
    spec.command.extend(["-c".to_owned(), script.to_owned()]);
    let mut client = Client::start(&spec, false, Duration::from_secs(60)).unwrap();
    assert_eq!(client.new_game(&AtomicBool::new(true)).unwrap_err(), Fault::Stopped);
}
