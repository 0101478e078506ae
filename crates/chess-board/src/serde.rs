//! Serialization of positions and setups as FEN. The FEN names the en passant square after every double push, so that
//! nothing is lost; a value that FEN cannot hold is an error when it is serialized.

use core::fmt;
use core::str::FromStr;

use serde::de::{Deserialize, Deserializer, Visitor};
use serde::ser::{Serialize, Serializer};

use crate::fen::error::{FenError, FenField};
use crate::fen::write::CastlingStyle;
use crate::position::Position;
use crate::setup::Setup;

impl Serialize for Position {
    /// Serializes the position as FEN.
    ///
    /// # Errors
    /// An illegal move has left a board that FEN cannot hold.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let setup = self.to_setup();
        if !setup.board.contradictions().is_empty() {
            return Err(lost(FenField::Board));
        }
        serializer.serialize_str(&setup.fen_text(CastlingStyle::XFen))
    }
}

impl Serialize for Setup {
    /// Serializes the setup as FEN.
    ///
    /// # Errors
    /// The first field that FEN cannot hold: a board whose sets contradict each other, castling rooks off the back ranks, an en passant
    /// square on a rank where the side to move cannot capture, or the move number 0.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let text = self.fen_text(CastlingStyle::XFen);
        match field_lost(self, Self::from_fen(text.as_bytes())) {
            Some(field) => Err(lost(field)),
            None => serializer.serialize_str(&text),
        }
    }
}

#[cold]
fn lost<E: serde::ser::Error>(field: FenField) -> E {
    E::custom(format_args!("the {field} of this setup cannot be written in FEN"))
}

/// Returns the first field in which `read` differs from `setup`.
fn field_lost(setup: &Setup, read: Result<Setup, FenError>) -> Option<FenField> {
    let read = match read {
        Ok(read) => read,
        Err(error) => return Some(error.field),
    };
    let fields = [
        (FenField::Board, read.board == setup.board),
        (FenField::SideToMove, read.side_to_move == setup.side_to_move),
        (FenField::Castling, read.castling_rooks == setup.castling_rooks),
        (FenField::EnPassant, read.en_passant == setup.en_passant),
        (FenField::HalfmoveClock, read.halfmove_clock == setup.halfmove_clock),
        (FenField::FullmoveNumber, read.fullmove_number == setup.fullmove_number),
    ];
    fields.into_iter().find_map(|(field, is_kept)| (!is_kept).then_some(field))
}

impl<'de> Deserialize<'de> for Position {
    /// Deserializes a position from FEN, one with more material than a game can reach included: see [`Position::restore_fen`].
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_str(FenVisitor(|fen| Self::restore_fen(fen)))
    }
}

impl<'de> Deserialize<'de> for Setup {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_str(FenVisitor(Self::from_str))
    }
}

/// Reads a text in FEN by a function.
struct FenVisitor<T, E>(fn(&str) -> Result<T, E>);

impl<T, E: fmt::Display> Visitor<'_> for FenVisitor<T, E> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a position in FEN")
    }

    fn visit_str<D: serde::de::Error>(self, fen: &str) -> Result<T, D> {
        (self.0)(fen).map_err(D::custom)
    }
}
