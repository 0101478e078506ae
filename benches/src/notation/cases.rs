use std::env;
use std::fs;

use chess_board::Position;
use chess_movegen::legal_moves;
use chess_notation::{San, read_san};

/// Positions to measure on.
pub const CASES: usize = 5000;

/// A position, and the move that was played in it.
pub struct Case {
    /// The position, with the en passant square only where a capture is legal.
    pub fen: String,
    /// The move in SAN, with its mark of check or mate.
    pub san: String,
    /// The move in UCI.
    pub uci: String,
}

/// Texts that stand one behind the other, so that what is measured is reading them and not finding them in memory.
pub struct Texts {
    all: String,
    ends: Vec<usize>,
}

impl Texts {
    /// All texts as one.
    pub fn joined(&self) -> &str {
        &self.all
    }

    /// Each text.
    pub fn iter(&self) -> impl Iterator<Item = &str> {
        let mut start = 0;
        self.ends.iter().map(move |&end| &self.all[std::mem::replace(&mut start, end)..end])
    }
}

impl<'a> FromIterator<&'a str> for Texts {
    fn from_iter<I: IntoIterator<Item = &'a str>>(texts: I) -> Self {
        let mut joined = Self { all: String::new(), ends: Vec::new() };
        for text in texts {
            joined.all += text;
            joined.ends.push(joined.all.len());
        }
        joined
    }
}

/// The games to measure on: the file that the environment variable `CHESS_BENCH_PGN` names, without comments or
/// variations; else games of random moves, always the same.
///
/// # Panics
/// If there is no such file.
pub fn pgn() -> Vec<u8> {
    match env::var_os("CHESS_BENCH_PGN") {
        Some(path) => fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display())),
        None => random_games().into_bytes(),
    }
}

/// The first [`CASES`] positions of the games of `pgn`, the moves played in them.
///
/// # Panics
/// If a move is not legal, or if there are too few.
pub fn cases(pgn: &[u8]) -> Vec<Case> {
    let text = String::from_utf8_lossy(pgn);
    let mut cases = Vec::new();
    let mut position = Position::START;
    let movetext = text.lines().filter(|line| !line.starts_with('['));
    for token in movetext.flat_map(str::split_whitespace) {
        if matches!(token, "1-0" | "0-1" | "1/2-1/2" | "*") {
            position = Position::START;
        } else if !token.ends_with('.') {
            let mv = read_san(&position, token).unwrap_or_else(|error| panic!("{token}: {error}"));
            let san = San::new(&position, mv).to_string();
            cases.push(Case { fen: position.to_string(), san, uci: mv.uci().to_string() });
            position.play(mv);
        }
    }
    assert!(cases.len() >= CASES, "{} positions, {CASES} needed", cases.len());
    cases.truncate(CASES);
    cases
}

/// A hundred games of eighty moves at most, chosen by a linear congruence.
fn random_games() -> String {
    let mut random: u64 = 1;
    let mut text = String::new();
    for _ in 0..100 {
        let mut position = Position::START;
        text += "[Result \"*\"]\n\n";
        for _ in 0..80 {
            let moves = legal_moves(&position);
            if moves.is_empty() {
                break;
            }
            random = random.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            let mv = moves[(random >> 33) as usize % moves.len()];
            text += San::new(&position, mv).as_str();
            text.push(' ');
            position.play(mv);
        }
        text += "*\n\n";
    }
    text
}
