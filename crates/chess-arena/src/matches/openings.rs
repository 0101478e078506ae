use std::collections::TryReserveError;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{self, Read};
use std::path::Path;

use chess_board::Position;
use chess_data::book::MAX_BOOK;
use chess_data::input::{Input, Lines, unquoted};
use chess_movegen::{GameState, PositionExt};
use chess_notation::PackedPosition;
use chess_notation::epd::Epd;
use chess_notation::pgn::{PgnError, Replay};
use chess_notation::polyglot::Book;
use chess_search::engine::{Engine, Limits, Signals};
use chess_types::{Move, SplitMix64};

/// The openings of a match. A seed and a number determine each.
pub struct Openings {
    source: Source,
    seed: u64,
    plies: usize,
    is_chess960: bool,
    /// The places of the lines or games, shuffled.
    order: Vec<u32>,
    /// The number of the first one.
    start: u64,
    left_out: Vec<OpeningError>,
}

enum Source {
    /// Random moves that a short search finds even.
    Chance,
    /// Lines and games of a file.
    Lines(Vec<Line>),
    Book(Book<Vec<u8>>),
}

/// An opening of a file in few bytes: there may be millions.
struct Line {
    start: PackedPosition,
    moves: Box<[Move]>,
}

impl Line {
    /// The opening that a game has come to.
    fn of(game: &GameState) -> Self {
        Self { start: PackedPosition::new(game.start()), moves: game.moves().into() }
    }

    fn game(&self) -> GameState {
        // Both have been played before.
        let mut game = GameState::new(self.start.unpack().unwrap_or_default());
        self.moves.iter().all(|&mv| game.play(mv).is_ok());
        game
    }
}

/// The reason why a file gives no openings.
#[derive(Debug, thiserror::Error)]
pub enum OpeningError {
    /// The file cannot be read.
    #[error("{0}")]
    File(#[from] io::Error),
    /// A line is not a position to play from.
    #[error("line {line}: {message}")]
    Line {
        /// The number of the line, from 1 on.
        line: usize,
        /// The reason in words.
        message: String,
    },
    /// The games or the book cannot be read.
    #[error("{0}")]
    Games(String),
    /// A game cannot be played on.
    #[error("game {game}: the game ends within its opening, or needs Chess960")]
    Game {
        /// The number of the game, from 1 on.
        game: usize,
    },
    /// There are none, for this reason if there is one.
    #[error("no openings found{}", reason(first.as_deref()))]
    Empty {
        /// The error of the first line or game.
        first: Option<Box<Self>>,
    },
}

fn reason(first: Option<&OpeningError>) -> String {
    first.map_or_else(String::new, |error| format!(": {error}"))
}

/// The greatest score of an opening by chance for either side, in hundredths of a pawn.
const MAX_SCORE: i32 = 80;

/// The nodes of the search that finds it.
const NODES: u64 = 3_000;

/// The plies of an opening by chance or from a Polyglot book, unless they are given.
const PLIES: usize = 8;

impl Openings {
    /// Random moves, after which a short search sees neither side far ahead: 8 plies, if `plies` are left out.
    pub fn random(plies: Option<usize>, seed: u64, is_chess960: bool) -> Self {
        let plies = plies.unwrap_or(PLIES);
        let (order, left_out) = (Vec::new(), Vec::new());
        Self { source: Source::Chance, seed, plies, is_chess960, order, start: 0, left_out }
    }

    /// Reads openings from a Polyglot book (`.bin`), a PGN file (`.pgn`) or another file, whose lines are EPD or FEN, or the records of
    /// Stockfish's text. `plies` are the length of an opening: if left out, 8 of a book, and all of a game.
    ///
    /// Lines and games that are no opening are [left out](Self::left_out).
    ///
    /// # Errors
    /// The file cannot be read, or has no opening.
    pub fn open(
        path: &Path,
        plies: Option<usize>,
        seed: u64,
        is_chess960: bool,
    ) -> Result<Self, OpeningError> {
        let mut openings = Self::random(plies, seed, is_chess960);
        let name = path.to_string_lossy().to_ascii_lowercase();
        let name = [".gz", ".zst", ".bz2"].iter().find_map(|end| name.strip_suffix(end)).unwrap_or(&name);
        let input = Input::file(path);
        let ending = name.rsplit('.').next();
        if ending == Some("bin") {
            let book = Book::new(input.read_bytes(MAX_BOOK)?)
                .map_err(|error| OpeningError::Games(error.to_string()))?;
            if book.moves(&Position::START).is_empty() {
                return Err(OpeningError::Empty { first: None });
            }
            openings.source = Source::Book(book);
            return Ok(openings);
        }
        let input = input.open_text()?;
        let read = if ending == Some("pgn") {
            read_games(input, plies, is_chess960, &mut openings.left_out)?
        } else {
            read_lines(input, is_chess960, &mut openings.left_out)?
        };
        if read.is_empty() {
            let first = openings.left_out.into_iter().next().map(Box::new);
            return Err(OpeningError::Empty { first });
        }
        openings.order = shuffled(read.len(), seed);
        openings.source = Source::Lines(read);
        Ok(openings)
    }

