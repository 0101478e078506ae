//! A game in progress: its position, and the moves and positions that led to it.

use chess_board::Position;
use chess_movegen::{Claim, IllegalMove, Outcome, PositionExt, UciError};
use chess_notation::{read_san, read_uci};
use chess_types::{Color, Move, Square};
#[cfg(feature = "pgn")]
use chess_wasm_notes::Notes;
use chess_wasm_notes::{Fault, Json, uci};

use crate::leaves::{MAX_DEPTH, divide, perft};
use crate::line::Line;
use crate::record::{RECORD, record};

/// A game that JavaScript plays, by a handle: the line to its place, and the tree of all its moves.
pub struct Game {
    pub(crate) line: Line,
    #[cfg(feature = "pgn")]
    pub(crate) notes: Notes,
}

impl Game {
    /// The game before the first move, from a FEN, X-FEN or Shredder-FEN.
    pub fn new(fen: &str) -> Result<Self, Fault> {
        Ok(Self::from_position(Position::from_fen(fen)?))
    }

    /// The game before the first move, from the start position.
    pub fn start() -> Self {
        Self::from_position(Position::START)
    }

    /// The game before the first move of Chess960, from a start position by its number in Scharnagl's numbering.
    pub fn chess960(number: u32) -> Result<Self, Fault> {
        let position = u16::try_from(number).ok().and_then(Position::chess960);
        position
            .map(Self::from_position)
            .ok_or_else(|| Fault::argument("number: an integer from 0 to 959 is expected"))
    }

    fn from_position(position: Position) -> Self {
        Self {
            line: Line::new(position),
            #[cfg(feature = "pgn")]
            notes: Notes::default(),
        }
    }

    /// The current position.
    pub fn position(&self) -> &Position {
        self.line.position()
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

    /// Returns the position as the bytes that [`game_look`](crate::game_look) describes.
    pub fn look(&mut self) -> Vec<u8> {
        let state = self.line.whole();
        let position = state.position();
        let outcome = state.outcome();
        let letter = |square| position.piece_at(square).map_or(0, |piece| piece.letter() as u8);
        let mut bytes = Square::ALL.map(letter).to_vec();
        let flags = [position.is_in_check(), position.needs_chess960()];
        bytes.push(position.side_to_move().letter() as u8);
        bytes.extend_from_slice(&flags.map(u8::from));
        bytes.push(outcome.and_then(Outcome::winner).map_or(0, |winner| winner.letter() as u8));
        bytes.extend_from_slice(&position.key().to_le_bytes());
        for number in [
            state.repetitions(),
            position.halfmove_clock().into(),
            position.fullmove_number().into(),
            state.moves().len(),
        ] {
            bytes.extend_from_slice(&(number as u32).to_le_bytes());
        }
        let mut checkers = [64; 2];
        checkers
            .iter_mut()
            .zip(position.checkers())
            .for_each(|(place, square)| *place = square.index() as u8);
        bytes.extend_from_slice(&checkers);
        let (outcome, claim) = (outcome.map_or("", Outcome::name), state.claim().map_or("", Claim::name));
        bytes.push(outcome.len() as u8);
        bytes.extend_from_slice(outcome.as_bytes());
        bytes.extend_from_slice(claim.as_bytes());
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

    /// Plays the moves of words, two bytes each, low byte first.
    pub fn replay(&mut self, words: &[u8]) -> Result<(), Fault> {
        for bytes in words.chunks_exact(2) {
            self.play_word_silently(u16::from_le_bytes([bytes[0], bytes[1]]).into())?;
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
        self.play_move(mv)?;
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
        self.play_move(mv)?;
        Ok(mv)
    }

    fn read(&self, text: &str) -> Result<Move, Fault> {
        read_legal(self.position(), text)
    }

    /// Takes back the last move, which is deleted if no move follows it, and returns its record; no bytes before the first.
    pub fn undo(&mut self) -> Result<Vec<u8>, Fault> {
        Ok(self.take_back()?.map_or(Vec::new(), |mv| record(self.position(), mv).to_vec()))
    }

    /// The records of the moves that were played.
    pub fn history(&mut self) -> Vec<u8> {
        let state = self.line.whole();
        let mut records = Vec::with_capacity(RECORD * state.moves().len());
        for (position, &mv) in state.positions().zip(state.moves()) {
            records.extend_from_slice(&record(position, mv));
        }
        records
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

#[cfg(not(feature = "pgn"))]
impl Game {
    #[allow(clippy::unnecessary_wraps, reason = "as with PGN")]
    fn play_move(&mut self, mv: Move) -> Result<(), Fault> {
        self.line.whole().play_unchecked(mv);
        Ok(())
    }

    #[allow(clippy::unnecessary_wraps, reason = "as with PGN")]
    fn take_back(&mut self) -> Result<Option<Move>, Fault> {
        Ok(self.line.whole().undo())
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
