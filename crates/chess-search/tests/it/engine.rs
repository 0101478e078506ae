//! The engine, its state between searches, its settings and its threads.

use std::collections::HashSet;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use chess_board::Position;
use chess_movegen::machine::Backend;
use chess_movegen::{GameState, PositionExt};
use chess_search::engine::{ClockLimit, EndgameTables, Engine, Finding, Limits, Signals, Wdl};
use chess_search::score::{INFINITE, mate_in, mated_in};
use chess_testkit::known::{CPW_3, KIWIPETE};
use chess_types::Square;

pub(crate) fn engine() -> Engine {
    Engine::new(1 << 20).unwrap()
}

pub(crate) fn depth(depth: u8) -> Limits {
    Limits { depth: Some(depth), ..Limits::default() }
}

pub(crate) fn nodes(nodes: u64) -> Limits {
    Limits { nodes: Some(nodes), ..Limits::default() }
}

pub(crate) fn search(engine: &mut Engine, fen: &str, limits: &Limits) -> Finding {
    engine.search(&GameState::new(fen.parse().unwrap()), limits, &Signals::new(), |_| ())
}

/// The value of every position with up to so many pieces; counts the questions and checks what they promise.
pub(crate) struct Says<F> {
    pieces: u32,
    say: F,
    pub(crate) asked: AtomicU64,
}

impl<F: Fn(&Position) -> Option<Wdl> + Send + Sync> EndgameTables for Says<F> {
    fn max_pieces(&self) -> u32 {
        self.pieces
    }

    fn probe_wdl(&self, position: &Position) -> Option<Wdl> {
        assert!(position.occupied().count() <= self.pieces, "{position}");
        assert!(position.castling_rights().is_empty(), "{position}");
        self.asked.fetch_add(1, Ordering::Relaxed);
        (self.say)(position)
    }
}

pub(crate) fn says<F>(pieces: u32, say: F) -> Arc<Says<F>>
where
    F: Fn(&Position) -> Option<Wdl> + Send + Sync,
{
    Arc::new(Says { pieces, say, asked: AtomicU64::new(0) })
}

fn game(fen: &str) -> GameState {
    GameState::new(fen.parse().unwrap())
}

#[test]
fn mates_are_found_and_given_their_length() {
    let cases = [
        ("6k1/5ppp/8/8/8/8/8/3R2K1 w - - 0 1", "d1d8", mate_in(1)),
        ("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", "a1a6", mate_in(3)),
        ("8/8/8/8/8/1k6/1q6/K7 w - - 0 1", "", mated_in(0)),
        ("7k/5K2/8/8/8/8/8/6R1 b - - 0 1", "h8h7", mated_in(2)),
    ];
    for (fen, best, score) in cases {
        let finding = search(&mut engine(), fen, &depth(7));
        assert_eq!(finding.best().map(|mv| mv.to_string()).unwrap_or_default(), best, "{fen}");
        assert_eq!(finding.score, score, "{fen}");
    }
}

#[test]
fn a_hanging_piece_is_taken_and_stalemate_is_a_draw() {
    let finding = search(&mut engine(), "4k3/8/8/3q4/8/4N3/8/4K3 w - - 0 1", &depth(6));
    assert_eq!(finding.best().unwrap().to_string(), "e3d5");
    // White can only give the pawn or stalemate.
    let finding = search(&mut engine(), "k7/P7/8/1K6/8/8/8/8 w - - 0 1", &depth(6));
    assert_eq!(finding.score, 0);
}

/// Each ply takes less than 8 KiB of stack. A greater need would end the program here.
#[test]
fn the_stack_is_enough_for_the_deepest_search() {
    const PLY: usize = 8 << 10;
    const _: () = assert!(2 * 130 * PLY < Engine::STACK);
    let search = || {
        let mut deepest = 0;
        let limits = nodes(60_000);
        let fen = "k7/8/8/p1p1p1p1/P1P1P1P1/8/8/K7 w - - 0 1";
        engine().search(&game(fen), &limits, &Signals::new(), |report| {
            deepest = report.selective_depth.max(deepest);
        });
        deepest
    };
    // Memory that belongs to no ply, such as the report, has 64 KiB.
    let limited = thread::Builder::new().stack_size(20 * PLY + (64 << 10)).spawn(search).unwrap();
    assert!(limited.join().unwrap() >= 20);
}

#[test]
fn one_thread_searches_the_same_tree() {
    let findings = || {
        let mut engine = engine();
        [KIWIPETE, CPW_3].map(|fen| search(&mut engine, fen, &depth(7)))
    };
    assert_eq!(findings(), findings());
    let mut engine = engine();
    let first = search(&mut engine, KIWIPETE, &depth(7));
    let again = search(&mut engine, KIWIPETE, &depth(7));
    assert_ne!(first.nodes, again.nodes);
    engine.new_game();
    assert_eq!(search(&mut engine, KIWIPETE, &depth(7)), first);
}

