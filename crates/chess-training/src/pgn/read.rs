//! Games with evaluations, read record by record.

use std::io::{self, ErrorKind, Read};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use chess_board::Position;
use chess_notation::pgn::{
    GameEnd, GameError, GameResult, MoveVisit, Next, Replay, Stream, TagValue, Text, Visitor,
};
use chess_types::Move;
use memchr::memchr2;

use super::of_eval;
use crate::fault::{Fault, Loss, Losses, ReadError};
use crate::record::Record;
use chess_data::columns::GameFilter;
use chess_data::scores::{Notes, Profile, ScoreView, Scores};

/// The number of moves that a game may have.
const MAX_MOVES: usize = u16::MAX as usize;

/// A reader of PGN. It gives a record for each move of the main line, with a score if there is one, and one for the last
/// position if that has a score.
///
/// A broken game gives the records before its fault, then the error, and reading continues with the next game.
///
/// # Examples
/// ```
/// use chess_training::pgn;
///
/// let game = "1. e4 { [%eval 0.2] } 1... e5 { [%eval 0.25] } 2. Nf3 1-0";
/// let records: Vec<_> = pgn::Reader::new(game.as_bytes()).collect::<Result<_, _>>()?;
/// assert_eq!(records.iter().map(|record| record.score).collect::<Vec<_>>(), [None, Some(20), Some(25)]);
/// # Ok::<(), chess_training::ReadError>(())
/// ```
#[derive(Debug)]
pub struct Reader<R> {
    replay: Replay<Stream<Held<R>>>,
    failure: HeldError,
    game: Game,
    /// The number of records of the game that have been given.
    given: usize,
    /// The record that is given next, without its move and score.
    next: Record,
    /// The error that follows the records of the game.
    error: Option<ReadError>,
    is_over: bool,
    /// The number of games that the filter has kept.
    kept: u64,
    score_view: Option<ScoreView>,
}

impl<R: Read> Reader<R> {
    /// A reader of a stream.
    pub fn new(read: R) -> Self {
        let failure = HeldError::default();
        Self {
            replay: Replay::from_read(Held { read, error: Arc::clone(&failure) }).restoring(),
            failure,
            game: Game::default(),
            given: usize::MAX,
            next: Record::new(Position::START, 0, GameResult::Unknown),
            error: None,
            is_over: false,
            kept: 0,
            score_view: None,
        }
    }

    /// A reader of the games that a filter keeps; `None` for all. Others leave no record, loss or fault.
    pub(crate) fn filtered(read: R, filter: Option<GameFilter>) -> Self {
        let reader = Self::new(read);
        Self { game: Game { filter, ..reader.game }, ..reader }
    }

    /// Sets the point of view of engines' scores. `None`, the default, finds it in each game.
    #[must_use]
    pub fn score_view(self, score_view: Option<ScoreView>) -> Self {
        Self { score_view, ..self }
    }

    /// The losses of records so far.
    pub const fn losses(&self) -> Losses {
        self.game.losses
    }

    /// The number of games that have been begun.
    pub const fn games(&self) -> u64 {
        self.replay.game()
    }

    /// The number of games that the filter keeps.
    pub(crate) const fn kept_games(&self) -> u64 {
        self.kept
    }

    /// The number of the last record's game, from 1.
    pub(crate) const fn number(&self) -> u64 {
        self.game.number
    }

    /// Tests whether the filter keeps the record after this number of plies.
    pub(crate) fn keeps(&self, ply: u32) -> bool {
        self.game.filter.as_ref().is_none_or(|filter| filter.keeps_move(ply as usize))
    }

    /// The next record of the game.
    fn give(&mut self) -> Option<Record> {
        let mv = self.game.moves.get(self.given).copied();
        let score = self.game.scores.get(self.given).copied().flatten();
        let is_at_end = self.given == self.game.moves.len();
        if mv.is_none() && !(is_at_end && (self.given == 0 || score.is_some())) {
            return None;
        }
        self.given = if is_at_end { usize::MAX } else { self.given + 1 };
        let is_null = mv.is_some_and(Move::is_null);
        self.game.losses.add_if(is_null, Loss::CutAtNullMove);
        let record = Record { mv: mv.filter(|_| !is_null), score, ..self.next };
        if let Some(mv) = mv {
            self.next = Record { starts_game: is_null, ..self.next.following(mv) };
        }
        Some(record)
    }

