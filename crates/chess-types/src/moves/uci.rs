use core::fmt;
use core::str::FromStr;

use crate::error::error_texts;
use crate::geometry::file::File;
use crate::geometry::rank::Rank;
use crate::geometry::square::Square;
use crate::pieces::piece::PieceType;

/// A move as the UCI protocol writes it: two squares and a promotion, without any knowledge of what it does.
///
/// Only a position can tell which legal move is meant; compare with [`Move::uci`](crate::Move::uci) or
/// [`Move::uci960`](crate::Move::uci960) of each. The text is lossless in both directions: reading what `Display`
/// writes gives the value back, and every value that reading gives has one spelling only.
///
/// Source: the UCI protocol, <https://www.chessprogramming.org/UCI>.
///
/// # Examples
///
/// ```
/// use chess_types::{ParseUciMoveError, PieceType, Square, UciMove};
///
/// let uci: UciMove = "e7e8q".parse()?;
/// assert_eq!(uci, UciMove { from: Square::E7, to: Square::E8, promotion: Some(PieceType::Queen) });
/// assert_eq!(uci.to_string(), "e7e8q");
///
/// assert_eq!("0000".parse(), Ok(UciMove::NULL));
/// assert_eq!("e7e8k".parse::<UciMove>(), Err(ParseUciMoveError::Promotion));
/// assert_eq!("e2e9".parse::<UciMove>(), Err(ParseUciMoveError::ToRank));
/// # Ok::<(), ParseUciMoveError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[must_use]
pub struct UciMove {
    /// The square moved from.
    pub from: Square,
    /// The square moved to.
    pub to: Square,
    /// What a pawn becomes; reading gives a knight, bishop, rook or queen.
    pub promotion: Option<PieceType>,
}

impl UciMove {
    /// The null move: from a1 to a1, like the word of [`Move::NULL`](crate::Move::NULL), and written `0000`.
    pub const NULL: Self = Self { from: Square::A1, to: Square::A1, promotion: None };

    /// Whether this is [`UciMove::NULL`].
    #[inline]
    pub const fn is_null(self) -> bool {
        matches!(self, Self { from: Square::A1, to: Square::A1, promotion: None })
    }

    /// Reads a move from text that need not be UTF-8; `FromStr` does the same.
    ///
    /// # Errors
    /// The text is not a move of UCI; the first part that is wrong.
    #[inline]
    pub fn from_bytes(text: &[u8]) -> Result<Self, ParseUciMoveError> {
        let (squares, promotion) = match *text {
            [a, b, c, d] => ([a, b, c, d], None),
            [a, b, c, d, letter] => ([a, b, c, d], Some(letter)),
            _ => return Err(ParseUciMoveError::Length),
        };
        // All four at once: a byte outside its range borrows, or has a bit above the lowest three.
        let indices = u32::from_le_bytes(squares).wrapping_sub(u32::from_le_bytes(*b"a1a1"));
        if indices & !0x07070707 != 0 || indices == 0 {
            return Self::from_odd_bytes(squares, promotion);
        }
        let square = |indices: u32| Square::from_low_bits((indices | indices >> 5) as u8);
        let promotion = promotion.map(promotion_letter).transpose()?;
        Ok(Self { from: square(indices), to: square(indices >> 16), promotion })
    }

    /// The null move, or what is wrong with squares that are not two different ones.
    #[cold]
    fn from_odd_bytes(squares: [u8; 4], promotion: Option<u8>) -> Result<Self, ParseUciMoveError> {
        match (&squares, promotion) {
            (b"0000", None) => return Ok(Self::NULL),
            (b"a1a1", None) => return Err(ParseUciMoveError::Null),
            _ => {}
        }
        let from_file = File::from_letter(squares[0]).ok_or(ParseUciMoveError::FromFile)?;
        let from_rank = Rank::from_digit(squares[1]).ok_or(ParseUciMoveError::FromRank)?;
        let to_file = File::from_letter(squares[2]).ok_or(ParseUciMoveError::ToFile)?;
        let to_rank = Rank::from_digit(squares[3]).ok_or(ParseUciMoveError::ToRank)?;
        let promotion = promotion.map(promotion_letter).transpose()?;
        Ok(Self { from: Square::new(from_file, from_rank), to: Square::new(to_file, to_rank), promotion })
    }

    /// The text as bytes, of which the first 4 or 5 are used.
    pub(crate) const fn bytes(self) -> ([u8; 5], usize) {
        if self.is_null() {
            return (*b"0000\0", 4);
        }
        let (promotion, length) = match self.promotion {
            Some(piece_type) => (piece_type.letter() as u8, 5),
            None => (0, 4),
        };
        let from = (self.from.file().letter() as u8, self.from.rank().digit() as u8);
        let to = (self.to.file().letter() as u8, self.to.rank().digit() as u8);
        ([from.0, from.1, to.0, to.1, promotion], length)
    }
}

impl fmt::Display for UciMove {
    /// Writes four or five characters; width and alignment of the format are heeded.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (bytes, length) = self.bytes();
        f.pad(core::str::from_utf8(&bytes[..length]).unwrap_or_default())
    }
}

/// Why a text is not a move of UCI: the part that is wrong, the first one if there are several.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ParseUciMoveError {
    /// A move has four characters, or five with a promotion.
    Length,
    /// The first character is not a file.
    FromFile,
    /// The second character is not a rank.
    FromRank,
    /// The third character is not a file.
    ToFile,
    /// The fourth character is not a rank.
    ToRank,
    /// The fifth character is not the lower-case letter of a piece that a pawn can become.
    Promotion,
    /// `a1a1`, which would name the null move a second time.
    Null,
}

error_texts!(ParseUciMoveError {
    Self::Length => "a move has four characters, like e2e4, or five, like e7e8q",
    Self::FromFile => "the first character of a move is a file from a to h",
    Self::FromRank => "the second character of a move is a rank from 1 to 8",
    Self::ToFile => "the third character of a move is a file from a to h",
    Self::ToRank => "the fourth character of a move is a rank from 1 to 8",
    Self::Promotion => "the fifth character of a move is one of n, b, r, q",
    Self::Null => "the null move is written 0000, not a1a1",
});

impl FromStr for UciMove {
    type Err = ParseUciMoveError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::from_bytes(text.as_bytes())
    }
}

fn promotion_letter(byte: u8) -> Result<PieceType, ParseUciMoveError> {
    match byte {
        b'n' => Ok(PieceType::Knight),
        b'b' => Ok(PieceType::Bishop),
        b'r' => Ok(PieceType::Rook),
        b'q' => Ok(PieceType::Queen),
        _ => Err(ParseUciMoveError::Promotion),
    }
}