    /// Takes the lines or games of a file in its order if `is_sequential`, and begins with the opening `start`, counted from 0.
    #[must_use]
    pub fn ordered(mut self, is_sequential: bool, start: u64) -> Self {
        if is_sequential {
            self.order.sort_unstable();
        }
        Self { start, ..self }
    }

    /// The errors of lines and games that have been left out.
    pub fn left_out(&self) -> &[OpeningError] {
        &self.left_out
    }

    /// The opening of this number. After the last one of a file comes the first.
    ///
    /// # Errors
    /// There is no memory for the search that judges random moves.
    pub fn opening(&self, number: u64) -> Result<GameState, TryReserveError> {
        let number = number.wrapping_add(self.start);
        let place = self.order.get((number % self.order.len().max(1) as u64) as usize);
        let place = place.map_or(0, |&place| place as usize);
        Ok(match &self.source {
            Source::Lines(lines) => lines[place].game(),
            Source::Book(book) => self.walk(book, number),
            Source::Chance => self.by_chance(number)?,
        })
    }

    /// Moves of a book from the start position, chosen by their weights.
    fn walk(&self, book: &Book<Vec<u8>>, number: u64) -> GameState {
        let mut chance = SplitMix64::new(self.seed).stream(number);
        let mut game = GameState::default();
        while game.moves().len() < self.plies
            && let Some(choice) = book.moves(game.position()).pick(chance.next_u64())
            && game.play(choice.mv).is_ok()
        {}
        game
    }

    /// Random moves, after which a short search sees neither side far ahead.
    fn by_chance(&self, number: u64) -> Result<GameState, TryReserveError> {
        let mut judge = Engine::new(1 << 18)?;
        let mut chance = SplitMix64::new(self.seed).stream(number);
        loop {
            let game = self.random_moves(&mut chance);
            if game.moves().len() == self.plies && is_even(&mut judge, &game) {
                return Ok(game);
            }
        }
    }

