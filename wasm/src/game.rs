//! A game in progress: its position, and the moves and positions that led to it.

use chess_board::Position;
use chess_movegen::{GameState, IllegalMove, Outcome, PositionExt, UciError};
#[cfg(feature = "pgn")]
use chess_notation::pgn;
use chess_notation::pgn::GameResult;
use chess_notation::{read_san, read_uci};
use chess_types::{Color, Move, Square};

use crate::fault::Fault;
use crate::json::Json;
use crate::leaves::{MAX_DEPTH, divide, perft};
use crate::record::{RECORD, record, uci};

/// A game that JavaScript plays, by a handle.
pub struct Game {
    pub(crate) state: GameState,
    #[cfg(feature = "pgn")]
    pub(crate) notes: Notes,
}

/// The part of a game that is PGN alone.
#[cfg(feature = "pgn")]
#[derive(Default)]
pub(crate) struct Notes {
    /// Tags, the start position and, if the game was read, its moves with comments and variations as they were read. Moves that are
    /// played and taken back do not change it. Most games need none.
    pub(crate) game: Option<Box<pgn::Game>>,
    /// The result that was read or set. Without one, the result is that of the position.
    pub(crate) result: Option<GameResult>,
}

impl Game {
    /// The game before the first move, from a FEN, X-FEN or Shredder-FEN, or from the start position if the text is empty.
    pub fn new(fen: &str) -> Result<Self, Fault> {
        let position = if fen.is_empty() { Position::START } else { Position::from_fen(fen)? };
        Ok(Self::from_position(position))
    }

    /// The game before the first move of Chess960, from a start position by its number in Scharnagl's numbering.
    pub fn chess960(number: u32) -> Result<Self, Fault> {
        let position = u16::try_from(number).ok().and_then(Position::chess960);
        position
            .map(Self::from_position)
            .ok_or_else(|| Fault::argument("number: an integer from 0 to 959 is expected"))
    }

    fn from_position(position: Position) -> Self {
        GameState::new(position).into()
    }

    /// The current position.
    pub fn position(&self) -> &Position {
        self.state.position()
    }

    /// The FEN of the current position; with `shredder`, castling rights are named by files.
    pub fn fen(&self, shredder: bool) -> String {
        let position = self.position();
        if shredder { format!("{position:#}") } else { position.to_string() }
    }

    /// The records of all legal moves, or of those from one square.
    pub fn moves(&self, from: Option<Square>) -> Vec<u8> {
        let position = self.position();
        let moves = position.legal_moves();
        let mut records = Vec::with_capacity(RECORD * moves.len());
        for mv in moves.into_iter().filter(|mv| from.is_none_or(|square| mv.from() == square)) {
            records.extend_from_slice(&record(position, mv));
        }
        records
    }

    /// Two squares for each legal move: from which, and to which or, in castling of Chess960, that of the rook.
    pub fn dests(&self) -> Vec<u8> {
        let position = self.position();
        let chess960 = position.needs_chess960();
        let moves = position.legal_moves();
        let mut squares = Vec::with_capacity(2 * moves.len());
        for mv in moves {
            let to = if chess960 { mv.to() } else { mv.destination() };
            squares.extend_from_slice(&[mv.from() as u8, to as u8]);
        }
        squares
    }

    /// The letters of FEN on a1 to h8, 0 on empty squares; the letter of the side to move; 1 if it is in check; the name of the
    /// outcome.
    pub fn look(&self) -> Vec<u8> {
        let position = self.position();
        let letter = |square| position.piece_at(square).map_or(0, |piece| piece.letter() as u8);
        let mut bytes = Square::ALL.map(letter).to_vec();
        bytes.extend_from_slice(&[position.side_to_move().letter() as u8, position.is_in_check().into()]);
        bytes.extend_from_slice(self.state.outcome().map_or("", Outcome::name).as_bytes());
        bytes
    }

    /// The squares of the pieces of a side that attack a square.
    pub fn attackers(&self, square: Square, color: Color) -> Vec<u8> {
        let position = self.position();
        let attackers = position.attackers_to(square, position.occupied()) & position.by_color(color);
        let mut squares = Vec::new();
        attackers.into_iter().for_each(|from| squares.extend_from_slice(&[from as u8]));
        squares
    }

    /// The words of the moves that were played, two bytes each, low byte first.
    pub fn words(&self) -> Vec<u8> {
        let mut words = Vec::with_capacity(2 * self.state.moves().len());
        self.state.moves().iter().for_each(|mv| words.extend_from_slice(&mv.raw().to_le_bytes()));
        words
    }

    /// Plays the moves of words, and takes back those that are not among the first of them.
    pub fn replay(&mut self, words: &[u8]) -> Result<(), Fault> {
        let words = words.chunks_exact(2).map(|bytes| u16::from_le_bytes([bytes[0], bytes[1]]));
        let known = self.state.moves().iter().zip(words.clone());
        let same = known.take_while(|&(mv, word)| mv.raw() == word).count();
        while self.state.moves().len() > same {
            self.state.undo();
        }
        for word in words.skip(same) {
            self.play_word_silently(word.into())?;
        }
        Ok(())
    }

