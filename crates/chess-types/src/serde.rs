//! Serialisation. Everything that is deserialised is checked.
//!
//! Enums and castling rights are texts in human-readable formats and a byte in binary ones. Words are numbers in both,
//! because the text of a move would lose its flags. Lists are sequences.

use core::fmt;
use core::marker::PhantomData;
use core::str::FromStr;

use arrayvec::ArrayVec;
use serde::de::{Error, Unexpected, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::bitboard::Bitboard;
use crate::castling::{CastlingRights, CastlingSide};
use crate::coordinates::{File, Rank, Square};
use crate::moves::kind::{MoveFlags, MoveKind};
use crate::moves::list::List;
use crate::moves::uci::UciMove;
use crate::moves::word::Move;
use crate::piece::{Color, Piece, PieceType};

/// A type that is a text in human-readable formats and a byte in binary ones.
trait Named: FromStr {
    /// The expected texts, for error messages.
    const EXPECTED: &'static str;

    /// Returns the value with this number, if its binary form is one.
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
    ($($type:ident: $expected:expr, $to_byte:expr, $from_byte:expr;)+) => {$(
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

macro_rules! numbered {
    ($($type:ident)+) => {
        named! { $($type: Self::EXPECTED, |value| value as u8, |byte| Self::from_index(usize::from(byte));)+ }
    };
}

numbered! { Square File Rank Color PieceType Piece CastlingSide }

named! {
    MoveKind: Self::EXPECTED, |kind| kind as u8, Self::from_nibble;
    CastlingRights: Self::EXPECTED, |rights: Self| rights.bits(), Self::from_bits;
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
    Bitboard: u64 "a word of 64 bits", |set: Self| set.0, |word| Some(Self(word));
    Move: u16 "the word of a move", Self::raw, |word| Self::from_raw(word).ok();
    MoveFlags: u8 "four flag bits", |flags: Self| flags.bits(), Self::from_bits;
}

impl Serialize for UciMove {
    /// Writes the text, in binary formats too.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl Named for UciMove {
    const EXPECTED: &'static str = "a move of UCI, like e2e4 or e7e8q";

    fn from_byte(_: u8) -> Option<Self> {
        None
    }
}

impl<'de> Deserialize<'de> for UciMove {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_str(NamedVisitor(PhantomData))
    }
}

impl<T: Serialize, const N: usize> Serialize for List<T, N> {
    /// Writes the sequence of the items.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

impl<'de, T: Deserialize<'de>, const N: usize> Deserialize<'de> for List<T, N> {
    /// Reads a sequence of at most `N` items.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        ArrayVec::deserialize(deserializer).map(Self)
    }
}
