use std::thread;

use chess_board::{Castling, Position};
use chess_movegen::PositionExt;
use chess_movegen::machine::Backend;
use chess_movegen_perft::driver::{StatisticsCounter, Work};
use chess_movegen_perft::{CheckCounts, Statistics, statistics, statistics_on};
use chess_testkit::{POSITIONS, Random, after_any, known, place};
use chess_types::Move;

/// FEN, depth and counts: see the head of the file.
const COUNTED: &str = include_str!("../data/statistics.tsv");

/// The oracle: makes every leaf, and examines the pieces that give check.
fn naive(position: &Position, depth: u32) -> Statistics {
    if depth == 0 {
        return Statistics { nodes: 1, ..Statistics::default() };
    }
    let moves = position.legal_moves();
    if depth > 1 {
        return moves.into_iter().map(|mv| naive(&position.after(mv), depth - 1)).sum();
    }
    moves.into_iter().map(|mv| of_move(position, mv)).sum()
}

fn of_move(position: &Position, mv: Move) -> Statistics {
    let child = position.after(mv);
    let (checks, none) = (check_of(&child, mv), CheckCounts::default());
    let is_mate = !child.has_legal_move();
    Statistics {
        nodes: 1,
        captures: mv.is_capture().into(),
        en_passant: mv.is_en_passant().into(),
        castles: mv.is_castle().into(),
        promotions: mv.is_promotion().into(),
        checks: if is_mate { none } else { checks },
        mates: if is_mate { checks } else { none },
    }
}

/// Returns the kind of check that `mv` has given, with `child` on the board.
fn check_of(child: &Position, mv: Move) -> CheckCounts {
    let checkers = child.checkers();
    let moved = mv.castling().map_or(mv.to(), Castling::rook_to);
    let by_moved = checkers.contains(moved);
    let mut counts = CheckCounts::default();
    match (by_moved, checkers.has_many()) {
        _ if checkers.is_empty() => {}
        (true, false) => counts.direct = 1,
        (false, false) => counts.single_discovered = 1,
        (true, true) => counts.direct_discovered = 1,
        (false, true) => counts.double_discovered = 1,
    }
    counts
}

fn assert_counted(position: &Position, depth: u32, expected: Statistics) {
    for backend in Backend::ALL {
        let counted = statistics_on(position, depth, backend);
        assert_eq!(counted, expected, "{backend}, depth {depth}: {position}");
    }
}

#[test]
fn every_backend_counts_what_the_twin_counts() {
    for (index, position) in POSITIONS.iter().enumerate() {
        let depth = if index % 10 == place(10) { 2 } else { 1 };
        assert_counted(position, depth, naive(position, depth));
    }
}

/// Positions with a check or a mate that is hard to recognise, with the side to move that gives it.
#[test]
fn rare_checks_and_answers() {
    for fen in [
        // The only answer to Rd8 is a promotion.
        "K7/1P6/1k6/8/8/8/8/3r4 b - - 0 1",
        // A promotion with capture opens the file of a rook, and gives check itself or not.
        "1n5k/2P5/8/8/8/8/8/2R2K2 w - - 0 1",
        "2nn4/2P4k/8/8/8/8/8/2R2K2 w - - 0 1",
        "1nk5/2P5/8/8/8/8/8/2R2K2 w - - 0 1",
        "kn6/P7/8/8/8/8/8/R4K2 w - - 0 1",
        // A promotion opens a rank, and the new piece gives no check.
        "8/RP5k/8/8/8/8/8/K7 w - - 0 1",
        // The only answer to a check is a double push, a capture en passant, or the king's capture.
        "8/8/8/8/k7/7R/1P6/K7 w - - 0 1",
        "8/8/8/1k6/1p6/p7/P1P5/K1R5 w - - 0 1",
        "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1",
        "6rk/6pp/7N/8/8/8/8/K7 w - - 0 1",
        // Castling that gives check or mate.
        "5k2/8/8/8/8/8/8/4K2R w K - 0 1",
        "3k4/2ppp3/8/8/8/8/8/R3K3 w Q - 0 1",
        // Captures en passant that discover checks, one and two.
        "8/8/8/k2pP2R/8/8/8/4K3 w - d6 0 1",
        "4k3/8/8/3pP3/8/8/8/K2RR3 w - d6 0 1",
        "1b2r3/8/8/3Pp3/8/8/7B/4K2k w - e6 0 1",
    ] {
        let position: Position = fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"));
        for depth in 1..=2 {
            assert_counted(&position, depth, naive(&position, depth));
        }
    }
}

#[test]
fn columns_are_sums_of_kinds() {
    let checks = CheckCounts { direct: 1, single_discovered: 2, direct_discovered: 4, double_discovered: 8 };
    let mates =
        CheckCounts { direct: 16, single_discovered: 32, direct_discovered: 64, double_discovered: 128 };
    let statistics = Statistics { checks, mates, ..Statistics::ZERO };
    assert_eq!((checks.total(), mates.total(), statistics.checks_and_mates()), (15, 240, 255));
    assert_eq!(
        (statistics.discovered_checks(), statistics.double_checks(), statistics.checkmates()),
        (2, 12, 240)
    );
}

