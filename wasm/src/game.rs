//! A game in progress: its position, and the moves and positions that led to it.

use chess_board::{CastlingStyle, Position};
use chess_movegen::{GameState, Outcome, legal_moves};
use chess_notation::pgn::{self, GameResult};
use chess_notation::read_move;
use chess_types::{Color, Move, Square};

use crate::fault::Fault;
use crate::json::Json;
use crate::leaves::{divide, perft};
use crate::record::{record, uci};

/// A game that JavaScript plays, by a handle.
pub struct Game {
    state: GameState,
    /// Tags, the start position and, if the game was read, its moves with comments.
    annotated: pgn::Game,
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
            .ok_or_else(|| Fault::argument("Chess960 has the start positions 0 to 959"))
    }

    fn from_position(position: Position) -> Self {
        Self { state: GameState::new(position), annotated: pgn::Game::new(position) }
    }

    /// Reads a text with exactly one game of PGN; the moves of its main line are played.
    pub fn from_pgn(text: &str) -> Result<Self, Fault> {
        let annotated: pgn::Game =
            text.parse().map_err(|error: pgn::ParseGameError| Fault::from(error.error()))?;
        let mut state = GameState::new(*annotated.start());
        for played in annotated.mainline() {
            state.play(played.mv);
        }
        Ok(Self { state, annotated })
    }

    /// The current position.
    pub fn position(&self) -> &Position {
        self.state.position()
    }

    /// The FEN of the current position; with `shredder`, castling rights are named by files.
    pub fn fen(&self, shredder: bool) -> String {
        let castling = if shredder { CastlingStyle::Shredder } else { CastlingStyle::XFen };
        self.position().fen().castling(castling).to_string()
    }

    /// The records of all legal moves, or of those from one square.
    pub fn moves(&self, from: Option<Square>) -> Vec<u8> {
        let position = self.position();
        let moves =
            legal_moves(position).into_iter().filter(|mv| from.is_none_or(|square| mv.from() == square));
        moves.flat_map(|mv| record(position, mv)).collect()
    }

    /// The record of the legal move that a text of SAN or UCI means.
    pub fn find(&self, text: &str) -> Result<Vec<u8>, Fault> {
        Ok(record(self.position(), self.read(text)?).to_vec())
    }

    /// Plays the legal move that a text of SAN or UCI means, and returns its record.
    pub fn play(&mut self, text: &str) -> Result<Vec<u8>, Fault> {
        let mv = self.read(text)?;
        let bytes = record(self.position(), mv).to_vec();
        self.state.play(mv);
        Ok(bytes)
    }

    /// Plays a move by its word.
    pub fn play_word(&mut self, word: u32) -> Result<Vec<u8>, Fault> {
        let word = u16::try_from(word).ok().and_then(Move::from_raw);
        let mv = word.ok_or_else(|| Fault::argument("the number is no move word"))?;
        let before = *self.position();
        self.state.try_play(mv)?;
        Ok(record(&before, mv).to_vec())
    }

    fn read(&self, text: &str) -> Result<Move, Fault> {
        read_move(self.position(), text).map_err(|error| Fault::of_move(&error, text))
    }

    /// Takes back the last move, and returns its record; `None` before the first.
    pub fn undo(&mut self) -> Option<Vec<u8>> {
        let mv = self.state.undo()?;
        Some(record(self.position(), mv).to_vec())
    }

    /// The records of the moves that were played.
    pub fn history(&self) -> Vec<u8> {
        let moves = self.state.positions().zip(self.state.moves());
        moves.flat_map(|(position, &mv)| record(position, mv)).collect()
    }

    /// What stands on the board, as a JSON object.
    pub fn status(&self) -> String {
        let position = self.position();
        let outcome = self.state.outcome();
        let color = |color: Color| color.letter().to_string();
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
            object.plain("halfmoveClock", position.halfmove_clock());
            object.plain("moveNumber", position.fullmove_number());
            object.plain("ply", self.state.moves().len());
            object.plain("chess960", position.needs_chess960());
            object.text("key", format!("{:016x}", position.key()));
        })
    }

    /// Sets a tag of the PGN, or removes it if the value is empty.
    pub fn set_tag(&mut self, name: &str, value: &str) -> Result<(), Fault> {
        if value.is_empty() {
            self.annotated.remove_tag(name)?;
        } else {
            self.annotated.set_tag(name, value)?;
        }
        Ok(())
    }

    /// The tags as a JSON object of texts.
    pub fn tags(&self) -> String {
        Json::object(|object| {
            for (name, value) in self.annotated.tags().iter() {
                object.text(name, value);
            }
        })
    }

    /// The game as PGN. The comments and variations of a game that was read are kept if its moves are those that were read.
    pub fn pgn(&self) -> String {
        let played = self.state.moves();
        if self.annotated.mainline().map(|played| played.mv).eq(played.iter().copied()) {
            return self.annotated.to_string();
        }
        let mut game = pgn::Game::from(&self.state);
        for (name, value) in self.annotated.tags().iter() {
            // The result is that of the moves; the start position's tags are refused, and there already.
            if name != "Result" {
                let _ = game.set_tag(name, value);
            }
        }
        game.to_string()
    }

    /// The number of leaves of the tree of legal moves after so many plies.
    pub fn perft(&self, depth: u32) -> u64 {
        perft(self.position(), depth)
    }

    /// The leaves below each legal move, as a JSON object by the moves in UCI.
    pub fn divide(&self, depth: u32) -> String {
        let position = self.position();
        Json::object(|object| {
            for (mv, leaves) in divide(position, depth) {
                object.plain(&uci(position, mv).to_string(), leaves);
            }
        })
    }
}
