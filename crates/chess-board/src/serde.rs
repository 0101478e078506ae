//! Serialization of positions and setups as FEN. The FEN names the en passant square after every double push, so that
//! nothing is lost.

use core::fmt;
use core::marker::PhantomData;
use core::str::FromStr;

use serde::de::{Error, SeqAccess, Unexpected, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::fen::text::CastlingStyle;
use crate::fen::write::EnPassantStyle;
use crate::position::Position;
use crate::setup::Setup;
use crate::setup::invalid::Reason;

impl Serialize for Position {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.fen().en_passant(EnPassantStyle::Always).to_text())
    }
}

impl<'de> Deserialize<'de> for Position {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_str(FenVisitor(PhantomData))
    }
}

impl Serialize for Setup {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.fen_text(CastlingStyle::XFen))
    }
}

impl<'de> Deserialize<'de> for Setup {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_str(FenVisitor(PhantomData))
    }
}

/// A list of the names of the reasons: `["no_king", "castling"]`.
impl Serialize for Reason {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter().filter_map(Reason::name))
    }
}

impl<'de> Deserialize<'de> for Reason {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_seq(ReasonsVisitor)
    }
}

struct ReasonsVisitor;

impl<'de> Visitor<'de> for ReasonsVisitor {
    type Value = Reason;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list of names of reasons")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut names: A) -> Result<Reason, A::Error> {
        let mut reasons = Reason::empty();
        while let Some(NamedReason(reason)) = names.next_element()? {
            reasons |= reason;
        }
        Ok(reasons)
    }
}

/// A single reason, read from its name.
struct NamedReason(Reason);

impl<'de> Deserialize<'de> for NamedReason {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_str(NameVisitor)
    }
}

struct NameVisitor;

impl Visitor<'_> for NameVisitor {
    type Value = NamedReason;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the name of a reason")
    }

    fn visit_str<E: Error>(self, name: &str) -> Result<NamedReason, E> {
        let reason = Reason::all().iter().find(|reason| reason.name() == Some(name));
        reason.map(NamedReason).ok_or_else(|| E::invalid_value(Unexpected::Str(name), &self))
    }
}

struct FenVisitor<T>(PhantomData<T>);

impl<T: FromStr<Err: fmt::Display>> Visitor<'_> for FenVisitor<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a position in FEN")
    }

    fn visit_str<E: Error>(self, fen: &str) -> Result<T, E> {
        fen.parse().map_err(E::custom)
    }
}
