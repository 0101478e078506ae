//! Names of openings by position, from a file that the user has.
//!
//! The file is a table of ECO, name and moves with tabs, commas or semicolons between them, such as those of lichess's chess-openings,
//! whose first line may name the columns, or a PGN file with the tags `ECO`, `Opening` and `Variation`, such as `eco.pgn`. A game without
//! the last two that nobody has played may have its name in `White`, and a variation in `Black`.
//!
//! # Examples
//! ```
//! use chess_data::opening_names::OpeningNames;
//! use chess_movegen::GameState;
//! use chess_notation::read_san;
//!
//! let names = OpeningNames::read(b"eco\tname\tpgn\nC20\tKing's Pawn Game\t1. e4 e5\n")?;
//! let mut game = GameState::default();
//! for san in ["e4", "e5", "Nf3"] {
//!     game.play(read_san(game.position(), san)?)?;
//! }
//! assert_eq!(names.get(game.position()), None);
//! assert_eq!(names.last(game.positions().copied()).unwrap().to_string(), "C20 King's Pawn Game");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::collections::HashMap;
use std::error::Error;
use std::hash::{Hash, Hasher};
use std::{fmt, mem};

use chess_board::Position;
use chess_notation::pgn::{Game, GameError, GameResult, PgnError, Replay, Source};

/// Names of openings, each of which belongs to a position.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct OpeningNames {
    openings: HashMap<u64, Opening>,
    /// The number of the first game without a name, and how many there are.
    unnamed: Option<(usize, usize)>,
}

impl Hash for OpeningNames {
    fn hash<H: Hasher>(&self, state: &mut H) {
        // Equal maps have equal lengths; to hash the names, they would have to be sorted.
        self.openings.len().hash(state);
    }
}

/// A name of an opening.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Opening {
    /// The code of the Encyclopaedia of Chess Openings, such as `C50`.
    pub eco: String,
    /// The name, such as `Italian Game`.
    pub name: String,
}

/// The fault in a file of names.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OpeningNamesError {
    /// A line of a table has fewer than three fields or no name, or its moves cannot be played.
    Line {
        /// The number of the line, from 1 on.
        line: usize,
        /// The reason in words.
        reason: String,
    },
    /// A game breaks a rule.
    Game(GameError),
    /// No game has a name; the first one has no tag `ECO`, or neither `Opening` nor `Variation`.
    Unnamed {
        /// The number of the game, from 1 on.
        game: usize,
    },
    /// The file is JSON.
    Json,
    /// There is no name.
    Empty,
}

impl OpeningNames {
    /// The most bytes that a file of names should have: lichess's names have 400 KB.
    pub const MAX_TEXT: u64 = 16 << 20;

    /// Reads names. If several lines lead to a position, the first one counts. Games without a name are left out.
    ///
    /// # Errors
    /// A line or a game cannot be read, or there is none with a name.
    pub fn read(text: &[u8]) -> Result<Self, OpeningNamesError> {
        let mut names = Self::default();
        let text = text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text);
        if is_json(text) {
            return Err(OpeningNamesError::Json);
        }
        // Games may have a comment before them.
        if matches!(text.trim_ascii_start().first(), Some(b'[' | b'{')) {
            let (mut replay, mut number) = (Replay::new(text), 0);
            while let Some(game) = next(&mut replay).map_err(OpeningNamesError::Game)? {
                number += 1;
                match name_of(&game) {
                    Some((eco, name)) => names.add(&game, eco, &name),
                    None => names.unnamed.get_or_insert((number, 0)).1 += 1,
                }
            }
        } else {
            let mut columns = [0, 1, 2];
            for (line, number) in String::from_utf8_lossy(text).lines().zip(1..) {
                let added = names.add_line(line, &mut columns);
                added.map_err(|reason| OpeningNamesError::Line { line: number, reason })?;
            }
        }
        match names.unnamed {
            _ if !names.openings.is_empty() => Ok(names),
            Some((game, _)) => Err(OpeningNamesError::Unnamed { game }),
            None => Err(OpeningNamesError::Empty),
        }
    }

    /// The number of games that have been left out since they have no name.
    pub fn unnamed(&self) -> usize {
        self.unnamed.map_or(0, |(_, count)| count)
    }

    /// The name of a position.
    pub fn get(&self, position: &Position) -> Option<&Opening> {
        self.openings.get(&position.key())
    }

    /// The name of the last position of a game that has one.
    pub fn last(&self, positions: impl IntoIterator<Item = Position>) -> Option<&Opening> {
        positions.into_iter().filter_map(|position| self.get(&position)).last()
    }

    /// Adds a line of a table. A header names the columns of ECO, name and moves.
    fn add_line(&mut self, line: &str, columns: &mut [usize; 3]) -> Result<(), String> {
        let cells = cells(line);
        let place = |names: &[&str]| {
            let is_name = |cell: &String| names.iter().any(|name| cell.eq_ignore_ascii_case(name));
            cells.iter().position(is_name)
        };
        if let Some(eco) = place(&["eco"]) {
            let places = [place(&["name", "opening"]), place(&["pgn", "moves"])];
            *columns = [eco, places[0].unwrap_or(1), places[1].unwrap_or(2)];
            return Ok(());
        }
        match columns.map(|column| cells.get(column).map(String::as_str)) {
            [Some(""), ..] => Ok(()),
            [_, Some(""), _] => Err("the name is missing".to_owned()),
            [Some(eco), Some(name), Some(moves)] => {
                let game = next(&mut Replay::new(moves)).map_err(|error| error.to_string())?;
                self.add(&game.ok_or("the moves are missing")?, eco, name);
                Ok(())
            }
            _ => Err("expected ECO, name and moves with tabs or commas between them".to_owned()),
        }
    }

    fn add(&mut self, game: &Game, eco: &str, name: &str) {
        let opening = || Opening { eco: eco.to_owned(), name: name.to_owned() };
        self.openings.entry(game.position(game.last()).key()).or_insert_with(opening);
    }
}

