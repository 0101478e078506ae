//! Games with evaluations, read record by record.

use std::io::{self, ErrorKind, Read};
use std::sync::{Arc, Mutex, PoisonError};

use chess_board::Position;
use chess_notation::pgn::{Event, GameError, GameResult, PgnError, Replay, Stream};
use chess_types::Move;
use memchr::memchr2;

use super::{of_eval, of_search};
use crate::fault::{Fault, Loss, Losses, ReadError};
use crate::record::Record;
use chess_data::scores::{Notes, Profile, ScoreView, Scores};

/// The number of moves that a game may have.
const MAX_MOVES: usize = u16::MAX as usize;

/// A reader of PGN. It gives a record for each move of the main line, with a score if there is one, and one for the last
/// position if that has a score.
///
/// A broken game gives the records before its fault, then the error, and reading goes on with the next game.
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
    losses: Losses,
    game: Game,
    /// The number of records of the game that have been given.
    given: usize,
    /// The record that is given next, without its move and score.
    next: Record,
    /// The error that follows the records of the game.
    error: Option<ReadError>,
    is_over: bool,
    /// The number of the game that was read last.
    number: u64,
    /// The numbers of the games that are read, in rising order; `None` for all.
    wanted: Option<Vec<u64>>,
    score_view: Option<ScoreView>,
}

impl<R: Read> Reader<R> {
    /// A reader of a stream.
    pub fn new(read: R) -> Self {
        let (read, failure) = Held::new(read);
        Self {
            replay: Replay::from_read(read),
            failure,
            losses: Losses::default(),
            game: Game::default(),
            given: usize::MAX,
            next: Record::new(Position::START, 0, GameResult::Unknown),
            error: None,
            is_over: false,
            number: 0,
            wanted: None,
            score_view: None,
        }
    }

    /// A reader of the games with these numbers, which are in rising order; `None` for all. Others leave no record, loss or fault.
    pub(crate) fn of_games(read: R, wanted: Option<Vec<u64>>) -> Self {
        Self { wanted, ..Self::new(read) }
    }

    /// Sets the point of view of engines' scores. `None`, the default, finds it in each game.
    #[must_use]
    pub fn score_view(self, score_view: Option<ScoreView>) -> Self {
        Self { score_view, ..self }
    }

    /// The losses of records so far.
    pub const fn losses(&self) -> Losses {
        self.losses
    }

    /// The number of games that have been begun.
    pub const fn games(&self) -> u64 {
        self.replay.game()
    }

    /// The number of the last record's game, from 1.
    pub(crate) const fn number(&self) -> u64 {
        self.number
    }

    fn wants(&self, game: u64) -> bool {
        self.wanted.as_ref().is_none_or(|wanted| wanted.binary_search(&game).is_ok())
    }

    /// The next record of the game.
    fn give(&mut self) -> Option<Record> {
        let mv = self.game.moves.get(self.given).copied();
        let score = self.game.scores.get(self.given).copied().flatten();
        let is_last = mv.is_none();
        let is_given = match mv {
            Some(_) => true,
            None => self.given == self.game.moves.len() && (self.given == 0 || score.is_some()),
        };
        if !is_given {
            return None;
        }
        self.given = if is_last { usize::MAX } else { self.given + 1 };
        let is_null = mv.is_some_and(Move::is_null);
        self.losses.add_if(is_null, Loss::CutAtNullMove);
        let record = Record { mv: mv.filter(|_| !is_null), score, ..self.next };
        if let Some(mv) = mv {
            self.next = Record { starts_game: is_null, ..self.next.following(mv) };
        }
        Some(record)
    }

    /// Reads a game; `false` at the end of the file.
    fn read_game(&mut self) -> bool {
        self.game.moves.clear();
        self.game.scores.clear();
        self.game.notes.clear();
        (self.game.notes_before, self.game.profile) = (Notes::default(), None);
        (self.game.tag, self.game.result) = (GameResult::Unknown, GameResult::Unknown);
        self.game.start = Position::START;
        let losses = self.losses;
        let mut number = None;
        let is_read = loop {
            match self.read_event() {
                Ok(None) => {}
                Ok(Some(is_read)) => break is_read,
                Err(PgnError::Game(error)) => {
                    // The word that ends so is the failure of the source.
                    if self.failure.has_happened() && error.token.as_bytes().ends_with(&[HELD_MARK]) {
                        break false;
                    }
                    number = Some(error.game);
                    self.error = Some(fault_of_game(error));
                    break true;
                }
                // The source gives no errors: they are held back.
                Err(_) => break false,
            }
        };
        self.number = number.unwrap_or(self.replay.game());
        if !self.wants(self.number) {
            (self.losses, self.error, self.given) = (losses, None, usize::MAX);
            return is_read;
        }
        let result = if self.game.tag == GameResult::Unknown { self.game.result } else { self.game.tag };
        self.game.value(self.score_view, result, &mut self.losses);
        // A game that breaks before its first move gives no record, and neither does the end of the file.
        let is_empty = self.game.moves.is_empty() && (self.error.is_some() || !is_read);
        self.given = if is_empty { usize::MAX } else { 0 };
        self.next = Record::new(self.game.start, 0, result);
        is_read
    }

