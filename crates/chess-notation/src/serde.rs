//! Packed positions: FEN in formats for people, 32 bytes in binary formats. Everything else: texts in both kinds of formats. All values are checked
//! when they are read, packed positions when they are unpacked.

use core::fmt;
use core::marker::PhantomData;
use core::str::FromStr;

use chess_board::Position;
use serde::de::{Error, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer, ser};

#[cfg(feature = "alloc")]
use crate::epd::Epd;
use crate::packed::PackedPosition;
#[cfg(feature = "alloc")]
use crate::pgn::Game;
use crate::pgn::{Arrow, Eval, GameResult};
use crate::score::Score;

impl Serialize for PackedPosition {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if serializer.is_human_readable() {
            self.unpack().map_err(ser::Error::custom)?.serialize(serializer)
        } else {
            serializer.serialize_bytes(&self.to_bytes())
        }
    }
}

impl<'de> Deserialize<'de> for PackedPosition {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        if deserializer.is_human_readable() {
            Position::deserialize(deserializer).map(|position| Self::new(&position))
        } else {
            deserializer.deserialize_bytes(BytesVisitor)
        }
    }
}

/// Serializes a type as the text that `Display` writes, and reads it back with `FromStr`.
macro_rules! as_text {
    ($type:ty, $expected:literal) => {
        impl Serialize for $type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                deserializer.deserialize_str(TextVisitor { expected: $expected, result: PhantomData })
            }
        }
    };
}

as_text!(Arrow, "an arrow or a marked square");
as_text!(Eval, "an evaluation");
as_text!(GameResult, "the result of a game");
#[cfg(feature = "alloc")]
as_text!(Game, "a game in PGN");
#[cfg(feature = "alloc")]
as_text!(Epd, "a line of EPD");

/// Reads a text with `FromStr`.
struct TextVisitor<T> {
    expected: &'static str,
    result: PhantomData<T>,
}

impl<T: FromStr<Err: fmt::Display>> Visitor<'_> for TextVisitor<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.expected)
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<T, E> {
        text.parse().map_err(E::custom)
    }
}

impl Serialize for Score {
    /// Writes `{"cp": 31}` or `{"mate": -3}`.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let name = if self.mate().is_some() { "mate" } else { "cp" };
        serializer.collect_map([(name, self.number())])
    }
}

struct BytesVisitor;

impl<'de> Visitor<'de> for BytesVisitor {
    type Value = PackedPosition;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the {} bytes of a packed position", PackedPosition::SIZE)
    }

    fn visit_bytes<E: Error>(self, bytes: &[u8]) -> Result<PackedPosition, E> {
        let bytes = bytes.try_into().map_err(|_| E::invalid_length(bytes.len(), &self))?;
        Ok(PackedPosition::from_bytes(bytes))
    }

    /// Some formats have sequences instead of bytes.
    fn visit_seq<A: SeqAccess<'de>>(self, mut sequence: A) -> Result<PackedPosition, A::Error> {
        let mut bytes = [0; PackedPosition::SIZE];
        for (read, byte) in bytes.iter_mut().enumerate() {
            *byte = sequence.next_element()?.ok_or_else(|| A::Error::invalid_length(read, &self))?;
        }
        Ok(PackedPosition::from_bytes(bytes))
    }
}
