//! Records, and their scores and results for writers.

use chess_board::{Position, Setup};
use chess_movegen::PositionExt;
use chess_notation::pgn::GameResult;
use chess_types::{Move, PieceType, Square};

use crate::fault::{Fault, Loss, Losses};

/// The score of a mate on the board, in formats whose scores are numbers: 32,000. A mate in `n` plies is `n` less.
pub const MATE: i32 = 32_000;

/// The number of plies up to which a score is written as a mate in PGN: 254.
pub const MAX_MATE_PLIES: i32 = 254;

/// A position of a game or of a set of positions, with the values from which a network learns.
///
/// Records of a game follow one another: the position of each is the one that the move of the record before leads to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Record {
    /// The position.
    pub position: Position,
    /// The move that was played, which is legal in the position; `None` if none is known.
    pub mv: Option<Move>,
    /// The score of the position from White's point of view, in the unit of the file; `None` if it has none.
    pub score: Option<i32>,
    /// The result of the game; [`GameResult::Unknown`] if it has none.
    pub result: GameResult,
    /// The number of moves before the position in its game: 0 for the game's first position in the file, whatever its place in
    /// the game, and for a position on its own. The columns and filters of `chess_data` count so too. What the move number of
    /// the position says is [`Position::ply`].
    pub ply: u32,
    /// True if the record is the first of a game, or a position on its own.
    pub starts_game: bool,
}

impl Record {
    /// A position on its own, with a score from White's point of view.
    pub fn new(position: Position, score: i32, result: GameResult) -> Self {
        Self { position, mv: None, score: Some(score), result, ply: 0, starts_game: true }
    }

    /// The record after this one in its game, without its move and score. `mv` is the move of this one, or a null move.
    #[inline]
    pub(crate) fn following(&self, mv: Move) -> Self {
        let position = if mv.is_null() { self.position.after_null() } else { self.position.after(mv) };
        Self { position, mv: None, score: None, ply: self.ply.saturating_add(1), starts_game: false, ..*self }
    }
}

/// The position of a setup in a file. Writers store what readers of games accept, which is more material than a game can reach as well.
#[inline]
pub(crate) fn position(setup: &Setup) -> Result<Position, Fault> {
    Position::restore(setup).map_err(|error| Fault::Position(Box::new(error)))
}

/// The position of a FEN in a file, as [`position`] accepts it.
pub(crate) fn position_of_fen(fen: &[u8]) -> Result<Position, Fault> {
    Position::restore_fen(fen).map_err(|error| Fault::Fen(Box::new(error)))
}

/// The result as the number that marlinformat and viriformat have: 0 if Black has won, 1 for a draw, 2 if White has won.
pub(crate) const fn result_number(result: GameResult) -> Option<u8> {
    match result {
        GameResult::BlackWins => Some(0),
        GameResult::Draw => Some(1),
        GameResult::WhiteWins => Some(2),
        GameResult::Unknown => None,
    }
}

/// The inverse of [`result_number`].
pub(crate) const fn result_of_number(number: u8) -> Option<GameResult> {
    match number {
        0 => Some(GameResult::BlackWins),
        1 => Some(GameResult::Draw),
        2 => Some(GameResult::WhiteWins),
        _ => None,
    }
}

/// Joins records to games: finds whether a record continues the one before.
#[derive(Clone, Debug, Default)]
pub(crate) struct Chain {
    /// The position and the result of the record that would continue the game.
    next: Option<(Position, GameResult)>,
}

impl Chain {
    /// Tests whether `record` continues the game of the previous call's record, and stores it as the last one.
    pub(crate) fn continues(&mut self, record: &Record) -> bool {
        let continues = !record.starts_game && self.next == Some((record.position, record.result));
        self.next = record.mv.map(|mv| (record.position.after(mv), record.result));
        continues
    }

    /// Ends the game: the next record does not continue it.
    pub(crate) fn cut(&mut self) {
        self.next = None;
    }
}

/// The score of a record, from White's point of view, and its result; `None` if one of them is not known. All formats but PGN omit
/// such a record, since a network cannot learn from it.
#[inline]
pub(crate) fn labels(record: &Record, losses: &mut Losses) -> Option<(i32, GameResult)> {
    match record.score {
        None => losses.add(Loss::NoScore),
        Some(_) if record.result == GameResult::Unknown => losses.add(Loss::NoResult),
        Some(score) => return Some((score, record.result)),
    }
    None
}

/// A layout of a move in 16 bits: the shifts of its origin, of its target, which for castling is the rook's square, and of the piece of a
/// promotion; and its types, in the highest two bits, but for that of most moves, which is 0.
pub(crate) struct MoveWords {
    pub(crate) from: u32,
    pub(crate) to: u32,
    pub(crate) piece: u32,
    pub(crate) promotion: u16,
    pub(crate) castling: u16,
    pub(crate) en_passant: u16,
}

impl MoveWords {
    /// The legal move of a word. A wrong type of move is refused, and so is a promotion of another move.
    #[inline]
    pub(crate) fn legal_move(&self, position: &Position, word: u16) -> Option<Move> {
        let [from, to] = [self.from, self.to].map(|shift| Square::from_low_bits((word >> shift) as u8 & 63));
        let piece = PieceType::PROMOTIONS[usize::from(word >> self.piece & 3)];
        let promotion = (word >> 14 == self.promotion).then_some(piece);
        position.legal_move(from, to, promotion).filter(|&mv| self.word(mv) == word)
    }

    /// The word of a move.
    #[inline]
    pub(crate) fn word(&self, mv: Move) -> u16 {
        let squares = (mv.from().index() as u16) << self.from | (mv.to().index() as u16) << self.to;
        let special = match mv.promotion() {
            Some(piece) => self.promotion << 14 | (piece as u16 - PieceType::Knight as u16) << self.piece,
            None if mv.is_castle() => self.castling << 14,
            None if mv.is_en_passant() => self.en_passant << 14,
            None => 0,
        };
        squares | special
    }
}

/// The nearest number of 16 bits.
#[inline]
pub(crate) fn to_i16(score: i32, losses: &mut Losses) -> i16 {
    i16::try_from(score).unwrap_or_else(|_| {
        losses.add(Loss::ScoreRange);
        if score < 0 { i16::MIN } else { i16::MAX }
    })
}