#[test]
fn every_backend_searches_the_same_tree() {
    let fens = [
        KIWIPETE,
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
        "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
    ];
    let findings = |backend| {
        let mut engine = engine();
        engine.set_backend(backend);
        assert_eq!(engine.backend(), backend);
        fens.map(|fen| search(&mut engine, fen, &depth(7)))
    };
    let expected = findings(Backend::Portable);
    for backend in Backend::ALL {
        assert_eq!(findings(backend), expected, "{backend}");
    }
}

#[test]
fn nodes_are_counted_to_the_last() {
    for limit in [1, 2, 100, 1023, 1024, 1025, 30_000] {
        let finding = search(&mut engine(), KIWIPETE, &nodes(limit));
        // Of so few, none is drawn, so that each asks the table.
        assert!(finding.nodes == limit && (limit > 1025 || finding.probes == limit), "{finding:?}");
        assert!(finding.best().is_some());
    }
}

#[test]
fn several_threads_visit_hardly_more_nodes_than_they_may() {
    let mut engine = engine();
    assert_eq!((engine.set_threads(3), engine.threads()), (3, 3));
    let nodes = search(&mut engine, KIWIPETE, &nodes(60_000)).nodes;
    assert!((50_000..70_000).contains(&nodes), "{nodes}");
}

#[test]
fn a_failed_resize_keeps_the_old_table() {
    let mut engine = engine();
    for bytes in [usize::MAX, isize::MAX as usize] {
        assert!(engine.set_table_bytes(bytes).is_err());
        assert_eq!(engine.table_bytes(), 1 << 20);
        assert_eq!(search(&mut engine, KIWIPETE, &depth(3)).depth, 3);
    }
    engine.set_table_bytes(2 << 20).unwrap();
    assert_eq!(engine.table_bytes(), 2 << 20);
}

/// The thread that watches the clock sleeps, so that those that search do not delay it.
#[test]
fn threads_beyond_the_processors_answer_in_time() {
    let mut engine = engine();
    engine.set_threads(256);
    let limits = Limits { move_time: Some(Duration::from_millis(200)), ..Limits::default() };
    let begun = Instant::now();
    let finding = engine.search(&game(KIWIPETE), &limits, &Signals::new(), |_| ());
    assert!(finding.best().is_some() && begun.elapsed() < Duration::from_secs(10), "{:?}", begun.elapsed());
}

#[test]
fn the_number_of_threads_is_told() {
    let mut engine = engine();
    // Those that a search which is over has not started are not missing.
    engine.set_threads(64);
    let no_time = Limits { move_time: Some(Duration::ZERO), ..Limits::default() };
    assert_eq!(engine.search(&game(KIWIPETE), &no_time, &Signals::new(), |_| ()).threads, 64);
    for threads in [1, 4, 2, 0] {
        let set = engine.set_threads(threads);
        assert_eq!(set, threads.max(1));
        let mut told = Vec::new();
        let limits = depth(3);
        let finding =
            engine.search(&game(KIWIPETE), &limits, &Signals::new(), |report| told.push(report.threads));
        assert_eq!((finding.threads, told), (set, vec![set; 3]));
    }
    assert_eq!(search(&mut engine, "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", &depth(3)).threads, 0);
}

#[test]
fn several_threads_report_each_depth_once() {
    let mut engine = engine();
    for threads in 1..=4 {
        engine.new_game();
        engine.set_threads(threads);
        let mut reports = Vec::new();
        let finding = engine.search(&game(KIWIPETE), &depth(9), &Signals::new(), |report| {
            reports.push((report.depth, report.score, report.line.clone()));
        });
        assert!(reports.iter().map(|report| report.0).eq(1..=9), "{threads} threads: {reports:?}");
        assert_eq!(reports.pop(), Some((finding.depth, finding.score, finding.line)));
    }
}

#[test]
fn the_mate_that_was_asked_for_ends_a_search() {
    let fen = "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1";
    let mate = |mate| Limits { mate: Some(mate), ..depth(12) };
    let finding = search(&mut engine(), fen, &mate(2));
    assert_eq!(finding.score, mate_in(3));
    assert!(finding.depth < 12);
    assert_eq!(search(&mut engine(), fen, &mate(1)).depth, 12);
}

#[test]
fn only_the_moves_asked_for_are_chosen() {
    let position: Position = KIWIPETE.parse().unwrap();
    let mv = position.legal_move(Square::A1, Square::B1, None).unwrap();
    let limits = Limits { moves: [mv].into_iter().collect(), ..depth(5) };
    assert_eq!(search(&mut engine(), KIWIPETE, &limits).best(), Some(mv));
}

#[test]
fn what_stood_on_the_board_before_the_root_is_known() {
    // Black, who is lost, may repeat the position for the third time.
    let mut game = game("7k/8/8/8/8/8/1R6/K7 w - - 10 60");
    for name in ["b2b1", "h8h7", "b1b2", "h7h8", "b2b1", "h8h7", "b1b2"] {
        let [from, to] = [&name[..2], &name[2..]].map(|square| square.parse().unwrap());
        game.play_unchecked(game.position().legal_move(from, to, None).unwrap());
    }
    let finding = engine().search(&game, &depth(6), &Signals::new(), |_| ());
    assert_eq!((finding.best().unwrap().to_string(), finding.score), ("h7h8".into(), 0));
}

