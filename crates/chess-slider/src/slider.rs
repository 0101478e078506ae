use core::fmt;

use chess_types::{Bitboard, Direction, Square};

use crate::ray::{ray, ray_attacks};

/// Entries of the rook and the bishop table together, one for each subset of each mask: 107,648.
pub const TABLE_LEN: usize = Slider::Rook.table_len() + Slider::Bishop.table_len();

/// A piece with a slider table of its own. The queen is both.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
#[allow(missing_docs)]
pub enum Slider {
    Rook,
    Bishop,
}

impl Slider {
    /// Rook, bishop: the order of their tables.
    pub const ALL: [Self; 2] = [Self::Rook, Self::Bishop];

    /// The four ways the piece goes.
    pub const fn directions(self) -> [Direction; 4] {
        match self {
            Self::Rook => Direction::ORTHOGONAL,
            Self::Bishop => Direction::DIAGONAL,
        }
    }

    /// The squares the piece hits from `square`, found by walking the four rays.
    pub const fn attacks(self, square: Square, occupancy: Bitboard) -> Bitboard {
        let [a, b, c, d] = self.directions();
        let straight = ray_attacks(square, a, occupancy).union(ray_attacks(square, c, occupancy));
        let across = ray_attacks(square, b, occupancy).union(ray_attacks(square, d, occupancy));
        straight.union(across)
    }

    /// The relevant squares: those on which a piece can change what the slider on `square` hits.
    ///
    /// The last square of each ray is hit whether a piece stands on it or not, so it is left out.
    ///
    /// # Examples
    ///
    /// ```
    /// use chess_slider::Slider;
    /// use chess_types::{Square, bitboard};
    ///
    /// assert_eq!(
    ///     Slider::Rook.mask(Square::B4),
    ///     bitboard! {
    ///         . . . . . . . .
    ///         . X . . . . . .
    ///         . X . . . . . .
    ///         . X . . . . . .
    ///         . . X X X X X .
    ///         . X . . . . . .
    ///         . X . . . . . .
    ///         . . . . . . . .
    ///     },
    /// );
    /// ```
    pub const fn mask(self, square: Square) -> Bitboard {
        let directions = self.directions();
        let mut mask = Bitboard::EMPTY;
        let mut i = 0;
        while i < directions.len() {
            let ray = ray(square, directions[i]);
            // A ray moved back by one step lacks its last square (and has gained `square` itself).
            let moved_back = ray.shift(directions[i].opposite());
            mask = mask.union(ray.intersection(moved_back));
            i += 1;
        }
        mask
    }

    /// The number of bits in an index among a square's entries: 12 or 9, which is as many as the square with the most
    /// relevant squares needs.
    pub const fn index_bits(self) -> u32 {
        match self {
            Self::Rook => 12,
            Self::Bishop => 9,
        }
    }

    /// Entries of the piece's table, one for each subset of each square's mask: 102,400 or 5,248.
    pub const fn table_len(self) -> usize {
        match self {
            Self::Rook => 102_400,
            Self::Bishop => 5_248,
        }
    }

    /// Where the piece's entries begin in a table that holds the rook's and then the bishop's.
    pub const fn table_start(self) -> usize {
        match self {
            Self::Rook => 0,
            Self::Bishop => Self::Rook.table_len(),
        }
    }
}

impl fmt::Display for Slider {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Rook => "rook",
            Self::Bishop => "bishop",
        })
    }
}
