//! The main lines of games, one after another.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use chess_board::Position;
use chess_notation::pgn::{
    GameEnd, GameError, GameResult, MoveVisit, Next, Replay, Slice, TagValue, Text, Visitor,
};
use chess_types::Move;

use crate::columns::{Base, GameFilter};
use crate::filter::{Filter, result_of};
use crate::tags::AllTags;

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
    tags: AllTags,
    /// `None` if the tags do not give a start position.
    start: Option<Position>,
    moves: Vec<Move>,
    end: Option<Position>,
    /// The result at the end of the movetext.
    terminator: Option<GameResult>,
    /// The place of its first token.
    offset: u64,
    filter: Option<GameFilter>,
}

impl MainLine {
    /// Sets the filter that decides about the games of an input, unless it is [`Filter::ALL`].
    pub fn set_filter(&mut self, filter: &Filter, base: &Base) {
        self.filter = (*filter != Filter::ALL).then(|| GameFilter::new(filter, base).without_moves());
    }

    /// Replaces this game by the next one. It is read to its end or its first fault; or if the replay is lenient, to its end in any
    /// case. Returns `false` if there are no more games.
    ///
    /// Of a game that the filter rejects by its tags, the moves are skipped.
    pub fn read(&mut self, replay: &mut Replay<Slice<'_>>) -> bool {
        self.tags.clear();
        self.moves.clear();
        (self.fault, self.start, self.end, self.terminator) = (None, None, None, None);
        // Bytes in memory have no error of the source.
        replay.visit_game(self).unwrap_or(false)
    }

    /// Tests whether the filter keeps the game.
    pub fn is_kept(&self) -> bool {
        self.filter.as_ref().is_none_or(GameFilter::keeps_game)
    }

    /// Returns the number of the game in the text that it was read from, counted from 1.
    pub const fn number(&self) -> u64 {
        self.number
    }

    /// Returns the place of the first token in the text that the game was read from, as a number of bytes.
    pub const fn offset(&self) -> u64 {
        self.offset
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
        self.tags.iter()
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
        result_of(self.tag("Result"), self.terminator)
    }

    /// Returns a hash of the names of both players, the start position and the moves, by which repeated games are found; `None` for a
    /// game with a fault, which was not read whole. Two games of a collection have the same by accident once in 2^64 pairs of 2^32.
    ///
    /// It may be another one in another version of this crate or of the standard library, so that it should not be stored.
    pub fn identity(&self) -> Option<u128> {
        let mut line = self.line_from(self.start())?;
        self.moves.iter().for_each(|&mv| line.push(mv));
        Some(line.identity())
    }

    /// Returns, for each number of moves below that of the game, the [`identity`](Self::identity) of a game that ends after so many of its moves;
    /// nothing for a game with a fault.
    pub fn beginnings(&self) -> impl Iterator<Item = u128> {
        let moves = &self.moves;
        self.line_from(self.start()).into_iter().flat_map(move |mut line| {
            moves.iter().map(move |&mv| {
                let before = line.identity();
                line.push(mv);
                before
            })
        })
    }

    /// Returns a hash as [`identity`](Self::identity) does, of the names of both players, the final position, as the rule of repetition
    /// compares it, and the number of moves.
    pub fn final_identity(&self) -> Option<u128> {
        let line = self.line_from(self.end())?;
        Some(Line { length: self.moves.len(), ..line }.identity())
    }

    /// A line without moves of the game's players; `None` for a game with a fault.
    fn line_from(&self, position: Option<&Position>) -> Option<Line> {
        let key = position.filter(|_| self.fault.is_none())?.key();
        let players = [self.tag("White"), self.tag("Black")];
        let halves = [0_u64, 1].map(|salt| {
            let mut half = DefaultHasher::new();
            (salt, players, key).hash(&mut half);
            half
        });
        Some(Line { halves, last_moves: 0, length: 0 })
    }
}

/// A line of moves, hashed as it grows.
struct Line {
    halves: [DefaultHasher; 2],
    /// The last four moves, which are hashed at once.
    last_moves: u64,
    length: usize,
}

impl Line {
    fn push(&mut self, mv: Move) {
        self.last_moves = self.last_moves << 16 | u64::from(mv.raw());
        self.length += 1;
        if self.length % 4 == 0 {
            self.halves.iter_mut().for_each(|half| self.last_moves.hash(half));
        }
    }

    fn identity(&self) -> u128 {
        let [high, low] = self.halves.clone().map(|mut half| {
            (self.last_moves, self.length).hash(&mut half);
            u128::from(half.finish())
        });
        high << 64 | low
    }
}

impl Visitor for MainLine {
    fn tag(&mut self, name: &str, value: TagValue<'_>) {
        self.tags.add(name, value, None);
        if let Some(filter) = &mut self.filter {
            filter.tag(name, value);
        }
    }

    fn start(&mut self, position: &Position) -> Next {
        self.start = Some(*position);
        self.filter.as_mut().map_or(Next::Read, |filter| filter.start(position))
    }

    #[inline]
    fn mv(&mut self, visit: MoveVisit<'_>) {
        self.moves.push(visit.mv);
        if let Some(filter) = &mut self.filter {
            filter.mv(visit);
        }
    }

    #[inline]
    fn comment(&mut self, text: Text<'_>) {
        if let Some(filter) = &mut self.filter {
            filter.comment(text);
        }
    }

    fn error(&mut self, error: &GameError) {
        if let Some(filter) = &mut self.filter {
            filter.error(error);
        }
    }

    fn end(&mut self, end: &GameEnd<'_>) {
        (self.number, self.offset, self.terminator) = (end.game, end.offset, end.result);
        self.fault = end.error.copied();
        self.end = self.start.map(|_| *end.position);
        if let Some(filter) = &mut self.filter {
            filter.end(end);
        }
    }
}
