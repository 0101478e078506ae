//! Engines with faults: what each of the three commands that wait for engines does with them.

use std::fs;
use std::sync::Arc;
use std::time::{Duration, Instant};

use chess_arena::analysis::{Analyst, analyse, settings};
use chess_arena::engine::{Client, EngineSpec, Line, Search};
use chess_arena::own::Own;
use chess_movegen::GameState;
use chess_search::engine::Signals;
use chess_uci::{Bound, Go};

use crate::matches::script;
use crate::run::{Run, chess, chess_with_input, file};

/// The time that a run may take on a machine with other work.
const LONG: Duration = Duration::from_secs(30);

/// Runs a command, which ends soon.
fn soon(args: &[&str], input: &str) -> Run {
    let begun = Instant::now();
    let run = chess_with_input(args, input);
    assert!(begun.elapsed() < LONG, "{args:?}: {:?}", begun.elapsed());
    run
}

/// The name of an engine, what it does after `go`, and its fault in a search that only nodes limit and in one with a time; in a match, an engine
/// loses on time instead of being told to stop. No fault means that it moves.
const ENGINES: [(&str, &str, [&str; 2]); 11] = [
    ("deaf", ":", [SILENT, UNSTOPPED]),
    ("asleep", "sleep 60", [SILENT, UNSTOPPED]),
    // What the rules forbid is that a line starts the wait anew; only the flood writes as fast as it can, which takes both processors.
    ("ready", "while sleep 0.02; do echo readyok; done", [SILENT, UNSTOPPED]),
    ("noisy", "while sleep 0.02; do echo noise; done", [SILENT, UNSTOPPED]),
    // As long as it reports something new, nodes alone do not end the wait.
    ("flood", "yes info depth 1", [SAME, UNSTOPPED]),
    ("counter", "while :; do n=$((n + 1)); echo info depth $n; done", ["", UNSTOPPED]),
    ("crash", "echo last words >&2; exit 3", [CRASH; 2]),
    ("killed", "kill -9 $$", ["crash: the engine has ended with signal: 9 (SIGKILL)"; 2]),
    ("illegal", "echo bestmove e2e5", ["illegal move: bestmove e2e5 in "; 2]),
    ("none", "echo 'bestmove (none)'", ["illegal move: bestmove (none) in "; 2]),
    ("nonsense", "echo bestmove castles", ["illegal move: the engine sent \"bestmove castles\": "; 2]),
];

const SILENT: &str = "stalled connection: no output for ";
const SAME: &str = "stalled connection: no news for ";
const UNSTOPPED: &str = "stalled connection: no move for ";
const CRASH: &str = "crash: the engine has ended with exit code 3: last words";

#[test]
fn a_match_counts_the_fault_and_continues() {
    for (name, go, faults) in ENGINES {
        for (limit, fault) in
            ["nodes=5", "movetime=30"].into_iter().zip(faults).filter(|(_, it)| !it.is_empty())
        {
            let fault = if fault == UNSTOPPED { "time forfeit: no move after " } else { fault };
            let engine = format!("{}; {limit}", script(&format!("match_{name}"), go));
            let run = soon(&["match", &engine, "random", "--games", "2", "--timeout", "0.5", "--json"], "");
            let report = run.json();
            assert_eq!(
                (run.code, &report["games"], &report["engines"][0]["losses"]),
                (Some(0), &2.into(), &2.into())
            );
            for found in report["faults"].as_array().unwrap() {
                let found = found["message"].as_str().unwrap();
                assert!(found.starts_with(fault), "{name} {limit}: {found}");
            }
        }
    }
}

/// One more start, and then an error: for a position, for a game, and in a game against a person.
#[test]
fn analyse_and_play_start_the_engine_once_more() {
    let games = file("engines.pgn", "1. e4 e5 *\n");
    for (name, go, faults) in ENGINES {
        let starts = file(&format!("engines_{name}"), "");
        let engine = script(&format!("analyse_{name}"), go);
        let path = engine.strip_prefix("sh ").unwrap();
        fs::write(path, format!("echo >> {starts}; {}", fs::read_to_string(path).unwrap())).unwrap();
        let own = ["--engine", &engine, "--timeout", "0.5"];
        for (limit, fault) in
            [["--nodes", "5"], ["--movetime", "30"]].into_iter().zip(faults).filter(|(_, it)| !it.is_empty())
        {
            let playing = format!("{engine}; nodes=5");
            let playing = match limit {
                ["--nodes", _] => ["play", "--engine", &playing, "--timeout", "0.5"].to_vec(),
                _ => [&["play", "--seconds", "0.03"][..], &own].concat(),
            };
            for (args, input) in [
                ([&["analyse"][..], &own, &limit].concat(), ""),
                ([&["analyse", &games][..], &own, &limit].concat(), ""),
                (playing, "e4\n"),
            ] {
                fs::write(&starts, "").unwrap();
                let run = soon(&args, input);
                let errors: Vec<&str> = run.stderr.lines().filter(|line| line.contains("error: ")).collect();
                assert!(
                    run.code == Some(1) && errors.len() == 1 && errors[0].contains(fault),
                    "{args:?}: {}",
                    run.stderr
                );
                assert_eq!(
                    fs::read_to_string(&starts).unwrap().lines().count(),
                    2,
                    "{args:?}: {}",
                    run.stderr
                );
            }
        }
    }
}

