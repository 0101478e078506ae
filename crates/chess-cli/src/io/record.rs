//! Positions, moves and errors as commands read them and as JSON has them.

use std::fmt::Display;

use chess_board::{FenField, InvalidSetup, ParsePositionError, Position, Reason, Setup};
use chess_data::input::unquoted;
use chess_notation::San;
use chess_types::{Move, UciMove};
use serde::{Serialize, Serializer};

/// A move in each of its spellings, as a JSON object with the keys in this order.
#[derive(Serialize)]
pub(crate) struct MoveRecord {
    pub(crate) uci: UciMove,
    pub(crate) uci960: UciMove,
    #[serde(serialize_with = "as_text")]
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

/// Serialises a value as it is displayed.
pub(crate) fn as_text<S: Serializer>(value: &impl Display, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(value)
}

/// The word that names the start position wherever a FEN is read.
const STARTPOS: &str = "startpos";

/// Reads a position from FEN, X-FEN or Shredder-FEN, or from the word `startpos`, in quotation marks or not.
pub(crate) fn read_position(text: &str) -> Result<Position, ParsePositionError> {
    let text = unquoted(text);
    if text.trim() == STARTPOS { Ok(Position::START) } else { Position::from_fen(text) }
}

/// Reads what [`read_position`] reads, without asking for a position that can be played on.
pub(crate) fn read_setup(text: &str) -> Result<Setup, ParsePositionError> {
    let text = unquoted(text);
    if text.trim() == STARTPOS { Ok(Position::START.to_setup()) } else { Ok(Setup::from_fen(text)?) }
}

/// A fault of a FEN as a JSON object with the keys in this order. Its kinds and fields are those of `docs/json.md`.
#[derive(Serialize)]
pub(crate) struct FenFault {
    kind: String,
    field: &'static str,
    message: String,
}

impl FenFault {
    /// The one rule that the text breaks, or every reason why its content is not a position.
    pub(crate) fn all(error: &ParsePositionError) -> Vec<Self> {
        match error {
            ParsePositionError::Fen(error) => vec![Self {
                kind: error.rule.name().to_owned(),
                field: error.field.name(),
                message: error.to_string(),
            }],
            ParsePositionError::Invalid(invalid) => {
                invalid.each().map(|(reason, alone)| Self::of_reason(reason, &alone)).collect()
            }
            // No other cause is known today.
            other => vec![Self::of_line("position", other)],
        }
    }

    /// The fault of a line that was not read as FEN.
    pub(crate) fn of_line(kind: &str, message: &impl ToString) -> Self {
        Self { kind: kind.to_owned(), field: "line", message: message.to_string() }
    }

    /// The error in the shape of every command.
    pub(crate) fn record(&self) -> ErrorRecord {
        ErrorRecord::new(&self.kind, &self.message)
    }

    fn of_reason(reason: Reason, alone: &InvalidSetup) -> Self {
        let kind = reason.name().to_owned();
        Self { kind, field: field(reason).name(), message: alone.to_string() }
    }
}

/// The field to look at first.
fn field(reason: Reason) -> FenField {
    match reason {
        Reason::OpponentInCheck => FenField::SideToMove,
        Reason::Castling => FenField::Castling,
        Reason::EnPassant => FenField::EnPassant,
        Reason::MoveNumber => FenField::FullmoveNumber,
        // Kings, pawns and material.
        _ => FenField::Board,
    }
}

#[cfg(test)]
mod tests {
    use chess_board::Setup;

    use super::*;
    use crate::io::output::write_json;

    /// No FEN has the move number 0, which is read as 1.
    #[test]
    fn move_number_0_is_an_error_of_its_field() {
        let setup = Setup { fullmove_number: 0, ..Setup::EMPTY };
        let mut text = Vec::new();
        write_json(&mut text, &FenFault::all(&setup.validate().unwrap_err().into())).unwrap();
        let faults: Vec<serde_json::Value> = serde_json::from_slice(&text).unwrap();
        let fields: Vec<_> = faults.iter().map(|fault| [&fault["kind"], &fault["field"]]).collect();
        assert_eq!(fields, [["no_king", "board"], ["move_number", "fullmove_number"]]);
    }
}
