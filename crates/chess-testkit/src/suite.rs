//! The perft suites of the workspace, and the reader of their lines.

use chess_board::Position;

/// A line of a suite.
#[derive(Clone, Debug)]
pub struct Line {
    /// The id of the line.
    pub name: &'static str,
    /// The position of the line.
    pub position: Position,
    /// Pairs of a depth and the number of leaves at that depth.
    pub counts: Vec<(u32, u64)>,
}

/// Positions of standard chess.
pub const STANDARD: &str = include_str!("../data/standard.epd");

/// Positions that test rules which are easily missed.
pub const EDGE_CASES: &str = include_str!("../data/edge_cases.epd");

/// Positions of Chess960 and double Chess960.
pub const CHESS960: &str = include_str!("../data/chess960.epd");

/// All suites.
pub const ALL: [&str; 3] = [STANDARD, EDGE_CASES, CHESS960];

/// Returns the lines of all suites.
pub fn lines() -> impl Iterator<Item = Line> {
    texts().map(line)
}

/// Returns the text of each line of all suites.
pub(crate) fn texts() -> impl Iterator<Item = &'static str> {
    ALL.into_iter().flat_map(texts_of)
}

/// Reads the lines of a suite: `FEN ;D1 20 ;D2 400 ;id name`, or a comment after `#`.
pub fn read(suite: &'static str) -> impl Iterator<Item = Line> {
    texts_of(suite).map(line)
}

fn texts_of(suite: &'static str) -> impl Iterator<Item = &'static str> {
    suite.lines().filter(|line| !line.starts_with('#'))
}

/// Reads the text of a line.
pub(crate) fn line(text: &'static str) -> Line {
    let mut parts = text.split(" ;");
    let fen = parts.next().unwrap_or_default();
    let position = Position::from_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
    let mut line = Line { name: "", position, counts: Vec::new() };
    for part in parts {
        let (key, value) = part.split_once(' ').unwrap_or_else(|| panic!("{text}: {part}"));
        match key.strip_prefix('D') {
            Some(depth) => line.counts.push((number(depth), number(value))),
            None if key == "id" => line.name = value,
            None => panic!("{text}: {part}"),
        }
    }
    assert!(!line.counts.is_empty() && !line.name.is_empty(), "{text}");
    line
}

fn number<T: std::str::FromStr>(text: &str) -> T {
    text.parse().unwrap_or_else(|_| panic!("{text} is no number"))
}
