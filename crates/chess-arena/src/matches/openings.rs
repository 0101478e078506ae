use std::collections::TryReserveError;
use std::path::Path;
use std::{fs, io};

use chess_board::Position;
use chess_movegen::{GameState, PositionExt};
use chess_notation::epd::Epd;
use chess_notation::pgn::Replay;
use chess_notation::polyglot::Book;
use chess_search::engine::{Engine, Limits, Signals};
use chess_types::SplitMix64;

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
    /// Lines of EPD or FEN, which can be read.
    Lines(Vec<String>),
    Games(Vec<GameState>),
    Book(Book<Vec<u8>>),
}

/// The reason why a file gives no openings.
#[derive(Debug, thiserror::Error)]
pub enum OpeningError {
    /// The file cannot be read.
    #[error("{0}")]
    File(#[from] io::Error),
    /// A line is no position to play from.
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
    #[error("game {game}: it is over in its opening, or has a start position of Chess960")]
    Game {
        /// The number of the game, from 1 on.
        game: usize,
    },
    /// There are none.
    #[error("it holds no openings")]
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
    /// The file cannot be read, or holds what is no opening, or none.
    pub fn open(
        path: &Path,
        plies: Option<usize>,
        seed: u64,
        is_chess960: bool,
    ) -> Result<Self, OpeningError> {
        let mut openings = Self::random(plies, seed, is_chess960);
        let bytes = fs::read(path)?;
        let is_named = |end: &str| path.extension().is_some_and(|name| name.eq_ignore_ascii_case(end));
        openings.source = if is_named("bin") {
            let book = Book::new(bytes).map_err(|error| OpeningError::Games(error.to_string()))?;
            if book.moves(&Position::START).is_empty() {
                return Err(OpeningError::Empty);
            }
            Source::Book(book)
        } else if is_named("pgn") {
            Source::Games(read_games(&bytes, plies, is_chess960)?)
        } else {
            Source::Lines(read_lines(&bytes, is_chess960)?)
        };
        let len = match &openings.source {
            Source::Lines(lines) => lines.len(),
            Source::Games(games) => games.len(),
            Source::Chance | Source::Book(_) => return Ok(openings),
        };
        if len == 0 {
            return Err(OpeningError::Empty);
        }
        openings.order = shuffled(len, seed);
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
            Source::Lines(lines) => GameState::new(read_line(&lines[place]).unwrap_or_default()),
            Source::Games(games) => games[place].clone(),
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

fn read_line(line: &str) -> Result<Position, String> {
    if line == "startpos" {
        return Ok(Position::START);
    }
    Position::from_fen(line).or_else(|error| {
        let epd = Epd::parse_lenient(line, |_| ());
        epd.map(|epd| epd.position).map_err(|_| error.to_string())
    })
}

fn read_lines(bytes: &[u8], is_chess960: bool) -> Result<Vec<String>, OpeningError> {
    let mut lines = Vec::new();
    for (index, line) in String::from_utf8_lossy(bytes).lines().enumerate() {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let refuse = |message: String| OpeningError::Line { line: index + 1, message };
        let position = read_line(line).map_err(refuse)?;
        if GameState::new(position).outcome().is_some() {
            return Err(refuse("the game is over in this position".to_owned()));
        }
        if position.needs_chess960() && !is_chess960 {
            return Err(refuse("this is a position of Chess960: the match is none".to_owned()));
        }
        lines.push(line.to_owned());
    }
    Ok(lines)
}

/// The main lines of games, up to so many plies.
fn read_games(bytes: &[u8], plies: Option<usize>, is_chess960: bool) -> Result<Vec<GameState>, OpeningError> {
    let mut replay = Replay::new(bytes);
    let mut games = Vec::new();
    while let Some(read) = replay.next_game().map_err(|error| OpeningError::Games(error.to_string()))? {
        let mut game = GameState::new(*read.start());
        for played in read.mainline().take(plies.unwrap_or(usize::MAX)) {
            if game.try_play(played.mv).is_err() {
                break;
            }
        }
        if game.outcome().is_some() || game.start().needs_chess960() && !is_chess960 {
            return Err(OpeningError::Game { game: games.len() + 1 });
        }
        games.push(game);
    }
    Ok(games)
}
