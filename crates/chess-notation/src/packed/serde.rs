//! Packed positions: FEN in formats for people, checked when read, and the 32 bytes in binary formats, checked when unpacked.

use core::fmt;

use chess_board::Position;
use serde::de::{Error, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer, ser};

use super::position::PackedPosition;

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