/// The code and the name of a game's opening.
fn name_of(game: &Game) -> Option<(&str, String)> {
    let tag = |name| game.tags().get(name).unwrap_or_default().trim();
    let is_written = |part: &&str| !part.chars().all(|c| matches!(c, '?' | '*' | '-' | '.' | '_'));
    let join = |parts: [&'static str; 2]| {
        parts.map(tag).into_iter().filter(is_written).collect::<Vec<_>>().join(": ")
    };
    let mut name = join(["Opening", "Variation"]);
    // The names of a game that was played are those of players.
    let is_played = game.result() != GameResult::Unknown
        || ["Date", "WhiteElo"].iter().any(|name| is_written(&tag(name)));
    if name.is_empty() && !is_played {
        name = join(["White", "Black"]);
    }
    Some((tag("ECO"), name)).filter(|(eco, name)| !eco.is_empty() && !name.is_empty())
}

/// Tests whether a text begins as an object or an array of JSON does. Of PGN it is a comment in quotation marks at most.
fn is_json(text: &[u8]) -> bool {
    let mut bytes = text.iter().filter(|byte| !byte.is_ascii_whitespace());
    match (bytes.next(), bytes.next()) {
        (Some(b'['), Some(b'{' | b'[')) => true,
        // The end of a key.
        (Some(b'{'), Some(b'"')) => bytes.any(|&byte| byte == b'"') && bytes.next() == Some(&b':'),
        _ => false,
    }
}

/// The cells of a line of a table, which may be in quotation marks. The first separator is that of the line.
fn cells(line: &str) -> Vec<String> {
    let (mut cells, mut cell, mut is_quoted) = (Vec::new(), String::new(), false);
    let (mut separator, mut last) = (None, ' ');
    for c in line.chars() {
        match c {
            '"' => {
                is_quoted = !is_quoted;
                // A mark within quotation marks is doubled.
                if is_quoted && last == '"' {
                    cell.push(c);
                }
            }
            '\t' | ',' | ';' if !is_quoted && separator.is_none_or(|it| it == c) => {
                separator = Some(c);
                cells.push(mem::take(&mut cell));
            }
            _ => cell.push(c),
        }
        last = c;
    }
    cells.push(cell);
    cells.into_iter().map(|cell| cell.trim().to_owned()).collect()
}

/// The next game of text in memory, which has no other errors than those of games.
fn next(replay: &mut Replay<impl Source>) -> Result<Option<Game>, GameError> {
    match replay.next_game() {
        Ok(game) => Ok(game),
        Err(PgnError::Game(error)) => Err(error),
        Err(_) => Ok(None),
    }
}

impl fmt::Display for Opening {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.eco, self.name)
    }
}

impl fmt::Display for OpeningNamesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Line { line, reason } => write!(f, "line {line}: {reason}"),
            Self::Game(error) => error.fmt(f),
            Self::Unnamed { game } => {
                write!(f, "game {game}: the tag `ECO` is missing, or both `Opening` and `Variation` are")
            }
            Self::Json => f.write_str("JSON is not read: expected a table of ECO, name and moves, or PGN"),
            Self::Empty => f.write_str("no names of openings found"),
        }
    }
}

impl Error for OpeningNamesError {}

