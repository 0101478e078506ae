//! The values of rows and their types.

use chess_notation::PackedPosition;

use crate::columns::Hash;

/// A value of a row.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Cell {
    /// No value.
    Null,
    /// A number.
    Int(i64),
    /// A text.
    Text(String),
    /// A packed position.
    Packed(PackedPosition),
    /// The words of moves.
    Moves(Vec<u16>),
    /// A list of texts without blanks, as one text with blanks between them: it takes one allocation.
    Words(String),
}

/// A row: the values of the columns, in their order.
pub type Row = Vec<Cell>;

/// The type of a column.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Kind {
    /// Numbers of 16 bits.
    Int16,
    /// Numbers of 32 bits.
    Int32,
    /// Numbers of 64 bits.
    Int64,
    /// Texts.
    Text,
    /// Packed positions.
    Packed,
    /// Lists of the words of moves.
    Moves,
    /// Lists of texts.
    Words,
}

impl Cell {
    pub(super) fn add_to(&self, hash: &mut Hash) {
        match self {
            Self::Null => hash.byte(0),
            Self::Int(number) => hash.number(*number as u64),
            Self::Text(text) => hash.string(text.as_bytes()),
            Self::Packed(position) => hash.string(&position.to_bytes()),
            Self::Moves(moves) => {
                hash.begin_list(moves.len());
                for &mv in moves {
                    hash.number(mv.into());
                }
            }
            Self::Words(words) => {
                hash.begin_list(words.split_ascii_whitespace().count());
                for word in words.split_ascii_whitespace() {
                    hash.string(word.as_bytes());
                }
            }
        }
    }
}

impl From<Option<i64>> for Cell {
    fn from(number: Option<i64>) -> Self {
        number.map_or(Self::Null, Self::Int)
    }
}

impl From<Option<String>> for Cell {
    fn from(text: Option<String>) -> Self {
        text.map_or(Self::Null, Self::Text)
    }
}

impl From<Option<PackedPosition>> for Cell {
    fn from(position: Option<PackedPosition>) -> Self {
        position.map_or(Self::Null, Self::Packed)
    }
}
