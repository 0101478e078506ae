//! The main lines of games, one after another.

use std::collections::HashMap;
use std::fmt::{self, Write};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::ops::Range;

use chess_board::Position;
use chess_notation::pgn::{Event, GameError, GameResult, PgnError, Replay, Slice};
use chess_types::Move;

/// The tags and the main line of a game, as far as it is legal, without comments and variations.
///
/// Each call of [`read`](Self::read) replaces the game by the next one and reuses its memory.
///
/// # Examples
/// ```
/// use chess_data::chess_notation::pgn::Replay;
/// use chess_data::main_line::MainLine;
///
/// let mut replay = Replay::new("[White \"Ann\"]\n\n1. e4 {best} e5 (1... c5) *\n\n1. d4 Ke3 *\n");
/// let mut game = MainLine::default();
/// let mut lengths = Vec::new();
/// while game.read(&mut replay) {
///     lengths.push((game.tag("White").map(str::to_owned), game.moves().len(), game.fault().is_none()));
/// }
/// assert_eq!(lengths, [(Some("Ann".to_owned()), 2, true), (None, 1, false)]);
/// ```
#[derive(Clone, Debug, Default)]
pub struct MainLine {
    /// Counted from 1.
    number: u64,
    fault: Option<GameError>,
    tags: Tags,
    /// `None` if the tags do not give a start position.
    start: Option<Position>,
    moves: Vec<Move>,
    end: Option<Position>,
    /// The result at the end of the movetext.
    terminator: Option<GameResult>,
    /// The place of its first token.
    offset: Option<u64>,
}

impl MainLine {
    /// Replaces this game by the next one. It is read to its end or its first fault; or if the replay is lenient, to its end in any
    /// case. Returns `false` if there are no more games.
    pub fn read(&mut self, replay: &mut Replay<Slice<'_>>) -> bool {
        self.clear();
        loop {
            let read = self.read_on(replay);
            self.number = replay.game();
            match read {
                // A fault behind the last game is one of a game that has not begun.
                Ok(is_there) => return is_there || self.fault.is_some(),
                Err(PgnError::Game(error)) => {
                    self.number = error.game;
                    self.offset.get_or_insert(error.offset);
                    self.fault = self.fault.or(Some(error));
                    if !replay.is_lenient() {
                        return true;
                    }
                }
                // Bytes in memory can be read.
                Err(_) => return false,
            }
        }
    }

    fn read_on(&mut self, replay: &mut Replay<Slice<'_>>) -> Result<bool, PgnError> {
        while let Some(event) = replay.next_event()? {
            match event {
                Event::Tag { name, value } => self.tags.add(name, value),
                Event::Movetext => {
                    self.start = Some(*replay.position());
                    self.end = self.start;
                }
                Event::Move(mv) => {
                    self.moves.push(mv);
                    self.end = Some(*replay.position());
                }
                Event::VariationStart => replay.skip_variation()?,
                Event::VariationEnd | Event::Nag(_) | Event::Comment(_) => {}
                Event::End(result) => {
                    self.terminator = result;
                    return Ok(true);
                }
            }
            if self.offset.is_none() {
                self.offset = Some(replay.place().offset);
            }
        }
        Ok(false)
    }

    fn clear(&mut self) {
        self.tags.clear();
        self.moves.clear();
        (self.fault, self.start, self.end, self.terminator, self.offset) = (None, None, None, None, None);
    }

    /// Returns the number of the game in the text that it was read from, counted from 1.
    pub const fn number(&self) -> u64 {
        self.number
    }

    /// Returns the place of the first token in the text that the game was read from, as a number of bytes.
    pub fn offset(&self) -> u64 {
        self.offset.unwrap_or(0)
    }

    /// Returns the first fault of the game.
    pub const fn fault(&self) -> Option<GameError> {
        self.fault
    }

    /// Returns the value of a tag, the last one if the name occurs more than once.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags().rev().find(|(it, _)| *it == name).map(|(_, value)| value)
    }

    /// Returns the names and values of all tags, in the order of the text.
    pub fn tags(&self) -> impl DoubleEndedIterator<Item = (&str, &str)> + Clone {
        let Tags { text, places } = &self.tags;
        places.iter().map(|(name, value)| (&text[name.clone()], &text[value.clone()]))
    }

    /// Returns each name once, in the order of the text, with the last of its values.
    pub fn last_tags(&self) -> Vec<(&str, &str)> {
        let mut values: HashMap<&str, &str> = self.tags().collect();
        self.tags().filter_map(|(name, _)| Some((name, values.remove(name)?))).collect()
    }

    /// Returns the position before the first move, or `None` if the tags do not give one.
    pub const fn start(&self) -> Option<&Position> {
        self.start.as_ref()
    }

    /// Returns the legal moves, up to the first fault.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// Returns the position after the last move, or `None` if the tags do not give a start position.
    pub const fn end(&self) -> Option<&Position> {
        self.end.as_ref()
    }

    /// Returns the result of the tag, or that of the movetext if the tag is missing or unknown.
    pub fn result(&self) -> GameResult {
        let result = self.tag("Result").and_then(|text| GameResult::from_tag(text.as_bytes()));
        result.filter(|&result| result != GameResult::Unknown).or(self.terminator).unwrap_or_default()
    }

    /// Returns a hash of the names of both players, the start position and the moves, by which repeated games are found; `None` for a
    /// game with a fault, which was not read whole. Two games of a collection have the same by accident once in 2^64 pairs of 2^32.
    ///
    /// It may be another one in another version of this crate or of the standard library, so that it should not be stored.
    pub fn identity(&self) -> Option<u128> {
        let start = self.start().filter(|_| self.fault.is_none())?.key();
        let half = |salt: u64| {
            let mut hasher = DefaultHasher::new();
            salt.hash(&mut hasher);
            [self.tag("White"), self.tag("Black")].hash(&mut hasher);
            start.hash(&mut hasher);
            self.moves.len().hash(&mut hasher);
            for four in self.moves.chunks(4) {
                four.iter().fold(0, |word, mv| word << 16 | u64::from(mv.raw())).hash(&mut hasher);
            }
            u128::from(hasher.finish())
        };
        Some(half(0) << 64 | half(1))
    }
}

/// The tags of a game, in the order of the text.
#[derive(Clone, Debug, Default)]
struct Tags {
    /// All names and values, one after another.
    text: String,
    /// The places of each name and its value in the text.
    places: Vec<(Range<usize>, Range<usize>)>,
}

impl Tags {
    fn add(&mut self, name: &str, value: impl fmt::Display) {
        let start = self.text.len();
        self.text.push_str(name);
        let middle = self.text.len();
        // Writing to a string succeeds.
        let _ = write!(self.text, "{value}");
        self.places.push((start..middle, middle..self.text.len()));
    }

    fn clear(&mut self) {
        self.text.clear();
        self.places.clear();
    }
}