/// The lines of the data file, each as it is with the statistics that `count` finds.
fn assert_lines(count: impl Fn(&Position, u32, u64) -> Vec<Statistics>) {
    let lines = COUNTED.lines().filter(|line| !line.starts_with('#'));
    assert!(lines.clone().count() > 40);
    for line in lines {
        let fields: Vec<_> = line.splitn(4, '\t').collect();
        let (position, depth) = (fields[0].parse().unwrap(), fields[1].parse().unwrap());
        for counted in count(&position, depth, fields[2].parse().unwrap()) {
            let Statistics { nodes, captures, en_passant, castles, promotions, checks, mates } = counted;
            let kinds = [checks, mates].map(|kinds| {
                let CheckCounts { direct, single_discovered, direct_discovered, double_discovered } = kinds;
                [direct, single_discovered, direct_discovered, double_discovered]
            });
            let counts = [&[nodes, captures, en_passant, castles, promotions], &kinds.concat()[..]].concat();
            let counts = counts.iter().map(u64::to_string).collect::<Vec<_>>().join("\t");
            assert_eq!(format!("{}\t{depth}\t{counts}", fields[0]), line);
        }
    }
}

/// Only the backends count deep ones.
#[test]
fn the_counted_positions() {
    assert_lines(|position, depth, nodes| {
        let slow = (nodes <= 100_000).then(|| naive(position, depth));
        let counted = Backend::ALL.map(|backend| statistics_on(position, depth, backend));
        counted.into_iter().chain(slow).collect()
    });
}

#[test]
#[ignore = "takes minutes: ci/long/README.md"]
fn lines_of_the_data_file() {
    assert_lines(|position, depth, _| vec![naive(position, depth)]);
}

/// The columns of the Chess Programming Wiki's "Perft Results": captures, en passant, castles, promotions, checks,
/// discovered checks, double checks, checkmates.
#[test]
fn the_tables_of_the_wiki() {
    for (fen, depth, nodes, columns) in [
        (known::START, 3, 8902, [34, 0, 0, 0, 12, 0, 0, 0]),
        (known::START, 4, 197_281, [1576, 0, 0, 0, 469, 0, 0, 8]),
        (known::START, 5, 4_865_609, [82_719, 258, 0, 0, 27_351, 6, 0, 347]),
        (known::KIWIPETE, 3, 97_862, [17_102, 45, 3162, 0, 993, 0, 0, 1]),
        (known::KIWIPETE, 4, 4_085_603, [757_163, 1929, 128_013, 15_172, 25_523, 42, 6, 43]),
        (known::CPW_3, 4, 43_238, [3348, 123, 0, 0, 1680, 106, 0, 17]),
        (known::CPW_3, 5, 674_624, [52_051, 1165, 0, 0, 52_950, 1292, 3, 0]),
        (known::CPW_3, 6, 11_030_083, [940_350, 33_325, 0, 7552, 452_473, 26_067, 0, 2733]),
    ] {
        let counted = statistics(&Position::from_fen(fen).unwrap(), depth);
        assert_eq!(counted.nodes, nodes, "depth {depth}: {fen}");
        let counted = [
            counted.captures,
            counted.en_passant,
            counted.castles,
            counted.promotions,
            counted.checks_and_mates(),
            counted.discovered_checks(),
            counted.double_checks(),
            counted.checkmates(),
        ];
        assert_eq!(counted, columns, "depth {depth}: {fen}");
    }
}

#[test]
fn depth_0_is_the_position_itself() {
    // In check, by an unknown move.
    let position = Position::from_fen("4k3/8/8/8/8/8/4r3/4K3 w - - 0 1").unwrap();
    assert_counted(&position, 0, Statistics { nodes: 1, ..Statistics::default() });
}

#[test]
fn a_sum_that_does_not_fit_is_none() {
    let one = statistics(&Position::START, 3);
    let mut most = Statistics::default();
    most.checks.direct = u64::MAX - one.checks.direct;
    assert_eq!(most.checked_add(one).unwrap().checks.direct, u64::MAX);
    most.checks.direct += 1;
    assert_eq!(most.checked_add(one), None);
    assert_eq!(Statistics::default().checked_add(one), Some(one));
}

/// As for perft, only the absence of a panic is tested.
#[test]
fn positions_that_illegal_moves_have_ruined_are_counted_somehow() {
    let mut random = Random::new(12);
    for _ in 0..200 {
        let mut position = Position::START;
        for _ in 0..60 {
            let Ok(mv) = Move::from_raw(random.word() as u16) else { continue };
            position = after_any(&position, mv);
            for backend in Backend::ALL {
                statistics_on(&position, 2, backend);
            }
        }
    }
}

#[test]
fn threads_count_what_one_call_counts() {
    for fen in [known::KIWIPETE, "7k/5KQ1/8/8/8/8/8/8 b - - 0 1"] {
        let position = Position::from_fen(fen).unwrap();
        for (depth, threads) in (0..=4).flat_map(|depth| [1, 3].map(|threads| (depth, threads))) {
            let counter = StatisticsCounter { backend: Backend::best() };
            let work = Work::new(&position, depth, threads, counter);
            thread::scope(|scope| {
                for _ in 0..threads {
                    scope.spawn(|| work.run(|_| {}));
                }
            });
            assert_eq!(work.counts().total(), Ok(statistics(&position, depth)), "{fen}, {depth} plies");
        }
    }
}
