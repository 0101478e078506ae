//! Lines of moves as texts in formats for people, and as a packed position and words of 16 bits in binary ones; SAN as
//! text in both. All of it is checked on the way in.

use core::fmt;

use serde::de::{Error, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::san::San;

impl Serialize for San {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

impl<'de> Deserialize<'de> for San {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_str(SanVisitor)
    }
}

struct SanVisitor;

impl Visitor<'_> for SanVisitor {
    type Value = San;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a move in SAN")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<San, E> {
        text.parse().map_err(E::custom)
    }
}

#[cfg(feature = "alloc")]
mod line {
    use core::fmt;

    use chess_types::Move;
    use serde::de::{Error, SeqAccess, Visitor};
    use serde::ser::SerializeSeq;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    use crate::line::Line;
    use crate::packed::PackedPosition;

    impl Serialize for Line {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            if serializer.is_human_readable() {
                return serializer.collect_str(self);
            }
            let mut sequence = serializer.serialize_seq(Some(1 + self.moves().len()))?;
            sequence.serialize_element(&PackedPosition::new(self.start()))?;
            for mv in self.moves() {
                sequence.serialize_element(mv)?;
            }
            sequence.end()
        }
    }

    impl<'de> Deserialize<'de> for Line {
        fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            if deserializer.is_human_readable() {
                deserializer.deserialize_str(LineVisitor)
            } else {
                deserializer.deserialize_seq(LineVisitor)
            }
        }
    }

    struct LineVisitor;

    impl<'de> Visitor<'de> for LineVisitor {
        type Value = Line;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("a position and legal moves")
        }

        fn visit_str<E: Error>(self, text: &str) -> Result<Line, E> {
            text.parse().map_err(E::custom)
        }

        fn visit_seq<A: SeqAccess<'de>>(self, mut sequence: A) -> Result<Line, A::Error> {
            let start: Option<PackedPosition> = sequence.next_element()?;
            let start = start.ok_or_else(|| A::Error::invalid_length(0, &self))?;
            let mut line = Line::new(start.unpack().map_err(A::Error::custom)?);
            while let Some(mv) = sequence.next_element::<Move>()? {
                line.push(mv).map_err(A::Error::custom)?;
            }
            Ok(line)
        }
    }
}
