//! Serialisation, with everything that comes in checked.
//!
//! What has a short name is that name in formats for people and its index in binary ones. Words are numbers in both,
//! for a move's text would lose its flags.

use core::fmt;
use core::marker::PhantomData;
use core::str::FromStr;

use serde::de::{Error, Unexpected, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::color::Color;
use crate::geometry::bitboard::Bitboard;
use crate::geometry::file::File;
use crate::geometry::rank::Rank;
use crate::geometry::square::Square;
use crate::moves::rich::RichMove;
use crate::moves::scored::ScoredMove;
use crate::moves::uci::UciMove;
use crate::moves::word::Move;
use crate::pieces::castling::CastlingRights;
use crate::pieces::piece::{Piece, PieceType};

/// A type that is a text to people and a byte to machines.
trait Named: FromStr {
    /// What to say that was expected.
    const EXPECTED: &'static str;

    fn from_byte(byte: u8) -> Option<Self>;
}

struct NamedVisitor<T>(PhantomData<T>);

impl<T: Named> Visitor<'_> for NamedVisitor<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(T::EXPECTED)
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<T, E> {
        text.parse().map_err(|_| E::invalid_value(Unexpected::Str(text), &self))
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<T, E> {
        let named = u8::try_from(number).ok().and_then(T::from_byte);
        named.ok_or_else(|| E::invalid_value(Unexpected::Unsigned(number), &self))
    }
}

macro_rules! named {
    ($($type:ident: $expected:literal, $to_byte:expr, $from_byte:expr;)+) => {$(
        impl Named for $type {
            const EXPECTED: &'static str = $expected;

            fn from_byte(byte: u8) -> Option<Self> {
                $from_byte(byte)
            }
        }

        impl Serialize for $type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                if serializer.is_human_readable() {
                    serializer.collect_str(self)
                } else {
                    serializer.serialize_u8($to_byte(*self))
                }
            }
        }

        impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                if deserializer.is_human_readable() {
                    deserializer.deserialize_str(NamedVisitor(PhantomData))
                } else {
                    deserializer.deserialize_u8(NamedVisitor(PhantomData))
                }
            }
        }
    )+};
}

named! {
    Square: "a square from a1 to h8, or its index", |it| it as u8, Self::from_index;
    File: "a file from a to h, or its index", |it| it as u8, Self::from_index;
    Rank: "a rank from 1 to 8, or its index", |it| it as u8, Self::from_index;
    Color: "w or b, or its index", |it| it as u8, Self::from_index;
    PieceType: "a letter of pnbrqk, or its index", |it| it as u8, Self::from_index;
    Piece: "a letter of PNBRQKpnbrqk, or its index", |it| it as u8, Self::from_index;
    CastlingRights: "letters of KQkq or -, or their bits", |it: Self| it.bits(), Self::from_bits;
}

macro_rules! word {
    ($($type:ident: $word:ident $expected:literal, $to_word:expr, $from_word:expr;)+) => {$(
        impl Serialize for $type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                $to_word(*self).serialize(serializer)
            }
        }

        impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let word = $word::deserialize(deserializer)?;
                $from_word(word).ok_or_else(|| D::Error::invalid_value(Unexpected::Unsigned(word.into()), &$expected))
            }
        }
    )+};
}

word! {
    Bitboard: u64 "a word of 64 bits", u64::from, |word| Some(Self(word));
    Move: u16 "the word of a move", Self::raw, Self::from_raw;
    RichMove: u32 "the word of a move with its piece", Self::raw, Self::from_raw;
}

impl Serialize for ScoredMove {
    /// The pair of the move's word and the score.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        (self.mv, self.score).serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for ScoredMove {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        <(Move, i16)>::deserialize(deserializer).map(|(mv, score)| Self { mv, score })
    }
}

impl Serialize for UciMove {
    /// Its text, in binary formats too.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (bytes, length) = self.bytes();
        serializer.serialize_str(core::str::from_utf8(&bytes[..length]).unwrap_or_default())
    }
}

impl<'de> Deserialize<'de> for UciMove {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct TextVisitor;

        impl Visitor<'_> for TextVisitor {
            type Value = UciMove;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a move of UCI, like e2e4 or e7e8q")
            }

            fn visit_str<E: Error>(self, text: &str) -> Result<UciMove, E> {
                text.parse().map_err(|_| E::invalid_value(Unexpected::Str(text), &self))
            }
        }

        deserializer.deserialize_str(TextVisitor)
    }
}
