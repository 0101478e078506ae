use core::error::Error as CoreError;
use core::fmt;

use chess_types::{Bitboard, Move, MoveKind, Square};
use thiserror::Error;

use crate::San;

/// Why a text is not a legal move in SAN.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum SanError {
    /// The text is not a move in algebraic notation, whatever the position.
    #[error(transparent)]
    NotSan(#[from] NotSan),
    /// The text is a move, but not a legal one here.
    #[error("no such move is legal here")]
    Illegal,
    /// Several legal moves answer to the text.
    #[error(transparent)]
    Ambiguous(#[from] Ambiguous),
    /// The move is legal, but the standard spells it otherwise. Only strict reading says so.
    #[error("the standard's spelling is {0}")]
    Spelling(San),
}

/// Where a text stops being algebraic notation, and what would stand there.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("not algebraic notation at byte {offset}: {rule}")]
pub struct NotSan {
    /// Bytes before the fault.
    pub offset: usize,
    /// The rule that is broken.
    pub rule: SanRule,
}

/// A rule of algebraic notation.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum SanRule {
    /// A move ends with the square it goes to.
    #[error("a move ends with a square like f3, and a promotion after it like =Q")]
    Target,
    /// Before the target stand at most a capture sign and what tells the origin.
    #[error("between the piece and its target stand at most a file, a rank and a capture sign")]
    Origin,
    /// A move begins with its piece.
    #[error("a move begins with one of K, Q, R, B, N, or with a file if a pawn moves")]
    Piece,
    /// Castling has two spellings.
    #[error("castling is O-O or O-O-O")]
    Castling,
    /// The text is a move, but not in the standard's form.
    #[error("the standard spells such a move otherwise")]
    Standard,
}

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

impl CoreError for Ambiguous {}