    /// Reads a game; `false` at the end of the file.
    fn read_game(&mut self) -> bool {
        let game = &mut self.game;
        let losses = game.losses;
        game.clear();
        // The source gives no errors: they are held back.
        let mut is_read = self.replay.visit_game(game).unwrap_or(false);
        // The word that ends so is the failure of the source.
        let is_cut = |error: &GameError| error.token.as_bytes().ends_with(&[HELD_MARK]);
        match game.error.take() {
            Some(error) if error_of(&self.failure).is_some() && is_cut(&error) => is_read = false,
            error => self.error = error.map(|error| game.fault(error)),
        }
        if !is_read {
            game.number = self.replay.game();
        }
        if game.filter.as_ref().is_some_and(|filter| !filter.keeps_game()) {
            (game.losses, self.error, self.given) = (losses, None, usize::MAX);
            return is_read;
        }
        self.kept += u64::from(is_read);
        let result = if game.tag == GameResult::Unknown { game.result } else { game.tag };
        game.value(self.score_view, result);
        // A game that breaks before its first move gives no record, and neither does the end of the file.
        let is_empty = game.moves.is_empty() && (self.error.is_some() || !is_read);
        self.given = if is_empty { usize::MAX } else { 0 };
        self.next = Record::new(game.start, 0, result);
        is_read
    }
}

impl<R: Read> Iterator for Reader<R> {
    type Item = Result<Record, ReadError>;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some(record) = self.give() {
                return Some(Ok(record));
            }
            if let Some(error) = self.error.take() {
                return Some(Err(error));
            }
            if self.is_over {
                return None;
            }
            if !self.read_game() {
                self.is_over = true;
                let offset = self.replay.place().offset;
                self.error =
                    error_of(&self.failure).take().map(|error| ReadError::new(offset, Fault::Io(error)));
            }
        }
    }
}

/// A game that has been read.
#[derive(Debug, Default)]
struct Game {
    start: Position,
    moves: Vec<Move>,
    /// The values in the comments before the first move.
    notes_before: Notes,
    /// The evaluations there.
    profile: Option<Profile>,
    /// The values in the comments after the moves, up to the last that has a score.
    notes: Vec<Notes>,
    /// The scores of the positions, from White's point of view, of which there may be fewer than positions.
    scores: Vec<Option<i32>>,
    tag: GameResult,
    result: GameResult,
    number: u64,
    /// The error that ended it.
    error: Option<GameError>,
    /// True if it has more moves than it may have.
    is_full: bool,
    /// Those of all games.
    losses: Losses,
    filter: Option<GameFilter>,
}

impl Visitor for Game {
    fn tag(&mut self, name: &str, value: TagValue<'_>) {
        match name {
            "Result" => self.tag = GameResult::from_tag(value.raw().as_bytes()).unwrap_or_default(),
            "FEN" | "SetUp" | "Variant" => {}
            _ => self.losses.add(Loss::Annotation),
        }
        if let Some(filter) = &mut self.filter {
            filter.tag(name, value);
        }
    }

    fn start(&mut self, position: &Position) -> Next {
        self.start = *position;
        self.filter.as_mut().map_or(Next::Read, |filter| filter.start(position))
    }

    #[inline]
    fn mv(&mut self, visit: MoveVisit<'_>) {
        self.is_full = self.moves.len() == MAX_MOVES;
        if self.is_full {
            return;
        }
        self.moves.push(visit.mv);
        if let Some(filter) = &mut self.filter {
            filter.mv(visit);
        }
    }

    fn glyph(&mut self, _: u8) {
        self.losses.add(Loss::Annotation);
    }

    fn comment(&mut self, text: Text<'_>) {
        let has_score = self.add_comment(text.as_bytes());
        self.losses.add_if(!has_score, Loss::Annotation);
        if let Some(filter) = &mut self.filter {
            filter.comment(text);
        }
    }

    fn start_variation(&mut self, _: u64) -> Next {
        self.losses.add(Loss::Annotation);
        Next::Skip
    }

    fn error(&mut self, error: &GameError) {
        if let Some(filter) = &mut self.filter {
            filter.error(error);
        }
    }

    fn end(&mut self, end: &GameEnd<'_>) {
        (self.number, self.error) = (end.game, end.error.copied());
        self.result = end.result.unwrap_or_default();
        if let Some(filter) = &mut self.filter {
            filter.end(end);
        }
    }

    #[inline]
    fn is_full(&self) -> bool {
        self.is_full
    }
}

impl Game {
    /// Forgets all but losses and filter.
    fn clear(&mut self) {
        self.moves.clear();
        self.scores.clear();
        self.notes.clear();
        (self.notes_before, self.profile) = (Notes::default(), None);
        (self.tag, self.result) = (GameResult::Unknown, GameResult::Unknown);
        self.start = Position::START;
        (self.error, self.is_full) = (None, false);
    }

