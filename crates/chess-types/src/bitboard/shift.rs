//! Shifts of a set by one step, and fills, which repeat a shift up to the edge.

use crate::bitboard::Bitboard;
use crate::color::Color;
use crate::coordinates::{Direction, File};

impl Bitboard {
    /// Returns the set moved by one step in `direction`; squares that would leave the board are dropped.
    ///
    /// ```
    /// use chess_types::{Direction, Square};
    ///
    /// let set = Square::A1 | Square::D5 | Square::H7;
    /// assert_eq!(set.shift(Direction::NorthEast), Square::B2 | Square::E6);
    /// ```
    #[inline]
    pub const fn shift(self, direction: Direction) -> Self {
        let not_a = !File::A.bitboard().0;
        let not_h = !File::H.bitboard().0;
        let set = self.0;
        Self(match direction {
            Direction::North => set << 8,
            Direction::NorthEast => (set & not_h) << 9,
            Direction::East => (set & not_h) << 1,
            Direction::SouthEast => (set & not_h) >> 7,
            Direction::South => set >> 8,
            Direction::SouthWest => (set & not_a) >> 9,
            Direction::West => (set & not_a) >> 1,
            Direction::NorthWest => (set & not_a) << 7,
        })
    }

    /// Returns the set and all squares from it to the edge of the board in `direction`.
    ///
    /// North and south fills of pawns are the spans of an evaluation: `north | south` is all squares of their files.
    ///
    /// ```
    /// use chess_types::{Direction, Square, bitboard};
    ///
    /// let filled = bitboard! {
    ///     X . X . . . X .
    ///     X . X . . . X .
    ///     X . X . . . X .
    ///     X . X . . . . .
    ///     X . X . . . . .
    ///     X . X . . . . .
    ///     X . . . . . . .
    ///     X . . . . . . .
    /// };
    /// assert_eq!((Square::A1 | Square::C3 | Square::G6).fill(Direction::North), filled);
    /// ```
    #[inline]
    pub const fn fill(self, direction: Direction) -> Self {
        let mut filled = self;
        let mut steps = 1;
        while steps < 8 {
            filled = filled.union(filled.shift(direction));
            steps += 1;
        }
        filled
    }
}

impl File {
    /// Returns the squares of the one or two adjacent files.
    ///
    /// ```
    /// use chess_types::File;
    ///
    /// assert_eq!(File::A.neighbours(), File::B.bitboard());
    /// assert_eq!(File::E.neighbours(), File::D.bitboard() | File::F.bitboard());
    /// ```
    #[inline]
    pub const fn neighbours(self) -> Bitboard {
        let file = self.bitboard();
        file.shift(Direction::West).union(file.shift(Direction::East))
    }
}

impl Color {
    /// Returns the set moved one rank forward from this side's point of view.
    #[inline]
    pub const fn push(self, set: Bitboard) -> Bitboard {
        set.shift(self.forward())
    }
}
