//! Searches with several lines, of engines that a shell plays and of the own engine.

#![cfg(unix)]

use std::fs;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use chess_arena::chess_movegen::{Color, GameState, Move, Position, PositionExt};
use chess_arena::chess_notation::Score;
use chess_arena::chess_uci::{Bound, Go};
use chess_arena::engine::{Client, EngineSpec, Fault, Found, Line, Search, SearchError};
use chess_arena::own::Own;
use chess_search::engine::{Engine, Limits, Signals};
use chess_search::score::moves_to_mate;
use chess_testkit::Random;
use tempfile::TempDir;

const PATIENCE: Duration = Duration::from_millis(1500);

/// Starts an engine that is a shell script in a folder. It writes each command it receives into the file `told`, and runs `go` for the command
/// `go`.
fn engine(folder: &TempDir, options: &str, go: &str) -> Client {
    let script = format!(
        "while read -r line; do echo \"$line\" >>told; case $line in uci) echo id name Script; echo id author Nobody; {options}
         echo uciok;; isready) echo readyok;; go*) {go};; esac; done"
    );
    let spec = EngineSpec {
        command: ["sh", "-c", &script].map(str::to_owned).to_vec(),
        folder: Some(folder.path().to_owned()),
        ..EngineSpec::default()
    };
    Client::start(&spec, false, PATIENCE).unwrap()
}

const OPTIONS: &str =
    "echo option name MultiPV type spin default 1 min 1 max 3; echo option name UCI_Chess960 type check;
    echo option name Hash type spin default 1 min 1 max 64; echo option name Clear Hash type button;";

fn nodes(nodes: u64, lines: u32) -> Search {
    Search { go: Go { nodes: Some(nodes), ..Go::default() }, lines, timeout: None }
}

fn search(client: &mut Client, game: &GameState, search: &Search) -> Result<(Found, Vec<Line>), SearchError> {
    let (halt, stop) = Default::default();
    let mut lines = Vec::new();
    let found = client.search(game, search, &halt, &stop, |line| lines.push(line.clone()))?;
    Ok((found, lines))
}

