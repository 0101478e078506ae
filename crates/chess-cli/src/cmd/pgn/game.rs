use std::collections::HashMap;
use std::fmt::{self, Write};
use std::io;
use std::ops::Range;

use chess_board::Position;
use chess_data::chunks::Origin;
use chess_notation::SanError;
use chess_notation::pgn::{Event, GameError, GameResult, PgnError, PgnRule, Place, Replay, Source};
use chess_types::Move;
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use crate::io::record::Spelling;

/// The largest memory that the tags and moves of a game may take, in bytes.
const MAX_SIZE: usize = 1 << 20;

/// The tags and the main line of a game, as far as it is legal.
#[derive(Default)]
pub(crate) struct PgnGame {
    /// Counted from 1.
    number: u64,
    fault: Option<PgnFault>,
    headers: Headers,
    /// `None` if the tags do not give a start position.
    start: Option<Position>,
    moves: Vec<Move>,
    end: Option<Position>,
    /// The result at the end of the movetext.
    terminator: Option<GameResult>,
    /// The place of its first token, if it is wanted.
    offset: Option<usize>,
    wants_offset: bool,
}

/// The first fault of a game.
#[derive(Clone, Copy, Debug, thiserror::Error)]
pub(crate) enum PgnFault {
    #[error(transparent)]
    Broken(#[from] GameError),
    #[error("game {game}, line {line}, byte {offset}: {TooLarge}", line = place.line, offset = place.offset)]
    TooLarge { game: u64, place: Place },
}

#[derive(Clone, Copy, Debug, thiserror::Error)]
#[error("the tags and moves of a game may take at most {MAX_SIZE} bytes")]
struct TooLarge;

/// The keys of a game's JSON object that do not depend on its place, in this order.
#[derive(Serialize)]
pub(crate) struct PgnRecord<'a> {
    headers: &'a Headers,
    result: &'static str,
    plies: usize,
    final_fen: Option<String>,
    uci: UciMoves<'a>,
}

/// The JSON object of a fault, its keys in this order.
#[derive(Serialize)]
pub(crate) struct FaultRecord {
    line: u64,
    offset: u64,
    token: String,
    message: String,
    kind: &'static str,
}

struct UciMoves<'a> {
    moves: &'a [Move],
    spelling: Spelling,
}

impl PgnGame {
    /// A game that notes where it begins.
    pub(crate) fn with_offsets() -> Self {
        Self { wants_offset: true, ..Self::default() }
    }

    /// The place of the first token in what the game was read from.
    pub(crate) fn offset(&self) -> usize {
        self.offset.unwrap_or(0)
    }

    /// The last value of a tag.
    pub(crate) fn tag(&self, name: &str) -> Option<&str> {
        self.headers.get(name)
    }

    /// Replaces this game by the next one. It is replayed to its end or its first fault; or if the replay is lenient, to its end
    /// in any case. Returns `false` at the end of the file.
    pub(crate) fn replay(&mut self, replay: &mut Replay<impl Source>, is_lenient: bool) -> io::Result<bool> {
        self.clear();
        loop {
            let read = self.read(replay);
            self.number = replay.game();
            match read {
                // A fault behind the last game is one of a game that has not begun.
                Ok(is_there) => return Ok(is_there || self.fault.is_some()),
                Err(PgnError::Game(error)) => {
                    self.number = error.game;
                    self.offset.get_or_insert(error.offset as usize);
                    self.fault = self.fault.or(Some(error.into()));
                    if !is_lenient {
                        return Ok(true);
                    }
                }
                Err(PgnError::Io(error)) => return Err(error),
                Err(error) => return Err(io::Error::other(error)),
            }
        }
    }

    pub(crate) fn fault(&self) -> Option<PgnFault> {
        self.fault
    }

    /// The position before the first move; `None` if the tags do not give one.
    pub(crate) fn start(&self) -> Option<Position> {
        self.start
    }

    pub(crate) fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// The result of the tag, or that of the movetext if the tag is missing or unknown.
    pub(crate) fn result(&self) -> GameResult {
        let tag = self.headers.get("Result");
        let result = tag.and_then(|text| GameResult::from_bytes(text.as_bytes()));
        result.filter(|&result| result != GameResult::Unknown).or(self.terminator).unwrap_or_default()
    }

    /// Its number in the chunk or file that it was read from.
    pub(crate) fn number(&self) -> u64 {
        self.number
    }

    /// The JSON object of the game, but for the keys that depend on its place.
    pub(crate) fn record(&self) -> PgnRecord<'_> {
        let spelling = self.start.as_ref().map_or(Spelling::Standard, Spelling::of);
        PgnRecord {
            headers: &self.headers,
            result: self.result().as_str(),
            plies: self.moves.len(),
            final_fen: self.end.map(|position| position.to_string()),
            uci: UciMoves { moves: &self.moves, spelling },
        }
    }

    /// Reads to the end of the game. Variations are skipped.
    fn read(&mut self, replay: &mut Replay<impl Source>) -> Result<bool, PgnError> {
        while let Some(event) = replay.next_event()? {
            match event {
                Event::Tag { name, value } => {
                    self.headers.add(name, value);
                }
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
            if self.wants_offset && self.offset.is_none() {
                self.offset = Some(replay.place().offset as usize);
            }
            if self.headers.size() + size_of_val(self.moves.as_slice()) > MAX_SIZE {
                self.fault = Some(PgnFault::TooLarge { game: replay.game(), place: replay.place() });
                replay.skip_game()?;
            }
        }
        Ok(false)
    }

    fn clear(&mut self) {
        self.headers.clear();
        self.moves.clear();
        (self.fault, self.start, self.end, self.terminator) = (None, None, None, None);
        self.offset = None;
    }
}