#[cfg(test)]
mod tests {
    use chess_movegen::GameState;
    use chess_notation::read_san;

    use super::*;

    #[test]
    fn tables_and_games_are_read_or_their_fault_is_named() {
        let mut game = GameState::default();
        // The position of the table comes by another order of moves, and the game leaves it.
        for san in ["Nf3", "Nf6", "d4", "d5", "c4"] {
            game.play_unchecked(read_san(game.position(), san).unwrap());
        }
        for (text, found) in [
            ("eco\tname\tpgn\nD02\tQueen's Pawn\t1. d4 d5 2. Nf3 Nf6\tuci\n\n", Ok("D02 Queen's Pawn")),
            ("\u{feff}D02\tA\t1. d4 d5 2. Nf3 Nf6\nD03\tB\t1. Nf3 d5 2. d4 Nf6", Ok("D02 A")),
            (
                "{A\tB}\n\n[ECO \"D02\"]\n[Opening \"A\"]\n[Variation \"B\"]\n\n1. d4 d5 2. Nf3 Nf6 *\n",
                Ok("D02 A: B"),
            ),
            ("\"D02\",\"A, \"\"B\"\"\",\"1. d4 d5 2. Nf3 Nf6\"\r\n", Ok("D02 A, \"B\"")),
            ("\n ECO ; Name ; Moves\r\n\r\nD02 ; A, B ; 1. d4 d5 2. Nf3 Nf6 \r\n", Ok("D02 A, B")),
            (
                "eco-volume,eco,name,pgn,uci,epd\nD,D02,A;B,1. d4 d5 2. Nf3 Nf6,d2d4 d7d5 g1f3 g8f6,x\n",
                Ok("D02 A;B"),
            ),
            (
                "[White \"A\"]\n[Black \"?\"]\n[ECO \"D02\"]\n\n1. d4 d5 2. Nf3 Nf6 *\n\n[Event \"x\"]\n\n1. d4 *",
                Ok("D02 A"),
            ),
            (
                "[White \"A\"]\n[Black \"B\"]\n[ECO \"D02\"]\n[Date \"????.??.??\"]\n\n1. d4 d5 2. Nf3 Nf6 *\n",
                Ok("D02 A: B"),
            ),
            // A game of two players.
            (
                "[White \"A\"]\n[Black \"B\"]\n[ECO \"D02\"]\n[Result \"1-0\"]\n\n1. d4 d5 2. Nf3 Nf6 1-0\n",
                Err("game 1: the tag `ECO` is missing, or both `Opening` and `Variation` are"),
            ),
            (
                "[White \"A\"]\n[ECO \"D02\"]\n[Date \"2024.01.02\"]\n\n1. d4 d5 2. Nf3 Nf6 *\n",
                Err("game 1: the tag `ECO` is missing, or both `Opening` and `Variation` are"),
            ),
            (
                " {\n \"rnbqkbnr/8\" : {\"eco\": \"B00\"}}",
                Err("JSON is not read: expected a table of ECO, name and moves, or PGN"),
            ),
            ("\n[\n{\"eco\": 1}]", Err("JSON is not read: expected a table of ECO, name and moves, or PGN")),
            ("\n", Err("no names of openings found")),
            (
                "D02\tA\t1. d4\nD02 A 1. d4\n",
                Err("line 2: expected ECO, name and moves with tabs or commas between them"),
            ),
            ("D02,A, B,1. d4", Err("line 1: game 1, line 1, byte 0, `B`: expected a tag or a move")),
            ("D02\tA\t", Err("line 1: the moves are missing")),
            ("D02\t \t1. d4", Err("line 1: the name is missing")),
            (
                "{\"A\" is a comment}\n\n[ECO \"D02\"]\n\n1. d4 d5 *\n\n[ECO \"D02\"]\n[Opening \"A\"]\n\n1. d4 d5 2. Nf3 Nf6 *",
                Ok("D02 A"),
            ),
            (
                "[Opening \"A\"]\n\n1. d4 *",
                Err("game 1: the tag `ECO` is missing, or both `Opening` and `Variation` are"),
            ),
            ("D02\tA\t1. d5", Err("line 1: game 1, line 1, byte 3, `d5`: no such move is legal here")),
            ("[ECO \"D02\"]\n\n1. d5 *", Err("game 1, line 3, byte 16, `d5`: no such move is legal here")),
        ] {
            let read = OpeningNames::read(text.as_bytes()).map_err(|error| error.to_string());
            let name = read.map(|names| names.last(game.positions().copied()).unwrap().to_string());
            assert_eq!(name, found.map(str::to_owned).map_err(str::to_owned), "{text}");
        }
    }
}
