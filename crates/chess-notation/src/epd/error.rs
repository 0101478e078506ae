use alloc::string::String;
use core::error::Error;
use core::fmt;

use chess_board::ParsePositionError;

use crate::san::SanError;

/// Why a line is not EPD: where, and which rule it breaks.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EpdError {
    /// Bytes before the fault.
    pub offset: usize,
    /// The rule that is broken.
    pub rule: EpdRule,
}

impl fmt::Display for EpdError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { offset, rule } = self;
        write!(f, "EPD, byte {offset}: {rule}")
    }
}

impl Error for EpdError {}

/// A rule of EPD.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum EpdRule {
    /// The line begins with four fields.
    Fields,
    /// The fields are a position.
    Position(ParsePositionError),
    /// An opcode is a letter and at most 14 letters, digits and underscores.
    Opcode,
    /// A text ends with a quotation mark.
    OpenText,
    /// The opcode's operands are of another number or type.
    Operand {
        /// The opcode as it stands.
        opcode: String,
        /// What the opcode is followed by.
        expected: &'static str,
    },
    /// The operand is a legal move in SAN.
    Move(SanError),
}

impl fmt::Display for EpdRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Fields => {
                f.write_str("there are four fields: board, side to move, castling and en passant")
            }
            Self::Position(error) => error.fmt(f),
            Self::Opcode => {
                f.write_str("an opcode is a letter, then at most 14 letters, digits and underscores")
            }
            Self::OpenText => f.write_str("a text has a quotation mark at its end"),
            Self::Operand { opcode, expected } => write!(f, "{opcode} has {expected} as its operand"),
            Self::Move(error) => error.fmt(f),
        }
    }
}

impl Error for EpdRule {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Move(error) => Some(error),
            _ => None,
        }
    }
}

impl From<ParsePositionError> for EpdRule {
    fn from(error: ParsePositionError) -> Self {
        Self::Position(error)
    }
}

impl From<SanError> for EpdRule {
    fn from(error: SanError) -> Self {
        Self::Move(error)
    }
}