impl PgnFault {
    /// The fault with its place in the whole file, which was read from a chunk that begins at `origin`.
    pub(crate) fn placed(self, origin: &Origin) -> Self {
        match self {
            Self::Broken(error) => Self::Broken(origin.place(error)),
            Self::TooLarge { game, place: Place { line, offset } } => Self::TooLarge {
                game: origin.games + game,
                place: Place { line: origin.lines + line, offset: origin.offset + offset },
            },
        }
    }
}

impl From<PgnFault> for FaultRecord {
    fn from(fault: PgnFault) -> Self {
        match fault {
            PgnFault::Broken(GameError { line, offset, token, rule, .. }) => {
                let token = String::from_utf8_lossy(token.as_bytes()).into_owned();
                Self { line, offset, token, message: rule.to_string(), kind: kind(&rule) }
            }
            PgnFault::TooLarge { place: Place { line, offset }, .. } => {
                Self { line, offset, token: String::new(), message: TooLarge.to_string(), kind: "too_large" }
            }
        }
    }
}

/// The kind of an error in JSON: those of `chess resolve` for a move.
fn kind(rule: &PgnRule) -> &'static str {
    match rule {
        PgnRule::San(SanError::Illegal) => "illegal",
        PgnRule::San(SanError::Ambiguous(_)) => "ambiguous",
        PgnRule::San(_) => "invalid",
        PgnRule::Fen(_) | PgnRule::NoFen => "fen",
        PgnRule::Variant => "variant",
        PgnRule::TooLarge => "too_large",
        _ => "syntax",
    }
}

impl Serialize for UciMoves<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.moves.iter().map(|&mv| self.spelling.spell(mv)))
    }
}

/// The tags of a game in the order of the file. If a name occurs more than once, the last value counts.
#[derive(Default)]
struct Headers {
    /// All names and values, one after another.
    text: String,
    /// The places of each name and its value in the text.
    tags: Vec<(Range<usize>, Range<usize>)>,
}

impl Headers {
    /// The memory that the tags take, in bytes.
    fn size(&self) -> usize {
        self.text.len() + self.tags.len() * size_of::<(Range<usize>, Range<usize>)>()
    }

    fn add(&mut self, name: &str, value: impl fmt::Display) {
        let start = self.text.len();
        self.text.push_str(name);
        let middle = self.text.len();
        // Writing to a string succeeds.
        let _ = write!(self.text, "{value}");
        self.tags.push((start..middle, middle..self.text.len()));
    }

    fn get(&self, name: &str) -> Option<&str> {
        self.iter().rev().find(|(it, _)| *it == name).map(|(_, value)| value)
    }

    fn clear(&mut self) {
        self.text.clear();
        self.tags.clear();
    }

    fn iter(&self) -> impl DoubleEndedIterator<Item = (&str, &str)> + Clone {
        self.tags.iter().map(|(name, value)| (&self.text[name.clone()], &self.text[value.clone()]))
    }
}

/// An object with a key for each name, in the place where the name first occurs.
impl Serialize for Headers {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut values: HashMap<&str, &str> = self.iter().collect();
        let mut map = serializer.serialize_map(Some(values.len()))?;
        for (name, _) in self.iter() {
            if let Some(value) = values.remove(name) {
                map.serialize_entry(name, value)?;
            }
        }
        map.end()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_that_is_too_large_has_its_place_in_the_whole_file() {
        let origin = Origin { input: 0, games: 10, lines: 200, offset: 3000 };
        let fault = PgnFault::TooLarge { game: 4, place: Place { line: 7, offset: 5 } };
        assert_eq!(
            fault.placed(&origin).to_string(),
            "game 14, line 207, byte 3005: the tags and moves of a game may take at most 1048576 bytes"
        );
    }

    /// The fault of a game of so many tags, each of which takes 128 bytes, and this movetext.
    fn fault(tags: usize, movetext: &str) -> Option<PgnFault> {
        // The name has one byte.
        let value = "x".repeat(128 - 1 - 4 * size_of::<usize>());
        let text = format!("{}\n{movetext}\n", format!("[A \"{value}\"]\n").repeat(tags));
        let mut game = PgnGame::default();
        assert!(game.replay(&mut Replay::new(&text), false).unwrap());
        game.fault()
    }

    #[test]
    fn a_game_may_have_the_largest_size_but_not_more() {
        let most = MAX_SIZE / 128;
        assert!(fault(most, "*").is_none());
        assert!(fault(most - 1, "1. e4 *").is_none());
        for (tags, movetext) in [(most, "1. e4 *"), (most + 1, "*")] {
            assert!(matches!(fault(tags, movetext), Some(PgnFault::TooLarge { game: 1, .. })), "{tags}");
        }
    }

    #[test]
    fn the_last_value_stands_in_the_first_place() {
        let mut headers = Headers::default();
        for (name, value) in [("a", "1"), ("b", "2"), ("a", "3"), ("c", "4"), ("b", "")] {
            headers.add(name, value);
        }
        assert_eq!(serde_json::to_string(&headers).unwrap(), r#"{"a":"3","b":"","c":"4"}"#);
        assert_eq!((headers.get("a"), headers.get("b"), headers.get("d")), (Some("3"), Some(""), None));
        // Nine letters and digits, and four numbers for each tag.
        assert_eq!(headers.size(), 9 + 5 * 4 * size_of::<usize>());
        headers.clear();
        assert_eq!(headers.size(), 0);
        assert_eq!(serde_json::to_string(&headers).unwrap(), "{}");
    }
}
