use core::fmt;

use chess_types::{Bitboard, Direction, Square};

use crate::ray::ray_attacks;

/// A piece with a slider table of its own. A queen attacks as both.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
#[allow(missing_docs)]
pub enum Slider {
    Rook,
    Bishop,
}

impl Slider {
    /// The rook, then the bishop: the order of their tables.
    pub const ALL: [Self; 2] = [Self::Rook, Self::Bishop];

    /// Returns the four directions in which the piece moves.
    const fn directions(self) -> [Direction; 4] {
        match self {
            Self::Rook => Direction::ORTHOGONAL,
            Self::Bishop => Direction::DIAGONAL,
        }
    }

    /// Returns the squares that the piece attacks from `square`, found by walking the four rays.
    ///
    /// Each ray ends at the first occupied square, which is attacked whatever the colour of its piece. `square` itself may
    /// be in `occupancy` or not. A queen attacks what a rook and a bishop attack.
    pub const fn attacks(self, square: Square, occupancy: Bitboard) -> Bitboard {
        let [a, b, c, d] = self.directions();
        let straight = ray_attacks(square, a, occupancy).union(ray_attacks(square, c, occupancy));
        let across = ray_attacks(square, b, occupancy).union(ray_attacks(square, d, occupancy));
        straight.union(across)
    }

    /// Returns the relevant squares: those whose occupancy can change the attacks of the slider on `square`.
    ///
    /// The last square of each ray is attacked whether it is occupied or not, so that it is not relevant.
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
            let ray = ray_attacks(square, directions[i], Bitboard::EMPTY);
            // A ray moved back by one step has lost its last square (and has gained `square` itself).
            let moved_back = ray.shift(directions[i].opposite());
            mask = mask.union(ray.intersection(moved_back));
            i += 1;
        }
        mask
    }

    /// Returns the number of bits of an index within a square's entries: 12 for the rook, 9 for the bishop, which is the number of
    /// relevant squares of the square that has the most.
    pub const fn index_bits(self) -> u32 {
        match self {
            Self::Rook => 12,
            Self::Bishop => 9,
        }
    }
}

impl fmt::Display for Slider {
    /// Writes `rook` or `bishop`; width and alignment of the format are heeded.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Rook => "rook",
            Self::Bishop => "bishop",
        })
    }
}