    fn fault(&self, error: GameError) -> ReadError {
        let fault = if self.is_full { Fault::GameLength } else { Fault::Game(Box::new(error)) };
        ReadError { offset: error.offset, line: error.line, fault }
    }

    /// Adds a comment after the last move or before the first; `false` if it has no score that counts; the comment is then
    /// dropped.
    fn add_comment(&mut self, comment: &[u8]) -> bool {
        // Every form of a score has one of these letters, and clocks have none: this skips the comments of most games.
        if memchr2(b'/', b'v', comment).is_none() {
            return false;
        }
        let Some(last) = self.moves.len().checked_sub(1) else {
            let profile = Profile::read(comment);
            let has_score = self.notes_before.read(comment) | profile.is_some();
            self.profile = profile.or(self.profile.take());
            return has_score;
        };
        let mut notes = self.notes.get(last).copied().unwrap_or_default();
        let has_score = notes.read(comment);
        if has_score {
            self.notes.resize(last + 1, Notes::default());
            self.notes[last] = notes;
        }
        has_score
    }

    /// Gives the positions their scores. If two are for one, the first counts.
    fn value(&mut self, view: Option<ScoreView>, result: GameResult) {
        let losses = &mut self.losses;
        if let Some(profile) = self.profile.take() {
            profile.fill(0, &mut self.notes_before);
            self.notes.resize(self.moves.len(), Notes::default());
            for (notes, ply) in self.notes.iter_mut().zip(1..) {
                profile.fill(ply, notes);
            }
        }
        let first = self.start.side_to_move();
        let mover = |ply: usize| if ply % 2 == 0 { first } else { !first };
        let moves = || self.notes.iter().enumerate().map(|(ply, notes)| (mover(ply), notes));
        let scores = Scores::of_game(view, None, moves(), result);
        // No search precedes the first move.
        let before = scores.eval(&self.notes_before);
        let is_lost = before.is_none() && scores.has_search(&self.notes_before);
        losses.add_if(is_lost, Loss::Annotation);
        self.scores.resize(self.notes.len() + 1, None);
        self.scores[0] = before.map(|score| of_eval(score, first, losses));
        for (ply, (mover, notes)) in moves().enumerate() {
            if self.scores[ply].is_none() {
                let search = scores.search(notes, mover);
                losses.add_if(search.is_none() && scores.has_search(notes), Loss::ScoreView);
                self.scores[ply] = search.map(|score| of_eval(score, mover, losses));
            }
            self.scores[ply + 1] = scores.eval(notes).map(|score| of_eval(score, !mover, losses));
        }
    }
}

/// A character that invalidates a word which the failure of the source has cut off. No word of PGN has it.
const HELD_MARK: u8 = b'~';

/// A source that holds back its error, so that the bytes before it can be read to their end, which is a [`HELD_MARK`].
#[derive(Debug)]
struct Held<R> {
    read: R,
    error: HeldError,
}

/// The error of a source, once it has failed.
type HeldError = Arc<Mutex<Option<io::Error>>>;

/// The error, which the caller may take.
fn error_of(held: &HeldError) -> MutexGuard<'_, Option<io::Error>> {
    held.lock().unwrap_or_else(PoisonError::into_inner)
}

impl<R: Read> Read for Held<R> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        if error_of(&self.error).is_some() {
            return Ok(0);
        }
        match self.read.read(bytes) {
            Err(error) if error.kind() != ErrorKind::Interrupted => {
                *error_of(&self.error) = Some(error);
                let Some(first) = bytes.first_mut() else { return Ok(0) };
                *first = HELD_MARK;
                Ok(1)
            }
            result => result,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_ends_before_the_first_move_too_many() {
        let moves = "1. -- --\n".repeat(MAX_MOVES / 2);
        let text = format!("{moves}1. e4 *\n\n{moves}1. e4 e5 *\n\n1. c4 *");
        let mut reader = Reader::new(text.as_bytes());
        assert!(reader.read_game() && reader.error.is_none());
        assert_eq!(reader.game.moves.len(), MAX_MOVES);
        assert!(reader.read_game());
        let error = reader.error.take().unwrap();
        assert!(matches!(error.fault, Fault::GameLength), "{error}");
        let line = 2 * (MAX_MOVES / 2) as u64 + 3;
        assert_eq!((error.line, reader.game.moves.len()), (line, MAX_MOVES));
        assert!(reader.read_game() && reader.error.is_none());
        assert_eq!((reader.game.moves.len(), reader.read_game()), (1, false));
    }
}
