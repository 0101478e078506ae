use alloc::string::String;

use chess_board::ParsePositionError;
use thiserror::Error;

use crate::SanError;

/// Why a line is not EPD: where, and which rule it breaks.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("EPD, byte {offset}: {rule}")]
pub struct EpdError {
    /// Bytes before the fault.
    pub offset: usize,
    /// The rule that is broken.
    pub rule: EpdRule,
}

/// A rule of EPD.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum EpdRule {
    /// The line begins with four fields.
    #[error("there are four fields: board, side to move, castling and en passant")]
    Fields,
    /// The fields are a position.
    #[error(transparent)]
    Position(#[from] ParsePositionError),
    /// An opcode is a letter and at most 14 letters, digits and underscores.
    #[error("an opcode is a letter, then at most 14 letters, digits and underscores")]
    Opcode,
    /// A text ends with a quotation mark.
    #[error("a text has a quotation mark at its end")]
    OpenText,
    /// The opcode's operands are of another number or type.
    #[error("{opcode} has {expected} as its operand")]
    Operand {
        /// The opcode as it stands.
        opcode: String,
        /// What the opcode is followed by.
        expected: &'static str,
    },
    /// The operand is a legal move in SAN.
    #[error("{0}")]
    Move(#[from] SanError),
}
