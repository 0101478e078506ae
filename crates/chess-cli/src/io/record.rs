//! Parts that several JSON records share.

use std::fmt::Display;

use chess_board::Position;
use chess_notation::San;
use chess_types::{Bitboard, Move, UciMove};
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