    /// Reads an event: `Some(true)` at the end of a game, `Some(false)` at the end of the file.
    fn read_event(&mut self) -> Result<Option<bool>, PgnError> {
        let Some(event) = self.replay.next_event()? else { return Ok(Some(false)) };
        match event {
            Event::Tag { name: "Result", value } => {
                self.game.tag = GameResult::from_tag(value.raw().as_bytes()).unwrap_or_default();
            }
            Event::Tag { name: "FEN" | "SetUp" | "Variant", .. } | Event::VariationEnd => {}
            Event::Tag { .. } | Event::Nag(_) => self.losses.add(Loss::Annotation),
            Event::Movetext => {
                self.game.start = *self.replay.position();
                if !self.wants(self.replay.game()) {
                    self.replay.skip_game()?;
                }
            }
            Event::Move(mv) => {
                self.game.moves.push(mv);
                if self.game.moves.len() > MAX_MOVES {
                    self.game.moves.pop();
                    let place = self.replay.place();
                    let (offset, line) = (place.offset, place.line);
                    self.error = Some(ReadError { offset, line, fault: Fault::GameLength });
                    self.replay.skip_game()?;
                }
            }
            Event::Comment(text) => {
                let has_score = self.game.add_comment(text.as_bytes());
                self.losses.add_if(!has_score, Loss::Annotation);
            }
            Event::VariationStart => {
                self.losses.add(Loss::Annotation);
                self.replay.skip_variation()?;
            }
            Event::End(result) => {
                self.game.result = result.unwrap_or_default();
                return Ok(Some(true));
            }
        }
        Ok(None)
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
                self.error = self.failure.take().map(|error| ReadError::new(offset, Fault::Io(error)));
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
}

impl Game {
    /// Adds a comment behind the last move or before the first; `false` if it has no score that counts; the comment is then
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
    fn value(&mut self, view: Option<ScoreView>, result: GameResult, losses: &mut Losses) {
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
        let scores = Scores::of_game(view, moves(), result);
        // No search precedes the first move.
        let before = scores.eval(&self.notes_before);
        let is_lost = before.is_none() && scores.search(&self.notes_before, first).is_some();
        losses.add_if(is_lost, Loss::Annotation);
        self.scores.resize(self.notes.len() + 1, None);
        self.scores[0] = before.map(|score| of_eval(score, first, losses));
        for (ply, (mover, notes)) in moves().enumerate() {
            let search = scores.search(notes, mover).filter(|_| self.scores[ply].is_none());
            if let Some(search) = search {
                self.scores[ply] = of_search(search, losses);
            }
            self.scores[ply + 1] = scores.eval(notes).map(|score| of_eval(score, !mover, losses));
        }
    }
}

fn fault_of_game(error: GameError) -> ReadError {
    let (offset, line) = (error.offset, error.line);
    ReadError { offset, line, fault: Fault::Game(Box::new(error)) }
}

/// A character that invalidates a word which the failure of the source has cut off. No word of PGN has it.
const HELD_MARK: u8 = b'~';

/// A source that holds back its error, so that the bytes before it can be read to their end, which is a [`HELD_MARK`].
#[derive(Debug)]
struct Held<R> {
    read: R,
    error: HeldError,
    has_failed: bool,
}

/// The error of a source, once it has failed.
#[derive(Clone, Debug, Default)]
struct HeldError(Arc<Mutex<Option<io::Error>>>);

impl<R> Held<R> {
    pub(super) fn new(read: R) -> (Self, HeldError) {
        let error = HeldError::default();
        (Self { read, error: error.clone(), has_failed: false }, error)
    }
}

impl HeldError {
    /// Tests for an error to take.
    fn has_happened(&self) -> bool {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).is_some()
    }

    /// Takes the error.
    fn take(&self) -> Option<io::Error> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

impl<R: Read> Read for Held<R> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        if self.has_failed {
            return Ok(0);
        }
        match self.read.read(bytes) {
            Err(error) if error.kind() != ErrorKind::Interrupted => {
                *self.error.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
                self.has_failed = true;
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
    fn a_game_of_too_many_moves_ends_before_the_move_too_many() {
        let mut reader = Reader::new(&b"1. e4 e5 2. d4 d5 *\n\n1. c4 *"[..]);
        // The movetext and a move.
        assert_eq!([(); 2].map(|()| reader.read_event().unwrap()), [None; 2]);
        reader.game.moves.resize(MAX_MOVES - 1, Move::NULL);
        // The last move that a game may have, one more, and the end.
        assert_eq!((reader.read_event().unwrap(), reader.error.is_none()), (None, true));
        assert_eq!(reader.read_event().unwrap(), None);
        let error = reader.error.take().unwrap();
        assert!(matches!(error.fault, Fault::GameLength), "{error}");
        assert_eq!((error.line, error.offset, reader.game.moves.len()), (1, 12, MAX_MOVES));
        assert_eq!((reader.read_event().unwrap(), reader.error.is_none()), (Some(true), true));
        assert_eq!(reader.game.moves.len(), MAX_MOVES);
        assert_eq!(reader.map(Result::unwrap).count(), 1);
    }
}
