//! Names of openings by position, from a file that the user has.
//!
//! The file is a table of lines `ECO<TAB>NAME<TAB>MOVES`, such as those of lichess's chess-openings, whose first line may name the
//! columns, or a PGN file with the tags `ECO`, `Opening` and `Variation`, such as `eco.pgn`.
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
//!     game.play(read_san(game.position(), san)?);
//! }
//! assert_eq!(names.get(game.position()), None);
//! assert_eq!(names.last(game.positions().copied()).unwrap().to_string(), "C20 King's Pawn Game");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::collections::HashMap;
use std::error::Error;
use std::fmt;
use std::hash::{Hash, Hasher};

use chess_board::Position;
use chess_notation::pgn::{Game, GameError, PgnError, Replay, Source};

/// Names of openings, each of which belongs to a position.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct OpeningNames(HashMap<u64, Opening>);

impl Hash for OpeningNames {
    fn hash<H: Hasher>(&self, state: &mut H) {
        // Equal maps have equal lengths; to hash the names, they would have to be sorted.
        self.0.len().hash(state);
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
    /// A game has no tag `ECO`, or neither `Opening` nor `Variation`.
    Unnamed {
        /// The number of the game, from 1 on.
        game: usize,
    },
    /// There is no name.
    Empty,
}

impl OpeningNames {
    /// Reads names. If several lines lead to a position, the first one counts.
    ///
    /// # Errors
    /// A line or a game cannot be read, or there is none.
    pub fn read(text: &[u8]) -> Result<Self, OpeningNamesError> {
        let mut names = Self::default();
        let text = text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text);
        // Games may have a comment before them.
        if matches!(text.trim_ascii_start().first(), Some(b'[' | b'{')) {
            let (mut replay, mut number) = (Replay::new(text), 0);
            while let Some(game) = next(&mut replay).map_err(OpeningNamesError::Game)? {
                number += 1;
                let tag = |name| game.tags().get(name).unwrap_or_default();
                let parts = [tag("Opening"), tag("Variation")].into_iter().filter(|part| !part.is_empty());
                let (eco, name) = (tag("ECO"), parts.collect::<Vec<_>>().join(": "));
                if eco.is_empty() || name.is_empty() {
                    return Err(OpeningNamesError::Unnamed { game: number });
                }
                names.add(&game, eco, &name);
            }
        } else {
            for (line, number) in String::from_utf8_lossy(text).lines().zip(1..) {
                names.add_line(line).map_err(|reason| OpeningNamesError::Line { line: number, reason })?;
            }
        }
        if names.0.is_empty() { Err(OpeningNamesError::Empty) } else { Ok(names) }
    }

    /// The name of a position.
    pub fn get(&self, position: &Position) -> Option<&Opening> {
        self.0.get(&position.key())
    }

    /// The name of the last position of a game that has one.
    pub fn last(&self, positions: impl IntoIterator<Item = Position>) -> Option<&Opening> {
        positions.into_iter().filter_map(|position| self.get(&position)).last()
    }

    fn add_line(&mut self, line: &str) -> Result<(), String> {
        let mut fields = line.split('\t');
        match (fields.next(), fields.next(), fields.next()) {
            (Some(eco), ..) if eco.trim().is_empty() || eco.eq_ignore_ascii_case("eco") => Ok(()),
            (_, Some(name), _) if name.trim().is_empty() => Err("the name is missing".to_owned()),
            (Some(eco), Some(name), Some(moves)) => {
                let game = next(&mut Replay::new(moves)).map_err(|error| error.to_string())?;
                self.add(&game.ok_or("the moves are missing")?, eco.trim(), name.trim());
                Ok(())
            }
            _ => Err("expected ECO, name and moves with tabs between them".to_owned()),
        }
    }

    fn add(&mut self, game: &Game, eco: &str, name: &str) {
        let opening = || Opening { eco: eco.to_owned(), name: name.to_owned() };
        self.0.entry(game.position(game.last()).key()).or_insert_with(opening);
    }
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
            game.play(read_san(game.position(), san).unwrap());
        }
        for (text, found) in [
            ("eco\tname\tpgn\nD02\tQueen's Pawn\t1. d4 d5 2. Nf3 Nf6\tuci\n\n", Ok("D02 Queen's Pawn")),
            ("\u{feff}D02\tA\t1. d4 d5 2. Nf3 Nf6\nD03\tB\t1. Nf3 d5 2. d4 Nf6", Ok("D02 A")),
            (
                "{A\tB}\n\n[ECO \"D02\"]\n[Opening \"A\"]\n[Variation \"B\"]\n\n1. d4 d5 2. Nf3 Nf6 *\n",
                Ok("D02 A: B"),
            ),
            ("\n", Err("no names of openings found")),
            (
                "D02\tA\t1. d4\nD02 A 1. d4\n",
                Err("line 2: expected ECO, name and moves with tabs between them"),
            ),
            ("D02\tA\t", Err("line 1: the moves are missing")),
            ("D02\t \t1. d4", Err("line 1: the name is missing")),
            (
                "[ECO \"D02\"]\n[Opening \"A\"]\n\n1. d4 *\n\n[ECO \"D02\"]\n\n1. d4 d5 *",
                Err("game 2: the tag `ECO` is missing, or both `Opening` and `Variation` are"),
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
