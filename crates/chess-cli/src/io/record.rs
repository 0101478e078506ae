//! Parts that several JSON records share.

use std::fmt::Display;

use chess_board::Position;
use chess_movegen::PositionExt;
use chess_notation::San;
use chess_types::{Bitboard, Move, MoveList, PieceType, UciMove};
use serde::{Serialize, Serializer};

/// A move in each of its spellings, as a JSON object with the keys in this order.
#[derive(Serialize)]
pub(crate) struct MoveRecord {
    pub(crate) uci: UciMove,
    pub(crate) uci960: UciMove,
    pub(crate) san: San,
}

impl MoveRecord {
    /// `mv`, which is legal in `position` or the null move.
    pub(crate) fn new(position: &Position, mv: Move) -> Self {
        Self { uci: mv.uci(), uci960: mv.uci960(), san: San::new(position, mv) }
    }
}

/// The comma before the item of this index in a list.
pub(crate) fn comma(i: usize) -> &'static str {
    if i == 0 { "" } else { "," }
}

/// An error as a JSON object with the keys in this order: the shape that it has in every command's JSON.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub(crate) struct ErrorRecord {
    kind: String,
    message: String,
}

impl ErrorRecord {
    pub(crate) fn new(kind: &str, message: &impl ToString) -> Self {
        Self { kind: kind.to_owned(), message: message.to_string() }
    }
}

/// The legal moves, sorted by their UCI text. Where castling and a step of the king have the same text, which happens in
/// Chess960, the step comes first.
pub(crate) fn sorted_legal_moves(position: &Position) -> MoveList {
    let mut moves = position.legal_moves();
    moves.sort_by_cached_key(|mv| {
        let UciMove { from, to, promotion } = mv.uci();
        (from.file(), from.rank(), to.file(), to.rank(), promotion.map(PieceType::letter), mv.raw())
    });
    moves
}

/// Returns the moves of a line from `position` in SAN. Each is legal after the one before.
pub(crate) fn line_in_san(position: &Position, moves: &[Move]) -> Vec<String> {
    let mut position = *position;
    let spell = |&mv: &Move| {
        let san = San::new(&position, mv).to_string();
        position.play(mv);
        san
    };
    moves.iter().map(spell).collect()
}

/// A word of 64 bits as 16 hexadecimal digits: the numbers of JSON do not hold it in many languages.
pub(crate) struct Word(pub(crate) u64);

impl From<Bitboard> for Word {
    fn from(squares: Bitboard) -> Self {
        Self(squares.0)
    }
}

impl Serialize for Word {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&format_args!("{:016x}", self.0))
    }
}

/// Serialises a value as it is displayed.
pub(crate) fn as_text<S: Serializer>(value: &impl Display, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(value)
}

/// The spelling of castling in UCI, for all moves of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Spelling {
    /// Castling is the king's two steps: `e1g1`.
    Standard,
    /// Castling is the king taking its rook: `e1h1`.
    Chess960,
}

impl Spelling {
    /// The spelling that gives all moves of `position`, and of the positions after it, different texts.
    ///
    /// If king or rook are not on their squares of standard chess, the standard spelling of castling can be that of a step of
    /// the king, or can name no move of the king at all.
    pub(crate) fn of(position: &Position) -> Self {
        if position.needs_chess960() { Self::Chess960 } else { Self::Standard }
    }

    pub(crate) fn spell(self, mv: Move) -> UciMove {
        match self {
            Self::Standard => mv.uci(),
            Self::Chess960 => mv.uci960(),
        }
    }
}
