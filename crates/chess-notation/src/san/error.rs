use core::error::Error;
use core::fmt;

use chess_types::{Bitboard, Move, MoveKind, Square};

use crate::san::write::San;

/// Why a text is not a legal move in SAN.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SanError {
    /// The text is not a move in algebraic notation, whatever the position.
    NotSan(NotSan),
    /// The text is a move, but not a legal one here.
    Illegal,
    /// Several legal moves answer to the text.
    Ambiguous(Ambiguous),
    /// The move is legal, but the standard spells it otherwise. Only strict reading says so.
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

/// Where a text stops being algebraic notation, and what would stand there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NotSan {
    /// Bytes before the fault.
    pub offset: usize,
    /// The rule that is broken.
    pub rule: SanRule,
}

impl fmt::Display for NotSan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { offset, rule } = self;
        write!(f, "not algebraic notation at byte {offset}: {rule}")
    }
}

impl Error for NotSan {}

/// A rule of algebraic notation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SanRule {
    /// A move ends with the square it goes to.
    Target,
    /// Before the target stand at most a capture sign and what tells the origin.
    Origin,
    /// A move begins with its piece.
    Piece,
    /// Castling has two spellings.
    Castling,
    /// The text is a move, but not in the standard's form.
    Standard,
}

impl fmt::Display for SanRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Target => "a move ends with a square like f3, and a promotion after it like =Q",
            Self::Origin => {
                "between the piece and its target stand at most a file, a rank and a capture sign"
            }
            Self::Piece => "a move begins with one of K, Q, R, B, N, or with a file if a pawn moves",
            Self::Castling => "castling is O-O or O-O-O",
            Self::Standard => "the standard spells such a move otherwise",
        })
    }
}

impl Error for SanRule {}

/// Legal moves of pieces of one kind to the same square, which a text does not tell apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ambiguous {
    pub(crate) origins: Bitboard,
    pub(crate) to: Square,
    pub(crate) kind: MoveKind,
}

impl Ambiguous {
    /// The moves, at least two, in the order of their origins.
    #[inline]
    pub fn candidates(&self) -> impl Iterator<Item = Move> + use<> {
        let Self { origins, to, kind } = *self;
        origins.into_iter().map(move |from| Move::new(from, to, kind))
    }
}

impl fmt::Display for Ambiguous {
    /// Names the candidates as in UCI: `b1d2, f3d2`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("several legal moves answer to it: ")?;
        for (i, mv) in self.candidates().enumerate() {
            write!(f, "{}{mv}", if i == 0 { "" } else { ", " })?;
        }
        Ok(())
    }
}

impl Error for Ambiguous {}