    /// The record of the legal move that a text of SAN or UCI means.
    pub fn find(&self, text: &str) -> Result<[u8; RECORD], Fault> {
        Ok(record(self.position(), self.read(text)?))
    }

    /// Plays the legal move that a text of SAN or UCI means, and returns its record.
    pub fn play(&mut self, text: &str) -> Result<[u8; RECORD], Fault> {
        let mv = self.read(text)?;
        let bytes = record(self.position(), mv);
        self.state.play_unchecked(mv);
        Ok(bytes)
    }

    /// Plays a move by its word, the null move as well, except in check. Returns its record.
    pub fn play_word(&mut self, word: u32) -> Result<[u8; RECORD], Fault> {
        let before = *self.position();
        let mv = self.play_word_silently(word)?;
        Ok(record(&before, mv))
    }

    fn play_word_silently(&mut self, word: u32) -> Result<Move, Fault> {
        let mv = u16::try_from(word).ok().and_then(|word| Move::from_raw(word).ok());
        let mv = mv.ok_or_else(|| Fault::argument("move.word: this is the word of no move"))?;
        if let Some(error) = IllegalMove::find_or_null(self.position(), mv) {
            return Err(error.into());
        }
        self.state.play_unchecked(mv);
        Ok(mv)
    }

    fn read(&self, text: &str) -> Result<Move, Fault> {
        read_legal(self.position(), text)
    }

    /// Takes back the last move, and returns its record; `None` before the first.
    pub fn undo(&mut self) -> Option<Vec<u8>> {
        let mv = self.state.undo()?;
        Some(record(self.position(), mv).to_vec())
    }

    /// The records of the moves that were played.
    pub fn history(&self) -> Vec<u8> {
        let moves = self.state.moves();
        let mut records = Vec::with_capacity(RECORD * moves.len());
        for (position, &mv) in self.state.positions().zip(moves) {
            records.extend_from_slice(&record(position, mv));
        }
        records
    }

    /// The board, as a JSON object.
    pub fn status(&self) -> String {
        let position = self.position();
        let outcome = self.state.outcome();
        let color = |color| if color == Color::White { "w" } else { "b" };
        Json::object(|object| {
            object.text("turn", color(position.side_to_move()));
            object.plain("check", position.is_in_check());
            object.list("checkers", |list| {
                for square in position.checkers() {
                    list.text(square.to_string());
                }
            });
            object.text_or_null("outcome", outcome.map(Outcome::name));
            object.text_or_null("winner", outcome.and_then(Outcome::winner).map(color));
            object.text_or_null("claim", self.state.claim().map(chess_movegen::Claim::name));
            object.text("result", GameResult::from(outcome).as_str());
            object.plain("repetitions", self.state.repetitions());
            object.plain("halfmoveClock", usize::from(position.halfmove_clock()));
            object.plain("moveNumber", usize::from(position.fullmove_number()));
            object.plain("ply", self.state.moves().len());
            object.plain("chess960", position.needs_chess960());
            object.word("key", position.key());
        })
    }

    /// The number of leaves of the tree of legal moves after so many plies, at most 64.
    pub fn perft(&self, depth: u32) -> Result<u64, Fault> {
        Ok(perft(self.position(), checked_depth(depth)?))
    }

    /// The leaves below each legal move, as a JSON object by the moves in UCI.
    pub fn divide(&self, depth: u32) -> Result<String, Fault> {
        let (position, depth) = (self.position(), checked_depth(depth)?);
        Ok(Json::object(|object| {
            for (mv, leaves) in divide(position, depth) {
                object.plain(&uci(position, mv).to_string(), leaves);
            }
        }))
    }
}

impl From<GameState> for Game {
    fn from(state: GameState) -> Self {
        Self {
            state,
            #[cfg(feature = "pgn")]
            notes: Notes::default(),
        }
    }
}

/// The legal move that a text of SAN or UCI means. Of a move that names both squares, the error says why it is not legal.
pub(crate) fn read_legal(position: &Position, text: &str) -> Result<Move, Fault> {
    read_san(position, text).or_else(|error| match read_uci(position, text) {
        Ok(mv) => Ok(mv),
        Err(UciError::Illegal(error)) => Err(error.into()),
        Err(_) => Err(Fault::of_move(&error, text)),
    })
}

fn checked_depth(depth: u32) -> Result<u32, Fault> {
    let wrong = || Fault::argument(&format!("depth: an integer from 0 to {MAX_DEPTH} is expected"));
    Some(depth).filter(|&depth| depth <= MAX_DEPTH).ok_or_else(wrong)
}
