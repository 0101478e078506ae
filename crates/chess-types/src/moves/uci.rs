use core::error::Error;
use core::fmt;
use core::str::FromStr;

use crate::coordinates::Square;
use crate::piece::PieceType;

/// A move as the UCI protocol writes it: two squares and a promotion, but not the kind of move.
///
/// A position determines which legal move is meant: the one whose [`Move::uci`](crate::Move::uci) or
/// [`Move::uci960`](crate::Move::uci960) is equal. The text is lossless in both directions: parsing the output of
/// `Display` gives the same value, and every value that parsing gives has exactly one spelling.
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
/// assert_eq!("e2e9".parse::<UciMove>(), Err(ParseUciMoveError::Square(3)));
/// # Ok::<(), ParseUciMoveError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct UciMove {
    /// The square moved from.
    pub from: Square,
    /// The square moved to.
    pub to: Square,
    /// The type to which a pawn promotes; parsing gives a knight, bishop, rook or queen.
    pub promotion: Option<PieceType>,
}

impl UciMove {
    /// The null move, written `0000`. Its squares are a1 and a1, as those of [`Move::NULL`](crate::Move::NULL).
    pub const NULL: Self = Self { from: Square::A1, to: Square::A1, promotion: None };

    /// Tests whether this is [`UciMove::NULL`].
    #[inline]
    pub const fn is_null(self) -> bool {
        matches!(self, Self { from: Square::A1, to: Square::A1, promotion: None })
    }

    /// Parses a move from bytes, which need not be UTF-8. `FromStr` parses a `str` in the same way.
    ///
    /// # Errors
    ///
    /// Returns the first part of the text that is wrong.
    #[inline]
    pub fn from_bytes(text: &[u8]) -> Result<Self, ParseUciMoveError> {
        let (squares, promotion) = match *text {
            [a, b, c, d] => ([a, b, c, d], None),
            [a, b, c, d, letter] => ([a, b, c, d], Some(letter)),
            _ => return Err(ParseUciMoveError::Length),
        };
        // All four bytes at once: a byte outside its range borrows from the next one or has a bit above the lowest three.
        let indices = u32::from_le_bytes(squares).wrapping_sub(u32::from_le_bytes(*b"a1a1"));
        if indices & !0x07070707 != 0 || indices == 0 {
            return Self::from_odd_bytes(squares, promotion);
        }
        let square = |indices: u32| Square::from_low_bits((indices | indices >> 5) as u8);
        let promotion = promotion.map(promotion_letter).transpose()?;
        Ok(Self { from: square(indices), to: square(indices >> 16), promotion })
    }

    /// Returns the null move, or the error of a text whose squares are not two different ones.
    #[cold]
    fn from_odd_bytes(squares: [u8; 4], promotion: Option<u8>) -> Result<Self, ParseUciMoveError> {
        match (&squares, promotion) {
            (b"0000", None) => return Ok(Self::NULL),
            (b"a1a1", None) => return Err(ParseUciMoveError::Null),
            _ => {}
        }
        for (byte, place) in squares.into_iter().zip(0..) {
            let range = if place % 2 == 0 { b'a'..=b'h' } else { b'1'..=b'8' };
            if !range.contains(&byte) {
                return Err(ParseUciMoveError::Square(place));
            }
        }
        // Both squares are a1.
        let promotion = promotion.map(promotion_letter).transpose()?;
        Ok(Self { promotion, ..Self::NULL })
    }

    /// Returns the text as bytes, and its length of 4 or 5.
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

/// The reason why a text is not a move of UCI: the first part that is wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ParseUciMoveError {
    /// The text does not have four characters, or five with a promotion.
    Length,
    /// The character with this index is not that of a square: 0 and 2 are the files of the two squares, 1 and 3 their ranks.
    Square(u8),
    /// The fifth character is not `n`, `b`, `r` or `q`.
    Promotion,
    /// The text is `a1a1`, which would be a second spelling of the null move.
    Null,
}

impl fmt::Display for ParseUciMoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Length => "expected four characters, like e2e4, or five, like e7e8q",
            Self::Square(0) => "expected a file from a to h as the first character",
            Self::Square(1) => "expected a rank from 1 to 8 as the second character",
            Self::Square(2) => "expected a file from a to h as the third character",
            Self::Square(_) => "expected a rank from 1 to 8 as the fourth character",
            Self::Promotion => "expected n, b, r or q as the fifth character",
            Self::Null => "the null move is written 0000, not a1a1",
        })
    }
}

impl Error for ParseUciMoveError {}

impl FromStr for UciMove {
    type Err = ParseUciMoveError;

    /// Reads two squares and the lower-case letter of a promotion, or `0000`.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::from_bytes(text.as_bytes())
    }
}

fn promotion_letter(byte: u8) -> Result<PieceType, ParseUciMoveError> {
    let promotion = PieceType::from_letter(byte).filter(|it| it.is_promotion() && byte.is_ascii_lowercase());
    promotion.ok_or(ParseUciMoveError::Promotion)
}
