//! The engine's state between searches, its settings and its threads.

use std::collections::HashSet;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::thread::{self, ThreadId};
use std::time::Duration;

use chess_board::Position;
use chess_movegen::GameState;
use chess_search::engine::{ClockLimit, EndgameTables, Engine, Limits, Signals, Wdl};
use chess_search::score::{INFINITE, mate_in};
use chess_testkit::known::{CPW_3, KIWIPETE};

use crate::searching::{depth, engine, nodes, search};

#[test]
fn the_table_is_forgotten_with_the_game_its_size_and_the_fifty_move_rule() {
    let mut engine = engine();
    let mut knows_root = |change: fn(&mut Engine)| {
        let first = search(&mut engine, KIWIPETE, &depth(3));
        assert_eq!(first.depth, 3);
        change(&mut engine);
        // The root is the only node, and it is not stored.
        let again = search(&mut engine, KIWIPETE, &nodes(1));
        assert_eq!(again.probes, 1);
        again.hits == 1
    };
    assert!(knows_root(|_| ()));
    assert!(knows_root(|engine| engine.set_fifty_move_rule(true)));
    assert!(!knows_root(|engine| engine.set_fifty_move_rule(false)));
    assert!(knows_root(|engine| engine.set_fifty_move_rule(false)));
    assert!(!knows_root(|engine| engine.set_fifty_move_rule(true)));
    assert!(!knows_root(Engine::new_game));
    assert!(!knows_root(|engine| engine.set_table_bytes(1 << 20).unwrap()));
}

/// The table tells the share that the present search has filled.
#[test]
fn each_search_counts_its_own_entries() {
    let mut engine = Engine::new(1 << 16).unwrap();
    let full = |engine: &mut Engine, fen: &str, limits: &Limits| {
        let mut full = Vec::new();
        let game = GameState::new(fen.parse().unwrap());
        engine.search(&game, limits, &Signals::new(), |report| full.push(report.full));
        full
    };
    let much = full(&mut engine, KIWIPETE, &nodes(6000));
    assert!(much.last().is_some_and(|&full| full > 100), "{much:?}");
    let little = full(&mut engine, CPW_3, &depth(1));
    assert!(little.len() == 1 && little[0] < 100, "{little:?}");
}

/// On one thread no node is missing from a report.
#[test]
fn reports_count_every_node_so_far() {
    for fen in [KIWIPETE, CPW_3] {
        let mut told = Vec::new();
        let game = GameState::new(fen.parse().unwrap());
        engine().search(&game, &depth(5), &Signals::new(), |report| told.push(report.nodes));
        let counted = (1..=5).map(|plies| search(&mut engine(), fen, &depth(plies)).nodes);
        assert_eq!(told, counted.collect::<Vec<_>>());
    }
}

/// Tables without answers, which notice the threads that ask.
struct Askers(Mutex<HashSet<ThreadId>>, Arc<Signals>);

impl EndgameTables for Askers {
    fn max_pieces(&self) -> u32 {
        32
    }

    fn probe_wdl(&self, _: &Position) -> Option<Wdl> {
        let mut askers = self.0.lock().unwrap();
        askers.insert(thread::current().id());
        if askers.len() == 3 {
            self.1.stop();
        }
        None
    }
}

#[test]
fn all_threads_search() {
    let mut engine = engine();
    assert_eq!(engine.set_threads(3), 3);
    let signals = Arc::new(Signals::new());
    let askers = Arc::new(Askers(Mutex::default(), signals.clone()));
    engine.set_endgame_tables(Some(askers.clone()));
    let game = GameState::new("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1".parse().unwrap());
    // The limit ends a search in which the others do nothing.
    engine.search(&game, &nodes(5_000_000), &signals, |_| ());
    assert_eq!(askers.0.lock().unwrap().len(), 3);
}

/// Tables that keep the first thread waiting until the other one has asked three thousand times, and end the search then.
struct Waiting {
    first: ThreadId,
    of_first: AtomicU64,
    of_other: AtomicU64,
    signals: Arc<Signals>,
}

impl EndgameTables for Waiting {
    fn max_pieces(&self) -> u32 {
        4
    }

    fn probe_wdl(&self, _: &Position) -> Option<Wdl> {
        if thread::current().id() == self.first {
            self.of_first.fetch_add(1, Ordering::Relaxed);
            // In a search that has no other thread this comes to an end, too.
            for _ in 0..10_000_000 {
                if self.of_other.load(Ordering::Relaxed) >= 3000 {
                    break;
                }
                thread::yield_now();
            }
            self.signals.stop();
        } else {
            self.of_other.fetch_add(1, Ordering::Relaxed);
        }
        Some(Wdl::Draw)
    }
}

/// Each count may be up to 1,024 nodes behind.
#[test]
fn the_answers_to_all_threads_are_counted() {
    let mut engine = engine();
    assert_eq!(engine.set_threads(2), 2);
    let signals = Arc::new(Signals::new());
    let first = thread::current().id();
    let [of_first, of_other] = [(); 2].map(|()| AtomicU64::new(0));
    let tables = Arc::new(Waiting { first, of_first, of_other, signals: signals.clone() });
    engine.set_endgame_tables(Some(tables.clone()));
    let game = GameState::new("8/5k2/8/3p4/4P3/8/2R2K2/8 w - - 0 1".parse().unwrap());
    let finding = engine.search(&game, &Limits::default(), &signals, |_| ());
    let first = tables.of_first.load(Ordering::Relaxed);
    assert!(finding.tb_hits >= first + 3000 - 1024, "{} {first}", finding.tb_hits);
}

/// The time for a game is kept where a deeper search cannot change the move.
#[test]
fn on_the_clock_no_depth_begins_that_is_not_needed() {
    let hour =
        |hours: u32| ClockLimit { remaining: Duration::from_secs(3600) * hours, ..ClockLimit::default() };
    let clock = |hours| Limits { clock: Some(hour(hours)), ..nodes(100_000) };
    let forced = "1r5k/8/8/8/8/8/8/K7 w - - 0 1";
    let mate_in_one = "6k1/5ppp/8/8/8/8/8/3R2K1 w - - 0 1";
    let mate_in_two = "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1";
    let depth = |fen, limits: &Limits| search(&mut engine(), fen, limits).depth;
    // The only legal move.
    assert_eq!(depth(forced, &clock(1000)), 1);
    assert!(depth(forced, &nodes(2000)) > 1);
    // A mate that a search of twice its length confirms.
    for (fen, plies) in [(mate_in_one, 1), (mate_in_two, 3)] {
        let finding = search(&mut engine(), fen, &clock(1000));
        assert_eq!(finding.score, mate_in(plies));
        assert_eq!(i32::from(finding.depth), 2 * (INFINITE - finding.score) + 1, "{fen}");
        assert!(depth(fen, &nodes(100_000)) > finding.depth);
    }
    // No time is left.
    assert_eq!(depth(KIWIPETE, &clock(0)), 1);
    assert!(depth(KIWIPETE, &clock(1000)) > 4);
}

/// A search that has nothing left to find ends at the greatest depth, and no line is longer than the stack.
#[test]
fn the_greatest_depth_is_127_plies() {
    let finding = search(&mut engine(), "8/8/8/8/8/1k6/8/K7 w - - 0 1", &Limits::default());
    assert_eq!(finding.depth, 127);
}