/// The same lines and moves, but for times.
#[test]
fn the_engine_without_a_process_is_that_of_uci() {
    let command = [env!("CARGO_BIN_EXE_chess"), "uci"].map(str::to_owned).to_vec();
    let options = vec![("Hash".to_owned(), "2".to_owned()), ("UCI_ShowWDL".to_owned(), "true".to_owned())];
    let spec = EngineSpec { command, options: options.clone(), ..EngineSpec::default() };
    let mut client = Client::start(&spec, false, LONG).unwrap();
    let mut own = Own::new().unwrap();
    assert_eq!(own.configure(&options).unwrap(), Vec::<String>::new());
    assert_eq!((client.name(), client.author(), client.options()), (Own::NAME, Own::AUTHOR, own.options()));
    let (halt, stop) = Default::default();
    for (number, fen) in [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b KQkq - 0 1",
        "nrbkqnrb/pppppppp/8/8/8/8/PPPPPPPP/NRBK2RB w KQkq - 0 1",
        "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        "7k/8/8/8/8/8/1q6/K7 w - - 0 1",
    ]
    .iter()
    .enumerate()
    {
        let game = GameState::new(fen.parse().unwrap());
        let go = Go { nodes: Some(5000), depth: Some(9), ..Go::default() };
        let search = Search { go, lines: 1 + number as u32 % 3, ..Search::default() };
        client.new_game(&stop).unwrap();
        own.new_game();
        let (mut theirs, mut ours) = (Vec::new(), Vec::new());
        let timeless = |line: &Line| {
            let mut line = line.clone();
            (line.time, line.nps) = (None, None);
            line
        };
        let their = client.search(&game, &search, &halt, &stop, |line| theirs.push(timeless(line))).unwrap();
        let our = own.search(&game, &search, &Signals::new(), |line| ours.push(timeless(line)));
        // A process reports bounds after a second only.
        ours.retain(|line| line.bound == Bound::Exact);
        theirs.retain(|line| line.bound == Bound::Exact);
        assert_eq!(theirs, ours, "{fen}");
        assert_eq!(
            (their.mv, their.ponder, their.lines.len()),
            (our.mv, our.ponder, our.lines.len()),
            "{fen}"
        );
    }
}

/// A game that the engine without a process annotates is the same as by the program.
#[test]
fn games_are_annotated_alike_without_a_process() {
    let text = "[White \"A\"]\n[Black \"B\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Qh5 Ke7 3. Qxe5# 1-0\n";
    let games = file("engines_alike.pgn", text);
    let run = chess(&["analyse", &games, "--nodes", "3000"]);
    let go = Go { nodes: Some(3000), ..Go::default() };
    let mut analyst = Analyst::own(Own::new().unwrap(), go.clone(), Arc::default());
    let mut analysed = analyse(text.parse().unwrap(), &mut analyst, None, || ()).unwrap();
    analysed.annotate(analyst.name(), &settings(analyst.name(), &go, &[]));
    assert_eq!((run.code, run.stdout.trim_end()), (Some(0), analysed.game.to_string().trim_end()));
    assert!(run.stdout.contains("Blunder."), "{}", run.stdout);
}

/// A move that nobody asked for, at once or later, is none of the next search.
#[test]
fn the_second_of_two_moves_is_dropped() {
    let engine = script(
        "twice",
        "n=$((n + 1)); case $n in 1) m=e2e4;; 2) m=e7e5;; *) m=g1f3;; esac; echo info depth 1 score cp $n pv $m; echo bestmove $m; echo \
         bestmove $m",
    );
    let games = file("engines_twice.pgn", "1. e4 e5 *\n");
    let run = chess(&["analyse", &games, "--engine", &engine, "--nodes", "5", "--timeout", "9"]);
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""));
    let text = run.stdout.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(text.contains("1. e4 {[%eval -0.02,1]} 1... e5 {[%eval 0.03,1]} *"), "{text}");
    let engine = script(
        "twice_black",
        "n=$((n + 1)); case $n in 1) m=e7e5;; *) m=b8c6;; esac; echo bestmove $m; echo bestmove $m",
    );
    let run = chess_with_input(&["play", "--engine", &format!("{engine}; nodes=5")], "e4\nNf3\npgn\n");
    assert!(
        run.code == Some(0) && run.stdout.contains("1. e4 e5 2. Nf3 Nc6"),
        "{}{}",
        run.stdout,
        run.stderr
    );
}
