use chess_board::Position;
use chess_movegen::legal_moves;
use chess_movegen_perft::{PerftMode, divide, perft, perft_with};

/// A line of a suite.
pub(crate) struct Line {
    pub(crate) name: &'static str,
    pub(crate) position: Position,
    /// Depth and number of leaves.
    pub(crate) counts: Vec<(u32, u64)>,
}

const STANDARD: &str = include_str!("../../../chess-movegen/tests/data/standard.epd");
const EDGE_CASES: &str = include_str!("../../../chess-movegen/tests/data/edge_cases.epd");
const CHESS960: &str = include_str!("../../../chess-movegen/tests/data/chess960.epd");

/// All lines of all suites.
pub(crate) fn lines() -> impl Iterator<Item = Line> {
    [STANDARD, EDGE_CASES, CHESS960].into_iter().flat_map(suite)
}

/// The lines of a suite: `FEN ;D1 20 ;D2 400 ;id name`, or a comment after `#`.
fn suite(text: &'static str) -> impl Iterator<Item = Line> {
    text.lines().filter(|line| !line.starts_with('#')).map(|line| {
        let mut parts = line.split(" ;");
        let fen = parts.next().unwrap();
        let position = Position::from_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
        let mut line = Line { name: "", position, counts: Vec::new() };
        for part in parts {
            let (key, value) = part.split_once(' ').unwrap();
            match key.strip_prefix('D') {
                Some(depth) => line.counts.push((depth.parse().unwrap(), value.parse().unwrap())),
                None if key == "id" => line.name = value,
                None => panic!("{part}"),
            }
        }
        assert!(!line.counts.is_empty() && !line.name.is_empty(), "{fen}");
        line
    })
}

fn check(suite: impl Iterator<Item = Line>) {
    for Line { name, position, counts } in suite {
        for (depth, leaves) in counts {
            assert_eq!(perft(&position, depth), leaves, "{name}, depth {depth}: {position}");
        }
    }
}

#[test]
fn standard_positions() {
    check(suite(STANDARD));
}

#[test]
fn edge_cases() {
    check(suite(EDGE_CASES));
}

#[test]
fn chess960_and_double_chess960() {
    check(suite(CHESS960));
}

#[test]
fn all_modes_agree() {
    for Line { name, position, counts } in lines() {
        for (depth, leaves) in counts.into_iter().filter(|&(_, leaves)| leaves <= 2_500_000) {
            for mode in [PerftMode::Count, PerftMode::List, PerftMode::Make] {
                assert_eq!(perft_with(&position, depth, mode), leaves, "{name}, depth {depth}, {mode:?}");
            }
        }
    }
}

#[test]
fn divide_sums_to_perft_and_lists_every_move_once() {
    for Line { name, position, counts } in lines() {
        for (depth, leaves) in counts.into_iter().filter(|&(_, leaves)| leaves <= 100_000) {
            for mode in [PerftMode::Count, PerftMode::List, PerftMode::Make] {
                let divided = divide(&position, depth, mode);
                assert_eq!(divided.iter().map(|(_, leaves)| leaves).sum::<u64>(), leaves, "{name}, {depth}");
                assert!(divided.iter().map(|&(mv, _)| mv).eq(legal_moves(&position)), "{name}");
            }
        }
    }
}

#[test]
fn depth_0_has_one_leaf_and_nothing_to_divide() {
    for mode in [PerftMode::Count, PerftMode::List, PerftMode::Make] {
        assert_eq!(perft_with(&Position::START, 0, mode), 1);
        assert!(divide(&Position::START, 0, mode).is_empty());
    }
    assert_eq!(perft(&Position::START, 0), 1);
}

#[test]
fn a_mated_side_has_no_leaf_below_it() {
    let mated: Position = "7k/5KQ1/8/8/8/8/8/8 b - - 0 1".parse().unwrap();
    for mode in [PerftMode::Count, PerftMode::List, PerftMode::Make] {
        assert_eq!([0, 1, 2].map(|depth| perft_with(&mated, depth, mode)), [1, 0, 0]);
        assert!(divide(&mated, 1, mode).is_empty());
    }
}

#[test]
fn divide_of_the_start_at_depth_2_gives_20_replies_to_every_move() {
    let divided = divide(&Position::START, 2, PerftMode::Count);
    assert_eq!(divided.len(), 20);
    assert!(divided.iter().all(|&(_, replies)| replies == 20));
}
