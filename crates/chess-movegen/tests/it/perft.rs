use chess_board::Position;
use chess_movegen::{legal_count, legal_moves};

/// A line of a suite.
pub(crate) struct Line {
    pub(crate) name: &'static str,
    pub(crate) position: Position,
    /// Depth and number of leaves.
    pub(crate) counts: Vec<(u32, u64)>,
}

const STANDARD: &str = include_str!("../data/standard.epd");
const EDGE_CASES: &str = include_str!("../data/edge_cases.epd");
const CHESS960: &str = include_str!("../data/chess960.epd");

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

/// Leaves `depth` plies below, which is at least 1. Moves are listed, made and taken back; leaves are counted.
fn perft(position: &mut Position, depth: u32) -> u64 {
    if depth == 1 {
        return legal_count(position) as u64;
    }
    let mut leaves = 0;
    for mv in legal_moves(position) {
        let undo = position.make(mv);
        leaves += perft(position, depth - 1);
        position.unmake(undo);
    }
    leaves
}

fn check(suite: impl Iterator<Item = Line>) {
    for Line { name, position, counts } in suite {
        for (depth, leaves) in counts {
            let mut walked = position;
            assert_eq!(perft(&mut walked, depth), leaves, "{name}, depth {depth}: {position}");
            assert_eq!(walked, position, "{name}, depth {depth}");
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
fn no_two_lines_share_a_name() {
    let mut names: Vec<_> = lines().map(|line| line.name).collect();
    let count = names.len();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), count);
}
