//! Serialization of positions and setups as FEN. The FEN names the en passant square after every double push, so that
//! nothing is lost.

use core::fmt;
use core::marker::PhantomData;
use core::str::FromStr;

use serde::de::{Error, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::fen::write::{CastlingStyle, EnPassantStyle};
use crate::position::Position;
use crate::setup::Setup;

macro_rules! fen {
    ($($type:ident: |$value:ident| $text:expr;)+) => {$(
        impl Serialize for $type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                let $value = self;
                serializer.serialize_str(&$text)
            }
        }

        impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                deserializer.deserialize_str(FenVisitor(PhantomData))
            }
        }
    )+};
}

fen! {
    Position: |position| position.fen(CastlingStyle::XFen, EnPassantStyle::Always);
    Setup: |setup| setup.fen_text(CastlingStyle::XFen);
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
