use core::fmt;
use core::str::FromStr;

use bitflags::bitflags;

use crate::color::Color;
use crate::error::error_texts;
use crate::geometry::file::File;
use crate::geometry::rank::Rank;
use crate::geometry::square::Square;

/// The wing a side castles to.
///
/// In Chess960 the names stand for the side of the rook as seen from the king: king side is towards the h-file.
///
/// ```
/// use chess_types::{CastlingSide, File};
///
/// assert_eq!(CastlingSide::King.king_file(), File::G);
/// assert_eq!(CastlingSide::Queen.rook_file(), File::D);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[must_use]
#[repr(u8)]
#[allow(missing_docs)]
pub enum CastlingSide {
    Queen,
    King,
}

impl CastlingSide {
    /// Queen side, then king side: the order of the move word's detail bits.
    pub const ALL: [Self; 2] = [Self::Queen, Self::King];

    /// The side that a castling rook on `rook` stands on, as seen from a king on `king`, on the same rank.
    ///
    /// ```
    /// use chess_types::{CastlingSide, Square};
    ///
    /// assert_eq!(CastlingSide::of_rook(Square::B1, Square::C1), CastlingSide::King);
    /// assert_eq!(CastlingSide::of_rook(Square::B8, Square::A8), CastlingSide::Queen);
    /// ```
    #[inline]
    pub const fn of_rook(king: Square, rook: Square) -> Self {
        if rook as u8 > king as u8 { Self::King } else { Self::Queen }
    }

    /// 0 for the queen side, 1 for the king side.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The file the king arrives on: c or g.
    #[inline]
    pub const fn king_file(self) -> File {
        match self {
            Self::Queen => File::C,
            Self::King => File::G,
        }
    }

    /// The file the rook arrives on: d or f.
    #[inline]
    pub const fn rook_file(self) -> File {
        match self {
            Self::Queen => File::D,
            Self::King => File::F,
        }
    }

    /// The square of the back rank `rank` that the king arrives on.
    #[inline]
    pub const fn king_square(self, rank: Rank) -> Square {
        Square::new(self.king_file(), rank)
    }

    /// The square of the back rank `rank` that the rook arrives on.
    #[inline]
    pub const fn rook_square(self, rank: Rank) -> Square {
        Square::new(self.rook_file(), rank)
    }

    /// The file of the corner the rook leaves in standard chess: a or h.
    #[inline]
    pub const fn corner_file(self) -> File {
        match self {
            Self::Queen => File::A,
            Self::King => File::H,
        }
    }
}

bitflags! {
    /// Which castlings are still to be had, in the order of FEN's `KQkq`.
    ///
    /// # Examples
    ///
    /// ```
    /// use chess_types::{CastlingRights, CastlingSide, Color};
    ///
    /// let rights: CastlingRights = "KQk".parse()?;
    /// assert!(rights.has(Color::White, CastlingSide::Queen));
    /// assert!(!rights.has(Color::Black, CastlingSide::Queen));
    ///
    /// let after_white_has_castled = rights - CastlingRights::of(Color::White);
    /// assert_eq!(after_white_has_castled.to_string(), "k");
    /// assert_eq!(CastlingRights::empty().to_string(), "-");
    /// # Ok::<(), chess_types::ParseCastlingRightsError>(())
    /// ```
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    #[must_use]
    pub struct CastlingRights: u8 {
        /// `K`: White castles on the king side.
        const WHITE_KING = 1;
        /// `Q`: White castles on the queen side.
        const WHITE_QUEEN = 2;
        /// `k`: Black castles on the king side.
        const BLACK_KING = 4;
        /// `q`: Black castles on the queen side.
        const BLACK_QUEEN = 8;
    }
}

impl CastlingRights {
    /// The right of one colour on one side.
    #[inline]
    pub const fn new(color: Color, side: CastlingSide) -> Self {
        match (color, side) {
            (Color::White, CastlingSide::King) => Self::WHITE_KING,
            (Color::White, CastlingSide::Queen) => Self::WHITE_QUEEN,
            (Color::Black, CastlingSide::King) => Self::BLACK_KING,
            (Color::Black, CastlingSide::Queen) => Self::BLACK_QUEEN,
        }
    }

    /// Both rights of one colour.
    #[inline]
    pub const fn of(color: Color) -> Self {
        Self::new(color, CastlingSide::King).union(Self::new(color, CastlingSide::Queen))
    }

    /// Whether `color` may castle on `side`.
    #[inline]
    pub const fn has(self, color: Color, side: CastlingSide) -> bool {
        self.contains(Self::new(color, side))
    }
}

/// The letters of FEN with the rights they stand for, in the order they are written.
const LETTERS: [(char, CastlingRights); 4] = [
    ('K', CastlingRights::WHITE_KING),
    ('Q', CastlingRights::WHITE_QUEEN),
    ('k', CastlingRights::BLACK_KING),
    ('q', CastlingRights::BLACK_QUEEN),
];

impl Default for CastlingRights {
    /// No right.
    fn default() -> Self {
        Self::empty()
    }
}

impl fmt::Display for CastlingRights {
    /// Writes the field of a standard FEN: the letters present of `KQkq` in this order, or `-`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_empty() {
            return f.write_str("-");
        }
        LETTERS
            .iter()
            .filter(|(_, right)| self.contains(*right))
            .try_for_each(|(letter, _)| write!(f, "{letter}"))
    }
}

/// Why a text does not name castling rights.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ParseCastlingRightsError {
    /// No rights at all are written `-`, not as an empty text.
    Empty,
    /// A character is none of `K`, `Q`, `k`, `q`.
    Letter,
    /// A letter stands there twice.
    Duplicate,
}

error_texts!(ParseCastlingRightsError {
    Self::Empty => "no castling right is written as -",
    Self::Letter => "castling rights are letters of KQkq, or - alone",
    Self::Duplicate => "a castling right is given twice",
});

impl FromStr for CastlingRights {
    type Err = ParseCastlingRightsError;

    /// Reads `-`, or letters of `KQkq` in any order.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text {
            "" => return Err(ParseCastlingRightsError::Empty),
            "-" => return Ok(Self::empty()),
            _ => {}
        }
        text.chars().try_fold(Self::empty(), |rights, letter| {
            let (_, right) = *LETTERS
                .iter()
                .find(|(known, _)| *known == letter)
                .ok_or(ParseCastlingRightsError::Letter)?;
            if rights.contains(right) { Err(ParseCastlingRightsError::Duplicate) } else { Ok(rights | right) }
        })
    }
}
