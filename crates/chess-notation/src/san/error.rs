use core::error::Error;
use core::fmt;

use chess_types::{Bitboard, Move, MoveKind, Square};

use super::not_san::NotSan;
use super::write::San;

/// An error of a text that is not a legal move in SAN.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum SanError {
    /// The text is not a move in algebraic notation in any position.
    NotSan(NotSan),
    /// The text is a move that is not legal in the position.
    Illegal,
    /// Several legal moves fit the text.
    Ambiguous(Ambiguous),
    /// The move is legal, but the standard spells it as given here. Only strict reading returns this error.
    Spelling(San),
}

impl fmt::Display for SanError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotSan(error) => error.fmt(f),
            Self::Illegal => f.write_str("no such move is legal here"),
            Self::Ambiguous(error) => error.fmt(f),
            Self::Spelling(san) => write!(f, "the standard's spelling is {san}"),
        }
    }
}

impl Error for SanError {}

impl From<NotSan> for SanError {
    fn from(error: NotSan) -> Self {
        Self::NotSan(error)
    }
}

impl From<Ambiguous> for SanError {
    fn from(error: Ambiguous) -> Self {
        Self::Ambiguous(error)
    }
}

/// Several legal moves that fit one text: pieces of one type that can move to the same square.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ambiguous {
    pub(crate) origins: Bitboard,
    pub(crate) to: Square,
    pub(crate) kind: MoveKind,
}

impl Ambiguous {
    /// The moves, at least two, in the order of their origin squares.
    #[inline]
    pub fn candidates(&self) -> impl Iterator<Item = Move> + use<> {
        let Self { origins, to, kind } = *self;
        origins.into_iter().map(move |from| Move::new(from, to, kind))
    }
}

impl fmt::Display for Ambiguous {
    /// Lists the candidates in UCI notation: `b1d2, f3d2`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("several legal moves answer to it: ")?;
        for (i, mv) in self.candidates().enumerate() {
            write!(f, "{}{mv}", if i == 0 { "" } else { ", " })?;
        }
        Ok(())
    }
}

impl Error for Ambiguous {}
