use alloc::boxed::Box;
use core::error::Error;
use core::fmt;

use chess_board::ParsePositionError;
use chess_notation::IllegalMove;
use chess_types::ParseUciMoveError;

/// A fault in a line of the protocol: the command, the field and the byte where it is, and the rule that it breaks.
///
/// # Examples
/// ```
/// use chess_uci::{Command, ProtocolError, Rule};
///
/// let error = "go depth many".parse::<Command>().unwrap_err();
/// assert_eq!((error.command, error.field, error.offset), ("go", "depth", 9));
/// assert_eq!(error.rule, Rule::Number);
/// assert_eq!(error.to_string(), "go depth: byte 9: expected a whole number");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ProtocolError {
    /// The first word of the command or answer: `go`, `setoption`, `info`; empty for a word before the first command.
    pub command: &'static str,
    /// The word whose value is wrong, such as `depth`; empty if it is the command's own.
    pub field: &'static str,
    /// The number of bytes before the fault, counted from the beginning of the line.
    pub offset: usize,
    /// The rule that is broken.
    pub rule: Rule,
}

/// A rule of the protocol that a line breaks.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Rule {
    /// The word has no meaning here. The protocol requires readers to skip it, and `FromStr` does.
    UnknownWord,
    /// The value is missing.
    Missing,
    /// The value is not a whole number.
    Number,
    /// The value is neither `on` nor `off`, or neither `true` nor `false`.
    Switch,
    /// The word is not a move.
    Move(ParseUciMoveError),
    /// The FEN is malformed, or its position is not accepted. Offsets inside are counted from the beginning of the FEN.
    Position(Box<ParsePositionError>),
    /// A position begins with `startpos` or `fen`.
    Start,
    /// Only `moves` may follow the position.
    Moves,
    /// A score is `cp` or `mate` and a number.
    Score,
    /// The type of an option is none of `check`, `spin`, `combo`, `button` and `string`.
    OptionType,
    /// An `id` is a `name` or an `author`.
    Id,
    /// The state is none of `checking`, `ok` and `error`.
    Status,
}

impl Rule {
    /// Returns `true` if the protocol requires readers to skip the fault: the word is unknown.
    pub const fn is_ignorable(&self) -> bool {
        matches!(self, Self::UnknownWord)
    }
}

impl fmt::Display for ProtocolError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { command, field, offset, rule } = self;
        f.write_str(command)?;
        if !field.is_empty() {
            let space = if command.is_empty() { "" } else { " " };
            write!(f, "{space}{field}")?;
        }
        let colon = if command.is_empty() && field.is_empty() { "" } else { ": " };
        write!(f, "{colon}byte {offset}: {rule}")
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::UnknownWord => "unknown word",
            Self::Missing => "the value is missing",
            Self::Number => "expected a whole number",
            Self::Switch => "expected on or off, or true or false",
            Self::Move(error) => return error.fmt(f),
            Self::Position(error) => return error.fmt(f),
            Self::Start => "expected startpos or fen",
            Self::Moves => "expected moves",
            Self::Score => "expected cp or mate and a whole number",
            Self::OptionType => "expected one of check, spin, combo, button, string",
            Self::Id => "expected name or author",
            Self::Status => "expected one of checking, ok, error",
        })
    }
}

impl Error for ProtocolError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match &self.rule {
            Rule::Move(error) => Some(error),
            Rule::Position(error) => Some(&**error),
            _ => None,
        }
    }
}

/// A move of a line that is not legal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct IllegalLineMove {
    /// The number of moves before it.
    pub index: usize,
    /// The move and the rule that it breaks.
    pub error: IllegalMove,
}

impl fmt::Display for IllegalLineMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "move {}: {}", self.index + 1, self.error)
    }
}

impl Error for IllegalLineMove {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        Some(&self.error)
    }
}

/// Reads by `read`. The first fault that may not be skipped is an error.
pub(crate) fn strict<T>(
    read: impl FnOnce(&mut dyn FnMut(ProtocolError)) -> Result<T, ProtocolError>,
) -> Result<T, ProtocolError> {
    let mut first = None;
    let read = read(&mut |error: ProtocolError| {
        if !error.rule.is_ignorable() {
            first.get_or_insert(error);
        }
    });
    first.map_or(read, Err)
}