#[test]
fn a_search_stops_when_it_is_told_to() {
    let signals = Signals::new();
    let mut engine = engine();
    engine.set_threads(2);
    let finding = thread::scope(|scope| {
        let search = scope.spawn(|| engine.search(&game(KIWIPETE), &Limits::default(), &signals, |_| ()));
        thread::sleep(Duration::from_millis(100));
        signals.stop();
        search.join().unwrap()
    });
    assert!(finding.best().is_some() && finding.nodes > 0);
}

#[test]
fn time_limits_hold_and_are_suspended_while_pondering() {
    let move_time = Limits { move_time: Some(Duration::from_millis(60)), ..Limits::default() };
    let clock = ClockLimit { remaining: Duration::from_millis(300), ..ClockLimit::default() };
    let clock = Limits { clock: Some(clock), ..Limits::default() };
    for limits in [move_time, clock] {
        // On a machine with other work a thread may be late. A search that does not keep its limit is late every time.
        let elapsed = (0..8).map(|_| {
            let begun = Instant::now();
            assert!(search(&mut engine(), KIWIPETE, &limits).best().is_some());
            begun.elapsed()
        });
        let late = elapsed.take_while(|&elapsed| elapsed >= Duration::from_millis(250)).count();
        assert!(late < 8, "late {late} times with {limits:?}");

        let signals = Signals::new();
        signals.set_ponder(true);
        let mut engine = engine();
        thread::scope(|scope| {
            let search = scope.spawn(|| engine.search(&game(KIWIPETE), &limits, &signals, |_| ()));
            thread::sleep(Duration::from_millis(400));
            assert!(!search.is_finished());
            signals.set_ponder(false);
            assert!(search.join().unwrap().best().is_some());
        });
    }
}

#[test]
fn limits_of_time_and_reports_follow_the_source_of_time() {
    static LOOKS: AtomicU64 = AtomicU64::new(0);
    // A millisecond passes from one look at the clock to the next.
    let now = || Duration::from_millis(LOOKS.fetch_add(1, Ordering::Relaxed));
    let mut engine = engine();
    engine.set_time_source(now);
    let limits = Limits { move_time: Some(Duration::from_millis(120)), ..Limits::default() };
    let mut times = Vec::new();
    let finding = engine.search(&game(KIWIPETE), &limits, &Signals::new(), |report| times.push(report.time));
    assert!(finding.best().is_some());
    // A tenth is kept back; the last line takes one look more.
    assert_eq!(LOOKS.load(Ordering::Relaxed), 110);
    assert!(times.is_sorted() && times.iter().all(|time| time.as_millis() <= 108), "{times:?}");
    // While no time passes, a limit of time ends nothing.
    engine.set_time_source(|| Duration::ZERO);
    let limits = Limits { depth: Some(6), ..limits };
    assert_eq!(search(&mut engine, KIWIPETE, &limits).depth, 6);
}

#[test]
fn new_game_new_size_and_new_rule_clear_the_table() {
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

#[test]
fn all_threads_search() {
    let mut engine = engine();
    assert_eq!(engine.set_threads(3), 3);
    let (signals, askers) = (Arc::new(Signals::new()), Arc::new(Mutex::new(HashSet::new())));
    let (stop, known) = (signals.clone(), askers.clone());
    engine.set_endgame_tables(Some(says(32, move |_| {
        let mut askers = known.lock().unwrap();
        askers.insert(thread::current().id());
        if askers.len() == 3 {
            stop.stop();
        }
        None
    })));
    // The limit ends a search in which the others do nothing.
    engine.search(&game(CPW_3), &nodes(5_000_000), &signals, |_| ());
    assert_eq!(askers.lock().unwrap().len(), 3);
}

/// The tables keep the first thread waiting until the other one has asked three thousand times, and end the search then. Each
/// count may be up to 1,024 nodes behind.
#[test]
fn the_answers_to_all_threads_are_counted() {
    let mut engine = engine();
    assert_eq!(engine.set_threads(2), 2);
    let signals = Arc::new(Signals::new());
    let first = thread::current().id();
    let of_first = Arc::new(AtomicU64::new(0));
    let (stop, count, of_other) = (signals.clone(), of_first.clone(), AtomicU64::new(0));
    engine.set_endgame_tables(Some(says(4, move |_| {
        if thread::current().id() != first {
            of_other.fetch_add(1, Ordering::Relaxed);
            return Some(Wdl::Draw);
        }
        count.fetch_add(1, Ordering::Relaxed);
        // In a search that has no other thread this comes to an end, too.
        for _ in 0..10_000_000 {
            if of_other.load(Ordering::Relaxed) >= 3000 {
                break;
            }
            thread::yield_now();
        }
        stop.stop();
        Some(Wdl::Draw)
    })));
    let game = game("8/5k2/8/3p4/4P3/8/2R2K2/8 w - - 0 1");
    let finding = engine.search(&game, &Limits::default(), &signals, |_| ());
    let first = of_first.load(Ordering::Relaxed);
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