    fn random_moves(&self, chance: &mut SplitMix64) -> GameState {
        let mut random = |limit: usize| (chance.next_u64() % limit as u64) as usize;
        let start = if self.is_chess960 { Position::chess960(random(960) as u16) } else { None };
        let mut game = GameState::new(start.unwrap_or_default());
        while game.moves().len() < self.plies {
            let moves = game.position().legal_moves();
            if moves.is_empty() {
                break;
            }
            game.play_unchecked(moves[random(moves.len())]);
        }
        game
    }
}

/// A number that tells openings apart.
pub(super) fn opening_key(start: &Position, moves: impl Iterator<Item = Move>) -> u64 {
    let mut hasher = DefaultHasher::new();
    start.key().hash(&mut hasher);
    moves.for_each(|mv| mv.hash(&mut hasher));
    hasher.finish()
}

fn is_even(judge: &mut Engine, game: &GameState) -> bool {
    let limits = Limits { nodes: Some(NODES), ..Limits::default() };
    // What was learnt of other openings must not decide.
    judge.new_game();
    let finding = judge.search(game, &limits, &Signals::new(), |_| ());
    finding.best().is_some() && finding.score.abs() <= MAX_SCORE
}

/// The numbers below `len` in an order by chance, by Fisher and Yates.
fn shuffled(len: usize, seed: u64) -> Vec<u32> {
    let mut order: Vec<u32> = (0..len as u32).collect();
    let mut chance = SplitMix64::new(seed);
    for last in (1..len).rev() {
        order.swap(last, (chance.next_u64() % (last as u64 + 1)) as usize);
    }
    order
}

fn read_lines(
    input: impl Read + Send,
    is_chess960: bool,
    left_out: &mut Vec<OpeningError>,
) -> Result<Vec<Line>, OpeningError> {
    let mut input = Lines::new(input);
    let mut lines = Vec::new();
    // The other lines of Stockfish's records are about training.
    let mut has_records = false;
    for number in 1.. {
        let Some(line) = input.next()? else { break };
        let read = match &line {
            Ok(line) => {
                let line = line.trim();
                let fen = line.strip_prefix("fen ");
                has_records |= fen.is_some();
                if line.is_empty() || line.starts_with('#') || has_records && fen.is_none() {
                    continue;
                }
                read_line(unquoted(fen.unwrap_or(line).trim()), is_chess960)
            }
            Err(error) => Err(error.to_string()),
        };
        match read {
            Ok(line) => lines.push(line),
            Err(message) => left_out.push(OpeningError::Line { line: number, message }),
        }
    }
    Ok(lines)
}

fn read_line(line: &str, is_chess960: bool) -> Result<Line, String> {
    let position = if line == "startpos" {
        Position::START
    } else {
        Position::from_fen(line).or_else(|error| {
            let epd = Epd::parse_lenient(line, |_| ());
            epd.map(|epd| epd.position).map_err(|_| error.to_string())
        })?
    };
    let game = GameState::new(position);
    if game.outcome().is_some() {
        return Err("the game is over".to_owned());
    }
    if position.needs_chess960() && !is_chess960 {
        return Err("the position needs --chess960".to_owned());
    }
    Ok(Line::of(&game))
}

/// The main lines of games, up to so many plies. An opening begins after the last null move.
fn read_games(
    input: impl Read,
    plies: Option<usize>,
    is_chess960: bool,
    left_out: &mut Vec<OpeningError>,
) -> Result<Vec<Line>, OpeningError> {
    let mut replay = Replay::from_read(input).mainline_only(true);
    let mut lines = Vec::new();
    loop {
        let read = match replay.next_game() {
            Ok(Some(read)) => read,
            Ok(None) => return Ok(lines),
            Err(error @ PgnError::Game(_)) => {
                left_out.push(OpeningError::Games(error.to_string()));
                continue;
            }
            Err(error) => return Err(OpeningError::Games(error.to_string())),
        };
        let mut game = GameState::new(*read.start());
        for played in read.mainline().take(plies.unwrap_or(usize::MAX)) {
            if game.play(played.mv).is_err() {
                game = GameState::new(read.position(played.id));
            }
        }
        if game.outcome().is_some() || game.start().needs_chess960() && !is_chess960 {
            left_out.push(OpeningError::Game { game: lines.len() + left_out.len() + 1 });
        } else {
            lines.push(Line::of(&game));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_opening_is_a_line_or_moves() {
        let folder = tempfile::tempdir().unwrap();
        for (name, text, fens) in [
            (
                "lines.epd",
                "# two\r\n4k3/8/8/8/8/8/PPPP4/4K3 w - - id \"x\";\r\n\r\nstartpos\r\n",
                &["4k3/8/8/8/8/8/PPPP4/4K3 w - - 0 1", &Position::START.to_string()][..],
            ),
            (
                "games.PGN",
                "1. e4 e5 2. Nf3 *\n\n1. d4 -- 2. c4 *\n",
                &[
                    "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2",
                    "rnbqkbnr/pppppppp/8/8/2PP4/8/PP2PPPP/RNBQKBNR b KQkq - 0 2",
                ],
            ),
        ] {
            let path = folder.path().join(name);
            std::fs::write(&path, text).unwrap();
            let openings = Openings::open(&path, None, 1, false).unwrap();
            let opening = |number| openings.opening(number).unwrap().position().to_string();
            let mut found = [opening(0), opening(1)];
            found.sort_by_key(|fen| fens.iter().position(|it| it == fen));
            assert_eq!(found, fens);
            assert_eq!(opening(2), opening(0));
        }
    }

    #[test]
    fn what_is_no_opening_is_left_out_with_its_reason() {
        const OVER: &str = "8/8/8/8/8/8/8/4k2K w - - 0 1";
        const FEN: &str = "4k3/8/8/8/8/8/PPPP4/4K3 w - - 0 1";
        let folder = tempfile::tempdir().unwrap();
        for (name, text, count, reasons) in [
            ("a.epd", format!("{OVER}\n{FEN}\n"), 1, vec!["line 1: the game is over"]),
            ("a.csv", format!("\"{FEN}\",\r\n\"{OVER}\",1\r\n"), 1, vec!["line 2: the game is over"]),
            (
                "b.epd",
                format!("4k3/8/8/8/8/8/PPPP4/4K3 w - - 6 24|f8d8\n\n{FEN}\nxyz\n"),
                1,
                vec![
                    "line 1: move number field, byte 34: expected a whole number from 0 to 65535",
                    "line 4: board field, byte 0: expected a piece (PNBRQKpnbrqk), a digit from 1 to 8 or a slash",
                ],
            ),
            (
                "c.plain",
                format!("fen {FEN}\nmove e1e2\nscore 5\nply 0\nresult 1\ne\nfen {OVER}\ne\n"),
                1,
                vec!["line 7: the game is over"],
            ),
            ("result.book", format!("{FEN}; [1.0]\n"), 1, vec![]),
            ("result.epd", "4k3/8/8/8/8/8/4P3/4K3 w - - c9 \"1-0\";\n".to_owned(), 1, vec![]),
            (
                "d.pgn",
                "1. f3 e5 2. g4 Qh4# 0-1\n\n1. e4 *\n\n1. Ke3 *\n\n1. d4 *\n".to_owned(),
                2,
                vec![
                    "game 1: the game ends within its opening, or needs Chess960",
                    "game 3, line 5, byte 37, `Ke3`: no such move is legal here",
                ],
            ),
        ] {
            let path = folder.path().join(name);
            std::fs::write(&path, text).unwrap();
            let openings = Openings::open(&path, None, 1, false).unwrap();
            let left_out: Vec<_> = openings.left_out().iter().map(ToString::to_string).collect();
            assert_eq!(
                (openings.order.len(), left_out),
                (count, reasons.into_iter().map(String::from).collect()),
                "{name}"
            );
        }
        let path = folder.path().join("none.epd");
        std::fs::write(&path, OVER).unwrap();
        let error = Openings::open(&path, None, 1, false).err().unwrap().to_string();
        assert_eq!(error, "no openings found: line 1: the game is over");
    }
}