fn spelt(moves: &[Move]) -> String {
    moves.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

#[test]
fn lines_come_one_by_one_and_the_latest_of_each_rank_is_found() {
    let folder = tempfile::tempdir().unwrap();
    let go = "echo info depth 1 multipv 1 score cp 30 pv e2e4 e7e5; echo info string noise; echo info depth 1 multipv 2 score cp 20 pv d2d4;
        echo info depth 2 multipv 1 score cp 31 pv d2d4 d7d5 e7e5; echo info depth 2 multipv 2 score mate 9 pv e2e5;
        echo bestmove d2d4 ponder d7d5";
    let mut client = engine(&folder, OPTIONS, go);
    assert_eq!((client.name(), client.author(), client.options().len()), ("Script", "Nobody", 4));
    let game = GameState::default();
    let (found, lines) = search(&mut client, &game, &nodes(5, 2)).unwrap();
    let of = |line: &Line| (line.rank, line.depth, line.score, spelt(&line.moves));
    let cp = Score::Centipawns;
    let first = (1, 1, cp(30), "e2e4 e7e5".to_owned());
    let [second, third] = [(2, 1, cp(20), "d2d4".to_owned()), (1, 2, cp(31), "d2d4 d7d5".to_owned())];
    assert_eq!(lines.iter().map(of).collect::<Vec<_>>(), [first, second.clone(), third.clone()]);
    assert_eq!(found.lines.iter().map(of).collect::<Vec<_>>(), [third, second]);
    assert_eq!(
        (found.mv.unwrap().to_string(), found.ponder.unwrap().to_string()),
        ("d2d4".into(), "d7d5".into())
    );
    // The number of lines is sent when it changes.
    search(&mut client, &game, &nodes(6, 2)).unwrap();
    search(&mut client, &game, &nodes(7, 1)).unwrap();
    let error = search(&mut client, &game, &nodes(8, 4)).unwrap_err().to_string();
    assert_eq!(error, "Script: option MultiPV must be an integer from 1 to 3, got \"4\"");
    let told = fs::read_to_string(folder.path().join("told")).unwrap();
    let position = "position startpos\nisready\ngo nodes";
    let multi = "setoption name MultiPV value";
    assert_eq!(
        told,
        format!("uci\nisready\n{multi} 2\n{position} 5\n{position} 6\n{multi} 1\n{position} 7\n")
    );
    // An illegal reply is none.
    let mut client = engine(&tempfile::tempdir().unwrap(), "", "echo bestmove e2e4 ponder e2e4");
    let (found, _) = search(&mut client, &game, &nodes(5, 1)).unwrap();
    assert_eq!((found.mv.is_some(), found.ponder, found.lines.len()), (true, None, 0));
    let error = search(&mut client, &game, &nodes(5, 2)).unwrap_err().to_string();
    assert_eq!(error, "Script has no option MultiPV; it has none");
}

#[test]
fn options_are_set_together_or_not_at_all() {
    let folder = tempfile::tempdir().unwrap();
    let mut client = engine(&folder, OPTIONS, "echo bestmove e2e4");
    let stop = AtomicBool::new(false);
    let mut configure = |options: &[(&str, &str)]| {
        let options: Vec<_> =
            options.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
        client.configure(&options, &stop).map_err(|error| error.to_string())
    };
    let error = configure(&[("Hash", "3"), ("Clear Hash", ""), ("Threads", "1")]).unwrap_err();
    assert_eq!(error, "Script has no option Threads; it has MultiPV, UCI_Chess960, Hash, Clear Hash");
    let error = configure(&[("hash", "0")]).unwrap_err();
    assert_eq!(error, "Script: option hash must be an integer from 1 to 64, got \"0\"");
    configure(&[("hash", "3"), ("Clear Hash", "")]).unwrap();
    let told = fs::read_to_string(folder.path().join("told")).unwrap();
    assert!(
        told.starts_with("uci\nisready\nsetoption name hash value 3\nsetoption name Clear Hash"),
        "{told}"
    );
}

#[test]
fn chess960_is_set_for_the_games_that_need_it() {
    let folder = tempfile::tempdir().unwrap();
    let mut client = engine(
        &folder,
        OPTIONS,
        "case $(tail -n 3 told) in *' g1h1'*) echo bestmove a7a6;; *) echo bestmove a2a3;; esac",
    );
    let start = "nrbkqnrb/pppppppp/8/8/8/8/PPPPPPPP/NRBK2RB w KQkq - 0 1".parse().unwrap();
    let mut chess960 = GameState::new(start);
    search(&mut client, &chess960, &nodes(1, 1)).unwrap();
    let castling = chess960.position().legal_moves().into_iter().find(|mv| mv.is_castle()).unwrap();
    chess960.play(castling).unwrap();
    let standard = GameState::default();
    search(&mut client, &standard, &nodes(1, 1)).unwrap();
    search(&mut client, &standard, &nodes(1, 1)).unwrap();
    let told = fs::read_to_string(folder.path().join("told")).unwrap();
    let sets: Vec<_> = told.lines().filter(|line| line.starts_with("setoption")).collect();
    assert_eq!(sets, ["setoption name UCI_Chess960 value true", "setoption name UCI_Chess960 value false"]);
    // The whole game is sent, with its castling as the king taking its rook.
    drop(search(&mut client, &chess960, &nodes(1, 1)));
    let told = fs::read_to_string(folder.path().join("told")).unwrap();
    assert!(told.contains(&format!(" moves {}\n", castling.uci960())), "{told}");
    let mut client = engine(&tempfile::tempdir().unwrap(), "", "echo bestmove a2a3");
    let error = search(&mut client, &chess960, &nodes(1, 1)).unwrap_err().to_string();
    assert_eq!(error, "Script does not support Chess960 (no option UCI_Chess960)");
    assert!(search(&mut client, &standard, &nodes(1, 1)).is_ok());
}

#[test]
fn a_search_ends_by_its_time_out_whatever_comes() {
    let game = GameState::default();
    let floods = [
        "n=0; while :; do n=$((n + 1)); echo info depth 1 nodes $n score cp 1 pv e2e4; done",
        "yes info depth 1 score cp 1 pv e2e4",
        "yes noise",
        "sleep 9",
    ];
    for go in floods {
        let mut client = engine(&tempfile::tempdir().unwrap(), OPTIONS, go);
        let (begun, timeout) = (Instant::now(), Duration::from_millis(300));
        let error =
            search(&mut client, &game, &Search { timeout: Some(timeout), ..nodes(1, 1) }).unwrap_err();
        assert!(
            matches!(&error, SearchError::Fault(Fault::Time(reason)) if reason.starts_with("no move after 0.3")),
            "{error}"
        );
        assert!(begun.elapsed() >= timeout && begun.elapsed() < timeout + PATIENCE, "{:?}", begun.elapsed());
    }
    // Without a time-out, all but the first are ended since they report nothing new.
    for go in &floods[1..] {
        let mut client = engine(&tempfile::tempdir().unwrap(), OPTIONS, go);
        let error = search(&mut client, &game, &nodes(1, 1)).unwrap_err();
        assert!(matches!(error, SearchError::Fault(Fault::Hang(_))), "{go}: {error}");
    }
    // The time of a move and that of a clock are kept by `stop`.
    let stoppable = "while read -r w; do if [ $w = stop ]; then echo bestmove e2e4; break; fi; done";
    let short = Some(Duration::from_millis(50));
    for go in [Go { movetime: short, ..Go::default() }, Go { wtime: short, btime: None, ..Go::default() }] {
        let mut client = engine(&tempfile::tempdir().unwrap(), OPTIONS, stoppable);
        let (begun, asked) = (Instant::now(), Search { go, ..Search::default() });
        search(&mut client, &game, &asked).unwrap();
        assert!(begun.elapsed() >= Duration::from_millis(150) && begun.elapsed() < PATIENCE);
    }
}

#[test]
fn a_search_is_halted_and_the_engine_searches_again() {
    let go = "echo info depth 1 score cp 1 pv e2e4; while read -r w; do if [ $w = stop ]; then echo bestmove e2e4; break; fi; done";
    let mut client = engine(&tempfile::tempdir().unwrap(), OPTIONS, go);
    let (game, stop) = (GameState::default(), AtomicBool::new(false));
    for _ in 0..2 {
        let halt = AtomicBool::new(false);
        let mut count = 0;
        let found = client.search(&game, &nodes(1, 1), &halt, &stop, |_| {
            count += 1;
            halt.store(true, Ordering::Relaxed);
        });
        assert_eq!((found.unwrap().mv.unwrap().to_string(), count), ("e2e4".to_owned(), 1));
    }
    let error = client.search(&game, &nodes(1, 1), &AtomicBool::new(false), &AtomicBool::new(true), |_| ());
    assert!(matches!(error, Err(SearchError::Fault(Fault::Stopped))));
}

/// An engine that has searched all there is waits for `stop` in silence. It need only be there.
#[test]
fn a_search_without_end_may_be_silent() {
    let silent =
        "while read -r w; do case $w in stop) echo bestmove e2e4; break;; isready) echo readyok;; esac; done";
    let search = |client: &mut Client| {
        let (halt, stop, begun) = (AtomicBool::new(false), AtomicBool::new(false), Instant::now());
        let asked = Search { go: Go { infinite: true, ..Go::default() }, ..Search::default() };
        thread::scope(|scope| {
            scope.spawn(|| {
                thread::sleep(PATIENCE * 2);
                halt.store(true, Ordering::Relaxed);
            });
            (client.search(&GameState::default(), &asked, &halt, &stop, |_| ()), begun.elapsed())
        })
    };
    let (found, time) = search(&mut engine(&tempfile::tempdir().unwrap(), OPTIONS, silent));
    assert!(found.is_ok() && time >= PATIENCE * 2, "{found:?} {time:?}");
    let (found, time) = search(&mut engine(&tempfile::tempdir().unwrap(), OPTIONS, "sleep 60"));
    assert!(
        matches!(found, Err(SearchError::Fault(Fault::Hang(_)))) && time < PATIENCE * 2,
        "{found:?} {time:?}"
    );
}

#[test]
fn a_position_without_moves_is_not_searched() {
    let mut client = engine(&tempfile::tempdir().unwrap(), "", "exit 1");
    for fen in ["7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"] {
        let game = GameState::new(fen.parse().unwrap());
        assert_eq!(search(&mut client, &game, &nodes(1, 1)).unwrap(), (Found::default(), Vec::new()));
        let own = Own::new().unwrap().search(&game, &nodes(1, 1), &Signals::new(), |_| panic!());
        assert_eq!(own, Found::default());
    }
    assert!(search(&mut client, &GameState::default(), &nodes(1, 1)).is_err());
}

/// The lines that it finds are those of the engine of chess-search, for White.
#[test]
fn the_own_engine_finds_the_lines_of_its_crate() {
    let mut random = Random::new(7);
    let mut own = Own::new().unwrap();
    let told = own.configure(&[("Hash".to_owned(), "1".to_owned())]).unwrap();
    assert!(told.is_empty());
    let mut engine = Engine::new(1 << 20).unwrap();
    for round in 0..40 {
        let mut game = GameState::default();
        for _ in 0..random.below(60) {
            let moves: Vec<Move> = game.position().legal_moves().iter().copied().collect();
            if moves.is_empty() {
                game = GameState::default();
                break;
            }
            game.play_unchecked(random.pick(&moves));
        }
        if !game.position().has_legal_move() {
            continue;
        }
        let lines = 1 + round % 3;
        own.new_game();
        engine.new_game();
        engine.set_lines(lines);
        let mut reports: Vec<Line> = Vec::new();
        let found =
            own.search(&game, &nodes(3000, lines as u32), &Signals::new(), |line| reports.push(line.clone()));
        let expected =
            engine.search(&game, &Limits { nodes: Some(3000), ..Limits::default() }, &Signals::new(), |_| ());
        let mover = game.position().side_to_move();
        assert_eq!((found.mv, found.ponder), (expected.best(), expected.ponder()));
        assert_eq!(found.lines.len(), expected.lines.len());
        for (number, (line, expected)) in found.lines.iter().zip(&expected.lines).enumerate() {
            let score = moves_to_mate(expected.score).map_or(Score::Centipawns(expected.score), Score::Mate);
            assert_eq!((line.rank as usize, line.bound), (number + 1, Bound::Exact));
            assert_eq!(line.score, if mover == Color::White { score } else { -score });
            assert_eq!(line.moves, expected.line.to_vec());
        }
        for line in reports {
            assert!(line.rank as usize <= lines && line.nodes.unwrap() <= 3000 && line.time.is_some());
        }
    }
}

#[test]
fn the_own_engine_checks_its_options() {
    let mut own = Own::new().unwrap();
    let mut configure = |name: &str, value: &str| {
        own.configure(&[(name.to_owned(), value.to_owned())]).map_err(|error| error.to_string())
    };
    let error = configure("Hash", "0").unwrap_err();
    assert!(error.ends_with(": option Hash must be an integer from 1 to 1048576, got \"0\""), "{error}");
    assert!(configure("Depth", "3").unwrap_err().contains(" has no option Depth; it has Hash, Threads, "));
    assert_eq!(configure("uci_showwdl", "true"), Ok(Vec::new()));
    let position: Position = "4k3/4p3/8/8/8/8/8/QQ2K3 b - - 0 1".parse().unwrap();
    let found = own.search(&GameState::new(position), &nodes(100, 1), &Signals::new(), |_| ());
    // White's chances, although Black is to move.
    let wdl = found.lines[0].wdl.unwrap();
    assert!(wdl.win > 900 && wdl.loss < 50, "{wdl:?}");
}
