//! Errors as JavaScript sees them: an object with a `message`, a `kind` for programs, and the place in the text where there is one.

use chess_movegen::IllegalMove;
#[cfg(feature = "pgn")]
use chess_notation::pgn::{GameError, TagError};
use chess_notation::{ParsePositionError, SanError};

use crate::json::Json;

/// An error. Its text is a JSON object, which the glue throws.
#[derive(Debug, PartialEq, Eq)]
pub struct Fault(String);

impl Fault {
    /// The JSON object.
    pub fn json(&self) -> &str {
        &self.0
    }

    /// The error of a caller: a number out of range, a word that is none of those expected. The message begins with the name of
    /// the argument. JavaScript throws a `TypeError`.
    pub fn argument(message: &str) -> Self {
        Self::of_kind("argument", message)
    }

    /// The error of a slot in which nothing stands.
    pub fn empty() -> Self {
        Self::of_kind("argument", "slot: it is empty, or there is no such one")
    }

    /// An error with a kind for programs and a message for people.
    pub fn of_kind(kind: &str, message: &str) -> Self {
        Self(Json::object(|object| {
            object.text("kind", kind);
            object.text("message", message);
        }))
    }

    /// The error of a text that is no legal move.
    pub fn of_move(error: &SanError, text: &str) -> Self {
        Self::of_kind(&format!("{}_move", error.kind()), &format!("`{text}`: {error}"))
    }
}

impl From<ParsePositionError> for Fault {
    fn from(error: ParsePositionError) -> Self {
        Self(Json::object(|object| {
            object.text("kind", "fen");
            object.text("message", error.to_string());
            match &error {
                ParsePositionError::Fen(error) => {
                    object.text("field", error.field.name());
                    object.plain("offset", error.offset);
                    object.list("rules", |rules| rules.text(error.rule.name()));
                }
                ParsePositionError::Invalid(invalid) => object.list("rules", |rules| {
                    for reason in invalid.reasons() {
                        rules.text(reason.name());
                    }
                }),
                _ => {}
            }
        }))
    }
}

impl From<IllegalMove> for Fault {
    fn from(error: IllegalMove) -> Self {
        Self::of_kind("illegal_move", &error.to_string())
    }
}

#[cfg(feature = "pgn")]
impl From<&GameError> for Fault {
    fn from(error: &GameError) -> Self {
        Self(Json::object(|object| {
            object.text("kind", "pgn");
            object.text("message", error.to_string());
            object.plain("game", error.game);
            object.plain("line", error.line);
            object.plain("offset", error.offset);
        }))
    }
}

#[cfg(feature = "pgn")]
impl From<TagError> for Fault {
    fn from(error: TagError) -> Self {
        Self::of_kind("tag", &error.to_string())
    }
}
