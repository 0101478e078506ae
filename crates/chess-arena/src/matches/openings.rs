use std::collections::TryReserveError;
use std::io::{self, Read};
use std::path::Path;

use chess_board::Position;
use chess_data::input::{Input, Lines, Progress};
use chess_movegen::{GameState, PositionExt};
use chess_notation::PackedPosition;
use chess_notation::epd::Epd;
use chess_notation::pgn::Replay;
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
        self.moves.iter().all(|&mv| game.try_play(mv).is_ok());
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
    /// There are none.
    #[error("no openings found")]
    Empty,
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
        Self { source: Source::Chance, seed, plies, is_chess960, order: Vec::new() }
    }

    /// Reads openings from a Polyglot book (`.bin`), a PGN file (`.pgn`) or another file, whose lines are EPD or FEN. `plies` are the
    /// length of an opening: if left out, 8 of a book, and all of a game.
    ///
    /// # Errors
    /// The file cannot be read, or holds what is not an opening, or none.
    pub fn open(
        path: &Path,
        plies: Option<usize>,
        seed: u64,
        is_chess960: bool,
    ) -> Result<Self, OpeningError> {
        let mut openings = Self::random(plies, seed, is_chess960);
        let name = path.to_string_lossy().to_ascii_lowercase();
        let name = [".gz", ".zst", ".bz2"].iter().find_map(|end| name.strip_suffix(end)).unwrap_or(&name);
        let mut input = Input::file(path).open(&Progress::default())?;
        let ending = name.rsplit('.').next();
        if ending == Some("bin") {
            let mut bytes = Vec::new();
            input.read_to_end(&mut bytes)?;
            let book = Book::new(bytes).map_err(|error| OpeningError::Games(error.to_string()))?;
            if book.moves(&Position::START).is_empty() {
                return Err(OpeningError::Empty);
            }
            openings.source = Source::Book(book);
            return Ok(openings);
        }
        let input = input.text()?;
        let read = if ending == Some("pgn") {
            read_games(input, plies, is_chess960)?
        } else {
            read_lines(input, is_chess960)?
        };
        if read.is_empty() {
            return Err(OpeningError::Empty);
        }
        openings.order = shuffled(read.len(), seed);
        openings.source = Source::Lines(read);
        Ok(openings)
    }

    /// The opening of this number. After the last one of a file comes the first.
    ///
    /// # Errors
    /// There is no memory for the search that judges random moves.
    pub fn opening(&self, number: u64) -> Result<GameState, TryReserveError> {
        let place = self.order.get((number % self.order.len().max(1) as u64) as usize);
        let place = place.map_or(0, |&place| place as usize);
        Ok(match &self.source {
            Source::Lines(lines) => lines[place].game(),
            Source::Book(book) => self.walk(book, number),
            Source::Chance => self.by_chance(number)?,
        })
    }

    fn chance(&self, number: u64) -> SplitMix64 {
        SplitMix64::new(self.seed ^ number.wrapping_mul(0x9e37_79b9_7f4a_7c15))
    }

    /// Moves of a book from the start position, chosen by their weights.
    fn walk(&self, book: &Book<Vec<u8>>, number: u64) -> GameState {
        let mut chance = self.chance(number);
        let mut game = GameState::default();
        while game.moves().len() < self.plies
            && let Some(choice) = book.moves(game.position()).pick(chance.next_u64())
            && game.try_play(choice.mv).is_ok()
        {}
        game
    }

    /// Random moves, after which a short search sees neither side far ahead.
    fn by_chance(&self, number: u64) -> Result<GameState, TryReserveError> {
        let mut judge = Engine::new(1 << 18)?;
        let mut chance = self.chance(number);
        let mut random = |limit: usize| (chance.next_u64() % limit as u64) as usize;
        loop {
            let start = if self.is_chess960 { Position::chess960(random(960) as u16) } else { None };
            let mut game = GameState::new(start.unwrap_or_default());
            while game.moves().len() < self.plies {
                let moves = game.position().legal_moves();
                if moves.is_empty() {
                    break;
                }
                game.play(moves[random(moves.len())]);
            }
            if game.moves().len() == self.plies && is_even(&mut judge, &game) {
                return Ok(game);
            }
        }
    }
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

fn read_lines(input: impl Read + Send, is_chess960: bool) -> Result<Vec<Line>, OpeningError> {
    let mut input = Lines::new(input);
    let mut lines = Vec::new();
    for number in 1.. {
        let Some(line) = input.next()? else { break };
        let refuse = |message: String| OpeningError::Line { line: number, message };
        let line = line.map_err(|error| refuse(error.to_string()))?;
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let position = read_line(line).map_err(refuse)?;
        let game = GameState::new(position);
        if game.outcome().is_some() {
            return Err(refuse("the game is over in this position".to_owned()));
        }
        if position.needs_chess960() && !is_chess960 {
            return Err(refuse("the position needs Chess960, and the match is standard chess".to_owned()));
        }
        lines.push(Line::of(&game));
    }
    Ok(lines)
}

fn read_line(line: &str) -> Result<Position, String> {
    if line == "startpos" {
        return Ok(Position::START);
    }
    Position::from_fen(line).or_else(|error| {
        let epd = Epd::parse_lenient(line, |_| ());
        epd.map(|epd| epd.position).map_err(|_| error.to_string())
    })
}

/// The main lines of games, up to so many plies. An opening begins after the last null move.
fn read_games(input: impl Read, plies: Option<usize>, is_chess960: bool) -> Result<Vec<Line>, OpeningError> {
    let mut replay = Replay::from_read(input).mainline_only(true);
    let mut lines = Vec::new();
    while let Some(read) = replay.next_game().map_err(|error| OpeningError::Games(error.to_string()))? {
        let mut game = GameState::new(*read.start());
        for played in read.mainline().take(plies.unwrap_or(usize::MAX)) {
            if game.try_play(played.mv).is_err() {
                game = GameState::new(read.position(played.id));
            }
        }
        if game.outcome().is_some() || game.start().needs_chess960() && !is_chess960 {
            return Err(OpeningError::Game { game: lines.len() + 1 });
        }
        lines.push(Line::of(&game));
    }
    Ok(lines)
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
}
