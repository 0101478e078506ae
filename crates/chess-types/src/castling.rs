use core::fmt;
use core::str::FromStr;

use bitflags::bitflags;

use crate::coordinates::{File, Rank, Square};
use crate::piece::Color;
use crate::values::{ParseNameError, named, numbered};

numbered! {
    /// The side of the board to which a king castles: queen side = 0, king side = 1, as in the detail bits of a move.
    ///
    /// In Chess960 it is the side of the castling rook as seen from the king: the king side is towards the h-file.
    ///
    /// ```
    /// use chess_types::{CastlingSide, Rank, Square};
    ///
    /// assert_eq!(CastlingSide::King.king_square(Rank::First), Square::G1);
    /// assert_eq!(CastlingSide::Queen.rook_square(Rank::Eighth), Square::D8);
    /// assert_eq!("queenside".parse(), Ok(CastlingSide::Queen));
    /// ```
    pub enum CastlingSide { Queen, King }
}

impl CastlingSide {
    /// Returns the name in the words of the Laws of Chess: `queenside` or `kingside`.
    #[inline]
    pub const fn name(self) -> &'static str {
        ["queenside", "kingside"][self as usize]
    }

    /// Returns the destination of the king on `rank`, on the c- or g-file.
    #[inline]
    pub const fn king_square(self, rank: Rank) -> Square {
        Square::new([File::C, File::G][self as usize], rank)
    }

    /// Returns the destination of the rook on `rank`, on the d- or f-file.
    #[inline]
    pub const fn rook_square(self, rank: Rank) -> Square {
        Square::new([File::D, File::F][self as usize], rank)
    }

    /// Returns the file of the corner in which the rook starts in standard chess: a or h.
    #[inline]
    pub const fn corner_file(self) -> File {
        [File::A, File::H][self as usize]
    }
}

named! {
    CastlingSide: "queenside or kingside", name, |text| Self::ALL.into_iter().find(|side| side.name() == text)
}

bitflags! {
    /// A set of castling rights, in the order of FEN's `KQkq`.
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
    /// # Ok::<(), chess_types::ParseNameError>(())
    /// ```
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
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
    pub(crate) const EXPECTED: &'static str = "letters of KQkq, each once, or -";

    /// Returns the right of `color` to castle on `side`.
    #[inline]
    pub const fn new(color: Color, side: CastlingSide) -> Self {
        [[Self::WHITE_QUEEN, Self::WHITE_KING], [Self::BLACK_QUEEN, Self::BLACK_KING]][color as usize]
            [side as usize]
    }

    /// Returns both rights of `color`.
    #[inline]
    pub const fn of(color: Color) -> Self {
        Self::new(color, CastlingSide::King).union(Self::new(color, CastlingSide::Queen))
    }

    /// Tests whether `color` has the right to castle on `side`.
    #[inline]
    pub const fn has(self, color: Color, side: CastlingSide) -> bool {
        self.contains(Self::new(color, side))
    }
}

/// The letters of FEN and their rights, in the order in which they are written.
const LETTERS: [(char, CastlingRights); 4] = [
    ('K', CastlingRights::WHITE_KING),
    ('Q', CastlingRights::WHITE_QUEEN),
    ('k', CastlingRights::BLACK_KING),
    ('q', CastlingRights::BLACK_QUEEN),
];

impl fmt::Display for CastlingRights {
    /// Writes the field of a standard FEN: the letters of `KQkq` that are in the set, in this order, or `-`.
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

impl FromStr for CastlingRights {
    type Err = ParseNameError;

    /// Reads `-`, or letters of `KQkq` in any order, each at most once.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let add = |rights: Self, letter| {
            let &(_, right) = LETTERS.iter().find(|(known, _)| *known == letter)?;
            (!rights.contains(right)).then_some(rights | right)
        };
        let rights = match text {
            "" => None,
            "-" => Some(Self::empty()),
            _ => text.chars().try_fold(Self::empty(), add),
        };
        rights.ok_or(ParseNameError::new(Self::EXPECTED))
    }
}
