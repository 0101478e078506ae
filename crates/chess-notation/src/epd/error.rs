use alloc::string::String;
use core::error::Error;
use core::fmt;

use chess_board::ParsePositionError;

use crate::san::SanError;

/// An error of a text that is not a line of EPD: the place, and the rule that is broken.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EpdError {
    /// Number of bytes before the error.
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

/// A rule of EPD that a line breaks.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum EpdRule {
    /// The line does not begin with four fields.
    Fields,
    /// The fields are not a position.
    Position(ParsePositionError),
    /// An opcode is not a letter followed by at most 14 letters, digits and underscores.
    Opcode,
    /// A text has no closing quotation mark.
    OpenText,
    /// The opcode has operands of the wrong number or type.
    Operand {
        /// The opcode.
        opcode: String,
        /// The operands that the opcode takes, in words.
        expected: &'static str,
    },
    /// An operand is not a legal move in SAN.
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
