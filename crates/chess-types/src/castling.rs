use core::fmt::{self, Write};
use core::ops::{BitOr, Sub};
use core::str::FromStr;

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

/// A set of castling rights.
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
/// assert_eq!(CastlingRights::EMPTY.to_string(), "-");
///
/// let black_queen_side = CastlingRights::new(Color::Black, CastlingSide::Queen);
/// assert_eq!((rights | black_queen_side).to_string(), "KQkq");
/// # Ok::<(), chess_types::ParseNameError>(())
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[must_use]
pub struct CastlingRights(u8);

impl CastlingRights {
    pub(crate) const EXPECTED: &'static str = "letters of KQkq, each once, or -";

    /// The empty set.
    pub const EMPTY: Self = Self(0);
    /// The set of all four rights.
    pub const FULL: Self = Self(15);

    /// Returns the right of `color` to castle on `side`.
    #[inline]
    pub const fn new(color: Color, side: CastlingSide) -> Self {
        Self((2 >> side as u8) << (2 * color as u8))
    }

    /// Returns both rights of `color`.
    #[inline]
    pub const fn of(color: Color) -> Self {
        Self(3 << (2 * color as u8))
    }

    /// Tests whether `color` has the right to castle on `side`.
    #[inline]
    pub const fn has(self, color: Color, side: CastlingSide) -> bool {
        self.0 & Self::new(color, side).0 != 0
    }

    /// Tests whether there is no right.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns the rights that are in at least one of the sets: `|`.
    #[inline]
    pub const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Returns the rights as four bits, from the lowest on in the order of FEN's `KQkq`.
    #[inline]
    pub const fn bits(self) -> u8 {
        self.0
    }

    /// Returns the rights whose bits are those of `bits`; `None` if it is 16 or more.
    #[inline]
    pub const fn from_bits(bits: u8) -> Option<Self> {
        if bits <= Self::FULL.0 { Some(Self(bits)) } else { None }
    }
}

impl BitOr for CastlingRights {
    type Output = Self;

    /// Returns the rights that are in at least one of the sets.
    #[inline]
    fn bitor(self, other: Self) -> Self {
        self.union(other)
    }
}

impl Sub for CastlingRights {
    type Output = Self;

    /// Returns the rights of this set that are not in `other`.
    #[inline]
    fn sub(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }
}

/// The letters of FEN in the order of the bits.
const LETTERS: &str = "KQkq";

impl fmt::Display for CastlingRights {
    /// Writes the field of a standard FEN: the letters of `KQkq` that are in the set, in this order, or `-`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_empty() {
            return f.write_str("-");
        }
        let mut letters = LETTERS.chars().zip(0..).filter(|(_, bit)| self.0 >> bit & 1 == 1);
        letters.try_for_each(|(letter, _)| f.write_char(letter))
    }
}

impl fmt::Debug for CastlingRights {
    /// Writes the letters, as `CastlingRights(KQkq)`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "CastlingRights({self})")
    }
}

impl FromStr for CastlingRights {
    type Err = ParseNameError;

    /// Reads `-`, or letters of `KQkq` in any order, each at most once.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let add = |rights: Self, letter| {
            let right = Self(1 << LETTERS.find(letter)?);
            ((rights - right) == rights).then_some(rights | right)
        };
        let rights = match text {
            "" => None,
            "-" => Some(Self::EMPTY),
            _ => text.chars().try_fold(Self::EMPTY, add),
        };
        rights.ok_or(ParseNameError::new(Self::EXPECTED))
    }
}
