//! Positions, moves and errors as commands read them and as JSON has them.

use std::fmt::Display;

use chess_board::{FenField, ParsePositionError, Position, Reason, Setup};
use chess_data::input::{LineTooLong, unquoted};
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

/// An error as a JSON object with the keys in this order: the shape that it has in every command that answers lines. Its kinds and places
/// are those of `docs/json.md`.
#[derive(Serialize)]
pub(crate) struct ErrorRecord {
    kind: String,
    message: String,
    /// The part of the line to look at first.
    place: &'static str,
}

/// The answer to a line that is wrong, as a JSON object with the keys in this order, and further ones.
#[derive(Serialize)]
pub(crate) struct Refusal<'a, T> {
    ok: bool,
    input: &'a str,
    error: ErrorRecord,
    #[serde(flatten)]
    more: T,
}

impl<'a, T> Refusal<'a, T> {
    pub(crate) const fn new(input: &'a str, error: ErrorRecord, more: T) -> Self {
        Self { ok: false, input, error, more }
    }
}

impl ErrorRecord {
    pub(crate) fn new(kind: &str, message: &impl ToString, place: &'static str) -> Self {
        Self { kind: kind.to_owned(), message: message.to_string(), place }
    }

    /// The error of a line that is not read.
    pub(crate) fn too_long(error: LineTooLong) -> Self {
        Self::new("too_long", &error, "line")
    }

    /// The first error of a text that is not a position.
    pub(crate) fn of_fen(error: &ParsePositionError) -> Self {
        Self::all(error).swap_remove(0)
    }

    /// The one rule that a text breaks, or every reason why its content is not a position: at least one.
    pub(crate) fn all(error: &ParsePositionError) -> Vec<Self> {
        match error {
            ParsePositionError::Fen(fault) => vec![Self::new(fault.rule.name(), error, fault.field.name())],
            ParsePositionError::Invalid(invalid) => {
                let of =
                    |(reason, alone): (Reason, _)| Self::new(reason.name(), &alone, field(reason).name());
                invalid.each().map(of).collect()
            }
            // No other cause is known today.
            other => vec![Self::new("position", other, "line")],
        }
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
        write_json(&mut text, &ErrorRecord::all(&setup.validate().unwrap_err().into())).unwrap();
        let faults: Vec<serde_json::Value> = serde_json::from_slice(&text).unwrap();
        let places: Vec<_> = faults.iter().map(|fault| [&fault["kind"], &fault["place"]]).collect();
        assert_eq!(places, [["no_king", "board"], ["move_number", "fullmove_number"]]);
    }
}
