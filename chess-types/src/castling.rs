use bitflags::bitflags;

use crate::{Color, File};

/// The wing a side castles to.
///
/// In Chess960 the names stand for the side of the rook as seen from the king: king side is towards the h-file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
#[allow(missing_docs)]
pub enum CastlingSide {
    Queen,
    King,
}

impl CastlingSide {
    /// Queen side, then king side: the order of the move word's detail bits.
    pub const ALL: [Self; 2] = [Self::Queen, Self::King];

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
}

bitflags! {
    /// Which castlings are still to be had, in the order of FEN's `KQkq`.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
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
